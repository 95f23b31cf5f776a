"""What a request costs is counted the same every time, and more is found out."""

import pytest

from benchmarks.growth import show
from benchmarks.growth_work import RULES, event, league_of_teams, walk, walk_rules

pytestmark = pytest.mark.slow

FEW = {
    "same": (3, 10.0),
    "a little": (3, 1.0),
    "a page deeper": (3, 10.0),
    "one more": (3, 10.0),
    "a scan": (3, 10.0),
}
MANY = {
    "same": (3, 10.0),
    "a little": (3, 6.0),
    "a page deeper": (3, 15.0),
    "one more": (4, 10.0),
    "a scan": (3, 30.1),
}


@pytest.mark.parametrize(("may_grow", "worse"), [(False, 2), (True, 1)])
def test_a_path_is_worse_when_it_asks_otherwise_or_works_more_for_games_of_others(
    may_grow: bool, worse: int, capsys: pytest.CaptureFixture[str]
) -> None:
    found = show("event", FEW, MANY, may_grow=may_grow)

    lines = capsys.readouterr().out.splitlines()
    assert found == worse
    assert ["grows" in line for line in lines] == [False, False, False, False, True]
    assert ["OTHER STATEMENTS" in line for line in lines] == [False, False, False, True, False]


@pytest.mark.once("the benchmark itself runs on both databases")
@pytest.mark.django_db
def test_the_same_walk_asks_the_same_statements_again() -> None:
    asked = event()

    first, second = walk(asked), walk(asked)

    statements = {path: count for path, (count, _work) in first.items()}
    assert {path: count for path, (count, _work) in second.items()} == statements
    assert statements["report"] > 0
    assert statements["confirm"] > 0


@pytest.mark.once("the benchmark itself runs on both databases")
@pytest.mark.django_db
def test_every_rule_of_what_counts_is_walked() -> None:
    found = walk_rules(league_of_teams("rules"))

    assert list(found) == [f"result, {name}" for name in RULES]
    # A result and its publication, and not what was published before.
    assert all(statements > 30 and work > 1 for statements, work in found.values())
