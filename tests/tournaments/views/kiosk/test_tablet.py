"""The pages of a table's tablet: who taps, who types a PIN, and what it says between rounds and when it is ended."""

import re
import uuid

import pytest
from django.test import Client

from tests.permissions import digest
from tests.tournaments.hall import Hall, seats_of
from tournaments.actions.kiosks.kiosks import claim_kiosk, issue_kiosks, revoke_kiosk
from tournaments.actions.play.player_cards import issue_player_cards, revoke_player_card
from tournaments.actions.play.rounds import close_round
from tournaments.models import (
    HandRecord,
    IdempotencyKey,
    PlayerCard,
    RefereeCall,
    Round,
    Scoresheet,
    Seat,
    Table,
    TableKiosk,
)
from tournaments.models.play.hands import EMPTY_LOG
from tournaments.visitors import KIOSK_COOKIE


@pytest.fixture
def table(hall: Hall) -> Table:
    issue_player_cards(tournament=hall.tournament, by=hall.alice)
    return hall.started().tables.get(number=1)


@pytest.fixture
def kiosk(hall: Hall) -> TableKiosk:
    return issue_kiosks(tournament=hall.tournament, numbers=[1], by=hall.rob)[0]


@pytest.fixture
def tablet(client: Client, kiosk: TableKiosk) -> Client:
    client.cookies[KIOSK_COOKIE] = claim_kiosk(code=kiosk.code, key="k")[1]
    return client


def pin_of(seat: Seat) -> str:
    return PlayerCard.objects.get(entry=seat.entry_id, revoked_at=None).pin


def send(tablet: Client, path: str, seat: Seat, *, pin: str | None = None, **data: object):
    body = {"table": seat.table_id, "seat": seat.pk, "key": uuid.uuid4().hex, **data}
    if pin is not None:
        body["pin"] = pin
    return tablet.post(f"/kiosk/{path}/", body)


def points(table: Table) -> dict[str, object]:
    seated = ",".join(str(seat.entry_id) for seat in seats_of(table))
    figures = {f"points_{index}": figure for index, figure in enumerate(("400", "300", "200", "100"))}
    return {**figures, "seated": seated}


def report(tablet: Client, seat: Seat, pin: str | None = None):
    return send(tablet, "report", seat, pin=pin_of(seat) if pin is None else pin, **points(seat.table))


def confirm(tablet: Client, seat: Seat, pin: str | None = None):
    sheet = Scoresheet.objects.get()
    return send(tablet, "confirm", seat, pin=pin_of(seat) if pin is None else pin, if_match=sheet.tag)


def test_a_browser_takes_a_tablet_into_use_by_its_code(
    client: Client, kiosk: TableKiosk, table: Table
) -> None:
    answer = client.post("/kiosk/", {"code": kiosk.code.lower()})

    assert (answer.status_code, answer["Location"]) == (302, "/kiosk/")
    shown = client.get("/kiosk/").content.decode()
    assert all(seat.entry.player.name in shown for seat in seats_of(table))


def test_a_second_browser_is_told_that_the_table_has_a_tablet(tablet: Client, kiosk: TableKiosk) -> None:
    answer = Client().post("/kiosk/", {"code": kiosk.code})

    assert answer.status_code == 409
    assert "Another tablet is in use" in answer.content.decode()


def test_one_reports_and_three_confirm_by_their_own_pins(tablet: Client, table: Table) -> None:
    east, *others = seats_of(table)

    assert report(tablet, east).status_code == 302
    assert confirm(tablet, east).status_code == 403
    assert [confirm(tablet, seat).status_code for seat in others] == [302, 302, 302]
    sheet = Scoresheet.objects.get()
    assert (sheet.status, sheet.reported_by_seat) == ("confirmed", east)


def test_a_wrong_pin_changes_nothing_and_keeps_what_was_typed(tablet: Client, table: Table) -> None:
    east, south, *_ = seats_of(table)
    before = digest()

    answer = report(tablet, east, f"{(int(pin_of(east)) + 1) % 10_000:04}")

    assert answer.status_code == 403
    shown = answer.content.decode()
    assert "This is not the PIN on the card of" in shown
    assert 'value="400"' in shown
    assert digest() == before
    report(tablet, east)
    other = confirm(tablet, south, f"{(int(pin_of(south)) + 1) % 10_000:04}")
    assert (other.status_code, Scoresheet.objects.get().status) == (403, "submitted")


