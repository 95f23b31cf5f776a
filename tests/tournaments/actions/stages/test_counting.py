"""Which games of a stage count: the best, the best in a row, all but the worst, the first; and who has a rank."""

from itertools import combinations, pairwise
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from tests.permissions import digest
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.replay import replayed
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.play.penalties import Ruling, penalize
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport
from tournaments.actions.stages.counting import set_counting
from tournaments.models import CountingRule, Publication, Score, Standing
from tournaments.standings import publish_standings
from tournaments.verification import standings_differences, verify_ledger

pytestmark = pytest.mark.django_db

# East first; every round the same four at one table, in seats that the draw gives them.
GAMES = (
    (42_800, 32_600, 19_700, 4_900),
    (10_000, 20_000, 30_000, 40_000),
    (35_000, 25_000, 25_000, 15_000),
    (1_000, 50_000, 29_000, 20_000),
    (30_500, 29_500, 20_300, 19_700),
)


def play_all(hall: Hall) -> None:
    for points in GAMES:
        play_one(hall, points)


def play_one(hall: Hall, points: tuple[int, ...]) -> None:
    round_ = hall.started()
    table = round_.tables.get()
    correct_sheet(table=table, report=TableReport(Figures(list(points))), reason="Paper", by=hall.rob)
    close_round(round_=round_, by=hall.alice)


@replayed
def after_five_games() -> Hall:
    """Four players, and nothing but five rounds."""
    hall = open_hall(players=4)
    play_all(hall)
    return hall


@pytest.fixture
def hall() -> Hall:
    return after_five_games()


def totals(hall: Hall) -> dict[int, list[int]]:
    """Everybody's totals, game by game, by the number of their entry."""
    found: dict[int, list[int]] = {}
    scores = Score.objects.filter(counts=True).order_by("seat__round__number")
    for number, total in scores.values_list("entry__number", "total"):
        found.setdefault(number, []).append(total)
    return found


def published(hall: Hall) -> dict[int, int]:
    """Totals as they stand in the standings, found to be what adding up everybody anew and the ledger give."""
    publish_standings(hall.stage.pk)
    rows = dict(Standing.objects.values_list("entry__number", "total"))
    publish_standings(hall.stage.pk, anew=True)
    assert dict(Standing.objects.values_list("entry__number", "total")) == rows
    assert standings_differences(Publication.objects.get()) == []
    assert verify_ledger(hall.tournament.pk).problems == []
    return rows


def count(hall: Hall, **rule: Any) -> CountingRule | None:
    return set_counting(stage=hall.stage, by=hall.alice, confirm=["ranks_may_change"], **rule)


def best(number: int, played: list[int]) -> int:
    return max(sum(chosen) for chosen in combinations(played, min(number, len(played))))


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ({"selection": "best", "number": 3}, lambda played: best(3, played)),
        ({"selection": "best", "number": 9}, sum),
        (
            {"selection": "best_run", "number": 2},
            lambda played: max(a + b for a, b in pairwise(played)),
        ),
        ({"selection": "all_but_worst", "number": 1}, lambda played: best(4, played)),
        ({"selection": "all", "maximum_games": 2}, lambda played: sum(played[:2])),
        ({"selection": "best", "number": 1, "maximum_games": 3}, lambda played: max(played[:3])),
    ],
)
def test_a_total_is_that_of_the_games_that_count(hall: Hall, rule: dict[str, Any], expected: Any) -> None:
    count(hall, **rule)

    assert published(hall) == {number: expected(played) for number, played in totals(hall).items()}


def test_one_more_game_may_take_the_place_of_another(hall: Hall) -> None:
    count(hall, selection="best", number=2)
    before = published(hall)

    play_one(hall, (60_000, 30_000, 20_000, -10_000))

    after = published(hall)
    assert after == {number: best(2, played) for number, played in totals(hall).items()}
    assert after != before


def test_penalties_come_off_what_counts(hall: Hall) -> None:
    count(hall, selection="best", number=1)
    entry = hall.tournament.entries.get(number=1)
    penalize(stage=hall.stage, entry=entry, ruling=Ruling(10_000, "Late"), by=hall.rob)

    assert published(hall)[1] == max(totals(hall)[1]) - 10_000


def test_whoever_has_played_too_little_has_no_rank_yet(hall: Hall) -> None:
    count(hall, minimum_games=6)
    published(hall)
    assert set(Standing.objects.values_list("rank", flat=True)) == {None}

    play_one(hall, (60_000, 30_000, 20_000, -10_000))

    published(hall)
    assert sorted(Standing.objects.values_list("rank", flat=True)) == [1, 2, 3, 4]


def test_what_is_behind_is_what_the_rule_gave_then(hall: Hall) -> None:
    count(hall, selection="best", number=2)
    published(hall)

    count(hall, selection="best_run", number=3)

    assert verify_ledger(hall.tournament.pk).problems == []
    Standing.objects.filter(entry__number=1).update(total=1)
    (problem,) = verify_ledger(hall.tournament.pk).problems
    assert "match neither the ledger as of entry" in str(problem)


