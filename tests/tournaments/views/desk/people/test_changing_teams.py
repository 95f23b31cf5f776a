"""At the desk somebody gets another team, from a round on; pages, calls and files name the team of each round."""

import re

import pytest
from django.test import Client

from tests.tournaments.actions.teams.test_rosters import entry, hall, made, move, play_a_round, team, totals
from tests.tournaments.api.callers import body_of, code_of, program
from tests.tournaments.hall import Hall
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.browser import DESK, send
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.models import FormerTeam
from tournaments.standings import publish_tournament
from web.page_memory import memory

pytestmark = pytest.mark.django_db
__all__ = ["hall"]


def typed(alice: Client, address: str, **changes: str) -> dict[str, str]:
    """The form as it is shown, with something typed over."""
    page = alice.get(address).content.decode()
    form = page.split("<form", 3)[2] if 'name="seen_entry"' not in page.split("</form>")[0] else page
    found = dict(re.findall(r'<input[^>]*name="(\w+)" value="([^"]*)"', form))
    return {name: value for name, value in found.items() if not name.startswith("csrf")} | changes


def test_the_form_offers_the_next_round_earlier_ones_and_the_beginning(hall: Hall) -> None:
    alice, found = signed_in(hall.alice), entry("Bears A")
    address = f"{DESK}entries/{found.pk}/edit/"
    page = alice.get(address).content.decode()
    field = page.split('name="team_since"')[1].split("</select>")[0]
    assert re.findall(r'value="(\w+)"', field) == ["now", "2", "beginning"]

    done = send(alice, address, **typed(alice, address, team="Foxes", team_since="now"))

    assert done.status_code == 200, text_of(done)
    row = FormerTeam.objects.get()
    assert (row.entry, row.team, row.before_round, entry("Bears A").team) == (
        found,
        team("Bears"),
        3,
        team("Foxes"),
    )


def test_an_earlier_round_is_asked_first_and_the_beginning_leaves_nothing(hall: Hall) -> None:
    alice, found = signed_in(hall.alice), entry("Bears A")
    address = f"{DESK}entries/{found.pk}/edit/"

    asked = send(alice, address, **typed(alice, address, team="Foxes", team_since="2"))

    assert "Is this intended?" in text_of(asked)
    assert entry("Bears A").team == team("Bears")
    send(alice, address, **typed(alice, address, team="Foxes", team_since="2", confirm="has_a_seat"))
    assert FormerTeam.objects.get().before_round == 2
    send(alice, address, **typed(alice, address, team="Wolves", team_since="beginning", confirm="has_a_seat"))
    assert not FormerTeam.objects.exists()
    assert totals(hall)["Wolves"] == made("Bears A", 1, 2) + made("Wolves A", 1, 2) + made("Wolves B", 1, 2)


def test_a_change_that_was_dated_too_late_is_moved_at_the_desk(hall: Hall) -> None:
    """The team is the one that the form shows already; only the round is another."""
    alice, found = signed_in(hall.alice), entry("Bears A")
    address = f"{DESK}entries/{found.pk}/edit/"
    move("Bears A", "Foxes", hall)
    assert FormerTeam.objects.get().before_round == 3
    send(alice, address, **typed(alice, address, number="77"))
    assert (FormerTeam.objects.get().before_round, entry("Bears A").number) == (3, 77)

    asked = send(alice, address, **typed(alice, address, team_since="2"))

    assert "Is this intended?" in text_of(asked)
    assert FormerTeam.objects.get().before_round == 3
    send(alice, address, **typed(alice, address, team_since="2", confirm="has_a_seat"))
    assert FormerTeam.objects.get().before_round == 2
    send(alice, address, **typed(alice, address, team_since="beginning", confirm="has_a_seat"))
    assert (FormerTeam.objects.count(), entry("Bears A").team) == (0, team("Foxes"))
    assert totals(hall)["Foxes"] == made("Bears A", 1, 2) + sum(
        made(f"Foxes {letter}", 1, 2) for letter in "AB"
    )


