"""Where a player was entered first: the organizers of that tournament are responsible for the record."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from players.models import Player
from tournaments.models.setup.structure import Tournament
from web.triggers import Guard


class FirstTournament(models.Model):
    """Written by a trigger of `Entry` with the player's first entry, and immutable: later entries give no right to
    the record.

    It outlives the entry. When players are merged, the remaining one keeps theirs.
    """

    player = models.OneToOneField(Player, models.CASCADE, primary_key=True, related_name="first_tournament")
    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="first_of")

    class Meta:
        constraints = [
            Guard(name="a_first_tournament_never_changes", on="UPDATE"),
        ]
        verbose_name = _("first tournament of a player")
        verbose_name_plural = _("first tournaments of players")

    def __str__(self) -> str:
        return f"{self.player}: {self.tournament}"
