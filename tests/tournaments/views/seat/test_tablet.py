"""The pages of a table's tablet: who taps, who types a PIN, and what it says between rounds and when it is ended."""

import re
import uuid
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.permissions import digest
from tests.sign_in import sign_in
from tests.tournaments.hall import BALANCED, Hall, open_hall, seats_of
from tests.tournaments.odd_hall import FIVES
from tests.tournaments.told import DRAW, GONG, RON, enter
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.credentials.kiosks import claim_kiosk, issue_kiosks, revoke_kiosk
from tournaments.actions.credentials.player_cards import issue_player_cards, revoke_player_card
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.play.clocks import start_clock
from tournaments.actions.play.round_times import plan_times
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import TableReport
from tournaments.credentials.devices import KIOSK_COOKIE
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

pytestmark = [pytest.mark.database("sqlite", thorough="both"), pytest.mark.run("asking")]

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


def tablet_of(table: Table, hall: Hall) -> Client:
    """A tablet in use at this table, whose players have cards."""
    issue_player_cards(tournament=hall.tournament, by=hall.alice)
    [kiosk] = issue_kiosks(tournament=hall.tournament, numbers=[table.number], by=hall.rob)
    browser = Client()
    browser.cookies[KIOSK_COOKIE] = claim_kiosk(code=kiosk.code, key="k")[1]
    return browser


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
    assert "Another tablet is already in use for this table" in answer.content.decode()


def test_whoever_reports_the_same_has_confirmed_and_is_told_so(tablet: Client, table: Table) -> None:
    east, south, *_others = seats_of(table)
    report(tablet, east)

    answer = report(tablet, south)

    shown = tablet.get(answer["Location"]).content.decode()
    assert f"Your numbers match those reported by {east.entry.player.name}. This counts as" in shown
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
    assert "Please check the card again" in shown
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


def test_a_hand_that_somebody_has_entered_already_counts_once_and_the_tablet_says_so(
    tablet: Client, table: Table
) -> None:
    east, south, *_ = seats_of(table)
    ron = {"what": "ron0", "loser": "1", "han0": "3", "fu0": "40", "if_match": EMPTY_LOG}
    send(tablet, "hand", east, **ron)

    answer = send(tablet, "hand", south, **ron)

    assert answer.status_code == 302
    assert [record.seat for record in HandRecord.objects.all()] == [east]
    assert f"{east.entry.player.name} had already entered this hand. It counts once." in text_of(
        tablet.get("/kiosk/")
    )


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


def test_what_was_taken_down_before_it_was_ended_is_not_called_lost_when_it_is_sent_again(
    hall: Hall, tablet: Client, kiosk: TableKiosk, table: Table
) -> None:
    east, again = seats_of(table)[0], uuid.uuid4().hex
    send(tablet, "call", east, reason="A tile is missing", key=again)
    tablet.get("/kiosk/")
    revoke_kiosk(kiosk=kiosk, by=hall.rob)

    send(tablet, "call", east, reason="A tile is missing", key=again)

    told = text_of(tablet.get("/kiosk/"))
    assert "We received what you sent." in told
    assert "so nothing was recorded" not in told
    assert RefereeCall.objects.waiting().count() == 1


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
    assert f"Next is {draft}, in which this table is not used." in told.content.decode()
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

    assert (in_play, to_confirm, statements()) == ((5, 11, 8), 9, 4)


