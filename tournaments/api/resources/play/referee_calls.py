"""Calls for the referee from tables."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.hall.referee_calls import call_referee, end_call
from tournaments.actions.play.locked_tables import Permit
from tournaments.actions.reasons import LONGEST_REASON
from tournaments.api.api_view import ApiView
from tournaments.api.kiosk_view import KioskView, tapped_seat
from tournaments.api.operations import by_itself, reads
from tournaments.api.policies import SeatsAndPeople
from tournaments.api.resources.play.at_table import at_table, permit_of
from tournaments.api.schemas.play.referee_calls import RefereeCallShape, referee_call_shape
from tournaments.api.schemas.play.staff_tasks import AttentionShape, attention_shape
from tournaments.models import RefereeCall, Table, Tournament
from tournaments.models.hall.staff_tasks import hall_now
from tournaments.permissions import among, can_enter_hands, can_report, can_score, visible_rounds
from web.api.fields import Input, Text
from web.api.pagination import Paging, page
from web.api.policies import SignedIn


class CallingReferee(Input):
    reason = Text(
        max_length=LONGEST_REASON,
        required=False,
        allow_blank=True,
        default="",
        help_text="What it is about; may be empty.",
    )
    seat = tapped_seat()


class TableRefereeCalls(KioskView):
    permission_classes = [SeatsAndPeople]

    @at_table(
        "callReferee",
        "Call the referee to a table. While a call of the table waits, it is the answer",
        permission=can_enter_hands,
        takes=CallingReferee,
        gives=RefereeCallShape,
        status=201,
    )
    def post(self, pk: int, data: dict[str, Any], permit: Permit) -> RefereeCallShape:
        call = call_referee(table=Table(pk=pk), reason=data["reason"], by=self.actor, permit=permit)
        return referee_call_shape(call)


class TournamentRefereeCalls(ApiView):
    permission_classes = [SignedIn]

    @reads(
        "listRefereeCalls",
        "The tables that wait for the referee, the longest first",
        permission=can_score,
        gives=RefereeCallShape,
        page=True,
        query=Paging,
        refuses=(400, 403),
    )
    def get(self, tournament: Tournament, query: dict[str, Any]) -> Response:
        calls = RefereeCall.objects.waiting().filter(seat__round__stage__tournament=tournament)
        return page(self.request, calls.select_related("seat"), query, referee_call_shape)


class Attention(ApiView):
    permission_classes = [SignedIn]

    @reads(
        "getAttention",
        "What needs the staff of a hall now, most urgent first, and how far each table is",
        permission=can_score,
        gives=AttentionShape,
        refuses=(403,),
    )
    def get(self, tournament: Tournament) -> AttentionShape:
        return attention_shape(hall_now(tournament))


class OneRefereeCall(ApiView):
    permission_classes = [SeatsAndPeople]

    @by_itself(
        "endRefereeCall",
        "Say that a call for the referee is done",
        permission=can_report,
        status=204,
        changes=True,
    )
    def delete(self, request: Request, pk: int) -> Response:
        rows = RefereeCall.objects.filter(among(visible_rounds(self.actor), "seat__round"))
        call = self.find(rows.select_related("seat"), pk=pk)

        def action() -> dict[str, object]:
            end_call(call=call, by=self.actor, permit=permit_of(self, can_report))
            return {}

        return self.do(action, status=204)
