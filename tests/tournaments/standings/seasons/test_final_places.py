"""Where everybody has come in at a tournament: the last stage in which they played says."""

import pytest

from tests.tournaments.actions.stages.finals import before_the_final
from tests.tournaments.hall import open_hall, play
from tournaments.actions.draws.draft_rounds import draw_round, publish_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Plan
from tournaments.actions.people.entries import withdraw
from tournaments.actions.play.rounds import start_round
from tournaments.models import Entry
from tournaments.standings import publish_tournament
from tournaments.standings.seasons.final_places import final_places

pytestmark = pytest.mark.django_db


def test_finalists_stand_before_everybody_else(django_assert_num_queries) -> None:
    """First table +62.8, +12.6, -20.3, -55.1; second +60, +10, -20, -50. The first four play a final."""
    scene = before_the_final()
    alice, tournament = scene.hall.alice, scene.hall.tournament
    scene.set()
    scene.confirm()
    round_ = draw(stage=scene.final, plan=Plan(method="by_standing"), by=alice).rounds.get()
    publish_round(round_=round_, by=alice)
    table = start_round(round_=round_, by=alice).tables.get()
    play(table, alice)
    publish_tournament(tournament.pk)

    with django_assert_num_queries(1):
        places = final_places([tournament.pk])[tournament.pk]

    final = list(table.seats.order_by("wind").values_list("entry__player", flat=True))
    assert [place.player for place in places[:4]] == final
    assert [(place.rank, place.total, place.games) for place in places] == [
        (1, 60_000, 1),
        (2, 10_000, 1),
        (3, -20_000, 1),
        (4, -50_000, 1),
        (5, -20_000, 1),
        (6, -20_300, 1),
        (7, -50_000, 1),
        (8, -55_100, 1),
    ]


def test_whoever_is_level_shares_a_place_and_whoever_has_left_has_none() -> None:
    """Two tables with the same results, and two players who sat out: they are level behind all who have played."""
    hall = open_hall(players=10)
    resting = list(hall.tournament.entries.order_by("-number")[:2])
    round_ = draw_round(stage=hall.stage, by=hall.alice, sit_out=resting)
    publish_round(round_=round_, by=hall.alice)
    for table in start_round(round_=round_, by=hall.alice).tables.all():
        play(table, hall.alice)
    publish_tournament(hall.tournament.pk)
    before = final_places([hall.tournament.pk])[hall.tournament.pk]
    idle = Entry.objects.get(tournament=hall.tournament, player=before[-1].player)

    withdraw(entry=idle, by=hall.alice)
    publish_tournament(hall.tournament.pk)

    assert [(place.rank, place.games) for place in before] == [
        *[(1, 1), (1, 1), (3, 1), (3, 1), (5, 1), (5, 1), (7, 1), (7, 1)],
        *[(9, 0), (9, 0)],
    ]
    assert final_places([hall.tournament.pk])[hall.tournament.pk] == before[:-1]
