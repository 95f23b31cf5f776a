"""Tables of three on the pages: named at the desk, drawn, reported from three phones, decided by the referee."""

import re

import pytest
from django.test import Client

from tests.tournaments.hall import Hall, open_hall, seats_of
from tests.tournaments.odd_hall import THREES
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.seat.test_seat_pages import form, judge, report, text_of, value
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import TableReport
from tournaments.models import LedgerEntry, Round, Scoresheet, Standing, TableFormat, Tournament
from tournaments.standings import publish_tournament

pytestmark = pytest.mark.django_db
ODD = "/t/spring-open/desk/draw/tables-of/3/"
PLAN = "/t/spring-open/desk/draw/plan/"
OWN = {"rulebook": "mleague", "starting_points": "35000", "return_points": "40000", "uma": "20, 0, −20"}


@pytest.fixture
def hall() -> Hall:
    return open_hall(players=7)


def test_the_tournaments_own_rules_are_changed_for_three(hall, alice):
    answer = alice.post(ODD, form(alice.get(ODD), **OWN), follow=True)

    assert "Saved. Tables of this size can now be drawn." in text_of(answer)
    tournament = Tournament.objects.get()
    named = tournament.format_for(3)
    assert (named.rulebook_id, named.house_rules) == ("mleague", THREES.rules)
    rules = text_of(alice.get("/t/spring-open/rules/"))
    assert "Tables of 3" in rules
    assert "Rulebook mleague chosen for tables of 3" in text_of(alice.get("/t/spring-open/ledger/"))


def test_an_edition_for_three_is_named_as_it_is(hall, alice):
    alice.post(ODD, form(alice.get(ODD), rulebook="mahjongsoul_sanma"))

    tournament = Tournament.objects.get()
    named = tournament.format_for(3)
    assert (named.rulebook_id, named.house_rules) == ("mahjongsoul_sanma", {})


def test_what_is_named_is_shown_and_can_be_chosen_anew_until_a_game_has_started(hall, alice):
    before = text_of(alice.get(ODD))
    alice.post(ODD, form(alice.get(ODD), rulebook="mahjongsoul_sanma"))

    page = alice.get(ODD)

    words = "Fixed when the next round starts. Fingerprint of these rules"
    assert [one in before for one in (words, "Use this rulebook", "Choose another")] == [False, True, False]
    assert [one in text_of(page) for one in (words, "Use this rulebook", "Choose another")] == [
        True,
        False,
        True,
    ]
    (named,) = re.findall(
        r'<section class="note" aria-labelledby="named">(.*?)</section>', page.content.decode(), re.DOTALL
    )
    # As the edition has it: nothing is listed as changed.
    assert "<li>" not in named


def test_ties_are_shared_as_at_the_other_tables_where_asked(hall, alice):
    alice.post(ODD, form(alice.get(ODD), rulebook="tenhou_sanma", ties_as_usual="on"))

    assert TableFormat.objects.get(players=3).house_rules == {
        "result.tie": "split",
        "result.tie_remainder": "tenth_to_seat_order",
    }


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"uma": ""}, "Please enter 3 numbers that sum to 0, such as 15, 0, -15."),
        ({"uma": "30, 10, -10, -30"}, "Please enter 3 numbers that sum to 0, such as 15, 0, -15."),
        ({"uma": "20, 0, -10"}, "Please enter 3 numbers that sum to 0, such as 15, 0, -15."),
    ],
)
def test_what_is_wrong_comes_back_beside_its_field(hall, alice, typed, words):
    answer = alice.post(ODD, form(alice.get(ODD), **OWN | typed))

    assert answer.status_code == 422
    assert words in text_of(answer)
    assert Tournament.objects.get().odd_sizes == []


def test_totals_in_another_unit_are_refused_with_what_to_do(alice):
    hall = open_hall("fair-cup", players=7, rulebook_id="wrc_2022")
    browser = signed_in(hall.alice)
    page = "/t/fair-cup/desk/draw/tables-of/3/"

    answer = browser.post(page, form(browser.get(page), rulebook="mahjongsoul_sanma"))

    assert answer.status_code == 422
    assert "Totals are counted in units of 1/1000 at tables of 3 but 1/3000 at tables of four" in text_of(
        answer
    )
    assert hall.tournament.odd_sizes == []


