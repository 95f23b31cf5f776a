"""Tables of five on the pages: named at the desk, drawn, reported from five phones, decided by the referee."""

import pytest
from django.test import Client

from tests.tournaments.hall import BALANCED, Hall, open_hall, seats_of
from tests.tournaments.odd_hall import FIVES
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.seat.test_seat_pages import form, judge, report, text_of, value
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import TableReport
from tournaments.models import Round, Scoresheet, Tournament
from tournaments.standings import publish_tournament

pytestmark = pytest.mark.django_db
ODD = "/t/spring-open/desk/draw/tables-of/5/"
PLAN = "/t/spring-open/desk/draw/plan/"
OWN = {
    "rulebook": "mleague",
    "starting_points": "20000",
    "return_points": "25000",
    "uma": "15, 5, 0, −5, −15",
}
TYPED = {f"points_{n}": str(points // 100) for n, points in enumerate(FIVES.figures.points)}


@pytest.fixture
def hall() -> Hall:
    return open_hall(players=9)


def test_the_tournaments_own_rules_are_changed_for_five(hall, alice):
    answer = alice.post(ODD, form(alice.get(ODD), **OWN), follow=True)

    assert "Saved. Tables of this size can now be drawn." in text_of(answer)
    tournament = Tournament.objects.get()
    named = tournament.format_for(5)
    assert (named.rulebook_id, named.house_rules) == ("mleague", FIVES.rules)
    assert "Tables of 5" in text_of(alice.get("/t/spring-open/rules/"))
    assert "Rulebook mleague chosen for tables of 5" in text_of(alice.get("/t/spring-open/ledger/"))


@pytest.mark.parametrize("uma", ["", "20, 0, −20", "15, 5, 0, −5, −10"])
def test_what_is_wrong_comes_back_beside_its_field(hall, alice, uma):
    answer = alice.post(ODD, form(alice.get(ODD), **OWN | {"uma": uma}))

    assert answer.status_code == 422
    assert "Please enter 5 numbers that sum to 0, such as 15, 5, 0, -5, -15." in text_of(answer)
    assert Tournament.objects.get().odd_sizes == []


def test_the_tournaments_own_rules_offer_no_tables_of_five(hall, alice):
    page = alice.get("/t/spring-open/desk/rules/").content.decode()

    players = page.split('name="rule_table_players"')[1].split("</select>")[0]
    assert 'value="3"' in players
    assert 'value="5"' not in players


@pytest.mark.slow
def test_two_rounds_are_drawn_with_tables_of_five(hall, alice):
    FIVES.named(hall)
    fields = {"stage": str(hall.stage.pk), "method": "schedule", "rounds": "2", "remainder": "five"}

    answer = alice.post(PLAN, form(alice.get(PLAN), **fields), follow=True)

    text = text_of(answer)
    assert "Games at tables of five are shared equally: 1 to 2 for each player." in text
    assert "Waiting first at a table of five is shared equally: between 0 and 1 times." in text
    assert [round_.tables.count() for round_ in Round.objects.all()] == [2, 2]


def test_a_draw_says_what_is_missing_and_where_to_name_it(hall, alice):
    fields = {"stage": str(hall.stage.pk), "method": "schedule", "rounds": "2", "remainder": "five"}

    answer = alice.post(PLAN, form(alice.get(PLAN), **fields))

    assert "No rulebook has been chosen for tables of 5. Please choose one first." in text_of(answer)
    assert "Tables of 5: choose their rulebook first" in text_of(answer)
    assert not Round.objects.exists()


def test_tournaments_of_three_offer_none(db):
    sanma = signed_in(open_hall("sanma-cup", players=6, rulebook_id="mahjongsoul_sanma").alice)

    assert sanma.get("/t/sanma-cup/desk/draw/tables-of/5/").status_code == 404
    for page in ("desk/draw/plan/", "desk/"):
        assert "tables of five, in turn" not in text_of(sanma.get(f"/t/sanma-cup/{page}"))


def test_five_phones_report_confirm_and_see_their_totals(hall, phones):
    table = FIVES.table(FIVES.started(FIVES.named(hall)))
    east, *others = phones(table)
    page = east.get("/seat/table/")
    assert 'data-start="100000"' in page.content.decode()
    assert "points_4" in page.content.decode()
    assert "Waits first" in text_of(others[-1].get("/seat/table/"))

    report(east, TYPED | {"points_4": "90"})
    assert not Scoresheet.objects.exists()
    report(east, TYPED | {"points_4": ""})
    assert not Scoresheet.objects.exists()
    report(east, TYPED)
    for phone in others:
        judge(phone, "confirm")

    sheet = Scoresheet.objects.get()
    assert (sheet.status, sheet.points) == ("confirmed", list(FIVES.figures.points))
    assert "+56" in text_of(others[-1].get("/seat/table/"))


def test_the_referee_decides_a_table_of_five(hall, alice):
    table = FIVES.table(FIVES.started(FIVES.named(hall)))
    desk = f"/t/spring-open/desk/tables/{table.pk}/"
    page = alice.get(desk)

    alice.post(desk, form(page, seated=value(page, "seated"), **TYPED, reason="paper", do="decide"))

    assert (
        tuple(Scoresheet.objects.get().scores.order_by("place").values_list("total", flat=True))
        == FIVES.totals
    )


def test_everybody_sees_the_round_the_table_and_the_standings(hall, alice):
    round_ = FIVES.started(FIVES.named(hall))
    five = FIVES.table(round_)
    four = round_.tables.exclude(pk=five.pk).get()
    correct_sheet(table=four, report=TableReport(BALANCED), reason="paper", by=hall.rob)
    publish_tournament(hall.tournament.pk)
    before = text_of(Client().get("/t/spring-open/standings/"))
    correct_sheet(table=five, report=TableReport(FIVES.figures), reason="paper", by=hall.rob)
    publish_tournament(hall.tournament.pk)

    shown = text_of(Client().get("/t/spring-open/rounds/1/"))
    alone = text_of(Client().get(f"/t/spring-open/tables/{five.pk}/"))
    after = text_of(Client().get("/t/spring-open/standings/"))

    assert all(seat.entry.player.name in shown and seat.entry.player.name in alone for seat in seats_of(five))
    assert "抜" in shown
    assert "−39" in alone
    assert "1-0-0-0-0" not in before
    assert "1-0-0-0-0" in after
    assert "0-0-0-0-1" in after


def test_who_waits_first_has_a_seat_card(hall, alice):
    table = FIVES.table(FIVES.started(FIVES.named(hall)))

    page = alice.post(f"/t/spring-open/desk/rounds/{table.round_id}/cards/").content.decode()

    assert page.count('class="wind wind-5"') == 1
    assert seats_of(table)[4].entry.player.name in page


def test_a_players_page_counts_fifth_places_where_there_are_any(hall):
    round_ = FIVES.started(FIVES.named(hall))
    five = FIVES.table(round_)
    four = round_.tables.exclude(pk=five.pk).get()
    correct_sheet(table=five, report=TableReport(FIVES.figures), reason="paper", by=hall.rob)
    correct_sheet(table=four, report=TableReport(BALANCED), reason="paper", by=hall.rob)

    last, first = (
        text_of(Client().get(f"/players/{seat.entry.player_id}/"))
        for seat in (seats_of(five)[4], seats_of(four)[0])
    )

    assert " 1 0-0-0-0-1 " in last
    assert " 1 1-0-0-0 " in first
