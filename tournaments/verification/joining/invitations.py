"""Invitations to the staff, and their outcome."""

from django.utils.translation import pgettext

from tournaments.models import Invitation, League, Tournament
from tournaments.models.events import Event, LeagueEvent
from tournaments.verification.made_and_ended import MadeAndEnded, Recorded


class Invitations(MadeAndEnded[Invitation, Tournament | League]):
    """Follows invitations to a tournament or a league: created, accepted, declined, withdrawn."""

    def __init__(self, events: type[Event] | type[LeagueEvent] = Event) -> None:
        path = "tournament" if events is Event else "league"
        named = pgettext("record", "invitation %(id)s")
        super().__init__(Invitation, path, named, stays_behind=events is Event, events=events)

    def differing(self, row: Invitation, recorded: Recorded) -> list[str]:
        """It is for one or the other."""
        of_both = row.tournament_id is not None and row.league_id is not None
        return [*super().differing(row, recorded), *(["league_id"] if of_both else [])]
