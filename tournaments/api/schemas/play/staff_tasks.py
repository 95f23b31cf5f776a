"""What needs the staff's attention in a hall."""

from operator import attrgetter
from typing import Annotated, TypedDict

from tournaments.models.hall.staff_tasks import HallNow, Need
from tournaments.models.hall.tables_in_play import TableNow
from web.api.answers import By, Given, Of, filled
from web.api.moments import Moment


class NeedShape(TypedDict):
    """A task. `tables` are those concerned; none for a phone whose player has no seat now. `seat`: who called, or
    whose seat a second phone tried to claim. `entry`: whose card a waiting phone asks to follow. `sheet`: the
    version that is disputed or waits. `since` is null if its start is unknown.
    """

    kind: Annotated[
        str,
        Of("kind.value"),
        "Why the staff is needed: call (a table calls the referee), dispute (a result is disputed), phone (a phone "
        "asks to follow a card), second_phone (another phone wants a seat), late (the time is over, no result), "
        "unconfirmed (a result waits for players), paper (typed sheets wait for a second person) or time (a round's "
        "time is running out).",
    ]
    since: Annotated[Moment | None, "Since when; null if unknown."]
    tables: Annotated[
        list[int],
        By(lambda need: [table.pk for table in need.tables]),
        "Ids of the tables concerned; empty for a phone whose player has no seat now.",
    ]
    call: Annotated[int | None, Given(), "Id of the call for the referee; null otherwise."]
    seat: Annotated[
        int | None,
        Of("seat", attrgetter("pk")),
        "Id of the seat that called, or that a second phone wanted; null otherwise.",
    ]
    entry: Annotated[
        int | None,
        Of("phone", attrgetter("card.entry_id")),
        "Id of the entry whose card a phone asks to follow; null otherwise.",
    ]
    sheet: Annotated[int | None, Given(), "Id of the scoresheet that is disputed or waits; null otherwise."]
    reason: Annotated[str, Given(), "What the table or the disputing player said; empty if nothing."]


class TableNowShape(TypedDict):
    """A table in play, or one that calls before play. `seconds_left` is null without a running clock, negative after
    time.
    """

    table: Annotated[int, Of("pk")]
    number: Annotated[int, "Number of the table."]
    round: Annotated[int, Of("round.pk"), "Id of the round."]
    stage: Annotated[int, Of("round.stage.pk")]
    state: Annotated[
        str,
        "How far it is: calls (the referee), waiting (to begin), disputed, submitted (to be confirmed), confirmed, "
        "held (its clock is stopped), late (the time is over, no result) or playing.",
    ]
    seconds_left: int | None


class AttentionShape(TypedDict):
    """Most urgent first. `changes_in`: seconds until time alone changes the list; null if it will not."""

    changes_in: Annotated[int | None, "Seconds until the list changes by itself; null if it will not."]
    needs: Annotated[list[NeedShape], "What to do, most urgent first."]
    tables: Annotated[list[TableNowShape], "Tables in play, and those that call the referee."]


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
    return _need_shape(
        need,
        call=call.pk if call is not None else None,
        sheet=sheet.pk if sheet is not None else None,
        reason=call.reason if call is not None else sheet.dispute_reason if sheet is not None else "",
    )


_need_shape = filled(NeedShape, Need)
_table = filled(TableNowShape, TableNow)
