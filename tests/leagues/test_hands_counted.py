"""Two real leagues with hand logs: what is counted of them is what their rows say; see their SOURCE.md."""

import pytest

from scoring.rulebook.rulebook import load
from scoring.statistics.counting import count_game
from scoring.statistics.counts import Counts, sum_of
from scoring.statistics.rates import rates
from tests.leagues import club_nights, madrid_2017
from tests.leagues.club_nights import Row
from tests.leagues.league import MCR
from tests.leagues.test_replays import COMPLETE


def counted(rows: list[Row]) -> tuple[Counts, ...]:
    """A game of the club, as it is told to this program."""
    told = []
    for row, _state, corrected in club_nights.replay(rows):
        told += [one for one in corrected if one.round is not None]
        told += club_nights.tell(row)
    return count_game(club_nights.rulebook(), told).seats


def written(rows: list[Row], seat: int) -> dict[str, int]:
    """What the club's rows say of a seat."""
    hands = [row for row in rows if {"tsumo", "ron", "draw"} & set(row.types)]
    won = [row for row in hands if row.types[seat] in ("tsumo", "ron")]
    return {
        "hands": len(hands),
        "wins": len(won),
        "tsumo": sum(row.types[seat] == "tsumo" for row in won),
        "win_points": sum(row.deltas[seat] for row in won),
        "best_win": max((row.deltas[seat] for row in won), default=0),
        "draws": sum("draw" in row.types for row in hands),
    }


def test_the_games_of_the_club_nights_are_counted_as_they_were_written() -> None:
    everybody = []
    for rows in club_nights.games().values():
        seats = counted(rows)
        everybody += seats
        for seat, counts in enumerate(seats):
            assert {name: getattr(counts, name) for name in written(rows, seat)} == written(rows, seat)

    together = sum_of(everybody)
    found = rates(together)
    assert together.hands == 4 * sum(
        bool({"tsumo", "ron", "draw"} & set(row.types))
        for rows in club_nights.games().values()
        for row in rows
    )
    # As people play: about one hand in five is won, one in eight is dealt into.
    assert 0.18 < found["win_rate"].value < 0.25
    assert 0.08 < found["deal_in_rate"].value < 0.17
    assert 5_000 < found["average_win"].value < 7_500


@pytest.mark.slow
def test_the_tables_of_the_mcr_championship_are_counted_by_their_winners() -> None:
    book = load("mcr").with_house_rules("Madrid", MCR["house_rules"])
    logs = madrid_2017.hands()
    for key in COMPLETE:
        players, points, _match_points = madrid_2017.tables()[key]
        logged = [line for line in logs[key].values() if line["winner"]]

        game = count_game(book, madrid_2017.tell(players, logs[key]))

        assert game.end.points == points
        for name, counts in zip(players, game.seats, strict=True):
            won = [line for line in logged if line["winner"] == name]
            assert (counts.hands, counts.wins, counts.tsumo, counts.deal_ins) == (
                madrid_2017.HANDS,
                len(won),
                sum(not line["loser"] for line in won),
                sum(line["loser"] == name for line in logged),
            )
            assert (counts.riichi_hands, counts.undecided) == (0, madrid_2017.HANDS - len(logged))
