"""Among equals the better seed goes first: the order in which they came into the stage, at first their numbers."""

import pytest
from django.test import Client

from tests.tournaments.actions.stages.finals import Final, before_the_final
from tests.tournaments.api.callers import body_of, stranger
from tests.tournaments.hall import open_hall
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport
from tournaments.models import Publication, Stage, Standing, Tournament
from tournaments.standings import publish_standings
from tournaments.standings.stages.seeds import Seeds, seeds_of
from tournaments.verification import standings_differences, verify_ledger

pytestmark = pytest.mark.django_db

ORDER = ["total", "seed", "lot"]
LEVEL = Figures([25_000] * 4)


def numbers(stage: Stage) -> list[int]:
    """The numbers of those who stand there, best first, as every way of adding up gives them."""
    publish_standings(stage.pk)
    rows = list(
        Standing.objects.filter(stage=stage).order_by("position").values_list("entry__number", flat=True)
    )
    publish_standings(stage.pk, anew=True)
    assert rows == list(
        Standing.objects.filter(stage=stage).order_by("position").values_list("entry__number", flat=True)
    )
    assert standings_differences(Publication.objects.select_related("stage").get(stage=stage)) == []
    assert verify_ledger(stage.tournament_id).problems == []
    return rows


@pytest.mark.slow
def test_in_a_first_stage_the_number_is_the_seed() -> None:
    hall = open_hall(players=4, tie_breaks=ORDER)
    round_ = hall.started()
    correct_sheet(table=round_.tables.get(), report=TableReport(LEVEL), reason="Paper", by=hall.rob)
    close_round(round_=round_, by=hall.alice)

    assert numbers(hall.stage) == [1, 2, 3, 4]
    ranks = Standing.objects.order_by("position").values_list("rank", flat=True)
    assert list(ranks) == [1, 2, 3, 4]
    rows = body_of(stranger().get(f"/v1/stages/{hall.stage.pk}/standings/"))["standings"]
    assert [row["decided_by"] for row in rows] == ["", "seed", "seed", "seed"]
    assert {tuple(row["figures"]) for row in rows} == {("total",)}
    assert "Seed" not in text_of(Client().get("/t/spring-open/standings/")).partition("Rank")[2]


@pytest.fixture
def final() -> Final:
    found = before_the_final()
    Tournament.objects.filter(pk=found.hall.tournament.pk).update(tie_breaks=ORDER)
    return found


def test_in_a_final_it_is_the_place_with_which_they_came(final: Final) -> None:
    found = final
    found.set()
    found.confirm(*found.keys(6, 2, 5, 1))
    final_stage = Stage.objects.select_related("tournament").get(pk=found.final.pk)

    seeds = seeds_of(final_stage)

    entries = {entry.number: entry for entry in found.hall.tournament.entries.all()}
    assert [seeds.of_entry(entries[number].pk, None, number) for number in (6, 2, 5, 1)] == [1, 2, 3, 4]
    # Whoever sits in for one of them was never seeded.
    assert seeds.of_entry(entries[3].pk, None, 3) > 4
    publish_standings(final_stage.pk)
    rows = Standing.objects.filter(stage=final_stage).order_by("position")
    assert list(rows.values_list("entry__number", flat=True)) == [6, 2, 5, 1]


def test_a_teams_players_have_its_seed() -> None:
    seeds = Seeds.of([(None, 7, 1), (None, 9, 2)])

    assert (seeds.of_entry(30, 9, 4), seeds.of_entry(31, 7, 5), seeds.teams) == (2, 1, {7: 1, 9: 2})
    assert seeds.of_entry(32, None, 6) > 2
