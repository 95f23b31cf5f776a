"""Seats: their codes, the phones that hold them, substitutes, seat orders."""

from collections.abc import Mapping
from typing import Any, cast

from django.conf import settings
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.actor import Actor
from tournaments.actions.credentials.seat_tokens import (
    code_for,
    held_by_phones,
    issue_seat_tokens,
    living_tokens_of,
    revoke_seat_token,
)
from tournaments.actions.doubts import ask_first
from tournaments.actions.draws.exchanges import against_the_draw
from tournaments.actions.idempotency import Answer, remember
from tournaments.actions.play.seats import substitute
from tournaments.actions.play.turn_order import reseat_table
from tournaments.api.api_view import ApiView, answered
from tournaments.api.fields import Confirmed
from tournaments.api.operations import by_itself, holder_of_the_code, reads, writes
from tournaments.api.resources.play.rounds import find_round, find_seat, find_table
from tournaments.api.resources.setup.tournaments import NO_SUCH
from tournaments.api.schemas.play.rounds import (
    ClaimShape,
    CodesShape,
    SeatOrderShape,
    SeatShape,
    SeatTokenShape,
    claimed_shape,
    code_shape,
    seat_shape,
    seat_token_shape,
)
from tournaments.credentials.claims import take_seat
from tournaments.credentials.devices import set_seat_cookie
from tournaments.credentials.repeats import fingerprint_of
from tournaments.models import Entry, Round, Seat, SeatToken, Table
from tournaments.models.codes import hash_of, read_code
from tournaments.models.credentials.seat_tokens import SEAT_BEARER_PREFIX
from tournaments.permissions import among, can_referee, can_score, is_staff, visible_rounds
from web.api.fields import Id, Input, Several, Text, longest
from web.api.pagination import Paging, page
from web.api.policies import Anybody, Everybody, SignedIn

MOST_SEATS = 2_000
MOST_AT_A_TABLE = 5


def find_token(view: ApiView, pk: int) -> SeatToken:
    tokens = SeatToken.objects.filter(among(visible_rounds(view.actor), "seat__round"))
    return view.find(tokens.select_related("seat__round__stage__tournament"), pk=pk)


class Issuing(Input):
    """`seats`: those that get a new code; default: all of the round. If phones hold some of them, issuing all is
    refused with the code please_confirm; repeat the call with the code named there in `confirm` to proceed.
    """

    seats = Several(
        child=Id(),
        max_length=MOST_SEATS,
        required=False,
        help_text="Ids of the seats that get a new code; left out for all.",
    )
    confirm = Confirmed(default=list)


class Claiming(Input):
    """`code`: of the QR code or the card; blanks and hyphens are ignored."""

    code = Text(max_length=60, help_text="Code of the seat; blanks and hyphens do not matter.")
    device_name = Text(max_length=longest(SeatToken, "device_name"), default="", allow_blank=True)


class Substitution(Input):
    """The substitute. A player kept apart from another at the table, or of another team, is refused with the code
    please_confirm; repeat the call with the codes named there in `confirm` to proceed.
    """

    entry = Id(help_text="Id of the entry that plays instead.")
    confirm = Confirmed(default=list)


class SettingSeatOrder(Input):
    """`players`: the entry ids at this table in seating order, East first."""

    players = Several(
        child=Id(), max_length=MOST_AT_A_TABLE, help_text="Ids of the entries as they sit, East first."
    )


