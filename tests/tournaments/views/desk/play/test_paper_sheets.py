"""Paper sheets at the desk, one after the other on one page."""

import re

import pytest

from tests.tournaments.hall import BALANCED, open_hall, phones_of, play
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.browser import DESK, send
from tests.tournaments.views.seat.test_seat_pages import text_of, value
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.reporting import TableReport, dispute_sheet, report_sheet
from tournaments.models import LedgerEntry, Scoresheet

pytestmark = pytest.mark.django_db

SHEETS = DESK + "sheets/"
TYPED = {"points_0": "400", "points_1": "300", "points_2": "200", "points_3": "100"}
OTHER = {"points_0": "100", "points_1": "200", "points_2": "300", "points_3": "400"}


def focused(page) -> str:
    """The name of the one field in which the person goes on."""
    (field,) = re.findall(r"<input[^>]*\bautofocus\b[^>]*>", page.content.decode())
    return re.search(r'name="(\w+)"', field)[1]


def test_a_sheet_is_a_table_four_numbers_and_enter_and_the_next_one_follows(round_, table, alice):
    page = alice.get(SHEETS)

    after = send(alice, SHEETS, round=value(page, "round"), number="1", **TYPED)

    sheet = Scoresheet.objects.get(table=table)
    assert (sheet.points, sheet.status, sheet.reason) == (
        [40_000, 30_000, 20_000, 10_000],
        "confirmed",
        "from the paper sheet",
    )
    assert (focused(page), focused(after), value(after, "number"), value(after, "points_0")) == (
        "number",
        "number",
        "",
        "",
    )
    names = [seat.entry.player.name for seat in table.seats.for_display()]
    words = text_of(after)
    assert (
        f"Table 1 entered: 1 {names[0]} +60.0 · 2 {names[1]} +10.0 · 3 {names[2]} −20.0 · 4 {names[3]} −50.0"
        in words
    )
    assert "Still missing 1" in words


def test_the_page_says_when_all_are_in(round_, alice):
    for number in (1, 2):
        answer = send(alice, SHEETS, round=round_.pk, number=str(number), **TYPED)

    assert "All sheets of this round are in. Back to the desk" in text_of(answer)


@pytest.mark.parametrize(
    ("sent", "words", "where"),
    [
        ({"number": ""}, "Please enter the table number.", "number"),
        ({"number": "41"}, "There is no table 41 in this round; there are 2.", "number"),
        ({"number": "x\x00"}, "There is no table x", "number"),
        ({"number": "1", "points_1": "3a0"}, "Please enter a number, such as 412 for 41,200.", "points_1"),
        ({"number": "1", "points_3": ""}, "was filled in with", "points_3"),
        ({"number": "1", "points_3": "90"}, "Is a riichi stick missing?", "sticks"),
        ({"number": "1", "points_3": "95"}, "500 are missing", "points_0"),
        ({"number": "1", "points_3": "110"}, "1,000 too many", "points_0"),
    ],
)
def test_what_is_not_understood_changes_nothing_and_leads_to_the_field(round_, alice, sent, words, where):
    answer = alice.post(SHEETS, {"round": round_.pk, **TYPED, **sent})

    assert answer.status_code == 422
    assert words in text_of(answer)
    assert focused(answer) == where
    assert value(answer, "points_0") == "400"
    assert not Scoresheet.objects.exists()


def test_a_stick_that_was_forgotten_is_one_key_more(round_, table, alice):
    fields = {**TYPED, "points_3": "90", "round": round_.pk, "number": "1"}
    alice.post(SHEETS, fields)

    send(alice, SHEETS, **fields, sticks="1")

    assert Scoresheet.objects.get(table=table).leftover == 1_000


def test_a_result_that_differs_is_shown_with_its_dispute_until_it_is_decided_with_a_reason(
    hall, round_, table, alice
):
    phones = phones_of(table, hall.alice)
    reported = report_sheet(table=table, report=TableReport(BALANCED), by=phones[0])
    dispute_sheet(sheet=reported, if_match=reported.tag, reason="South won the last hand", by=phones[1])
    fields = {"round": round_.pk, "number": "1", **OTHER}
    before = LedgerEntry.objects.count()

    shown = alice.post(SHEETS, fields)

    assert shown.status_code == 409
    assert "Table 1: this result is already here" in text_of(shown)
    assert "South won the last hand" in text_of(shown)
    assert (value(shown, "points_0"), focused(shown)) == ("100", "reason")
    assert LedgerEntry.objects.count() == before

    tag, seated = value(shown, "if_match"), value(shown, "seated")
    without_reason = alice.post(SHEETS, {**fields, "if_match": tag, "seated": seated})

    assert without_reason.status_code == 422
    assert "Please say why the result is decided." in text_of(without_reason)
    assert "South won the last hand" in text_of(without_reason)
    assert LedgerEntry.objects.count() == before

    send(alice, SHEETS, **fields, if_match=tag, seated=seated, reason="All four signed")

    sheet = Scoresheet.objects.live().get(table=table)
    assert (sheet.version, sheet.points, sheet.reason) == (
        2,
        [10_000, 20_000, 30_000, 40_000],
        "All four signed",
    )


