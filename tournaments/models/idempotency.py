from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class IdempotencyKey(models.Model):
    """The first answer to an unsafe call, kept so that a repeat gets the same one."""

    actor = models.CharField(max_length=60)
    key = models.CharField(max_length=64)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    answer = models.TextField(blank=True)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name = _("idempotency key")
        verbose_name_plural = _("idempotency keys")
        constraints = [models.UniqueConstraint(fields=["actor", "key"], name="one_answer_per_key")]
        indexes = [models.Index(fields=["created_at"], name="idempotency_keys_by_age")]

    def __str__(self) -> str:
        return self.key
