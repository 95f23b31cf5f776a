"""Results, payments, games and conditions, as ratios to one hand valued by the `mahjong` library.

    python -m benchmarks.scoring [rounds]

One hand of the library is either the first example of its documentation, or one of a hundred random hands as they
fall in play (a third of them open, riichi, dora: slower). Payments are measured on three mixes of hands: ``drawn``
(ron and tsumo by lot, with counters and sticks), ``worked`` (every worked case of ``tests/vectors``: also several
winners, liability, wareme, pattern games) and ``built`` (as ``drawn``, and the win and the table are made in the
call as well). All of it takes turns, round by round, so that a busy machine slows all alike. A ratio is that of the
medians; least and greatest ratio of a round stand beside it. Goals are against the documentation's hand, the
quicker of the two.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig
from mahjong.tile import TilesConverter

from benchmarks.tiles import random_hand, raw_call
from scoring.conditions.conditions import Goal, Listed, conditions
from scoring.errors import ScoringError
from scoring.game.game import play, start
from scoring.game.outcome import Outcome
from scoring.hand.payment import settle_win
from scoring.hand.riichi.situation import Situation
from scoring.hand.win import Hand, Win
from scoring.result.result import settle
from scoring.rulebook.rulebook import load
from scoring.verbs.payment import marked_seat, wins_of
from scoring.verbs.request import rulebook_of

GOALS = {
    "payment (drawn)": 1 / 10,
    "payment (worked)": 1 / 10,
    "payment (built)": 1 / 10,
    "result": 1 / 3,
    "conditions (place)": 500,
    "conditions (total)": 500,
    "all but sticks, one paid": 500,
    "all but sticks, two paid": 5_000,
    "all but sticks, three paid": 20_000,
    "next state": None,
}
WORKED = Path(__file__).parents[1] / "tests" / "vectors" / "hand_payments.json"
BOOKS = [load(name) for name in ("mleague", "jpml_a", "ema_2016", "tenhou", "wrc_2025")]


def library_hand() -> Callable[[], object]:
    """The first example of the library's documentation: 22444m 333567p 444s."""
    calculator = HandCalculator()
    tiles = TilesConverter.string_to_136_array(man="22444", pin="333567", sou="444")
    win = TilesConverter.string_to_136_array(sou="4")[0]
    assert calculator.estimate_hand_value(tiles, win).error is None
    return lambda: calculator.estimate_hand_value(tiles, win, config=HandConfig())


def library_hands(random: Random, count: int) -> list[Callable[[], object]]:
    """Hands as they fall in play."""
    calls: list[Callable[[], object]] = []
    for _ in range(count):
        hand = random_hand(random)
        how = Situation(
            tsumo=random.random() < 0.5,
            seat_wind=27 + random.randrange(4),
            riichi=not hand.is_open and random.random() < 0.6,
        )
        calls.append(raw_call(hand, how, from_text=False))
    return calls


def payments(random: Random, count: int, *, built: bool = False) -> list[Callable[[], object]]:
    """Wins by ron and tsumo, with counters and sticks."""
    calls: list[Callable[[], object]] = []
    while len(calls) < count:
        book = random.choice(BOOKS)
        winner, loser = random.sample(range(4), 2)
        win = (winner, random.randrange(1, 9), random.choice((25, 30, 30, 40, 50)))
        table = (random.randrange(4), random.randrange(3), random.randrange(3))
        by = None if random.random() < 0.4 else loser
        hand, wins = Hand(*table), [Win(*win)]
        try:
            settle_win(book, hand, wins, by)
        except ScoringError:
            continue
        if built:
            calls.append(lambda b=book, t=table, w=win, by=by: settle_win(b, Hand(*t), [Win(*w)], by))
        else:
            calls.append(lambda b=book, h=hand, w=wins, by=by: settle_win(b, h, w, by))
    return calls


def worked_payments() -> list[Callable[[], object]]:
    """The worked cases that come to a payment; each is checked first."""
    calls: list[Callable[[], object]] = []
    for case in json.loads(WORKED.read_text(encoding="utf-8"))["cases"]:
        if "delta" not in case["expect"]:
            continue
        book = rulebook_of(case)
        renamed = {"daiminkan_from": "open_kan_from"}
        renamed_wins = [{renamed.get(key, key): value for key, value in win.items()} for win in case["wins"]]
        wins = wins_of({"wins": renamed_wins}, book.table.players)
        seat = {"marked": case.get("wareme_seat"), "dokasen": case.get("dokasen"), "dealer": case["dealer"]}
        sticks = tuple(case.get("riichi_winners", ()))
        hand = Hand(
            case["dealer"], case.get("honba", 0), case.get("deposits", 0), sticks, marked_seat(seat, book)
        )
        by = case["from"] if case["win"] == "ron" else None
        assert list(settle_win(book, hand, wins, by).delta) == case["expect"]["delta"], case["id"]
        calls.append(lambda b=book, h=hand, w=wins, by=by: settle_win(b, h, w, by))
    return calls


