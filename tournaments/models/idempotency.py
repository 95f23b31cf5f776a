from datetime import timedelta
from typing import Self

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import pgettext_lazy

# A phone that was off for a whole season still gets its answer; older keys are only ballast.
LIFETIME = timedelta(days=180)


class IdempotencyKeyQuerySet(models.QuerySet["IdempotencyKey"]):
    def expired(self) -> Self:
        """Keys too old to be repeated, by the database clock."""
        return self.filter(created_at__lt=Now() - LIFETIME)


class IdempotencyKey(models.Model):
    """The first answer to an unsafe call, returned again for repeats."""

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
