"""All ways to win a discard or a draw, and the ranges of worths that reach a goal."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from scoring.conditions.goal import MISSED, Goal
from scoring.conditions.points_compared import Judge, Judged, Points, judge_for
from scoring.conditions.win_levels import Level, levels
from scoring.errors import NeedsEventSetting
from scoring.game.ending import dealer_stays_after_win, ending
from scoring.game.game import State, declare_riichi
from scoring.game.outcome import Outcome
from scoring.hand.han_and_fu import ANY, RIICHI
from scoring.hand.han_and_fu import OPEN_KAN as ON_OPEN_KAN
from scoring.hand.payment import settle_win
from scoring.hand.value import is_unlimited, yakuman_units
from scoring.hand.win import Hand, Liability, Win
from scoring.rulebook.fields import UNSET
from scoring.rulebook.rulebook import Rulebook

OPEN_KAN = "open_kan"


class Liable(NamedTuple):
    """The player liable for a win, and for which yakuman (or ``open_kan``: for its replacement tile)."""

    seat: int
    names: tuple[str, ...]


class Way(NamedTuple):
    """How a player wins: from whose discard (None: a tsumo), who is liable, and whether in riichi."""

    winner: int
    loser: int | None
    liable: Liable | None = None
    in_riichi: bool = False


class Row(NamedTuple):
    """For each winner the first and last index of a range of worths; the verdicts on goal and game."""

    ranges: tuple[tuple[int, int], ...]
    verdict: int
    ends: bool


def liabilities(rulebook: Rulebook, winner: int, loser: int | None) -> Iterator[Liable]:
    """Yield everyone who can be liable for this player's win under the rulebook, and for what. Without the discarder:
    if liable, they pay as every discarder does.
    """
    rules = rulebook.settlement
    if not isinstance(rules.pao_yaku, tuple):
        raise NeedsEventSetting(["settlement.pao_yaku"])
    by_units: dict[int, list[str]] = {}
    for name in rules.pao_yaku:
        by_units.setdefault(yakuman_units(rulebook, [name]), []).append(name)
    seats = [seat for seat in range(rulebook.hand_players) if seat not in (winner, loser)]
    for names in by_units.values():
        for seat in seats:
            yield Liable(seat, tuple(names))
    if loser is not None:
        return
    if rules.daiminkan_pao is UNSET:
        raise NeedsEventSetting(["settlement.daiminkan_pao"])
    if rules.daiminkan_pao is True:
        for seat in seats:
            yield Liable(seat, (OPEN_KAN,))


@lru_cache(maxsize=2_048)
def hands(rulebook: Rulebook, dealer: int, way: Way) -> tuple[tuple[Level, Win], ...]:
    """Return all values of one winner's hand, ascending; none where someone is liable for a hand in riichi, which has
    no calls.
    """
    winner, loser, liable, in_riichi = way
    if in_riichi and liable is not None:
        return ()
    how = RIICHI if in_riichi else ANY
    if liable is not None and liable.names == (OPEN_KAN,):
        how = ON_OPEN_KAN
    known = levels(rulebook, tsumo=loser is None, dealer=winner == dealer, how=how)
    wins = ((level, _win(rulebook, level, winner, liable)) for level in known)
    return tuple((level, win) for level, win in wins if win is not None)


@lru_cache(maxsize=2_048)
def _changes(rulebook: Rulebook, dealer: int, way: Way, marked: int | None) -> tuple[Points, ...]:
    """Return the changes by each of these hands alone, without counters and sticks."""
    table = Hand(dealer, marked=marked)
    known = hands(rulebook, dealer, way)
    return tuple(settle_win(rulebook, table, [win], way.loser).delta for _, win in known)


def _win(rulebook: Rulebook, level: Level, winner: int, liable: Liable | None) -> Win | None:
    """Return a win of this worth with this liability; None if impossible."""
    if liable is None:
        return level.win(winner)
    if liable.names == (OPEN_KAN,):
        return level.win(winner)._replace(open_kan_from=liable.seat)
    pao = Liability(liable.seat, liable.names[0])
    own = yakuman_units(rulebook, liable.names[:1])
    if is_unlimited(rulebook):
        least = own * rulebook.overlay.yakuman_as_han
        hands = [(han - least, fu) for han, fu in level.hands if han >= least]
        return Win(winner, han=hands[0][0], fu=hands[0][1], units=own, pao=pao) if hands else None
    return level.win(winner)._replace(pao=pao) if level.units >= own else None


def rows(
    rulebook: Rulebook,
    state: State,
    goal: Goal,
    ways: Sequence[Way],
    riichi: Sequence[int],
    marked: int | None,
) -> list[Row]:
    """Return the ranges of worths that reach the goal, one for each winner, without overlap.

    ``ways``: the tsumo of one player, or the winners of one discard. The first winner's range is as wide as the goal
    is reached; the others' as wide as the first's stays the same. Winners are paid one by one, and what they share
    (counters, sticks) does not depend on their worth, so the points after the hand are a sum.
    """
    known = [hands(rulebook, state.dealer, way) for way in ways]
    if not all(known):
        return []
    on_table = declare_riichi(rulebook, state, Outcome("win", riichi=tuple(riichi)))
    hand = Hand(state.dealer, state.honba, on_table.deposits, tuple(riichi), marked)
    paid = settle_win(rulebook, hand, [wins[0][1] for wins in known], ways[0].loser)
    axes = [_changes(rulebook, state.dealer, way, marked) for way in ways]
    base = _sum(on_table.points, paid.delta)
    for changes in axes:
        base = tuple(b - d for b, d in zip(base, changes[0], strict=True))
    left = on_table.deposits - sum(award.sticks for award in paid.awards)
    dealer_won = any(way.winner == state.dealer for way in ways)
    over = _over(rulebook, state, dealer_won and dealer_stays_after_win(rulebook))
    judge = judge_for(rulebook, on_table._replace(deposits=left), goal, over)
    if len(axes) == 1:
        # A tsumo is paid in two parts, each rounded, so its points are not on a line.
        return _runs(enumerate(judge(_sum(base, delta)) for delta in axes[0]))
    return _rows(base, axes, judge)


def _over(rulebook: Rulebook, state: State, stays: bool) -> Callable[[Points], bool]:
    position = state.round * rulebook.hand_players + state.dealer
    time = state.hands_left == 1

    def over(points: Points) -> bool:
        return ending(rulebook, position, points, by="win", stays=stays, stop=False) != "" or time

    return over


def _rows(base: Points, axes: Sequence[tuple[Points, ...]], judge: Judge) -> list[Row]:
    if not axes[1:]:
        return _runs(_on_a_line(base, axes[0], judge))
    # Extend each range of earlier winners by the worths of the last one for which it stays the same.
    runs: dict[tuple[tuple[tuple[int, int], ...], int], list[tuple[int, int, bool]]] = {}
    for index, delta in enumerate(axes[-1]):
        for ranges, verdict, ends in _rows(_sum(base, delta), axes[:-1], judge):
            mine = runs.setdefault((ranges, verdict), [])
            if mine and mine[-1][1] == index - 1:
                low, _, before = mine.pop()
                mine.append((low, index, ends and before))
            else:
                mine.append((index, index, ends))
    return [
        Row((*ranges, (low, high)), verdict, ends)
        for (ranges, verdict), spans in runs.items()
        for low, high, ends in spans
    ]


def _on_a_line(base: Points, changes: tuple[Points, ...], judge: Judge) -> Iterator[tuple[int, Judged]]:
    """Yield the verdict for these values, skipping those between two equivalent ones: payments of a ron are
    linear.
    """
    index, here = 0, judge(_sum(base, changes[0]))
    yield index, here
    last = len(changes) - 1
    ahead = [(last, judge(_sum(base, changes[last])))] if last else []
    while ahead:
        later, farther = ahead[-1]
        if later - index > 1 and here.like != farther.like:
            middle = (index + later) // 2
            ahead.append((middle, judge(_sum(base, changes[middle]))))
        else:
            index, here = ahead.pop()
            yield index, here


def _runs(seen: Iterable[tuple[int, Judged]]) -> list[Row]:
    """Merge neighbours of the same verdict into ranges; those that miss the goal are left out."""
    out: list[Row] = []
    low, last, now, ends = 0, -1, MISSED, True
    for index, (_, verdict, is_over) in seen:
        if verdict != now:
            if now != MISSED:
                out.append(Row(((low, last),), now, ends))
            low, now, ends = index, verdict, True
        last, ends = index, ends and is_over
    if now != MISSED:
        out.append(Row(((low, last),), now, ends))
    return out


def paid_together(rulebook: Rulebook, size: int) -> bool:
    """Whether this many winners of one discard are all paid. (With a head bump only the first in turn wins; with an
    abort no one does.)
    """
    rules = rulebook.settlement
    field, rule = ("ron_two", rules.ron_two) if size == 2 else ("ron_three", rules.ron_three)
    if rule is UNSET:
        raise NeedsEventSetting([f"settlement.{field}"])
    return rule == "all"


def variants(
    rulebook: Rulebook, winners: Sequence[int], loser: int | None, *, liability: bool
) -> Iterator[tuple[Liable | None, ...]]:
    """Yield for each winner no liability or a possible one: every combination, starting without liability."""
    yield from product(
        *([None, *(liabilities(rulebook, one, loser) if liability else ())] for one in winners)
    )


def _sum(points: Points, delta: Points) -> Points:
    return tuple(map(int.__add__, points, delta))