def _points(random: Random, total: int) -> list[int]:
    cuts = sorted(random.randrange(total // 100) for _ in range(3))
    shares = [b - a for a, b in zip((0, *cuts), (*cuts, total // 100), strict=True)]
    return [100 * share for share in shares]


def results(random: Random, count: int) -> list[Callable[[], object]]:
    """Final points to totals."""
    calls: list[Callable[[], object]] = []
    for _ in range(count):
        book = random.choice(BOOKS)
        start_points = book.table.starting_points
        assert isinstance(start_points, int)
        points = _points(random, 4 * start_points)
        calls.append(lambda book=book, points=points: settle(book, points))
    return calls


def next_states(random: Random, count: int) -> list[Callable[[], object]]:
    """One hand of the state machine."""
    calls: list[Callable[[], object]] = []
    for _ in range(count):
        book = random.choice(BOOKS)
        winner, loser = random.sample(range(4), 2)
        outcome = Outcome("win", wins=(Win(winner, han=3, fu=40),), loser=loser, riichi=(winner,))
        state = start(book)
        calls.append(lambda book=book, state=state, outcome=outcome: play(book, state, outcome))
    return calls


def last_hands(random: Random, count: int, kind: str) -> list[Callable[[], object]]:
    """The conditions of the last hand for one player."""
    calls: list[Callable[[], object]] = []
    for _ in range(count):
        book = BOOKS[0]
        state = start(book)._replace(round=1, dealer=3, points=tuple(_points(random, 100_000)))
        seat = random.randrange(4)
        goal = Goal(seat, place=1) if kind == "place" else Goal(seat, total=40_000)
        calls.append(lambda book=book, state=state, goal=goal: conditions(book, state, goal))
    return calls


def whole_last_hands(edition: str) -> list[Callable[[], object]]:
    """The conditions of a last hand for one player, with everybody's wins, several winners, liability and fouls."""
    book = load(edition)
    start_points = book.table.starting_points
    assert isinstance(start_points, int)
    points = tuple(start_points + more for more in (5_000, 2_200, -3_100, -4_100))
    state = start(book)._replace(round=1, dealer=3, points=points)
    everything = Listed(by_others=True, several=True, liability=True, chombo=True)
    return [
        lambda goal=goal: conditions(book, state, goal, listed=everything)
        for goal in (Goal(1, place=1), Goal(2, total=0))
    ]


def seconds(calls: Sequence[Callable[[], object]], times: int) -> float:
    """Processor time of one call, on average."""
    began = process_time()
    for _ in range(times):
        for call in calls:
            call()
    return (process_time() - began) / (times * len(calls))


def main(rounds: int = 15) -> int:
    """Measure, print, and return how many goals were missed."""
    random = Random(20_181_001)  # noqa: S311 - the same cases in every run
    library, played = [library_hand()], library_hands(random, 100)
    ours = {
        "payment (drawn)": (payments(random, 200), 20),
        "payment (worked)": (worked_payments(), 10),
        "payment (built)": (payments(random, 200, built=True), 20),
        "result": (results(random, 200), 5),
        "next state": (next_states(random, 100), 5),
        "conditions (place)": (last_hands(random, 5, "place"), 1),
        "conditions (total)": (last_hands(random, 5, "total"), 1),
        "all but sticks, one paid": (whole_last_hands("mleague"), 1),
        "all but sticks, two paid": (whole_last_hands("tenhou"), 1),
        "all but sticks, three paid": (whole_last_hands("ema_2016"), 1),
    }
    base, slower, times = [], [], {name: [] for name in ours}
    for _ in range(rounds):
        base.append(seconds(library, 500))
        slower.append(seconds(played, 2))
        for name, (calls, repeat) in ours.items():
            times[name].append(seconds(calls, repeat))
    print(f"the library's first documented hand: {median(base) * 1e6:.1f} us (= 1); ", end="")
    print(
        f"a hand as they fall in play: {median(slower) * 1e6:.1f} us (= {median(slower) / median(base):.2f})"
    )
    missed = 0
    for name, measured in times.items():
        ratio = median(measured) / median(base)
        each = sorted(mine / theirs for mine, theirs in zip(measured, base, strict=True))
        goal = GOALS[name]
        verdict = "" if goal is None else f"  goal {goal:.3g}: {'met' if ratio <= goal else 'MISSED'}"
        missed += goal is not None and ratio > goal
        print(
            f"{name:26} {median(measured) * 1e6:10.1f} us  x {ratio:8.3f}  ({each[0]:.3f} .. {each[-1]:.3f})"
            f"  in play x {median(measured) / median(slower):.3f}{verdict}"
        )
    return missed


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:2])))
