"""How often was something tried that must not be tried often?"""

from django.db import models
from django.utils.translation import pgettext_lazy


class Attempts(models.Model):
    """How often something that must not be tried often was tried in the current period, by whom or what.

    `period` is the second at which it began.
    """

    bucket = models.CharField(max_length=80, primary_key=True)
    period = models.BigIntegerField()
    count = models.PositiveIntegerField()

    class Meta:
        verbose_name = pgettext_lazy("record", "attempts")
        verbose_name_plural = pgettext_lazy("record", "attempts")

    def __str__(self) -> str:
        return f"{self.bucket}: {self.count}"