class RoundSeatTokens(ApiView):
    permission_classes = [SignedIn]

    @reads(
        "listSeatTokens",
        "Which phones hold the round's seats (staff)",
        permission=is_staff,
        finds=find_round,
        of="stage.tournament",
        gives=SeatTokenShape,
        page=True,
        query=Paging,
        refuses=(400, 403),
    )
    def get(self, round_: Round, query: dict[str, Any]) -> Response:
        tokens = SeatToken.objects.filter(seat__round=round_, revoked_at=None).select_related("seat")
        return page(
            self.request,
            tokens.order_by("seat__table__number", "seat__wind"),
            query,
            seat_token_shape,
        )

    @writes(
        "issueSeatTokens",
        "Make new codes for seats, all of the round or those you name; their codes and phones from before are out",
        permission=can_referee,
        finds=find_round,
        of="stage.tournament",
        takes=Issuing,
        gives=CodesShape,
        status=201,
    )
    def post(self, round_: Round, data: dict[str, Any]) -> CodesShape:
        seats = list(round_.seats.select_related("table").order_by("table__number", "wind"))
        if "seats" in data:
            ids = set(data["seats"])
            seats = [seat for seat in seats if seat.pk in ids]
            if len(seats) != len(ids):
                raise serializers.ValidationError({"seats": [NO_SUCH]})
        if "seats" not in data:
            ask_first(held_by_phones(seats), data["confirm"])
        issue_seat_tokens(seats=seats, by=self.actor, key=self.key())
        made = living_tokens_of(seats)
        codes = [code_shape(seat, seat_token=made[seat.pk], code="") for seat in seats]
        return {"codes": codes, "seats": [seat.pk for seat in seats]}

    def complete(self, answer: Answer) -> Mapping[str, object]:
        """Fill in the codes, which are not stored."""
        if answer.status != 201:
            return answer.body
        codes = cast("CodesShape", answer.body)["codes"]
        by, key = self.actor, self.key()
        # Answers of earlier versions have no `seat_token`: their codes were derived from the seat's number.
        numbers = [code.get("seat_token", code["seat"]) for code in codes]
        return {
            **answer.body,
            "codes": [
                {**code, "code": code_for(number, by=by, key=key)}
                for code, number in zip(codes, numbers, strict=True)
            ],
        }


class OneSeatToken(ApiView):
    permission_classes = [SignedIn]

    @writes(
        "revokeSeatToken",
        "Close a seat to the phone that holds it and to its card",
        permission=can_referee,
        finds=find_token,
        of="seat.round.stage.tournament",
        status=204,
    )
    def delete(self, token: SeatToken) -> None:
        revoke_seat_token(token=token, by=self.actor)


class ClaimSeat(ApiView):
    permission_classes = [Anybody]

    @by_itself(
        "claimSeat",
        "Bind a seat to this phone; the answer brings the token that opens it",
        permission=holder_of_the_code,
        takes=Claiming,
        gives=ClaimShape,
        changes=True,
    )
    def post(self, request: Request) -> Response:
        """Run without the transaction of `do_once`, so that a refused second claim stays counted. The action is
        idempotent: one phone, one key, one secret.
        """
        key = self.key()
        data = self.validated_data(Claiming)
        code = read_code(data["code"])
        token, secret = take_seat(request, code=code, key=key, device_name=data["device_name"], by=self.actor)
        answer = remember(
            by=Actor(seat_token=token),
            key=key,
            fingerprint=fingerprint_of(request, {"code": hash_of(code)}),
            answer=Answer(200, dict(claimed_shape(token))),
        )
        # Added to the stored answer: of a secret, only a hash is stored.
        response = answered(answer, {**answer.body, "token": SEAT_BEARER_PREFIX + secret})
        set_seat_cookie(response, secret, is_secure=settings.HTTPS)
        return response


class Substitute(ApiView):
    permission_classes = [Everybody]

    @writes(
        "substitute",
        "Seat another entry; the phone of the player who leaves is out from this moment",
        permission=can_referee,
        finds=find_seat,
        of="round.stage.tournament",
        takes=Substitution,
        gives=SeatShape,
    )
    def post(self, seat: Seat, data: dict[str, Any]) -> SeatShape:
        tournament = seat.round.stage.tournament
        entry = (
            Entry.objects.filter(tournament=tournament, pk=data["entry"])
            .select_related("player", "team")
            .first()
        )
        if entry is None:
            raise serializers.ValidationError({"entry": [NO_SUCH]})
        ask_first(against_the_draw(seat=seat, entry=entry), data["confirm"])
        done = substitute(seat=seat, entry=entry, by=self.actor)
        return seat_shape(Seat.objects.for_display().get(pk=done.pk))


class TableSeatOrder(ApiView):
    permission_classes = [Everybody]

    @writes(
        "setSeatOrder",
        "Seat a table's players in another order, while no hand and no result stands there; phones stay with them",
        permission=can_score,
        finds=find_table,
        of="round.stage.tournament",
        takes=SettingSeatOrder,
        gives=SeatOrderShape,
    )
    def post(self, table: Table, data: dict[str, Any]) -> SeatOrderShape:
        players = data["players"]
        seats = reseat_table(table=table, entries=players, by=self.actor)
        shown = Seat.objects.for_display().filter(pk__in=[seat.pk for seat in seats]).order_by("wind")
        return {"table": table.pk, "seats": [seat_shape(seat) for seat in shown]}
