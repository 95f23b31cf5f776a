from collections.abc import Callable

from tournaments.actions.people.check_in import check_in, undo_check_in
from tournaments.api.api_view import ApiView
from tournaments.api.operations import Nothing, reads, writes
from tournaments.api.resources.people.entries import find_entry
from tournaments.api.schemas.people import CheckInShape, check_in_shape
from tournaments.models import Entry, Tournament
from tournaments.permissions import can_referee
from web.api.policies import SignedIn


class TournamentCheckIn(ApiView):
    permission_classes = [SignedIn]

    @reads(
        "getCheckIn",
        "Who is here, and who is not yet",
        permission=can_referee,
        gives=CheckInShape,
        refuses=(403,),
    )
    def get(self, tournament: Tournament) -> CheckInShape:
        return check_in_shape(tournament)

    @writes(
        "checkEverybodyIn", "Everybody is here", permission=can_referee, takes=Nothing, gives=CheckInShape
    )
    def post(self, tournament: Tournament) -> CheckInShape:
        check_in(tournament=tournament, entries=tournament.entries.all(), by=self.actor)
        return check_in_shape(tournament)


class ResetCheckIn(ApiView):
    permission_classes = [SignedIn]

    @writes(
        "resetCheckIn",
        "Begin again: nobody is here yet",
        permission=can_referee,
        takes=Nothing,
        gives=CheckInShape,
    )
    def post(self, tournament: Tournament) -> CheckInShape:
        undo_check_in(tournament=tournament, entries=tournament.entries.all(), by=self.actor)
        return check_in_shape(tournament)


def noted(view: ApiView, entry: Entry, note: Callable[..., object]) -> CheckInShape:
    note(tournament=entry.tournament, entries=Entry.objects.filter(pk=entry.pk), by=view.actor)
    return check_in_shape(entry.tournament)


class CheckIn(ApiView):
    permission_classes = [SignedIn]

    @writes(
        "checkIn",
        "Check a player in",
        permission=can_referee,
        finds=find_entry,
        of="tournament",
        takes=Nothing,
        gives=CheckInShape,
    )
    def post(self, entry: Entry) -> CheckInShape:
        return noted(self, entry, check_in)


class UndoCheckIn(ApiView):
    permission_classes = [SignedIn]

    @writes(
        "undoCheckIn",
        "Undo a check-in",
        permission=can_referee,
        finds=find_entry,
        of="tournament",
        takes=Nothing,
        gives=CheckInShape,
    )
    def post(self, entry: Entry) -> CheckInShape:
        return noted(self, entry, undo_check_in)
