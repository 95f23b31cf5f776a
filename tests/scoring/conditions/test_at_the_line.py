"""What is enough in the last round, compared with every way two tables can end: on small tables, whole points."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations
from random import Random

import pytest

from scoring.conditions.at_the_line import Bounds, Enough, OpenTable, enough, is_known, is_safe, reach
from scoring.result.result import settle
from scoring.rulebook.rulebook import Rulebook, load

STEP = 1_000
SMALL = {"table.starting_points": 3_000, "result.return_points": 3_000, "result.oka": 0}
FLOATING = {
    "0": [2, 1, -1, -2],
    "1": [6, -1, -2, -3],
    "2": [4, 2, -2, -4],
    "3": [3, 2, 1, -6],
    "4": [0, 0, 0, 0],
}


def small(edition: str, **changes: object) -> Rulebook:
    """The rules of an edition with 3,000 points to begin with, so that every end of a game can be looked at."""
    named = {name.replace("__", "."): value for name, value in changes.items()}
    return load(edition).with_house_rules("small", SMALL | named)


BOOKS = {
    "split": small("mleague", result__uma={"*": [3, 1, -1, -3]}),
    "split, oka": small(
        "mleague", result__uma={"*": [3, 1, -1, -3]}, result__return_points=4_000, result__oka=4_000
    ),
    "split, sticks to the first": small(
        "wrc_2022", result__uma={"*": [3, 1, -1, -3]}, result__leftover_deposits="top"
    ),
    "split, sticks lost": small("wrc_2022", result__uma={"*": [3, 1, -1, -3]}),
    "order of seats": small("mahjongsoul", result__uma={"*": [3, 1, -1, -3]}),
    "order of seats, sticks lost": small("shinhochi_kenko", result__uma={"*": [2, 1, -1, -2]}),
    "floating": small("jpml_a", result__uma=FLOATING, result__floating_threshold=3_000),
    "floating, sticks to the first": small(
        "jpml_a", result__uma=FLOATING, result__floating_threshold=4_000, result__leftover_deposits="top"
    ),
    "no uma": small(
        "beginner", result__tie="split", result__leftover_deposits="lost", result__return_points=3_000
    ),
    "three players": small("tenhou_sanma", result__uma={"*": [3, 0, -3]}),
}
BOUNDS = Bounds(least=0, sticks=2, step=STEP)


@cache
def ends(book: Rulebook, least: int = 0) -> list[tuple[tuple[int, int, int], ...]]:
    """Every way a game can end, for every order of seats: points, place and total of each player."""
    players = book.table.players
    start = book.table.starting_points
    assert isinstance(start, int)
    has_sticks = book.result.leftover_deposits in ("top", "top_split", "lost")
    found = set()
    for left in range(0, 3_000 if has_sticks else 1_000, 1_000):
        for points in _shares(players * start - left, players, least):
            result = settle(book, points, leftover=left)
            seats = [(seat.points, seat.place, seat.total) for seat in result.seats]
            if len(set(points)) < players:
                # Winds are open: whose seat comes first may be another's.
                found |= set(permutations(seats))
            else:
                found.add(tuple(seats))
    return sorted(found)


def _shares(whole: int, players: int, least: int) -> Iterator[tuple[int, ...]]:
    if players == 1:
        if whole >= least:
            yield (whole,)
        return
    for first in range(least, whole - least * (players - 1) + 1, STEP):
        for rest in _shares(whole - first, players - 1, least):
            yield (first, *rest)


def in_front(
    table: OpenTable, end: Sequence[tuple[int, int, int]], total: int, but: int | None = None
) -> int:
    """How many of a table end with this total or more."""
    return sum(
        carried is not None and carried + made >= total
        for seat, (carried, (_points, _place, made)) in enumerate(zip(table.carried, end, strict=True))
        if seat != but
    )


def by_trying(
    table: OpenTable, seat: int, line: int, elsewhere: Sequence[OpenTable], finished: Sequence[int]
) -> tuple[Enough, ...]:
    """Look at every end of every table."""
    carried = table.carried[seat]
    assert carried is not None

    @cache
    def most_in_front(total: int) -> int:
        return sum(done >= total for done in finished) + sum(
            max(in_front(other, end, total) for end in ends(other.rulebook)) for other in elsewhere
        )

    can_end, fails = {}, {}
    for end in ends(table.rulebook):
        points, place, made = end[seat]
        total = carried + made
        if [one[1] for one in end].count(place) > 1:
            continue  # A shared place is not promised.
        can_end[place] = max(points, can_end.get(place, points))
        if in_front(table, end, total, but=seat) + most_in_front(total) >= line:
            fails[place] = max(points, fails.get(place, points))
    return tuple(
        Enough(place, fails[place] + STEP if place in fails else None)
        for place in sorted(can_end)
        if fails.get(place, -1) < can_end[place]
    )


def some_carried(random: Random, players: int) -> tuple[int | None, ...]:
    steps = random.choice([1, 500, 1_000, 1_000])
    width = random.choice([2_000, 6_000, 15_000])
    return tuple(
        None if random.random() < 0.08 else random.randint(-width // steps, width // steps) * steps
        for _ in range(players)
    )


@pytest.mark.parametrize("name", BOOKS)
def test_what_is_said_to_be_enough_is_enough_and_the_least_that_is(name: str) -> None:
    book = BOOKS[name]
    random = Random(name)
    kinds = set()
    for _ in range(30):
        players = book.table.players
        tables = [OpenTable(book, some_carried(random, players)) for _ in range(random.choice([1, 2, 2]))]
        if tables[0].carried[0] is None:
            continue
        finished = [random.randint(-12, 12) * 1_000 for _ in range(random.randint(0, 3))]
        line = random.randint(1, 4)

        said = enough(tables[0], 0, line=line, elsewhere=tables[1:], finished=finished, bounds=BOUNDS)

        assert said == by_trying(tables[0], 0, line, tables[1:], finished), (tables, line, finished)
        kinds |= {one.points is None for one in said} or {"never"}
    assert kinds == {True, False, "never"}


@pytest.mark.parametrize("name", BOOKS)
def test_the_best_the_second_best_and_so_on_reach_just_this(name: str) -> None:
    book = BOOKS[name]
    random = Random(f"reach {name}")
    for _ in range(30):
        table = OpenTable(book, some_carried(random, book.table.players))

        ranked = [
            sorted(
                (c + made for c, (_p, _pl, made) in zip(table.carried, end, strict=True) if c is not None),
                reverse=True,
            )
            for end in ends(book)
        ]

        assert reach(table, BOUNDS) == tuple(max(of_place) for of_place in zip(*ranked, strict=True))


def test_whoever_has_finished_is_safe_only_if_all_that_can_gain_without_bound_leave_a_place() -> None:
    book = BOOKS["three players"]
    random = Random("safe")
    seen = set()
    # So far below zero that it is as good as without a bound: nobody here needs more to get in front.
    far_ends = ends(book, -24_000)
    for _ in range(60):
        table = OpenTable(book, tuple(random.choice([None, *range(-4, 5)]) for _ in range(3)))
        table = table._replace(carried=tuple(one if one is None else one * 1_000 for one in table.carried))
        finished = [random.randint(-8, 8) * 1_000 for _ in range(random.randint(0, 3))]
        total, line = random.randint(-4, 8) * 1_000, random.randint(1, 5)

        said = is_safe(total, line=line, elsewhere=[table], finished=finished)

        ahead = max(in_front(table, end, total) for end in far_ends)
        assert said == (sum(done >= total for done in finished) + ahead < line)
        seen.add(said)
    assert seen == {True, False}


def test_a_rulebook_with_open_settings_or_rounded_totals_is_not_known() -> None:
    unknown = [
        load("shinhochi"),
        load("mcr"),
        load("wsom"),
        load("mleague").with_house_rules("x", {"result.rounding": "gosha_rokunyu"}),
        load("mleague").with_house_rules("x", {"result.tie": "unset"}),
        load("mleague").with_house_rules("x", {"result.uma": {"*": [10, 30, -10, -30]}}),
    ]

    assert [is_known(book) for book in unknown] == [False] * len(unknown)
    assert all(map(is_known, BOOKS.values()))


def test_second_is_enough_once_the_first_cannot_have_so_many_points() -> None:
    """M-League rules, the first two go on, one is in already. Alone in first place +60 is in front of all rivals.

    In second place with x it becomes x + 40, and a rival who had 0 can come to 100 - x + 20: level at 40,000 points.
    """
    table = OpenTable(load("mleague"), (60_000, 0, -10_000, -85_000))

    said = enough(table, 0, line=2, finished=[100_000, -20_000, -30_000, -50_000])

    assert said == (Enough(1, None), Enough(2, 40_100))