class TestWhatIsTyped:
    def test_points_that_are_no_number_come_back_with_what_is_wrong_beside_them(
        self, tablet: Client, table: Table
    ) -> None:
        east = seats_of(table)[0]
        before = digest()
        typed = {**points(table), "points_0": "four", "chombo_1": "1"}

        answer = send(tablet, "report", east, pin=pin_of(east), **typed)

        assert (answer.status_code, digest()) == (422, before)
        shown = answer.content.decode()
        assert 'aria-describedby="id_points_0_error"' in shown
        assert "Please enter a number, such as 412 for 41,200." in text_of(answer)
        # Only the chombo that was typed is to be seen at once.
        assert shown.count("<details open>") == 1

    def test_the_one_empty_line_is_filled_in_and_to_be_looked_at(self, tablet: Client, table: Table) -> None:
        east, south, *_others = seats_of(table)
        before = digest()

        answer = send(tablet, "report", east, pin=pin_of(east), **{**points(table), "points_1": ""})

        assert (answer.status_code, digest()) == (422, before)
        name = south.entry.player.name
        assert f"{name} was filled in with 30,000. Please check, then send again." in text_of(answer)
        assert answer.content.decode().count('<div class="note wait" role="alert">') == 1

    def test_what_does_not_add_up_is_taken_with_a_reason(self, tablet: Client, table: Table) -> None:
        east = seats_of(table)[0]
        before = digest()
        typed = {**points(table), "points_0": "390"}
        assert "Reason why it does not add up" not in text_of(tablet.get("/kiosk/?points=0"))

        answer = send(tablet, "report", east, pin=pin_of(east), **typed)

        assert (answer.status_code, digest()) == (422, before)
        assert "add up to 99,000, not 100,000: 1,000 are missing." in text_of(answer)
        assert answer.content.decode().count('<div class="note bad" role="alert">') == 1
        assert "Reason why it does not add up" in text_of(answer)
        send(tablet, "report", east, pin=pin_of(east), **typed, imbalance_reason="A stick is lost")
        assert Scoresheet.objects.get().imbalance_reason == "A stick is lost"

    def test_whoever_taps_no_name_is_asked_to_with_what_was_typed(self, tablet: Client, table: Table) -> None:
        before = digest()
        sent = {"table": table.pk, "key": uuid.uuid4().hex, "pin": "0000", **points(table)}

        answer = tablet.post("/kiosk/report/", sent)

        assert (answer.status_code, digest()) == (403, before)
        assert "Please tap your name first: this tablet is shared by everyone at the table." in text_of(
            answer
        )
        shown = answer.content.decode()
        assert 'value="400"' in shown
        assert shown.count('autofocus aria-describedby="report-refused"') == 1

    def test_no_chombo_no_sticks_and_no_hundreds_where_the_rules_know_none(self, db: None) -> None:
        rules = {"chombo.kind": "none", "chombo.amount": 0}
        hall = open_hall("patterns", rulebook_id="mcr", house_rules=rules)
        table = hall.started().tables.get(number=1)

        text = text_of(tablet_of(table, hall).get("/kiosk/?points=0"))

        assert "Enter the result" in text
        absent = ("Chombo", "Riichi sticks left on the table", "412 means 41,200")
        assert [words for words in absent if words in text] == []

    def test_where_somebody_waits_points_are_all_there_is_to_enter(self, db: None) -> None:
        hall = FIVES.named(open_hall("a-table-of-five", players=9))
        table = FIVES.table(FIVES.started(hall))

        text = text_of(tablet_of(table, hall).get("/kiosk/"))

        assert "Enter the result" in text
        assert "Back, without changing anything" not in text

    def test_there_is_nothing_to_confirm_before_a_result(self, tablet: Client, table: Table) -> None:
        east = seats_of(table)[0]
        before = digest()

        answer = send(tablet, "confirm", east, pin=pin_of(east), if_match='"1"')

        assert (answer.status_code, digest()) == (302, before)
        shown = tablet.get(answer["Location"])
        assert "There is no result yet. Please enter it." in text_of(shown)
        assert re.search(r'class="note bad"\s+role="alert"', shown.content.decode())


class TestTheResult:
    def test_one_that_the_referee_entered_stands_and_is_nobodys_to_change(
        self, hall: Hall, tablet: Client, table: Table
    ) -> None:
        correct_sheet(table=table, report=TableReport(BALANCED), reason="paper", by=hall.rob)

        text = text_of(tablet.get("/kiosk/"))

        assert "The result is final" in text
        assert "Final. Only the referee can change it." in text
        absent = (
            "has reported.",
            "This is wrong",
            "Change the points",
            "Each player confirms with the PIN on their own card",
        )
        assert [words for words in absent if words in text] == []

    def test_a_disputed_one_says_what_is_wrong_and_may_be_entered_again(
        self, tablet: Client, table: Table
    ) -> None:
        east, south, *_others = seats_of(table)
        report(tablet, east)
        sheet = Scoresheet.objects.get()
        send(tablet, "dispute", south, pin=pin_of(south), if_match=sheet.tag, reason="South has 23,400")

        text = text_of(tablet.get("/kiosk/"))

        assert "This result is disputed" in text
        assert (
            "Disputed: South has 23,400 Agree at the table and enter it again, or call the referee." in text
        )
        assert "Enter it again" in text
        assert "Change the points" not in text

    def test_where_the_referee_confirms_nobody_is_asked_for_a_pin_to_agree(self, db: None) -> None:
        hall = open_hall("by-referee", confirmation_rule="referee")
        table = hall.started().tables.get(number=1)
        tablet = tablet_of(table, hall)
        report(tablet, seats_of(table)[0])

        text = text_of(tablet.get("/kiosk/"))

        assert "In this tournament the referee confirms results. Please call the referee." in text
        assert "Each player confirms with the PIN on their own card" not in text


