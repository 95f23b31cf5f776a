"""Who is here."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.people.check_in import check_in, undo_check_in
from tournaments.api.api_view import ApiView
from tournaments.api.operations import reads, writes
from tournaments.api.resources.people.entries import find_entry
from tournaments.api.resources.setup.tournaments import Nothing
from tournaments.api.schemas.people import CheckInShape, check_in_shape
from tournaments.models import Entry, Tournament
from tournaments.permissions import can_referee
from web.api.policies import SignedIn
from web.api.schema import describe


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
    def post(self, tournament: Tournament, _data: dict[str, Any]) -> CheckInShape:
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
    def post(self, tournament: Tournament, _data: dict[str, Any]) -> CheckInShape:
        undo_check_in(tournament=tournament, entries=tournament.entries.all(), by=self.actor)
        return check_in_shape(tournament)


class _OneIsHere(ApiView):
    permission_classes = [SignedIn]
    is_here: bool

    def change(self, pk: int) -> Response:
        entry = find_entry(self, pk)
        self.allow(can_referee(self.actor, entry.tournament))
        self.validated_data(Nothing)
        note = check_in if self.is_here else undo_check_in

        def action() -> CheckInShape:
            note(tournament=entry.tournament, entries=Entry.objects.filter(pk=entry.pk), by=self.actor)
            return check_in_shape(entry.tournament)

        return self.do(action)


class CheckIn(_OneIsHere):
    is_here = True

    @describe("checkIn", "Somebody is here", takes=Nothing, gives=CheckInShape, changes=True)
    def post(self, request: Request, pk: int) -> Response:
        return self.change(pk)


class UndoCheckIn(_OneIsHere):
    is_here = False

    @describe(
        "undoCheckIn", "It was a slip: somebody is not here", takes=Nothing, gives=CheckInShape, changes=True
    )
    def post(self, request: Request, pk: int) -> Response:
        return self.change(pk)
