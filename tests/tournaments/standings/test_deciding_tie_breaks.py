"""Which figure put equal totals in their order."""

import pytest

from tournaments.models import Stage, Standing, TeamStanding
from tournaments.standings import PLACES, Tally, ranked
from tournaments.standings.deciding_tie_breaks import counted_by, decided_by, deciding_tie_breaks, teams_of
from tournaments.standings.teams.rosters import rosters_from

pytestmark = pytest.mark.once("figures that are not stored")


def row(entry: int, total: int, **more: int) -> Tally:
    return Tally(**{"key": entry, "lot": entry, "total": total, "games": 2, **more})


def test_only_those_with_equal_totals_show_what_decided() -> None:
    rows = [row(1, 50), row(2, 20, firsts=1), row(3, 20), row(4, 20), row(5, 0)]
    order = ("total", "wins", "seconds", "lot")

    assert decided_by(rows, order) == ["", "total", "wins", "lot", "total"]
    assert deciding_tie_breaks(rows, order) == [(), ("wins",), ("wins",), ("wins",), ()]


def test_several_figures_may_have_decided_among_one_total() -> None:
    rows = [row(1, 5, firsts=2), row(2, 5, firsts=1, seconds=1), row(3, 5, firsts=1)]

    assert deciding_tie_breaks(rows, ("total", "wins", "seconds", "lot")) == [("wins", "seconds")] * 3


def test_the_lot_is_no_figure_and_nobody_has_none() -> None:
    assert deciding_tie_breaks([row(1, 0), row(2, 0)], ("total", "wins", "lot")) == [(), ()]
    assert (decided_by([], ("lot",)), deciding_tie_breaks([], ("lot",))) == ([], [])


def test_averages_are_compared_exactly() -> None:
    rows = [row(1, 20, games=3), row(2, 13, games=2, firsts=1), row(3, 13, games=2)]

    assert decided_by(rows, ("average", "wins", "lot")) == ["", "average", "wins"]


@pytest.mark.parametrize(
    ("name", "figure"),
    [("points", -300), ("wins", 1), ("fewest_lasts", 3), ("fewest_penalties", 7), ("fewest_chombo", 20)]
    + [("average", None), ("lot", None), ("best_game", 9)],
)
def test_figures_are_told_as_people_count_them(name: str, figure: int | None) -> None:
    one = row(1, 0, points=-300, firsts=1, fourths=2, fifths=1, lasts=3, penalty=7, chombo=-20, best=9)

    assert counted_by(one, name) == figure


def test_it_names_what_the_ranking_compared() -> None:
    rows = [
        row(entry, total, firsts=entry % 2, points=entry % 3) for entry, total in enumerate([5, 5, 0] * 10, 1)
    ]
    order = ("total", "points", "wins", "lot")
    placed = ranked(rows, order)

    assert decided_by([tally for _place, tally in placed], order) == [
        place.decided_by for place, _tally in placed
    ]


def test_what_a_team_was_deducted_itself_is_off_its_total() -> None:
    stage = Stage(pk=1)
    made = {"games": 1, "points": 0, **dict.fromkeys(PLACES, 0)}
    players = [
        Standing(stage=stage, entry_id=pk, position=pk, total=total, **made)
        for pk, total in ((1, 50), (2, -20))
    ]
    team = TeamStanding(stage=stage, team_id=7, position=1, total=20, own_penalty=10)

    [tally] = teams_of(players, rosters_from({1: 7, 2: 7}, [], 1), [team])

    assert (tally.key, tally.total, tally.own_penalty) == (7, 20, 10)
