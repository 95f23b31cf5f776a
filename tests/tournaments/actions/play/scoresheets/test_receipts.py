"""What a phone keeps of an action."""

from tests.tournaments.hall import BALANCED, Hall, phones_of, play
from tournaments.actions.play.scoresheets.reporting import TableReport, agreement, confirm_sheet, report_sheet
from tournaments.models import Confirmation, LedgerEntry, LedgerHead, Table
from tournaments.models.ledger import Receipt


def test_a_receipt_names_the_actions_own_ledger_entry(hall: Hall, table: Table) -> None:
    sheet = play(table, hall.alice)

    entry = LedgerEntry.objects.filter(tournament=hall.tournament).latest("seq")
    assert entry.kind == "confirmed"
    assert sheet.receipt == Receipt(hall.tournament.head.chain, entry.seq, entry.hash)


def test_agreeing_twice_is_one_confirmation_and_one_ledger_entry(hall: Hall, table: Table) -> None:
    phones = phones_of(table, hall.alice)
    sheet = report_sheet(table=table, report=TableReport(BALANCED), by=phones[0])
    first = confirm_sheet(sheet=sheet, if_match=sheet.tag, by=phones[1])

    second = confirm_sheet(sheet=sheet, if_match=sheet.tag, by=phones[1])

    assert second.receipt == first.receipt
    assert Confirmation.objects.filter(sheet=sheet).count() == 1
    assert hall.kinds()[-2:] == ["reported", "agreed"]


def test_confirming_what_is_confirmed_gives_a_receipt_for_the_ledger_as_it_stands(
    hall: Hall, table: Table
) -> None:
    sheet = play(table, hall.alice)

    again = confirm_sheet(sheet=sheet, if_match=sheet.tag, by=hall.rob)

    head = LedgerHead.objects.get(tournament=hall.tournament)
    assert again.receipt == Receipt(head.chain, head.seq, head.hash)


def test_the_seats_that_still_have_to_agree_are_all_others_but_the_reporter(hall: Hall, table: Table) -> None:
    phones = phones_of(table, hall.alice)
    sheet = report_sheet(table=table, report=TableReport(BALANCED), by=phones[0])
    seats = list(table.seats.order_by("wind"))

    state = agreement(hall.tournament, sheet, seats, {seats[2].pk})

    assert (state.needed, state.given, state.missing, state.by_referee) == (3, 1, (seats[1], seats[3]), False)
