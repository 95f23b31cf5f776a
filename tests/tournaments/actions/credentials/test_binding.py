"""What binds a player is refused to a tablet without their PIN by the action itself, whoever calls it."""

from collections.abc import Callable

import pytest

from players.actions import add_player
from tests.permissions import digest
from tests.tournaments.hall import BALANCED, Hall, seats_of
from tests.tournaments.told import GONG, KOKUSHI, WITH_YAKU, enter
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.kiosks import issue_kiosks
from tournaments.actions.errors import NotAllowed
from tournaments.actions.hands.hands import report_hands
from tournaments.actions.people.entries import register
from tournaments.actions.play.scoresheets.reporting import (
    TableReport,
    confirm_sheet,
    dispute_sheet,
    report_sheet,
)
from tournaments.actions.play.seats import substitute
from tournaments.models import Scoresheet, Table, TableKiosk


@pytest.fixture
def table(hall: Hall) -> Table:
    return hall.started().tables.get(number=1)


@pytest.fixture
def kiosk(hall: Hall) -> TableKiosk:
    return issue_kiosks(tournament=hall.tournament, numbers=[1], by=hall.rob)[0]


@pytest.fixture
def sheet(kiosk: TableKiosk, table: Table) -> Scoresheet:
    return report_sheet(
        table=table,
        report=TableReport(BALANCED),
        by=Actor(kiosk=kiosk, kiosk_seat=seats_of(table)[0], knows_pin=True),
    )


def unproven(kiosk: TableKiosk, table: Table) -> dict[str, Actor]:
    """Everything that a tablet may be without knowing who acts."""
    south = seats_of(table)[1]
    elsewhere = table.round.tables.get(number=2).seats.order_by("wind")[0]
    return {
        "nobody tapped": Actor(kiosk=kiosk),
        "a name was tapped": Actor(kiosk=kiosk, kiosk_seat=south),
        "a PIN of nobody": Actor(kiosk=kiosk, knows_pin=True),
        "a player of another table": Actor(kiosk=kiosk, kiosk_seat=elsewhere, knows_pin=True),
    }


def refused(action: Callable[[Actor], object], actors: dict[str, Actor]) -> dict[str, str]:
    found = {}
    for who, by in actors.items():
        with pytest.raises(NotAllowed) as refusal:
            action(by)
        found[who] = refusal.value.code
    return found


def test_a_report_takes_a_pin(kiosk: TableKiosk, table: Table) -> None:
    actors, before = unproven(kiosk, table), digest()

    codes = refused(lambda by: report_sheet(table=table, report=TableReport(BALANCED), by=by), actors)

    assert codes == dict.fromkeys(actors, "pin_missing")
    assert digest() == before


def test_so_do_hands_that_make_a_report(hall: Hall, kiosk: TableKiosk, table: Table) -> None:
    tag = enter(table, hall.alice, (WITH_YAKU, KOKUSHI, GONG))
    actors, before = unproven(kiosk, table), digest()

    codes = refused(lambda by: report_hands(table=table, by=by, if_match=tag), actors)

    assert codes == dict.fromkeys(actors, "pin_missing")
    assert digest() == before


def test_a_confirmation_takes_a_pin_and_a_tablet_is_no_referee(
    kiosk: TableKiosk, table: Table, sheet: Scoresheet
) -> None:
    actors, before = unproven(kiosk, table), digest()

    codes = refused(lambda by: confirm_sheet(sheet=sheet, if_match=sheet.tag, by=by), actors)
    by_referee = refused(
        lambda by: confirm_sheet(sheet=sheet, if_match=sheet.tag, by=by, as_referee=True), actors
    )

    assert codes == by_referee == dict.fromkeys(actors, "pin_missing")
    assert digest() == before


def test_the_figures_reported_once_more_confirm_nothing_without_a_pin(
    kiosk: TableKiosk, table: Table, sheet: Scoresheet
) -> None:
    actors, before = unproven(kiosk, table), digest()

    codes = refused(
        lambda by: report_sheet(table=table, report=TableReport(BALANCED), by=by, same_agrees=True), actors
    )

    assert codes == dict.fromkeys(actors, "pin_missing")
    assert digest() == before


def test_a_dispute_takes_a_pin(kiosk: TableKiosk, table: Table, sheet: Scoresheet) -> None:
    actors, before = unproven(kiosk, table), digest()

    codes = refused(lambda by: dispute_sheet(sheet=sheet, if_match=sheet.tag, reason="wrong", by=by), actors)

    assert codes == dict.fromkeys(actors, "pin_missing")
    assert digest() == before


def test_who_typed_their_pin_and_was_replaced_meanwhile_reports_nothing(
    hall: Hall, kiosk: TableKiosk, table: Table
) -> None:
    south = seats_of(table)[1]
    by = Actor(kiosk=kiosk, kiosk_seat=south, knows_pin=True)
    spare = register(
        tournament=hall.tournament, player=add_player(name="Spare"), is_substitute=True, by=hall.alice
    )
    substitute(seat=seats_of(table)[1], entry=spare, by=hall.rob)
    before = digest()

    codes = refused(
        lambda one: report_sheet(table=table, report=TableReport(BALANCED), by=one), {"replaced": by}
    )

    assert codes == {"replaced": "pin_missing"}
    assert digest() == before


def test_a_player_with_their_pin_confirms_for_themselves_and_for_nobody_else(
    kiosk: TableKiosk, table: Table, sheet: Scoresheet
) -> None:
    south = seats_of(table)[1]

    confirm_sheet(sheet=sheet, if_match=sheet.tag, by=Actor(kiosk=kiosk, kiosk_seat=south, knows_pin=True))

    sheet.refresh_from_db()
    assert sheet.status == "submitted"
    assert [one.seat for one in sheet.confirmations.all()] == [south]
