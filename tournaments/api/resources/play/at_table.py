"""Calls about a table, made from its seats, player cards or tablet, or by the staff."""

from collections.abc import Callable, Collection, Mapping
from functools import wraps
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from tournaments.actions.actor import Actor
from tournaments.actions.idempotency import Answer
from tournaments.actions.play.locked_tables import LockedTable, Permit
from tournaments.api.api_view import ApiView
from tournaments.api.kiosk_view import KioskView
from tournaments.api.operations import Method, declared
from tournaments.api.resources.play.rounds import find_table
from tournaments.models import Scoresheet, Seat, Tournament
from tournaments.permissions import can_referee, can_score
from web.api.schema import describe

MayAtTable = Callable[[Actor, Collection[Seat], Tournament], bool]


def at_table(
    name: str,
    summary: str,
    *,
    permission: MayAtTable,
    takes: type[Serializer[Any]],
    binds: bool = False,
    is_of_sheet: bool = False,
    status: int = 200,
    if_match: bool | None = None,
    **described: Any,
) -> Callable[[Method], Method]:
    """Declare a call about a table, or with `is_of_sheet` about a scoresheet.

    The method receives the number in the address, the checked input, with `if_match` the tag, and `permit`, which
    its action calls under the table's lock. A tablet names the acting seat in the input; with `binds`, also the PIN
    of the player's card.
    """

    def declare(method: Method) -> Method:
        @wraps(method)
        def call(view: ApiView, request: Request, pk: int) -> Response:
            data = view.validated_data(takes)
            given: list[Any] = [pk, data]
            if if_match is not None:
                given.append(view.version() if if_match else view.if_match())
            if isinstance(view, KioskView):
                view.act_at(_table_of(view, pk) if is_of_sheet else pk, data, binds=binds)

            def action() -> Mapping[str, Any] | Answer:
                return method(view, *given, permit_of(view, permission)) or {}

            return view.do(action, status=status)

        of_call = describe(
            name, summary, takes=takes, status=status, if_match=if_match, changes=True, **described
        )
        return declared(call, permission, of_call)

    return declare


def permit_of(view: ApiView, may: MayAtTable) -> Permit:
    """Return the check that an action makes under its lock: 404 for actors that may not see the table, 403 for
    others without permission.

    It uses rows that the action has loaded, so that nothing is read twice.
    """

    def ask(at: LockedTable) -> None:
        is_allowed = may(view.actor, at.seats, at.tournament)
        if not is_allowed or not at.table.round.is_published:
            find_table(view, at.table.pk)
        view.allow(is_allowed)

    return ask


@wraps(can_score)
def may_score(actor: Actor, _seats: Collection[Seat], tournament: Tournament) -> bool:
    return can_score(actor, tournament)


@wraps(can_referee)
def may_referee(actor: Actor, _seats: Collection[Seat], tournament: Tournament) -> bool:
    return can_referee(actor, tournament)


def _table_of(view: KioskView, pk: int) -> int:
    """Return a scoresheet's table, which only a tablet needs before the action, to name one of its seats."""
    if not view.is_kiosk:
        return 0
    return Scoresheet.objects.filter(pk=pk).values_list("table", flat=True).first() or 0