class TestHandByHand:
    def test_a_game_that_is_over_is_reported_by_a_name_and_its_pin(
        self, hall: Hall, tablet: Client, table: Table
    ) -> None:
        east = seats_of(table)[0]
        tag = enter(table, hall.rob, [RON, GONG])
        text = text_of(tablet.get("/kiosk/"))
        assert "Result from the hands" in text
        assert "Report this result" in text

        answer = send(tablet, "report-game", east, pin=pin_of(east), if_match=tag)

        assert answer.status_code == 302
        sheet = Scoresheet.objects.get()
        assert (sheet.points, sheet.reported_by_seat) == ([32_700, 17_300, 25_000, 25_000], east)

    def test_a_hand_that_cannot_be_comes_back_as_it_was_tapped(self, tablet: Client, table: Table) -> None:
        south = seats_of(table)[1]
        ron = {"what": "ron0", "loser": "1", "han0": "1", "fu0": "20", "if_match": EMPTY_LOG}

        answer = send(tablet, "hand", south, **ron)

        assert (answer.status_code, HandRecord.objects.count()) == (422, 0)
        assert "A ron has at least 30 fu." in text_of(answer)
        shown = answer.content.decode()
        assert "data-touched" in shown
        assert re.search(r'name="what" value="ron0"[^>]*checked', shown)
        assert re.findall(r'name="seat" value="(\d+)" required\s+checked', shown) == [str(south.pk)]

    def test_hands_are_taken_back_by_whoever_taps_their_name(
        self, hall: Hall, tablet: Client, table: Table
    ) -> None:
        tag = enter(table, hall.rob, [RON, DRAW])
        before = digest()
        sent = {"table": table.pk, "key": uuid.uuid4().hex, "first": "1", "if_match": tag}

        answer = tablet.post("/kiosk/hand/undo/", sent)

        assert (answer.status_code, digest()) == (403, before)
        assert 'id="take-back" open' in answer.content.decode()
        assert 'id="undo-refused"' in answer.content.decode()


def test_before_the_round_it_says_who_sits_here(hall: Hall, tablet: Client) -> None:
    round_ = publish_round(round_=hall.draw(), by=hall.alice)
    names = [seat.entry.player.name for seat in seats_of(round_.tables.get(number=1))]

    text = text_of(tablet.get("/kiosk/"))

    assert "Players at this table" in text
    assert [name for name in names if name not in text] == []
    assert "The round has not started yet." in text
    assert "Enter the result" not in text


def test_it_shows_the_clock_of_its_round(hall: Hall, tablet: Client, table: Table) -> None:
    assert "data-clock-digits" not in tablet.get("/kiosk/").content.decode()

    start_clock(round_=table.round, minutes=60, by=hall.rob)

    assert "data-clock-digits" in tablet.get("/kiosk/").content.decode()


def test_a_call_by_nobody_keeps_what_it_is_about(tablet: Client, table: Table) -> None:
    before = digest()
    sent = {"table": table.pk, "key": uuid.uuid4().hex, "reason": "A tile is missing"}

    answer = tablet.post("/kiosk/call/", sent)

    assert (answer.status_code, digest()) == (403, before)
    shown = answer.content.decode()
    assert 'id="call" open' in shown
    assert 'value="A tile is missing"' in shown
    assert "Please tap your name first" in shown


def test_what_the_desk_says_in_the_same_browser_is_neither_good_nor_bad_news_there(
    tablet: Client, table: Table, hall: Hall
) -> None:
    """A helper who is signed in on the tablet is led to a repair, and goes back to the tablet's page instead."""
    publish_round(round_=hall.draw(), by=hall.alice)
    assert hall.alice.user is not None
    sign_in(tablet, hall.alice.user)
    entry = seats_of(table)[0].entry
    tablet.post(f"/t/spring-open/desk/entries/{entry.pk}/withdraw/", {"key": uuid.uuid4().hex})

    page = tablet.get("/kiosk/").content.decode()

    [note] = re.findall(
        r'<div class="(note[^"]*)"\s+role="(\w+)">\s*<p>([^<]*repair them here[^<]*)</p>', page
    )
    assert note == (
        "note ",
        "status",
        f"{entry.player.name} has seats in rounds that have not started: "
        f"repair them here to withdraw {entry.player.name}.",
    )
