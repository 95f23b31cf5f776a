"""Counts for rate limits."""

from django.db import models
from django.utils.translation import pgettext_lazy


class Attempts(models.Model):
    """The number of attempts in the current period, by kind and subject.

    `period` is the Unix second at which it began.
    """

    bucket = models.CharField(max_length=80, primary_key=True)
    period = models.BigIntegerField()
    count = models.PositiveIntegerField()

    class Meta:
        verbose_name = pgettext_lazy("record", "attempts")
        verbose_name_plural = pgettext_lazy("record", "attempts")

    def __str__(self) -> str:
        return f"{self.bucket}: {self.count}"
