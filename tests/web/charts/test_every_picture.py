"""What holds for every picture, from one player to a thousand and from one round to 150."""

import gzip
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.web.charts.pieces import RACE, read
from web.charts.bars import Duel, Sides, duel_chart, places_chart
from web.charts.figure import Figure, Table
from web.charts.flows import flow_chart
from web.charts.heat_map import heat_map
from web.charts.lines import COLOURS, Band, Line, Positions, Values, line_chart
from web.charts.roads import Stop, road_chart
from web.charts.scatter import Axis, Point, scatter
from web.text.figures import in_figures

STYLES = Path(__file__).resolve().parents[3] / "static" / "css" / "charts.css"
LARGEST = 6 * 1024  # bytes, compressed
# What a page's policy refuses, or a style sheet could not change.
REFUSED = {"style", "onclick", "onload", "href", "xlink:href", "stroke", "color"}
DRAWN = {"svg", "title", "desc", "g", "path", "line", "circle", "rect", "text", "tspan"}
PLAYERS, ROUNDS = (1, 4, 48, 1_000), (1, 150)
BEHIND = 16


def names(count: int, chance: random.Random) -> list[str]:
    awkward = [
        "<script>alert(1)</script>",
        "👩‍👩‍👧 & Co",
        "Konstantina Papadopoulou-Yamashita, Athens",
        "園田賢",
    ]
    return [f"{chance.choice(awkward)} {number}" for number in range(count)]


def race(players: int, rounds: int, chance: random.Random) -> Figure:
    """The best with their names and as many behind them as pages show."""
    lines = []
    for at, name in enumerate(names(min(players, COLOURS + BEHIND), chance)):
        run, total = list[int | None](), 0
        for _round in range(rounds + 1):
            run.append(total)
            total += chance.choice([-50_000, -12_300, 0, 8_700, 61_200])
        # Everybody has missed a round.
        run[chance.randrange(len(run))] = None
        lines.append(Line(name, run, name if at < COLOURS else "", at + 1))
    return line_chart(
        RACE,
        lines,
        Positions("Round", [str(number) for number in range(rounds + 1)]),
        Values(in_figures, unit=1000),
    )


def game(_players: int, hands: int, chance: random.Random) -> Figure:
    """A game of four; of three dozen hands at most, with a dot for each."""
    hands = min(hands, 36)
    lines = [
        Line(name, [chance.randrange(-30_000, 90_000, 100) for _hand in range(hands + 1)], name, at + 1)
        for at, name in enumerate(names(4, chance))
    ]
    positions = [f"East {number}" for number in range(hands + 1)]
    return line_chart(
        RACE, lines, Positions("Hand", positions), Values(in_figures, from_zero=False, dots=True)
    )


def rating(_players: int, rounds: int, chance: random.Random) -> Figure:
    values = [chance.randrange(10_000, 40_000) for _round in range(rounds)]
    band = Band([value - 3_000 for value in values], [value + 3_000 for value in values])
    return line_chart(
        RACE,
        [Line("Bob", values, "25.0")],
        Positions("Tournament", names(rounds, chance)),
        Values(in_figures, unit=1000),
        band=band,
    )


def places(_players: int, rounds: int, chance: random.Random) -> Figure:
    return places_chart(
        RACE, [chance.randrange(rounds) for _place in range(5)], names(5, chance), columns=("a", "b", "c")
    )


def duel(_players: int, rounds: int, chance: random.Random) -> Figure:
    one, other = names(2, chance)
    return duel_chart(
        RACE, Sides(one, other, "b"), [Duel(one, rounds, 0), Duel("Level", 0, 0, 3)], corner="a"
    )


def winnings(_players: int, hands: int, chance: random.Random) -> Figure:
    """Who won how much from whom at a table of five."""
    pairs = [(winner, payer) for winner in range(5) for payer in range(5) if winner != payer]
    flows = {pair: chance.randrange(0, 300 * hands, 100) for pair in pairs}
    return flow_chart(RACE, names(5, chance), flows, corner="Winner", show=in_figures)


def attack(players: int, _rounds: int, chance: random.Random) -> Figure:
    points = [
        Point(name, chance.randrange(100, 350), chance.randrange(50, 250)) for name in names(players, chance)
    ]
    return scatter(RACE, points, Axis("Win rate", str), Axis("Deal-in rate", str), corner="Name")


def met(players: int, rounds: int, chance: random.Random) -> Figure:
    """Who met whom in tables of four, drawn by lot."""
    times = dict[tuple[int, int], int]()
    for _round in range(min(rounds, 12)):
        order = chance.sample(range(players), players)
        for seat in range(0, players - players % 4, 4):
            table = order[seat : seat + 4]
            for pair in ((a, b) for a in table for b in table if a != b):
                times[pair] = times.get(pair, 0) + 1
    return heat_map(RACE, names(players, chance), times, corner="Name")


def road(players: int, stages: int, chance: random.Random) -> Figure:
    """Stages one after the other, two in each row; of three dozen at most."""
    stops = [
        Stop(
            name,
            f"{players} players",
            chance.randrange(players),
            at // 2,
            [at - 2] if at > 1 else [],
            name,
            name,
        )
        for at, name in enumerate(names(min(stages, 36), chance))
    ]
    return road_chart(RACE, stops, Table(["Stage"], []))


PICTURES = (race, game, rating, places, duel, winnings, attack, met, road)


@pytest.mark.parametrize("rounds", ROUNDS)
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("draw", PICTURES)
def test_it_is_small_named_and_nothing_but_marks_of_the_style_sheet(
    draw: Callable[[int, int, random.Random], Figure], players: int, rounds: int
) -> None:
    figure = draw(players, rounds, random.Random(f"{players} {rounds}"))

    tags, attributes, texts = read(figure)
    assert len(gzip.compress(figure.svg.encode(), 6)) <= LARGEST
    assert tags <= DRAWN
    assert attributes & REFUSED == set()
    assert texts[:2] == ["The race", "Bob is first."]
    assert re.search(r"NaN|inf|None", figure.svg) is None
    assert all(len(cells) == len(figure.table.columns) - 1 for _name, cells in figure.table.rows)


def test_every_line_has_a_colour_of_its_own() -> None:
    named = re.findall(r"\.plot \.c(\d) \{ --own: var\(--s(\d)\); \}", STYLES.read_text())

    assert named == [(str(number), str(number)) for number in range(1, COLOURS + 1)]
