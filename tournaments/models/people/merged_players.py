"""Ids of players merged into others, so that old links still find the person."""

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.models import Player


class MergedPlayer(models.Model):
    """`number` was the id of a deleted record of `player`; ids are never reused."""

    number = models.BigIntegerField(pgettext_lazy("field", "number"), primary_key=True)
    player = models.ForeignKey(Player, models.CASCADE, related_name="merged_numbers")
    merged_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        verbose_name = _("number of a merged player")
        verbose_name_plural = _("numbers of merged players")

    def __str__(self) -> str:
        return f"{self.number}: {self.player}"