def test_after_five_wrong_pins_the_right_one_waits(tablet: Client, table: Table) -> None:
    east = seats_of(table)[0]
    wrong = f"{(int(pin_of(east)) + 1) % 10_000:04}"

    assert [report(tablet, east, wrong).status_code for _time in range(5)] == [403] * 5
    assert (report(tablet, east).status_code, Scoresheet.objects.count()) == (429, 0)


def test_no_page_and_no_key_keeps_a_pin(tablet: Client, table: Table) -> None:
    east = seats_of(table)[0]
    key = uuid.uuid4().hex
    body = {"table": table.pk, "seat": east.pk, "key": key, "pin": pin_of(east), **points(table)}
    tablet.post("/kiosk/report/", body)

    again = tablet.post("/kiosk/report/", body)

    assert (again.status_code, Scoresheet.objects.count()) == (302, 1)
    assert f'"{pin_of(east)}"' not in str(list(IdempotencyKey.objects.values_list()))
    assert f'value="{pin_of(east)}"' not in report(tablet, east).content.decode()


def test_hands_and_a_call_take_a_tap_alone(tablet: Client, table: Table) -> None:
    east, south, *_ = seats_of(table)
    ron = {"what": "ron0", "loser": "1", "han0": "3", "fu0": "40", "if_match": EMPTY_LOG}

    assert send(tablet, "hand", south, **ron).status_code == 302
    record = HandRecord.objects.get()
    assert (record.seat, record.kind) == (south, "hand")
    assert send(tablet, "hand/undo", east, first="1", if_match=record.tag).status_code == 302
    assert send(tablet, "call", east, reason="A tile is missing").status_code == 302
    assert RefereeCall.objects.waiting().get().seat == east
    assert send(tablet, "call/end", south).status_code == 302
    assert not RefereeCall.objects.waiting().exists()


def test_whoever_has_no_card_is_told_what_to_do(hall: Hall, tablet: Client, table: Table) -> None:
    east, south, *_ = seats_of(table)
    report(tablet, east)
    pin = pin_of(south)
    revoke_player_card(card=PlayerCard.objects.get(entry=south.entry_id), by=hall.rob)

    answer = confirm(tablet, south, pin)

    assert (answer.status_code, Scoresheet.objects.get().status) == (409, "submitted")
    assert "No card: confirm on your own phone, or ask the referee." in tablet.get("/kiosk/").content.decode()


def test_it_says_so_between_rounds_and_moves_on(hall: Hall, tablet: Client, table: Table) -> None:
    close_round(round_=table.round, by=hall.alice, leave_open=True)
    assert "No game at this table now." in tablet.get("/kiosk/").content.decode()

    after = hall.started().tables.get(number=1)

    assert re.search(rf'name="table" value="{after.pk}"', tablet.get("/kiosk/").content.decode())


def test_what_was_typed_for_the_round_before_lands_nowhere(hall: Hall, tablet: Client, table: Table) -> None:
    east = seats_of(table)[0]
    close_round(round_=table.round, by=hall.alice, leave_open=True)
    hall.started()
    before = digest()

    assert report(tablet, east).status_code == 403
    assert digest() == before


def test_once_ended_it_says_so_and_takes_nothing(
    hall: Hall, tablet: Client, kiosk: TableKiosk, table: Table
) -> None:
    east = seats_of(table)[0]
    revoke_kiosk(kiosk=kiosk, by=hall.rob)
    before = digest()

    assert report(tablet, east).status_code == 302
    assert "This tablet is no longer in use." in tablet.get("/kiosk/").content.decode()
    assert (digest(), Round.objects.get().status) == (before, "started")


def test_the_desk_hands_out_all_tables_at_once_and_ends_one(hall: Hall, client: Client, table: Table) -> None:
    assert hall.rob.user is not None
    client.force_login(hall.rob.user)
    desk = f"/t/{hall.tournament.slug}/desk/tablets"

    answer = client.post(f"{desk}/hand-out/", {"key": uuid.uuid4().hex})

    assert (answer.status_code, answer["Location"]) == (302, f"{desk}/codes/")
    codes = client.get(f"{desk}/codes/").content.decode()
    assert codes.count("data:image/svg+xml") == 2
    kiosk = TableKiosk.objects.get(number=1)
    client.post(f"{desk}/{kiosk.pk}/end/", {"key": uuid.uuid4().hex})
    assert list(TableKiosk.objects.alive().values_list("number", flat=True)) == [2]
    assert "Hand out a tablet" in client.get(f"{desk}/?table=1").content.decode()