def test_what_was_seen_of_one_table_decides_nothing_at_another(hall, round_, table, alice):
    play(table, hall.alice)
    fields = {"round": round_.pk, **OTHER, "reason": "All four signed"}
    shown = alice.post(SHEETS, {**fields, "number": "1"})
    before = LedgerEntry.objects.count()

    answer = alice.post(
        SHEETS,
        {**fields, "number": "2", "if_match": value(shown, "if_match"), "seated": value(shown, "seated")},
    )

    assert answer.status_code == 422
    assert "The players at this table have changed." in text_of(answer)
    assert LedgerEntry.objects.count() == before


def test_the_same_numbers_as_on_the_phones_confirm_them(hall, round_, table, alice):
    report_sheet(table=table, report=TableReport(BALANCED), by=phones_of(table, hall.alice)[0])

    answer = send(alice, SHEETS, round=round_.pk, number="1", **TYPED)

    assert "Table 1 entered" in text_of(answer)
    assert Scoresheet.objects.get(table=table).status == "confirmed"


def test_strange_figures_are_asked_about_and_taken_with_a_tick(round_, table, alice):
    fields = {
        "round": round_.pk,
        "number": "1",
        "points_0": "1000",
        "points_1": "0",
        "points_2": "0",
        "points_3": "0",
    }
    asked = alice.post(SHEETS, fields)

    assert asked.status_code == 422
    assert "Is this intended?" in text_of(asked)
    assert focused(asked) == "confirm"

    send(alice, SHEETS, **fields, confirm="all_points_with_one")

    assert Scoresheet.objects.get(table=table).status == "confirmed"


def test_a_closed_round_takes_what_comes_late_from_the_referee(hall, round_, table, alice):
    close_round(round_=round_, by=hall.alice, leave_open=True)

    send(alice, SHEETS, round=round_.pk, number="1", **TYPED)

    assert Scoresheet.objects.get(table=table).status == "confirmed"


def test_before_a_round_is_in_play_the_page_says_so(hall, alice):
    words = text_of(alice.get(SHEETS))

    assert "Sheets can be entered once a round is in play." in words
    assert alice.post(SHEETS, {"number": "1", **TYPED}).status_code == 422


def test_the_page_takes_as_many_queries_for_two_tables_as_for_four(hall, alice, django_assert_num_queries):
    hall.started()
    alice.get(SHEETS)

    with django_assert_num_queries(10):
        alice.get(SHEETS)


def test_a_preview_of_a_decision_shows_the_dispute_it_is_about(hall, table, alice):
    phones = phones_of(table, hall.alice)
    reported = report_sheet(table=table, report=TableReport(BALANCED), by=phones[0])
    dispute_sheet(sheet=reported, if_match=reported.tag, reason="South won the last hand", by=phones[1])
    address = f"{DESK}tables/{table.pk}/"
    fields = {**OTHER, "if_match": reported.tag}

    preview = alice.post(address, {**fields, "do": "preview"})
    refused = alice.post(address, {**fields, "do": "decide"})

    assert "What would change" in text_of(preview)
    assert "South won the last hand" in text_of(preview)
    assert "Please say why the result is decided." in text_of(refused)
    assert "South won the last hand" in text_of(refused)


def test_of_several_rounds_in_play_one_is_chosen(hall, round_, alice):
    second = hall.started()

    page = alice.get(SHEETS, {"round": second.pk}).content.decode()

    tabs = re.findall(r'<a href="\?round=(\d+)" (aria-current="page")?>\s*<bdi>(.*?)</bdi>\s*</a>', page)
    assert tabs == [
        (str(round_.pk), "", "Round 1"),
        (str(second.pk), 'aria-current="page"', "Round 2"),
    ]


@pytest.mark.parametrize(
    ("rules", "asked"),
    [
        ({}, ["412 means 41,200. You can also enter 41200.", "Riichi sticks", "Chombo"]),
        (
            {"house_rules": {"overlay.wareme": "wareme", "overlay.wareme_on_noten": True}},
            ["Please enter all digits here, such as 41250.", "Riichi sticks", "Chombo"],
        ),
        ({"rulebook_id": "wsom", "house_rules": {"chombo.kind": "none", "chombo.amount": 0}}, []),
        (
            {"house_rules": {"chombo.kind": "none", "chombo.amount": 0}},
            ["412 means 41,200. You can also enter 41200.", "Riichi sticks"],
        ),
    ],
)
def test_only_what_the_rulebook_knows_is_asked_for(db, rules, asked):
    hall = open_hall("any-cup", **rules)
    hall.started()

    said = text_of(signed_in(hall.alice).get("/t/any-cup/desk/sheets/"))

    every = [
        "412 means 41,200. You can also enter 41200.",
        "Please enter all digits here, such as 41250.",
        "Riichi sticks",
        "Chombo",
    ]
    assert [words for words in every if words in said] == asked


def test_a_question_about_a_result_that_is_decided_anew_comes_before_the_reason(hall, round_, table, alice):
    play(table, hall.alice)
    fields = {"round": round_.pk, "number": "1", "points_0": "1000"}
    fields |= dict.fromkeys(("points_1", "points_2", "points_3"), "0")
    shown = alice.post(SHEETS, fields)
    seen = {"if_match": value(shown, "if_match"), "seated": value(shown, "seated")}
    before = LedgerEntry.objects.count()

    asked = alice.post(SHEETS, {**fields, **seen, "reason": "All four signed"})

    assert "One player has all the points, and all others have exactly 0." in text_of(asked)
    assert (focused(shown), focused(asked)) == ("reason", "confirm")
    assert value(asked, "reason") == "All four signed"
    assert LedgerEntry.objects.count() == before
