from datetime import timedelta
from typing import Self

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import pgettext_lazy

# A phone that was off for a whole season gets its old answer; a key nobody asks for again is only weight.
LIFETIME = timedelta(days=180)


class IdempotencyKeyQuerySet(models.QuerySet["IdempotencyKey"]):
    def expired(self) -> Self:
        """Those too old for anybody to repeat the call, by the database's clock."""
        return self.filter(created_at__lt=Now() - LIFETIME)


class IdempotencyKey(models.Model):
    """The first answer to an unsafe call, stored so that a repeat gets the same one."""

    actor = models.CharField(max_length=60)
    key = models.CharField(max_length=64)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    answer = models.TextField(blank=True)
    created_at = models.DateTimeField(db_default=Now())

    objects = IdempotencyKeyQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("record", "idempotency key")
        verbose_name_plural = pgettext_lazy("record", "idempotency keys")
        constraints = [models.UniqueConstraint(fields=["actor", "key"], name="one_answer_per_key")]
        indexes = [models.Index(fields=["created_at"], name="idempotency_keys_by_age")]

    def __str__(self) -> str:
        return self.key
