"""What do I need? (条件) The exact outcomes of a hand after which a player reaches a goal.

Every way the hand can end is looked at, with every worth a winning hand can have, so the answer is complete
also where more is not better: with uma by floating count, or in a stage, a dearer hand can lift a rival. Not
looked at: several winners of one discard, liability, chombo. The goal is judged as if the game ended with
this hand; ``ends`` says whether it does.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

from scoring.draw import ABORTS
from scoring.errors import NeedsEventSetting, ScoringError
from scoring.fields import NA
from scoring.game import State, declare_riichi, final_result, play
from scoring.levels import Level, levels
from scoring.outcome import Outcome
from scoring.result import places
from scoring.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Goal:
    """What a seat wants: a place in this game, a total of this game, or a rank in the stage (exactly one of them).

    ``total`` is in units. For a rank: ``carried`` is what each seat of this table brings into the game,
    ``others`` the final totals of everybody else who is known; a tie counts as reached only with ``ties``.
    """

    seat: int
    place: int | None = None
    total: int | None = None
    rank: int | None = None
    carried: tuple[int, ...] = ()
    others: tuple[int, ...] = ()
    ties: bool = False


class Condition(NamedTuple):
    """Outcomes that reach the goal.

    A win (``kind`` tsumo or ron): by ``winner``, from ``loser``, worth ``low`` to ``high`` (None: without
    bound), the winner having put a stick in this hand or not (``riichi``). A draw: ``tenpai`` lists each set
    of tenpai players that will do. An abort or a nagashi mangan: ``abort``, or ``winner``. ``ends``: whether
    the game is over after each of these.
    """

    kind: str
    winner: int | None = None
    loser: int | None = None
    riichi: bool = False
    low: Level | None = None
    high: Level | None = None
    tenpai: tuple[tuple[int, ...], ...] = ()
    abort: str = ""
    ends: bool = False


def conditions(
    rulebook: Rulebook,
    state: State,
    goal: Goal,
    *,
    riichi: Sequence[int] = (),
    by_others: bool = False,
    marked: int | None = None,
) -> list[Condition]:
    """All outcomes of the coming hand after which the goal is reached, as ranges: the player's own wins, draws and
    aborts, and the wins of the other players too if ``by_others``.

    ``riichi``: who has already declared riichi in this hand. ``marked``: the doubled seat, where that is
    played. Raises what ``play`` raises for the rulebook and the state, and ``invalid_goal``.
    """
    _check(rulebook, state, goal, riichi)
    players = rulebook.table.players
    found: list[Condition] = []
    winners = [goal.seat, *(s for s in range(players) if s != goal.seat and by_others)]
    for winner in winners:
        for loser in (None, *(s for s in range(players) if s != winner)):
            found += _by_win(
                rulebook,
                state,
                goal,
                Outcome("win", loser=loser, riichi=tuple(riichi), marked=marked),
                winner,
            )
    found += _by_draw(rulebook, state, goal, tuple(riichi), marked)
    found += _by_abort(rulebook, state, goal, tuple(riichi))
    return found


def is_reached(rulebook: Rulebook, state: State, goal: Goal) -> bool:
    """Whether the goal is reached, were the game to end in this state."""
    if goal.place is not None:
        return places(rulebook, state.points)[goal.seat] <= goal.place
    totals = final_result(rulebook, state).totals
    if goal.total is not None:
        return totals[goal.seat] >= goal.total
    assert goal.rank is not None, "checked"
    carried = goal.carried or (0,) * len(totals)
    sums = [total + before for total, before in zip(totals, carried, strict=True)]
    mine = sums.pop(goal.seat)
    ahead = sum(rival > mine or (rival == mine and not goal.ties) for rival in (*sums, *goal.others))
    return ahead < goal.rank


def _check(rulebook: Rulebook, state: State, goal: Goal, riichi: Sequence[int]) -> None:
    players = rulebook.table.players
    wanted = [value for value in (goal.place, goal.total, goal.rank) if value is not None]
    if len(wanted) != 1 or not 0 <= goal.seat < players or len(goal.carried) not in (0, players):
        raise ScoringError(
            "invalid_goal", "A goal is a place, a total or a rank of one seat.", fields=["goal"]
        )
    if any(not 0 <= seat < players for seat in riichi) or len(set(riichi)) != len(riichi):
        raise ScoringError("no_such_seat", "Each player in riichi is named once.", fields=["riichi"])
    if state.over:
        raise ScoringError("game_over", "The game is over.", fields=["state"])


def _declared(riichi: Sequence[int], winner: int, stick: bool) -> tuple[int, ...] | None:
    """Who has declared riichi when this player wins with or without a stick; None if that cannot be."""
    if winner in riichi:
        return tuple(riichi) if stick else None
    return (*riichi, winner) if stick else tuple(riichi)


def _by_win(rulebook: Rulebook, state: State, goal: Goal, outcome: Outcome, winner: int) -> list[Condition]:
    """One player's wins from one seat. A winner's own stick comes back to the winner, so it changes nothing
    but whether the win can happen: each range is told with it and without.
    """
    kind = "tsumo" if outcome.loser is None else "ron"
    ranges: list[Condition] = []
    low = last = None
    ends = True
    for level in levels(rulebook, tsumo=outcome.loser is None, dealer=winner == state.dealer):
        after = play(rulebook, state, replace(outcome, wins=(level.win(winner),)))
        if is_reached(rulebook, after, goal):
            low, ends = (level, bool(after.over)) if low is None else (low, ends and bool(after.over))
            last = level
        elif low is not None:
            ranges.append(Condition(kind, winner, outcome.loser, False, low, last, ends=ends))
            low = None
    if low is not None:
        ranges.append(Condition(kind, winner, outcome.loser, False, low, None, ends=ends))
    if winner in outcome.riichi:
        return [condition._replace(riichi=True) for condition in ranges]
    if not ranges or not _can_declare(rulebook, state, winner):
        return ranges
    return ranges + [condition._replace(riichi=True) for condition in ranges]


def _can_declare(rulebook: Rulebook, state: State, seat: int) -> bool:
    """Whether this player could still put a riichi stick."""
    try:
        declare_riichi(rulebook, state, Outcome("win", riichi=(seat,)))
    except NeedsEventSetting:
        raise
    except ScoringError:
        return False
    return True


def _by_draw(
    rulebook: Rulebook, state: State, goal: Goal, riichi: tuple[int, ...], marked: int | None
) -> Iterator[Condition]:
    seats = range(rulebook.table.players)
    sticks = (True,) if goal.seat in riichi else (False, True)
    for stick in sticks:
        declared = _declared(riichi, goal.seat, stick)
        assert declared is not None, "a player in riichi has a stick"
        reached, ends = [], True
        for size in range(len(seats) + 1):
            for tenpai in combinations(seats, size):
                if not set(declared) <= set(tenpai):
                    continue
                after = _after(
                    rulebook, state, Outcome("draw", tenpai=tenpai, riichi=declared, marked=marked)
                )
                if after is not None and is_reached(rulebook, after, goal):
                    reached.append(tenpai)
                    ends = ends and bool(after.over)
        if reached:
            yield Condition("draw", riichi=stick, tenpai=tuple(reached), ends=ends)
    if rulebook.draw.nagashi_mangan != "mangan_tsumo":
        return
    for seat in seats:
        after = _after(rulebook, state, Outcome("draw", tenpai=riichi, nagashi=(seat,), riichi=riichi))
        if after is not None and is_reached(rulebook, after, goal):
            yield Condition("nagashi", winner=seat, ends=bool(after.over))


def _by_abort(rulebook: Rulebook, state: State, goal: Goal, riichi: tuple[int, ...]) -> Iterator[Condition]:
    aborts = rulebook.draw.aborts
    for kind in ABORTS:
        if not isinstance(aborts, tuple) or kind not in aborts or rulebook.draw.abort_dealer is NA:
            continue
        declared = tuple(range(rulebook.table.players)) if kind == "suuriichi" else riichi
        after = _after(rulebook, state, Outcome("abort", abort=kind, riichi=declared))
        if after is not None and is_reached(rulebook, after, goal):
            yield Condition("abort", abort=kind, ends=bool(after.over))


def _after(rulebook: Rulebook, state: State, outcome: Outcome) -> State | None:
    """The state after an outcome; None where the rules do not let it happen (a riichi nobody can pay)."""
    try:
        return play(rulebook, state, outcome)
    except NeedsEventSetting:
        raise
    except ScoringError:
        return None
