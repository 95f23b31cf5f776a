"""Every action that changes a fact writes its entries into the ledger, and no others."""

import pytest

from tests.registers import ACTIONS
from tests.tournaments.actions.done_once import done
from tests.tournaments.actions.every_action import ROWS
from tests.tournaments.hall import BALANCED, Hall, phones_of
from tests.tournaments.odd_hall import THREES
from tournaments.actions.credentials.seat_tokens import claim_seat, issue_seat_tokens
from tournaments.actions.errors import StateRefuses
from tournaments.actions.play.scoresheets.reporting import TableReport, confirm_sheet, report_sheet
from tournaments.models import LedgerEntry, LedgerHead
from tournaments.models.credentials.events import CardAskedFor, SecondClaimRefused
from tournaments.models.events import Event, Touches, kinds_that_move_standings
from tournaments.models.play.events import (
    PLAYER_PENALIZED,
    TEAM_PENALIZED,
    PaperCounted,
    ResultAgreed,
    TableClockExtended,
    TableClockPaused,
    TableClockResumed,
    TeamPenaltyLifted,
)
from tournaments.models.setup.events import OddRulebookPinned, RulebookPinned

# What an action writes in a case of its own: one of four agrees, a scorer types signed paper, a second phone wants
# a seat or a card, a round starts where a rulebook for tables of another size is named, the clock of one table is
# held. Every kind of penalty is imposed in play/test_penalties.py.
IN_OTHER_SCENES = {
    *(event.kind for event in (*PLAYER_PENALIZED.values(), *TEAM_PENALIZED.values())),
    TableClockPaused.kind,
    TableClockResumed.kind,
    TableClockExtended.kind,
    ResultAgreed.kind,
    PaperCounted.kind,
    TeamPenaltyLifted.kind,
    SecondClaimRefused.kind,
    CardAskedFor.kind,
    OddRulebookPinned.kind,
}


@pytest.mark.django_db
@pytest.mark.parametrize("name", ROWS)
def test_an_action_writes_exactly_its_entries(name: str) -> None:
    found = done(name)

    assert " ".join(entry.kind for entry in found.written) == ROWS[name].kinds
    assert [entry.kind for entry in found.written if not _says_whom_it_touches(entry)] == []
    marks = dict(found.marks_before)
    for entry in found.written:
        if entry.kind in kinds_that_move_standings():
            marks[entry.tournament_id] = entry.seq
    assert found.marks_after == {head: marks.get(head, 0) for head in found.marks_after}


def test_no_kind_is_left_that_no_action_writes() -> None:
    written = {kind for row in ROWS.values() for kind in row.kinds.split()}

    ACTIONS.refuse_gaps(Event.events, written | IN_OTHER_SCENES, of="The kind of ledger entry")


def test_who_agrees_without_being_enough_moves_nothing(hall: Hall, table) -> None:
    phones = phones_of(table, hall.alice)
    sheet = report_sheet(table=table, report=TableReport(BALANCED), by=phones[0])

    confirm_sheet(sheet=sheet, if_match=sheet.tag, by=phones[1])

    entry = LedgerEntry.objects.order_by("seq").last()
    assert entry is not None
    assert (entry.kind, _says_whom_it_touches(entry)) == (ResultAgreed.kind, True)
    assert LedgerHead.objects.get(tournament=hall.tournament).standings_seq < entry.seq


def test_a_second_phone_that_wants_a_seat_is_recorded(hall: Hall, table) -> None:
    seat = table.seats.first()
    code = issue_seat_tokens(seats=[seat], by=hall.alice)[seat.pk]
    claim_seat(code=code, key="first")

    with pytest.raises(StateRefuses):
        claim_seat(code=code, key="second")

    assert hall.kinds()[-1] == SecondClaimRefused.kind


def test_a_rulebook_for_tables_of_another_size_is_pinned_with_the_first(hall: Hall) -> None:
    THREES.named(hall)

    hall.started()

    assert hall.kinds()[-2:] == [RulebookPinned.kind, OddRulebookPinned.kind]


def _says_whom_it_touches(entry: LedgerEntry) -> bool:
    """Does the payload name those whose results the entry's kind touches, as the kind promises?"""
    content = entry.content
    match Event.events[entry.kind].touches:
        case Touches.TABLE:
            entries = content["entries"]
            is_list = isinstance(entries, list) and all(isinstance(pk, int) for pk in entries)
            return is_list and isinstance(content["table"], int)
        case Touches.ENTRY:
            return isinstance(content["entry"], int)
    return True
