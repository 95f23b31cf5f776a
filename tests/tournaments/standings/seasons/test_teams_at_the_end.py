"""Which tournaments are played by teams: what was set and drawn says it, or results with a team for everybody."""

import pytest

from tests.tournaments.hall import open_hall
from tournaments.actions.imports.results import import_results
from tournaments.actions.people.entries import form_team
from tournaments.models import Tournament
from tournaments.standings.seasons.teams_at_the_end import is_played_by_teams

pytestmark = pytest.mark.django_db

RESULTS = """round,table,name,team,points
1,1,Ann,{first},40000
1,1,Ben,Blues,30000
1,1,Cho,Greens,20000
1,1,Dan,Reds,10000
"""


def played_by_teams() -> bool:
    return Tournament.objects.filter(is_played_by_teams()).exists()


@pytest.mark.parametrize(("first", "is_of_teams"), [("Golds", True), ("", False)])
def test_imported_results_say_it_by_a_team_for_everybody(first: str, is_of_teams: bool) -> None:
    hall = open_hall(players=0)

    import_results(stage=hall.stage, text=RESULTS.format(first=first), by=hall.alice)

    assert played_by_teams() == is_of_teams


def test_teams_alone_do_not_say_it() -> None:
    """They may be there to keep club mates apart in a draw."""
    hall = open_hall(players=8)
    team = form_team(tournament=hall.tournament, name="Reds", by=hall.alice)
    hall.tournament.entries.update(team=team)
    hall.draw()

    assert not played_by_teams()
