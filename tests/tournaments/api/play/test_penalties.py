"""Penalties through the API: an entry's or a team's."""

import pytest

from tests.tournaments.api.callers import body_of, code_of, signed_in
from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.people.entries import form_team
from tournaments.models import Penalty, Team
from tournaments.standings import publish_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def reds(hall: Hall) -> Team:
    team = form_team(tournament=hall.tournament, name="Reds", by=hall.alice)
    hall.tournament.entries.filter(number__lte=4).update(team=team)
    return team


def path_of(hall: Hall) -> str:
    return f"/v1/stages/{hall.stage.pk}/penalties/"


def test_a_team_is_penalized_and_the_penalty_lifted(hall: Hall, reds: Team) -> None:
    rob = signed_in(hall.rob.user)

    made = body_of(rob.post(path_of(hall), {"team": reds.pk, "amount": 20_000, "reason": "No line-up"}))
    lifted = body_of(rob.post(f"/v1/penalties/{made['id']}/lift/", {"reason": "It came"}))

    assert (made["entry"], made["team"], made["amount"]) == (None, {"id": reds.pk, "name": "Reds"}, 20_000)
    assert (lifted["team"], lifted["lift_reason"]) == ({"id": reds.pk, "name": "Reds"}, "It came")


def test_the_standings_say_what_the_team_was_deducted(hall: Hall, reds: Team) -> None:
    rob = signed_in(hall.rob.user)
    rob.post(path_of(hall), {"team": reds.pk, "amount": 20_000, "reason": "No line-up"})
    publish_tournament(hall.tournament.pk)

    found = body_of(rob.get(f"/v1/stages/{hall.stage.pk}/standings/"))

    assert [(row["team"]["name"], row["total"], row["own_penalty"]) for row in found["teams"]] == [
        ("Reds", -20_000, 20_000)
    ]
    assert {(row["total"], row["penalty"]) for row in found["standings"]} == {(0, 0)}


@pytest.mark.parametrize("both", [True, False])
def test_either_an_entry_or_a_team_is_given(hall: Hall, reds: Team, both: bool) -> None:
    whom = {"entry": hall.entries()[0], "team": reds.pk} if both else {}

    answer = signed_in(hall.rob.user).post(path_of(hall), {**whom, "amount": 1, "reason": "Late"})

    assert answer.status_code == 400
    assert body_of(answer)["error"]["fields"] == {
        "entry": ["Please give either the entry or the team, not both."],
        "team": ["Please give either the entry or the team, not both."],
    }
    assert not Penalty.objects.exists()


@pytest.mark.parametrize("has_teams", [True, False])
def test_a_team_that_is_none_of_the_tournaments_is_refused(hall: Hall, has_teams: bool) -> None:
    if has_teams:
        form_team(tournament=hall.tournament, name="Reds", by=hall.alice)

    answer = signed_in(hall.rob.user).post(path_of(hall), {"team": 99_999, "amount": 1, "reason": "Late"})

    said = (
        "This does not exist, or you are not allowed to use it."
        if has_teams
        else "This tournament has no teams."
    )
    assert (answer.status_code, body_of(answer)["error"]["fields"]) == (400, {"team": [said]})
    assert not Penalty.objects.exists()


def test_a_team_without_players_is_refused(hall: Hall) -> None:
    empty = form_team(tournament=hall.tournament, name="Reds", by=hall.alice)

    answer = signed_in(hall.rob.user).post(path_of(hall), {"team": empty.pk, "amount": 1, "reason": "Late"})

    assert code_of(answer) == (422, "team_without_players")
    assert not Penalty.objects.exists()


def test_a_round_that_is_none_of_the_stage_is_refused(hall: Hall) -> None:
    elsewhere = open_hall("other").started().pk
    whom = {"entry": hall.entries()[0], "amount": 1, "reason": "Late"}

    for round_ in (elsewhere, 10**9):
        answer = signed_in(hall.rob.user).post(path_of(hall), {**whom, "round": round_})

        no_such = ["This does not exist, or you are not allowed to use it."]
        assert (answer.status_code, body_of(answer)["error"]["fields"]) == (400, {"round": no_such})
        assert Penalty.objects.count() == 0


def test_a_kind_is_named_or_follows_from_the_amount(hall: Hall) -> None:
    rob, entry = signed_in(hall.rob.user), hall.entries()[0]

    made = [
        body_of(rob.post(path_of(hall), {"entry": entry, "amount": amount, "reason": "Late", **more}))
        for amount, more in [(1, {}), (0, {}), (-1, {}), (0, {"kind": "warning"}), (-1, {"kind": "bonus"})]
    ]

    assert [one["kind"] for one in made] == ["deduction", "warning", "bonus", "warning", "bonus"]


def test_an_amount_of_another_kind_is_refused(hall: Hall) -> None:
    deducted = {"entry": hall.entries()[0], "amount": 0, "kind": "deduction", "reason": "Late"}

    answer = signed_in(hall.rob.user).post(path_of(hall), deducted)

    assert code_of(answer) == (422, "amount_of_another_kind")
    assert not Penalty.objects.exists()
