"""One call shows a whole hall: every table with names, points, totals and the state of its sheet."""

from django.test import override_settings

from tests.tournaments.api.callers import BALANCED, body_of, phone_of, signed_in, stranger
from tests.tournaments.api.every_view.test_statements import cost
from tests.tournaments.hall import Hall, play
from tournaments.actions.people.entries import form_team
from tournaments.models import Entry, Round, Table
from tournaments.standings import publish_standings


def test_a_rounds_tables_carry_names_points_and_totals(hall: Hall, round_: Round) -> None:
    played, waiting = round_.tables.order_by("number")
    sheet = play(played, hall.alice)

    board = body_of(stranger().get(f"/v1/rounds/{round_.pk}/"))

    first, second = board["tables"]
    assert board["units_per_point"] == 1_000
    assert first["sheet"] == {
        "id": sheet.pk,
        "version": 1,
        "tag": sheet.tag,
        "status": "confirmed",
        "points": [40_000, 30_000, 20_000, 10_000],
        "chombo": [0, 0, 0, 0],
        "places": [1, 2, 3, 4],
        "totals": [60_000, 10_000, -20_000, -50_000],
    }
    names = [seat.entry.player.name for seat in played.seats.order_by("wind")]
    assert [(seat["wind"], seat["entry"]["name"]) for seat in first["seats"]] == list(
        zip([1, 2, 3, 4], names, strict=True)
    )
    assert (second["number"], second["sheet"]) == (waiting.number, None)


def test_a_reported_sheet_is_on_the_board_before_it_is_confirmed(hall: Hall, table: Table) -> None:
    phone_of(table.seats.get(wind=1), hall.alice).post(f"/v1/tables/{table.pk}/scoresheets/", BALANCED)

    alone = body_of(stranger().get(f"/v1/tables/{table.pk}/"))
    board = body_of(stranger().get(f"/v1/rounds/{table.round_id}/"))

    assert alone["sheet"]["status"] == "submitted"
    assert alone["sheet"]["totals"] == [60_000, 10_000, -20_000, -50_000]
    assert alone["sheet"] == board["tables"][0]["sheet"]
    assert alone["units_per_point"] == 1_000


def test_a_sheet_that_no_longer_stands_is_not_on_the_board(hall: Hall, table: Table) -> None:
    phone = phone_of(table.seats.get(wind=1), hall.alice)
    sheet = body_of(phone.post(f"/v1/tables/{table.pk}/scoresheets/", BALANCED))
    rob = signed_in(hall.rob.user)
    rob.post(f"/v1/scoresheets/{sheet['id']}/void/", {"reason": "wrong table"}, if_match=sheet["tag"])

    assert body_of(stranger().get(f"/v1/rounds/{table.round_id}/"))["tables"][0]["sheet"] is None


def test_the_board_is_six_statements_whether_tables_have_reported_or_not(hall: Hall, round_: Round) -> None:
    path = f"/v1/rounds/{round_.pk}/"
    empty = cost(stranger(), "GET", path)
    bears = form_team(tournament=hall.tournament, name="Bears", by=hall.alice)
    Entry.objects.update(team=bears)
    for table in round_.tables.all():
        play(table, hall.alice)

    assert (empty, cost(stranger(), "GET", path)) == (6, 6)


def test_a_table_alone_is_three_statements_and_four_more_once_its_result_stands(
    hall: Hall, table: Table
) -> None:
    path = f"/v1/tables/{table.pk}/"
    empty = cost(stranger(), "GET", path)
    play(table, hall.alice)
    publish_standings(hall.stage.pk)

    # Its scores, who has played on, the publication and its rows.
    assert (empty, cost(stranger(), "GET", path)) == (3, 7)


def test_a_table_says_what_its_game_has_meant_once_the_standings_have_it(hall: Hall, table: Table) -> None:
    path = f"/v1/tables/{table.pk}/"
    before = body_of(stranger().get(path))["after_game"]
    play(table, hall.alice)
    with override_settings(EMBEDDED=False):
        waiting = body_of(stranger().get(path))["after_game"]
        publish_standings(hall.stage.pk)

        found = body_of(stranger().get(path))["after_game"]

    seats = list(table.seats.select_related("entry__player").order_by("wind"))
    nothing = {"is_current": False, "player": None, "team": None}
    assert before == []
    assert waiting == [{"seat": seat.pk, "entry": seat.entry_id, **nothing} for seat in seats]
    assert [one["seat"] for one in found] == [seat.pk for seat in seats]
    assert found[1] == {
        "seat": seats[1].pk,
        "entry": seats[1].entry_id,
        "is_current": True,
        "player": {
            "name": seats[1].entry.player.name,
            "total": 10_000,
            "rank": 2,
            "is_shared": False,
            "of": 8,
            "climbed": None,
            "gap": {
                "units": 50_000,
                "is_ahead": False,
                "rank": 1,
                "name": seats[0].entry.player.name,
                "leads_to": "",
            },
            "missing_games": 0,
        },
        "team": None,
    }


def test_seats_and_standings_carry_the_names_of_teams(hall: Hall, round_: Round) -> None:
    bears = form_team(tournament=hall.tournament, name="Bears", by=hall.alice)
    entry = hall.tournament.entries.get(number=3)
    Entry.objects.filter(pk=entry.pk).update(team=bears)
    publish_standings(hall.stage.pk)

    rows = body_of(stranger().get(f"/v1/stages/{hall.stage.pk}/standings/"))["standings"]
    tables = body_of(stranger().get(f"/v1/rounds/{round_.pk}/"))["tables"]

    named = {"id": bears.pk, "name": "Bears"}
    seats = [seat for table in tables for seat in table["seats"]]
    assert {row["entry"]["id"]: row["team"] for row in rows}[entry.pk] == named
    assert {seat["entry"]["id"]: seat["team"] for seat in seats}[entry.pk] == named
    assert [row["team"] for row in rows].count(None) == [seat["team"] for seat in seats].count(None) == 7


def test_standings_with_teams_are_still_three_statements(hall: Hall, round_: Round) -> None:
    Entry.objects.update(team=form_team(tournament=hall.tournament, name="Bears", by=hall.alice))
    publish_standings(hall.stage.pk)

    assert cost(stranger(), "GET", f"/v1/stages/{hall.stage.pk}/standings/") == 3
