"""What a hall needs its staff for now, as answers."""

from typing import TypedDict

from tournaments.models.hall.attention import HallNow, Need
from tournaments.models.hall.tables_in_play import TableNow
from web.api.moments import Moment, moment


class NeedShape(TypedDict):
    """One thing to do. `tables` are those it is about; none for a phone whose player sits nowhere now. `seat`: who
    called, or whose seat a second phone wanted. `entry`: whose card a waiting phone asks to follow. `sheet` is the
    version that is disputed or waits. `since` is null where nothing says when it began.
    """

    kind: str
    since: Moment | None
    tables: list[int]
    call: int | None
    seat: int | None
    entry: int | None
    sheet: int | None
    reason: str


class TableNowShape(TypedDict):
    """A table in play, or one that calls before. `seconds_left` is null where no clock runs, negative once over."""

    table: int
    number: int
    round: int
    stage: int
    state: str
    seconds_left: int | None


class AttentionShape(TypedDict):
    """Most urgent first. `changes_in` seconds the list will be another one because time has passed; null if it will
    not.
    """

    changes_in: int | None
    needs: list[NeedShape]
    tables: list[TableNowShape]


def attention_shape(hall: HallNow) -> AttentionShape:
    change = hall.next_change
    return {
        "changes_in": int(change.total_seconds()) if change is not None else None,
        "needs": [_need(need) for need in hall.needs],
        "tables": [_table(table) for table in hall.tables],
    }


def _need(need: Need) -> NeedShape:
    call = need.seat.call if need.seat is not None and need.kind == "call" else None
    sheet = need.table.sheet if need.kind in ("dispute", "unconfirmed") else None
    return {
        "kind": need.kind.value,
        "since": moment(need.since) if need.since is not None else None,
        "tables": [table.pk for table in need.tables],
        "call": call.pk if call is not None else None,
        "seat": need.seat.pk if need.seat is not None else None,
        "entry": need.phone.card.entry_id if need.phone is not None else None,
        "sheet": sheet.pk if sheet is not None else None,
        "reason": call.reason if call is not None else sheet.dispute_reason if sheet is not None else "",
    }


def _table(table: TableNow) -> TableNowShape:
    return {
        "table": table.pk,
        "number": table.number,
        "round": table.round.pk,
        "stage": table.round.stage.pk,
        "state": table.state,
        "seconds_left": table.seconds_left,
    }
