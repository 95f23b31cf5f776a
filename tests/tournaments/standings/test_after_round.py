"""A stage after one of its rounds, with the ranks before it: the games are read once for both."""

import pytest

from tests.tournaments.hall import BALANCED, Hall
from tests.tournaments.standings.test_through_a_round import SECOND, played
from tournaments.actions.play.scoresheets.reporting import Figures
from tournaments.models import CountingRule, Entry, Stage, Tournament
from tournaments.standings import add_up, publish_tournament
from tournaments.standings.after_round import after_round
from tournaments.standings.sources import games, games_before_and_through
from tournaments.standings.stages.published_rows import PublishedRow, published_rows

pytestmark = pytest.mark.django_db
THIRD = Figures([10_000, 20_000, 30_000, 40_000])


def published(hall: Hall) -> list[PublishedRow]:
    publish_tournament(hall.tournament.pk)
    return published_rows(hall.stage.pk)


@pytest.fixture
def three(hall: Hall) -> list[list[PublishedRow]]:
    """What was published after each of three rounds."""
    found = []
    for figures in (BALANCED, SECOND, THIRD):
        played(hall, figures)
        found.append(published(hall))
    return found


@pytest.mark.parametrize("number", [1, 2, 3])
def test_each_row_is_what_was_published_then(
    hall: Hall, three: list[list[PublishedRow]], number: int
) -> None:
    assert after_round(hall.stage, number).rows == three[number - 1]


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("rule", ["all", "best of two", "last game", "fixed score"])
def test_both_are_what_the_games_through_each_round_give(
    hall: Hall, three: list[list[PublishedRow]], rule: str, number: int
) -> None:
    if rule == "best of two":
        CountingRule.objects.create(stage=hall.stage, selection="best", number=2)
    elif rule == "last game":
        Tournament.objects.update(tie_breaks=["total", "last_game"])
    elif rule == "fixed score":
        Tournament.objects.update(substitutes="fixed_score", substitute_score=-10)
        Entry.objects.filter(number=1).update(is_substitute=True)
    stage = Stage.objects.select_related("tournament__usual_format", "counting").get()

    before, through = games_before_and_through(stage, number)

    for found, last in ((before, number - 1), (through, number)):
        expected = games(stage, through=last)
        assert figures(found) == figures(expected)
        assert (len(found), add_up(stage, of_games=found, through=last).entries) == (
            8 if last else 0,
            add_up(stage, through=last).entries,
        )


def figures(sums: dict) -> dict:
    """What is added to tallies."""
    return {
        entry: {name: value for name, value in row.items() if name not in ("counts_for", "is_before")}
        for entry, row in sums.items()
    }
