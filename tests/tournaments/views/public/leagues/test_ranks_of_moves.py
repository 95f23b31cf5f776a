"""With which rank somebody left a division: the page of the season and their own say the same, also where it was
confirmed before ranks were kept.
"""

import pytest

from players.models import Player
from tests.leagues.doors import divisions_on_the_players_page, season_page
from tests.tournaments.hall import Figures, Hall, let_a_week_pass, open_hall, play, seats_of
from tests.tournaments.verification.attacker import take_guards_down
from tournaments.actions.leagues.divisions import set_divisions
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.play.ending import finish_tournament, reopen_tournament
from tournaments.actions.seasons.confirming import SeasonPlan, confirm_next_season
from tournaments.actions.seasons.proposal import propose_next_season
from tournaments.actions.seen_versions import divisions_tag
from tournaments.models import Move, Season, Tournament
from tournaments.standings import publish_tournament

pytestmark = pytest.mark.django_db

# Dora and Emil are level.
POINTS = {"Bob": 40_000, "Dora": 25_000, "Emil": 25_000, "Fumi": 10_000}


def confirmed_season() -> tuple[Hall, Season]:
    owner = open_hall("owner", players=0)
    league = create_league(slug="river", name="River League", by=owner.alice)
    season = create_season(league=league, name="2026", by=owner.alice)
    set_divisions(season=season, divisions=[{"name": "A"}], seen=divisions_tag([]), by=owner.alice)
    hall = open_hall("level-1", players=4, season=season, level=1)
    let_a_week_pass(hall.alice)
    table = hall.started().tables.get()
    play(table, hall.alice, Figures([POINTS[seat.entry.player.name] for seat in seats_of(table)]))
    finish_tournament(tournament=hall.tournament, by=hall.alice, confirm=["rounds_open"])
    publish_tournament(hall.tournament.pk)
    seen = propose_next_season(season).tag
    confirm_next_season(season=season, plan=SeasonPlan("2027"), seen=seen, by=owner.alice)
    return hall, season


def on_both_pages(season: Season) -> list[dict[str, int]]:
    pages = {}
    for player in Player.objects.filter(name__in=POINTS):
        pages[player.name] = divisions_on_the_players_page(player.pk)[str(season)][0]
    return [{row.name: row.rank for row in season_page(season)[0]}, pages]


LEVEL = {"Bob": 1, "Dora": 2, "Emil": 2, "Fumi": 4}


def test_a_kept_rank_is_on_both_pages() -> None:
    _hall, season = confirmed_season()

    assert on_both_pages(season) == [LEVEL, LEVEL]


@pytest.mark.parametrize("state", ["finished", "reopened", "several"])
def test_where_none_was_kept_both_pages_say_the_same(state: str) -> None:
    hall, season = confirmed_season()
    take_guards_down()
    Move.objects.update(rank=None, total=None)
    if state == "reopened":
        reopen_tournament(tournament=hall.tournament, by=hall.alice)
    if state == "several":
        # Nobody left the division by one of its tournaments.
        other = open_hall("other", players=0)
        Tournament.objects.filter(pk=other.tournament.pk).update(season=season, level=1)

    found = on_both_pages(season)

    # The order is that of confirmation; who was level in it, only the standings know.
    positions = {
        name: position
        for position, name in enumerate(
            Move.objects.order_by("position").values_list("player__name", flat=True), 1
        )
    }
    wanted = positions if state == "several" else LEVEL
    assert found == [wanted, wanted]
