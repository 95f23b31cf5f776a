"""Who speaks for a team."""

from django.db import models
from django.utils.translation import pgettext_lazy

from tournaments.models.people.entries import Entry, Team
from web.triggers import on_write


class Captain(models.Model):
    """The captain of a team, at most one; many teams have none."""

    team = models.OneToOneField(Team, models.PROTECT, related_name="captain", primary_key=True)
    entry = models.OneToOneField(
        Entry, models.PROTECT, related_name="captain_of", verbose_name=pgettext_lazy("field", "captain")
    )

    class Meta:
        constraints = [
            *on_write(
                "a_captain_plays_in_the_team",
                "NOT EXISTS (SELECT 1 FROM tournaments_entry WHERE id = NEW.entry_id"
                " AND team_id = NEW.team_id)",
            ),
        ]
        verbose_name = pgettext_lazy("record", "captain")
        verbose_name_plural = pgettext_lazy("record", "captains")

    def __str__(self) -> str:
        return f"{self.team}: {self.entry}"


def captain_of(team: Team) -> int | None:
    """Return the captain's entry id, or None. No query if `captain` is loaded."""
    captain: Captain | None = getattr(team, "captain", None)
    return captain.entry_id if captain is not None else None