def test_a_draw_says_what_is_missing_and_where_to_name_it(hall, alice):
    page = alice.get(PLAN)
    fields = {"stage": str(hall.stage.pk), "method": "schedule", "rounds": "2", "remainder": "three"}

    answer = alice.post(PLAN, form(page, **fields))

    assert "Tables of 3: choose their rulebook first" in text_of(page)
    assert "No rulebook has been chosen for tables of 3. Please choose one first." in text_of(answer)
    assert not Round.objects.exists()


@pytest.mark.slow
def test_two_rounds_are_drawn_with_tables_of_three(hall, alice):
    THREES.named(hall)
    fields = {"stage": str(hall.stage.pk), "method": "schedule", "rounds": "2", "remainder": "three"}

    answer = alice.post(PLAN, form(alice.get(PLAN), **fields), follow=True)

    assert "Games at tables of three are shared equally: 0 to 1 for each player." in text_of(answer)
    assert [round_.tables.count() for round_ in Round.objects.all()] == [2, 2]


def test_once_pinned_the_page_only_shows_it(hall, alice):
    THREES.started(THREES.named(hall))

    page = alice.get(ODD)
    answer = alice.post(ODD, {**OWN, "key": "0123456789abcdef-late"})

    assert "Fixed when the first game started." in text_of(page)
    assert "<form" not in page.content.decode().split("<main")[1].split("</main>")[0]
    assert answer.status_code == 409
    assert LedgerEntry.objects.filter(kind="odd_rulebook_named").count() == 1


def test_there_is_no_such_page_for_other_sizes_or_tournaments_of_three(hall, alice):
    sanma = signed_in(open_hall("sanma-cup", players=6, rulebook_id="mahjongsoul_sanma").alice)

    assert alice.get(ODD.replace("/3/", "/4/")).status_code == 404
    assert sanma.get("/t/sanma-cup/desk/draw/tables-of/3/").status_code == 404
    assert "tables of three, in turn" not in text_of(sanma.get("/t/sanma-cup/desk/draw/plan/"))
    assert "tables of three, in turn" not in text_of(sanma.get("/t/sanma-cup/desk/"))


@pytest.mark.slow
def test_three_phones_report_confirm_and_see_their_totals(hall, phones):
    table = THREES.table(THREES.started(THREES.named(hall)))
    east, south, west = phones(table)
    page = east.get("/seat/table/")
    assert "points_3" not in page.content.decode()
    assert 'data-start="105000"' in page.content.decode()

    report(east, {"points_0": "500", "points_1": "350", "points_2": ""})
    assert not Scoresheet.objects.exists()
    report(east, {"points_0": "500", "points_1": "350", "points_2": "200"})
    judge(south, "confirm")
    judge(west, "confirm")

    sheet = Scoresheet.objects.get()
    assert (sheet.status, sheet.points, sheet.north) == ("confirmed", [50_000, 35_000, 20_000], None)
    assert "+45" in text_of(west.get("/seat/table/"))


def test_the_referee_decides_a_table_of_three(hall, alice):
    table = THREES.table(THREES.started(THREES.named(hall)))
    desk = f"/t/spring-open/desk/tables/{table.pk}/"
    page = alice.get(desk)
    typed = {"points_0": "500", "points_1": "350", "points_2": "200", "reason": "paper", "do": "decide"}

    alice.post(desk, form(page, seated=value(page, "seated"), **typed))

    assert list(Scoresheet.objects.get().scores.order_by("place").values_list("total", flat=True)) == [
        45_000,
        -5_000,
        -40_000,
    ]


def test_everybody_sees_the_round_and_the_standings(hall, alice):
    round_ = THREES.started(THREES.named(hall))
    table = THREES.table(round_)
    correct_sheet(table=table, report=TableReport(THREES.figures), reason="paper", by=hall.rob)
    publish_tournament(hall.tournament.pk)

    shown = text_of(Client().get("/t/spring-open/rounds/1/"))
    standings = Client().get("/t/spring-open/standings/")

    assert all(seat.entry.player.name in shown for seat in seats_of(table))
    assert "+45" in shown
    assert standings.status_code == 200
    assert Standing.objects.get(position=1).total == 45_000
