"""Hand logs of a student club, as outcomes of the state machine.

The log has a row for each hand: what each seat paid or received, riichi sticks, the current points. Rows have
amounts, not han and fu; the amounts follow the usual table (mangan from 7,700 up), so any hand of that worth works.
Entries against the rules become referee's corrections with their reasons.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from scoring.errors import ScoringError
from scoring.game.game import State, play, start
from scoring.game.outcome import Outcome
from scoring.hand.value import up_to_100, value_of_han
from scoring.hand.win import Win
from scoring.rulebook.rulebook import Rulebook, load

HANDS = Path(__file__).parent / "club_nights_2019_2026" / "hands.csv"
WINDS = "ESWN"


@dataclass
class Row:
    """One hand as logged."""

    game: int
    hand: int
    place: tuple[int, int]
    honba: int
    deposits: int
    types: list[str]
    deltas: list[int]
    riichi: list[int]
    counters: list[int]
    points: tuple[int, ...]


def games() -> dict[int, list[Row]]:
    """Return all hands by game."""
    found: dict[int, list[Row]] = {}
    with HANDS.open(encoding="utf-8") as file:
        for line in csv.DictReader(file):
            row = Row(
                int(line["game"]),
                int(line["hand"]),
                (WINDS.index(line["wind"]), WINDS.index(line["dealer"])),
                int(line["honba"]),
                int(line["deposits"]),
                [line[f"{w}_type"] for w in WINDS],
                *([int(line[f"{w}_{what}"] or 0) for w in WINDS] for what in ("delta", "riichi", "honba")),
                tuple(int(line[f"{w}_points"]) for w in WINDS),
            )
            found.setdefault(row.game, []).append(row)
    return found


def rulebook() -> Rulebook:
    """Return the club's rules, as far as its log shows them."""
    return load("mleague").with_house_rules("club nights", {"table.length": "issou"})


@cache
def _hands(tsumo: bool, dealer: bool) -> dict[tuple[int, int], Win]:
    """Return a hand for each amount: what a child and the dealer pay (both the discarder's on a ron)."""
    book, found = rulebook(), {}
    for han in range(1, 13):
        for fu in (20, 25, *range(30, 120, 10)):
            try:
                basic = value_of_han(book, han, fu, tsumo=tsumo).basic
            except ScoringError:
                continue
            found.setdefault(_paid(basic, tsumo, dealer), Win(0, han=han, fu=fu))
    found[_paid(8_000, tsumo, dealer)] = Win(0, units=1)
    return found


def _paid(basic: int, tsumo: bool, dealer: bool) -> tuple[int, int]:
    if not tsumo:
        return (up_to_100(basic * (6 if dealer else 4)),) * 2
    return up_to_100(basic * (2 if dealer else 1)), up_to_100(2 * basic)


def tell(row: Row) -> Iterator[Outcome]:
    """Yield the outcomes of one row."""
    dealer = row.place[1]
    riichi = tuple(s for s in range(4) if row.riichi[s] == -1_000)
    if "tsumo" in row.types:
        winner = row.types.index("tsumo")
        child = next(-row.deltas[s] for s in range(4) if s not in (winner, dealer))
        paid = (child, child if winner == dealer else -row.deltas[dealer])
        yield Outcome(
            "win", wins=(_hands(True, winner == dealer)[paid]._replace(winner=winner),), riichi=riichi
        )
    elif "ron" in row.types:
        winner = row.types.index("ron")
        amount = row.deltas[winner]
        is_discarder_named = "deal_in" in row.types
        loser = row.types.index("deal_in") if is_discarder_named else (winner + 1) % 4
        win = _hands(False, winner == dealer)[amount, amount]._replace(winner=winner)
        yield Outcome("win", wins=(win,), loser=loser, riichi=riichi)
        if not is_discarder_named:
            back = [0] * 4
            back[loser] = amount + row.counters[winner]
            yield Outcome("adjust", delta=tuple(back), reason="nobody was written down as the discarder")
    elif "draw" in row.types:
        tenpai = tuple(s for s in range(4) if row.deltas[s] > 0)
        if not tenpai and riichi:
            tenpai = (0, 1, 2, 3)
        noten = tuple(s for s in riichi if s not in tenpai)
        riichi = tuple(s for s in riichi if s in tenpai)
        yield Outcome("draw", tenpai=tenpai, riichi=riichi)
        if noten:
            stick = tuple(-1_000 if s in noten else 0 for s in range(4))
            yield Outcome("adjust", delta=stick, sticks=1, reason="riichi by a player written down as noten")
            riichi += noten
    yield from _stick_corrections(row, riichi)
    if "chombo" in row.types:
        fined = tuple(d if d == -10_000 else 0 for d in row.deltas)
        if fined == (0, 0, 0, 0):
            fined = tuple(-10_000 if t == "chombo" else 0 for t in row.types)
        yield Outcome("adjust", delta=fined, reason="chombo: 10,000 paid to nobody")


def _stick_corrections(row: Row, riichi: tuple[int, ...]) -> Iterator[Outcome]:
    """Yield corrections of sticks taken against the rules: the club gives leftover ones to the first player, and a
    few were overlooked or miscounted.
    """
    due = [-1_000 if s in riichi else 0 for s in range(4)]
    for winner in (s for s in range(4) if row.types[s] in ("tsumo", "ron")):
        due[winner] += 1_000 * (row.deposits + len(riichi))
    change = tuple(written - owed for written, owed in zip(row.riichi, due, strict=True))
    if change != (0, 0, 0, 0):
        taken = sum(change)
        sticks = -taken // 1_000 if "draw" in row.types or taken < 0 else 0
        sticks = sticks if abs(taken) < 10_000 else 0
        yield Outcome("adjust", delta=change, sticks=sticks, reason="sticks were not taken as they lay")


def replay(rows: list[Row]) -> Iterator[tuple[Row, State, list[Outcome]]]:
    """Yield the state after each row, and the corrections it needed."""
    book = rulebook()
    state = start(book)
    for row in rows:
        corrections = []
        where = Outcome(
            "adjust",
            round=row.place[0],
            dealer=row.place[1],
            honba=row.honba,
            sticks=row.deposits - state.deposits,
            reason="the table stood otherwise",
        )
        if (state.round, state.dealer, state.honba, state.deposits) != (*row.place, row.honba, row.deposits):
            corrections.append(where)
            state = play(book, state, where)
        for outcome in tell(row):
            if outcome.kind == "adjust":
                corrections.append(outcome)
            state = play(book, state, outcome)
        yield row, state, corrections
