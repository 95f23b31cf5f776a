"""Line-ups by the API: a captain's phone hands in and reads its own; everybody else reads that there is one."""

import pytest

from tests.permissions import digest
from tests.tournaments.actions.teams.league_of_teams import LeagueOfTeams, league_of_teams
from tests.tournaments.api.callers import Caller, body_of, code_of, signed_in, stranger
from tournaments.actions.teams.line_ups import set_line_up_rule
from tournaments.models import LineUp

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> LeagueOfTeams:
    found = league_of_teams()
    set_line_up_rule(stage=found.hall.stage, by=found.hall.alice)
    captain = found.player("Foxes 1").player
    captain.user = found.hall.bob
    captain.save(update_fields=["user"])
    return found


def address(league: LeagueOfTeams) -> str:
    return f"/v1/rounds/{league.rounds[0].pk}/line-ups/"


def line_up(league: LeagueOfTeams, caller: Caller, team: str = "Foxes") -> dict[str, object]:
    rows = body_of(caller.get(address(league)))["teams"]
    return next(row for row in rows if row["name"] == team)


def test_the_captain_hands_in_and_nobody_else_reads_it(league: LeagueOfTeams) -> None:
    captain, entry = signed_in(league.hall.bob), league.player("Foxes 3").pk

    answer = captain.post(address(league), {"team": league.team("Foxes").pk, "entries": [entry]})

    said = {
        "team": league.team("Foxes").pk,
        "name": "Foxes",
        "tables": 1,
        "handed_in": True,
        "is_late": False,
        "is_shown": False,
    }
    assert (answer.status_code, body_of(answer)) == (200, {**said, "entries": [entry]})
    assert line_up(league, captain) == {**said, "entries": [entry]}
    for other in (stranger(), signed_in(league.hall.alice.user)):
        assert line_up(league, other) == {**said, "entries": None}


def test_only_the_captain_and_the_organizer_hand_in(league: LeagueOfTeams) -> None:
    bears = {"team": league.team("Bears").pk, "entries": [league.player("Bears 3").pk]}
    callers = (signed_in(league.hall.bob), stranger())
    before = digest()

    refused = [code_of(caller.post(address(league), bears)) for caller in callers]

    assert ([status for status, _code in refused], digest()) == ([403, 401], before)
    assert signed_in(league.hall.alice.user).post(address(league), bears).status_code == 200


@pytest.mark.parametrize(
    ("team", "entries", "status", "code"),
    [
        ("Foxes", ["Foxes 2", "Foxes 3"], 422, "line_up_size"),
        ("Foxes", ["Bears 2"], 422, "not_of_the_team"),
        ("Foxes", [], 422, "line_up_size"),
    ],
)
def test_what_is_no_line_up_is_refused(
    league: LeagueOfTeams, team: str, entries: list[str], status: int, code: str
) -> None:
    body = {"team": league.team(team).pk, "entries": [league.player(name).pk for name in entries]}

    assert code_of(signed_in(league.hall.bob).post(address(league), body)) == (status, code)
    assert LineUp.objects.count() == 0


def test_unknown_teams_and_players_are_said_beside_their_field(league: LeagueOfTeams) -> None:
    alice = signed_in(league.hall.alice.user)

    for body, field in (
        ({"team": 10**9, "entries": [league.player("Foxes 2").pk]}, "team"),
        ({"team": league.team("Foxes").pk, "entries": [10**9]}, "entries"),
    ):
        answer = alice.post(address(league), body)
        assert (answer.status_code, list(body_of(answer)["error"]["fields"])) == (400, [field])


def test_they_are_shown_by_the_organizer(league: LeagueOfTeams) -> None:
    alice, show = signed_in(league.hall.alice.user), f"{address(league)}show/"
    entry = league.player("Foxes 3")
    signed_in(league.hall.bob).post(address(league), {"team": league.team("Foxes").pk, "entries": [entry.pk]})

    assert code_of(alice.post(show, {})) == (409, "please_confirm")
    shown = body_of(alice.post(show, {"confirm": ["line_ups_missing"]}))

    assert entry.pk in [seat["entry"]["id"] for seat in shown["tables"][0]["seats"]]
    assert shown["publications"] == 2


def test_the_rule_is_read_and_set(league: LeagueOfTeams) -> None:
    alice, rule = signed_in(league.hall.alice.user), f"/v1/stages/{league.hall.stage.pk}/line-up-rule/"
    is_off = {"stage": league.hall.stage.pk, "is_on": False, "closes_before": 0, "late_penalty": 0}

    done = body_of(alice.post(rule, {"closes_before": 60, "late_penalty": 20_000}))

    assert done == {**is_off, "is_on": True, "closes_before": 60, "late_penalty": 20_000}
    assert body_of(stranger().get(rule)) == done
    assert body_of(alice.post(rule, {"is_on": False})) == is_off