def test_a_change_that_was_dated_too_late_is_moved_by_a_call(hall: Hall) -> None:
    caller, found = program(hall.alice.user), entry("Bears A")
    move("Bears A", "Foxes", hall)
    tag = body_of(caller.get(f"/v1/entries/{found.pk}/"))["tag"]
    body = {"team": team("Foxes").pk, "since": "round", "stage": hall.stage.pk, "round": 2}

    asked = caller.call("POST", f"/v1/entries/{found.pk}/team/", body, if_match=tag)
    done = caller.call(
        "POST", f"/v1/entries/{found.pk}/team/", {**body, "confirm": ["has_a_seat"]}, if_match=tag
    )

    assert (code_of(asked), done.status_code) == ((409, "please_confirm"), 200)
    assert FormerTeam.objects.get().before_round == 2


def test_pages_calls_and_files_name_the_team_of_each_round(hall: Hall) -> None:
    move("Bears A", "Foxes", hall)
    play_a_round(hall)
    memory.clear()
    browser = Client()

    bears, foxes = (
        text_of(browser.get(f"/t/spring-open/teams/{team(name).pk}/")) for name in ("Bears", "Foxes")
    )
    assert re.search(r"Bears A\s+Former player\s+until Round 2", bears)
    assert re.search(r"Bears A\s+from Round 3 on", foxes)
    assert "Bears → Foxes" in text_of(browser.get(f"/players/{entry('Bears A').player_id}/")).replace(
        "\n", " "
    )
    for number, expected in ((1, "Bears"), (3, "Foxes")):
        round_ = hall.stage.rounds.get(number=number)
        caller = program(hall.alice.user, "read")
        seats = [
            s for table in body_of(caller.get(f"/v1/rounds/{round_.pk}/"))["tables"] for s in table["seats"]
        ]
        (seat,) = [seat for seat in seats if seat["entry"]["name"] == "Bears A"]
        assert seat["team"] == {"id": team(expected).pk, "name": expected}
    text = b"".join(browser.get("/t/spring-open/downloads/results.csv")).decode()
    rows = [line.split(",") for line in text.splitlines() if ",Bears A," in line]
    assert [sum(name in row for name in ("Bears", "Foxes")) for row in rows] == [1, 1, 1]
    assert sorted("Bears" in row for row in rows) == [False, True, True]


@pytest.mark.parametrize(
    "body",
    [
        {"team": None, "since": "round"},
        {"team": None, "stage": 1},
        {"team": None, "since": "round", "stage": 10**9, "round": 1},
        {"team": 10**9},
        {"team": None, "since": "tomorrow"},
    ],
)
def test_what_cannot_be_meant_is_refused(hall: Hall, body: dict[str, object]) -> None:
    caller, found = program(hall.alice.user), entry("Bears A")
    tag = body_of(caller.get(f"/v1/entries/{found.pk}/"))["tag"]

    answer = caller.call("POST", f"/v1/entries/{found.pk}/team/", body, if_match=tag)

    assert code_of(answer) == (400, "invalid")
    assert not FormerTeam.objects.exists()
    assert caller.call("POST", f"/v1/entries/{found.pk}/team/", {"team": None}).status_code == 428


def test_a_team_with_former_players_takes_as_many_statements_however_much_was_played(
    hall: Hall, django_assert_num_queries
) -> None:
    address = f"/t/spring-open/teams/{team('Bears').pk}/"
    move("Bears A", "Foxes", hall)
    play_a_round(hall)
    for _round in range(2):
        publish_tournament(hall.tournament.pk)
        memory.clear()
        # Three more than for any team: former teams and penalties of those who left; and the names of stages.
        with django_assert_num_queries(12):
            assert Client().get(address).status_code == 200
        play_a_round(hall)
