"""Tournaments that were set up by mistake and are gone for everybody. Their ledgers stay."""

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from tournaments.models.setup.structure import Tournament


class Discard(models.Model):
    """A tournament without rounds that nobody finds any more; guards of the database keep rounds and this apart."""

    tournament = models.OneToOneField(Tournament, models.PROTECT, related_name="discard", primary_key=True)
    discarded_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        verbose_name = _("discarded tournament")
        verbose_name_plural = _("discarded tournaments")

    def __str__(self) -> str:
        return str(self.tournament)
