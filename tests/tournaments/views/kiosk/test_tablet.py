"""The pages of a table's tablet: who taps, who types a PIN, and what it says between rounds and when it is ended."""

import re
import uuid
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.permissions import digest
from tests.tournaments.hall import Hall, seats_of
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.kiosks.kiosks import claim_kiosk, issue_kiosks, revoke_kiosk
from tournaments.actions.play.player_cards import issue_player_cards, revoke_player_card
from tournaments.actions.play.round_times import plan_times
from tournaments.actions.play.rounds import close_round
from tournaments.models import (
    HandRecord,
    IdempotencyKey,
    LedgerEntry,
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

# The seat of a form, and the field for its PIN.
PIN_FIELDS = re.compile(r'name="seat" value="(\d+)">\s*<label>[^<]*(<input name="pin"[^>]*>)')


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


def test_whoever_reports_the_same_has_confirmed_and_is_told_so(tablet: Client, table: Table) -> None:
    east, south, *_others = seats_of(table)
    report(tablet, east)

    answer = report(tablet, south)

    shown = tablet.get(answer["Location"]).content.decode()
    assert f"These are the numbers that {east.entry.player.name} reported. That counts as" in shown
    assert f"{south.entry.player.name} has reported" not in shown
    assert list(Scoresheet.objects.get().confirmations.values_list("seat", flat=True)) == [south.pk]


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
    assert "Please read it off the card again, or ask the referee." in shown
    assert 'value="400"' in shown
    assert digest() == before
    report(tablet, east)
    other = confirm(tablet, south, f"{(int(pin_of(south)) + 1) % 10_000:04}")
    assert (other.status_code, Scoresheet.objects.get().status) == (403, "submitted")


def test_points_that_do_not_add_up_come_back_with_what_is_missing(tablet: Client, table: Table) -> None:
    east = seats_of(table)[0]
    before = LedgerEntry.objects.count()

    answer = send(tablet, "report", east, pin=pin_of(east), **{**points(table), "points_3": "90"})

    page = answer.content.decode()
    assert answer.status_code == 422
    assert "The scores and sticks add up to 99,000, not 100,000: 1,000 are missing." in page
    assert all(f'value="{figure}"' in page for figure in ("400", "300", "200", "90"))
    assert (Scoresheet.objects.exists(), LedgerEntry.objects.count()) == (False, before)


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


def test_whoever_ends_a_call_is_who_tapped_their_name(tablet: Client, table: Table) -> None:
    east, south, *_ = seats_of(table)
    send(tablet, "call", east, reason="A tile is missing")
    before = digest()

    nobody = tablet.post("/kiosk/call/end/", {"table": table.pk, "key": uuid.uuid4().hex})

    assert (nobody.status_code, digest()) == (403, before)
    assert "Please tap your name first" in nobody.content.decode()
    send(tablet, "call/end", south)
    last = LedgerEntry.objects.order_by("-seq").first()
    assert last is not None
    assert (last.kind, last.actor) == (
        "referee_call_ended",
        f"seat:{south.pk}/kiosk:{TableKiosk.objects.get().pk}",
    )


def test_a_wrong_pin_is_said_beside_its_field_and_has_the_focus(tablet: Client, table: Table) -> None:
    east, south, west, _north = seats_of(table)
    report(tablet, east)

    shown = confirm(tablet, west, pin_of(south)).content.decode()

    assert [seat for seat, field in PIN_FIELDS.findall(shown) if "autofocus" in field] == [str(west.pk)]
    assert shown.count('id="confirm-refused"') == shown.count("This is not the PIN on the card of") == 1
    assert 'type="password"' not in shown


def test_a_disputed_reason_is_not_typed_twice_for_a_pin(tablet: Client, table: Table) -> None:
    east, south, *_ = seats_of(table)
    report(tablet, east)
    before = digest()
    sheet = Scoresheet.objects.get()

    answer = send(tablet, "dispute", south, pin="x", if_match=sheet.tag, reason="South has 23,400")

    assert (answer.status_code, digest()) == (403, before)
    assert 'value="South has 23,400"' in answer.content.decode()
    assert 'id="it-is-wrong" open' in answer.content.decode()


def test_a_result_from_a_phone_goes_before_the_form_that_was_open(tablet: Client, table: Table) -> None:
    east = seats_of(table)[0]
    assert "Enter the result" in tablet.get("/kiosk/?points=0").content.decode()
    report(tablet, east)

    assert "Is this right?" in tablet.get("/kiosk/?points=0").content.decode()
    assert "Change the result" in tablet.get("/kiosk/?points=1").content.decode()


def test_between_rounds_it_says_when_the_next_begins_but_never_of_a_draft(
    hall: Hall, tablet: Client, kiosk: TableKiosk, table: Table
) -> None:
    at = datetime(2030, 5, 4, 13, 30, tzinfo=UTC)
    close_round(round_=table.round, by=hall.alice, leave_open=True)
    draft = hall.draw()
    plan_times(tournament=hall.tournament, times={draft.pk: at}, by=hall.alice)
    idle = tablet.get("/kiosk/")
    assert "Next is" not in idle.content.decode()
    assert "data-clock-digits" not in idle.content.decode()
    # Nobody plays at a table of this number.
    draft.tables.filter(number=1).update(number=7)
    publish_round(round_=draft, by=hall.alice)

    told = tablet.get("/kiosk/", headers={"If-None-Match": idle["ETag"]})

    assert told.status_code == 200
    assert f"Next is {draft}; nobody plays at this table in it." in told.content.decode()
    assert "10:30 p.m." in told.content.decode()


def test_statements_of_a_tablets_page(hall: Hall, tablet: Client, table: Table) -> None:
    def statements(path: str = "", **headers: str) -> int:
        with CaptureQueriesContext(connection) as seen:
            tablet.get(f"/kiosk/{path}", headers=headers)
        return len(seen)

    tag = tablet.get("/kiosk/")["ETag"]
    in_play = (statements(**{"If-None-Match": tag}), statements(), statements("?points=0"))
    report(tablet, seats_of(table)[0])
    tablet.get("/kiosk/")  # the page that says so, once
    to_confirm = statements()
    close_round(round_=table.round, by=hall.alice, leave_open=True)

    assert (in_play, to_confirm, statements()) == ((5, 10, 7), 8, 3)
