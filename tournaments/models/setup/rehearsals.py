"""Rehearsals: private copies of a tournament with made-up players, to try the day out before it comes."""

from django.db import models
from django.utils.translation import pgettext_lazy

from tournaments.models.setup.structure import Tournament
from web.triggers import Guard


class Rehearsal(models.Model):
    """The tournament in which another one is rehearsed; deleted when it is discarded.

    The database keeps it private and outside of seasons, so that no list, rating or ranking ever has it.
    """

    tournament = models.OneToOneField(Tournament, models.PROTECT, related_name="rehearsal", primary_key=True)
    of = models.OneToOneField(Tournament, models.PROTECT, related_name="rehearsed_in")

    class Meta:
        constraints = [
            Guard(
                name="a_rehearsal_begins_private",
                on="INSERT",
                when="EXISTS (SELECT 1 FROM tournaments_tournament WHERE id = NEW.tournament_id"
                " AND (visibility <> 'private' OR season_id IS NOT NULL))",
            ),
            Guard(name="rehearsals_are_never_changed", on="UPDATE"),
            models.CheckConstraint(
                condition=~models.Q(tournament=models.F("of")), name="a_rehearsal_is_of_another_tournament"
            ),
        ]
        verbose_name = pgettext_lazy("record", "rehearsal")
        verbose_name_plural = pgettext_lazy("record", "rehearsals")

    def __str__(self) -> str:
        return str(self.tournament)
