"""Tournaments that were set up by mistake and are gone for everybody. Their ledgers stay."""

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import pgettext_lazy

from tournaments.models.setup.structure import Tournament


class Discard(models.Model):
    """A tournament without rounds that nobody finds any more; guards of the database keep rounds and this apart."""

    tournament = models.OneToOneField(Tournament, models.PROTECT, related_name="discard", primary_key=True)
    discarded_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        verbose_name = pgettext_lazy("record", "discarded tournament")
        verbose_name_plural = pgettext_lazy("record", "discarded tournaments")

    def __str__(self) -> str:
        return str(self.tournament)
