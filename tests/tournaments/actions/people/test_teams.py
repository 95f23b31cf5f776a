"""A team's name can be mended, and a team in which nobody plays goes; the ledger says that it was done."""

import pytest
from django.test import Client

from tests.permissions import digest
from tests.tournaments.hall import Hall, hall_with_a_game
from tournaments.actions.errors import NameTaken, RulesRefuse, StaleVersion, StateRefuses
from tournaments.actions.people.editing import HAS_A_SEAT, edit_entry
from tournaments.actions.people.entries import form_team
from tournaments.actions.people.teams import remove_team, rename_team
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.seen_versions import entry_tag, team_tag
from tournaments.models import Team
from tournaments.standings import publish_tournament
from tournaments.verification.ledger import verify_ledger

pytestmark = pytest.mark.django_db


def bears(hall: Hall) -> Team:
    return form_team(tournament=hall.tournament, name="Bears", by=hall.alice)


def rename(hall: Hall, team: Team, name: str) -> Team:
    return rename_team(team=team, name=name, seen=team_tag(team), by=hall.alice)


def problems(hall: Hall) -> list[str]:
    return [str(problem) for problem in verify_ledger(hall.tournament.pk).problems]


@pytest.mark.slow
def test_a_mended_name_stands_in_the_standings_at_once_and_never_in_the_ledger() -> None:
    hall = hall_with_a_game()
    team = bears(hall)
    for entry in hall.tournament.entries.all():
        edit_entry(
            entry=entry, changes={"team": team}, seen=entry_tag(entry), confirm=[HAS_A_SEAT], by=hall.alice
        )
    publish_tournament(hall.tournament.pk)

    found = rename(hall, team, " Polar  Bears ")

    publish_tournament(hall.tournament.pk)
    page = Client().get("/t/spring-open/standings/").content.decode()
    assert found.name == "Polar Bears"
    assert "Polar Bears" in page
    assert ">Bears<" not in page
    payload = hall.last_payload()
    assert (hall.kinds()[-1], payload.keys()) == ("team_renamed", {"team", "name"})
    assert "Bears" not in str(payload)
    assert problems(hall) == []


def test_a_name_that_another_team_has_is_refused(hall: Hall) -> None:
    team = bears(hall)
    form_team(tournament=hall.tournament, name="Lions", by=hall.alice)
    before = digest()

    with pytest.raises(NameTaken) as refusal:
        rename(hall, team, "Lions")

    assert list(refusal.value.fields) == ["name"]
    assert digest() == before


def test_who_has_not_seen_the_name_that_stands_does_not_replace_it(hall: Hall) -> None:
    team = bears(hall)
    seen = team_tag(team)
    rename(hall, team, "Polar Bears")
    before = digest()

    with pytest.raises(StaleVersion):
        rename_team(team=team, name="Brown Bears", seen=seen, by=hall.alice)

    assert digest() == before


def test_the_same_name_again_changes_nothing(hall: Hall) -> None:
    team = bears(hall)
    before = digest()

    rename(hall, team, "Bears")

    assert digest() == before


def test_a_name_that_was_changed_behind_the_ledger_is_found(hall: Hall) -> None:
    rename(hall, bears(hall), "Polar Bears")

    Team.objects.update(name="Wolves")

    assert any("was changed without a trace" in problem for problem in problems(hall))


def test_a_team_without_players_goes_and_may_go_twice(hall: Hall) -> None:
    team = bears(hall)

    remove_team(team=team, by=hall.alice)

    assert not Team.objects.exists()
    assert (hall.kinds()[-1], hall.last_payload()) == ("team_removed", {"team": team.pk})
    before = digest()
    remove_team(team=team, by=hall.alice)
    assert digest() == before
    assert problems(hall) == []


def test_a_team_with_players_stays(hall: Hall) -> None:
    team = bears(hall)
    entry = hall.tournament.entries.get(number=1)
    edit_entry(entry=entry, changes={"team": team}, seen=entry_tag(entry), by=hall.alice)
    before = digest()

    with pytest.raises(StateRefuses, match="1 player"):
        remove_team(team=team, by=hall.alice)

    assert digest() == before


def test_a_team_that_was_taken_away_behind_the_ledger_is_found(hall: Hall) -> None:
    bears(hall)

    Team.objects.all().delete()

    assert any("gone" in problem for problem in problems(hall))


def test_teams_of_a_finished_tournament_stay_as_they_are() -> None:
    hall = hall_with_a_game()
    team = bears(hall)
    finish_tournament(tournament=hall.tournament, by=hall.alice, confirm=["rounds_open", "results_missing"])
    before = digest()

    with pytest.raises((StateRefuses, RulesRefuse)):
        remove_team(team=team, by=hall.alice)

    assert digest() == before
    assert rename(hall, team, "Polar Bears").name == "Polar Bears"