def test_the_rule_stands_in_the_ledger_and_the_same_again_changes_nothing(hall: Hall) -> None:
    count(hall, selection="best", number=3, minimum_games=2, maximum_games=8)

    assert (hall.kinds()[-1], hall.last_payload()) == (
        "counting_set",
        {
            "stage": hall.stage.pk,
            "selection": "best",
            "number": 3,
            "minimum_games": 2,
            "maximum_games": 8,
            "missing_game_penalty": 0,
            "sitting_out_score": 0,
            "absence_score": 0,
        },
    )
    before = digest()
    count(hall, selection="best", number=3, minimum_games=2, maximum_games=8)
    assert digest() == before


def test_all_games_count_again(hall: Hall) -> None:
    count(hall, selection="best", number=3)

    assert count(hall) is None

    assert not CountingRule.objects.exists()
    assert published(hall) == {number: sum(played) for number, played in totals(hall).items()}


def test_once_results_are_in_it_is_asked(hall: Hall) -> None:
    publish_standings(hall.stage.pk)
    before = digest()

    with pytest.raises(StateRefuses, match="published ranks may change") as refused:
        set_counting(stage=hall.stage, selection="best", number=3, by=hall.alice)

    assert refused.value.fields["confirm"] == ["ranks_may_change"]
    assert digest() == before


def test_nothing_changes_in_a_finished_tournament(hall: Hall) -> None:
    finish_tournament(tournament=hall.tournament, by=hall.alice)
    before = digest()

    with pytest.raises(StateRefuses, match="finished"):
        count(hall, selection="best", number=3)

    assert digest() == before


@pytest.mark.parametrize(
    ("rule", "field"),
    [
        ({"selection": "luck"}, "selection"),
        ({"selection": "best"}, "number"),
        ({"selection": "all", "number": 2}, "number"),
        ({"selection": "best", "number": 1_001}, "number"),
        ({"minimum_games": -1}, "minimum_games"),
        ({"maximum_games": 1_001}, "maximum_games"),
        ({"minimum_games": 5, "maximum_games": 4}, "maximum_games"),
    ],
)
def test_rules_that_are_none_are_refused(hall: Hall, rule: dict[str, Any], field: str) -> None:
    before = digest()

    with pytest.raises(RulesRefuse) as refused:
        count(hall, **rule)

    assert list(refused.value.fields) == [field]
    assert digest() == before


@pytest.mark.parametrize(
    "columns",
    [
        {"number": 0},
        {"selection": "all"},
        {"selection": "luck"},
        {"minimum_games": 9},
        {"number": 1_001},
    ],
)
def test_the_database_refuses_rules_that_are_none(hall: Hall, columns: dict[str, Any]) -> None:
    count(hall, selection="best", number=3, maximum_games=8)

    with pytest.raises(IntegrityError), transaction.atomic():
        CountingRule.objects.update(**columns)


def test_each_missing_game_costs_and_everybody_is_ranked(hall: Hall) -> None:
    """Five games were played of seven: two are missing, at 20 points each, with a penalty beside them."""
    count(hall, minimum_games=7, missing_game_penalty=20_000)
    entry = hall.tournament.entries.get(number=1)
    penalize(stage=hall.stage, entry=entry, ruling=Ruling(10_000, "Late"), by=hall.rob)
    made = {number: sum(played) for number, played in totals(hall).items()}

    assert published(hall) == {
        number: total - 40_000 - 10_000 * (number == 1) for number, total in made.items()
    }
    assert dict(Standing.objects.values_list("entry__number", "penalty")) == {
        number: 40_000 + 10_000 * (number == 1) for number in made
    }
    assert sorted(Standing.objects.values_list("rank", flat=True)) == [1, 2, 3, 4]


def test_with_every_game_it_costs_less_until_none_is_missing(hall: Hall) -> None:
    count(hall, selection="best", number=3, minimum_games=6, missing_game_penalty=5_000)
    before = published(hall)

    play_one(hall, (60_000, 30_000, 20_000, -10_000))

    played = totals(hall)
    assert published(hall) == {number: best(3, games) for number, games in played.items()}
    assert before == {number: best(3, games[:5]) - 5_000 for number, games in played.items()}


@pytest.mark.parametrize(
    ("rule", "field"),
    [
        ({"missing_game_penalty": 1}, "minimum_games"),
        ({"missing_game_penalty": -1, "minimum_games": 2}, "missing_game_penalty"),
        ({"missing_game_penalty": 10**9 + 1, "minimum_games": 2}, "missing_game_penalty"),
    ],
)
def test_a_missing_game_is_one_of_a_minimum(hall: Hall, rule: dict[str, Any], field: str) -> None:
    before = digest()

    with pytest.raises(RulesRefuse) as refusal:
        count(hall, **rule)

    assert list(refusal.value.fields) == [field]
    assert digest() == before
    count(hall, minimum_games=2)
    with pytest.raises(IntegrityError, match="a_missing_game_is_one_of_a_minimum"), transaction.atomic():
        CountingRule.objects.update(minimum_games=0, missing_game_penalty=1)
