"""Conditions (条件): the exact outcomes of a hand after which a player reaches a goal.

Every way the hand can end is examined, with every worth a winning hand can have, so the answer is complete even
where more is not better: with uma by floating count, or in a stage, a more expensive hand can help a rival. The goal
is judged as if the game ended with this hand; ``ends`` says whether it does.

``Listed`` decides how much is listed. By default: the player's own wins, without liability; draws; one nagashi
mangan; aborts. ``by_others``: also the others' wins. ``several``: several paid winners of one discard, several
nagashi mangan. ``liability``, ``chombo``: wins with a liable player, and fouls. ``sticks``: for whom it matters who
else puts a riichi stick in this hand. All together are all outcomes, except those that the rules treat as another: a
head bump is the first winner's win, a liable discarder pays as a discarder.

**Complete**: an outcome within the options reaches the goal if and only if a condition contains it. **Minimal**: no
outcome is in two conditions. Ranges are as wide as possible: just below and just above, the goal is missed or no
longer sure. With several winners this applies to the first winner's range; each other winner's is as wide as the
first's (and those between) stay the same. Sets (``tenpai``, ``nagashi``, ``offenders``, ``liable``, ``sticks``) hold
everything that leaves the rest of the condition unchanged.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple, TypeAlias

from scoring.conditions.goal import MISSED, POSSIBLE, SURE, Goal, check_goal, is_reached, verdict
from scoring.conditions.win_levels import Level, levels
from scoring.conditions.winning_ways import Way, hands, paid_together, rows, variants
from scoring.errors import NeedsEventSetting, ScoringError
from scoring.game.game import State, check_state, declare_riichi, play
from scoring.game.outcome import Outcome
from scoring.hand.dead_hand import DeadHand
from scoring.hand.exhaustive_draw import ABORTS
from scoring.hand.value import is_riichi
from scoring.rulebook.fields import NA, UNSET
from scoring.rulebook.rulebook import Rulebook

__all__ = ["Condition", "Goal", "Listed", "Underway", "Winner", "conditions", "is_reached"]

MOST_OUTCOMES = 5_000_000
"""The most wins of several winners that are examined: some seconds of work."""

MOST_WINNERS = 3
"""Of one discard at a table of four."""

Seats: TypeAlias = tuple[int, ...]


class Winner(NamedTuple):
    """Another winner of the same discard, with the range of worths for which the condition holds."""

    seat: int
    low: Level
    high: Level | None
    liable: int | None = None
    liable_for: tuple[str, ...] = ()


class Condition(NamedTuple):
    """Outcomes that reach the goal.

    A win (``kind`` tsumo or ron): by ``winner``, from ``loser``, worth ``low`` to ``high`` (None: unlimited), with
    or without a stick of the winner in this hand (``riichi``); ``others`` win the same discard. A draw: ``tenpai``
    lists each sufficient set of tenpai players. A nagashi mangan of ``winner``, or of each set in ``nagashi``. An
    abort: ``abort``. A chombo: each set in ``offenders``. ``ends``: whether the game is over after each of these.
    ``sure`` is False if rivals at other tables can still prevent it.

    ``liable``: each seat that may be liable for the win, for ``liable_for`` (names of yakuman, or ``open_kan``).
    ``sticks``: each set of players who put a stick in this hand; None without that option, and then ``riichi`` is
    the winner's (at a draw: the goal's seat's).
    """

    kind: str
    winner: int | None = None
    loser: int | None = None
    riichi: bool = False
    low: Level | None = None
    high: Level | None = None
    tenpai: tuple[Seats, ...] = ()
    abort: str = ""
    ends: bool = False
    sure: bool = True
    others: tuple[Winner, ...] = ()
    liable: Seats = ()
    liable_for: tuple[str, ...] = ()
    nagashi: tuple[Seats, ...] = ()
    offenders: tuple[Seats, ...] = ()
    sticks: tuple[Seats, ...] | None = None


@dataclass(frozen=True, slots=True)
class Underway:
    """What has already happened in the hand.

    ``riichi``: who has declared riichi; no others do, except the winner (at a draw: the goal's seat), unless
    ``sticks`` are listed. ``dead``: players with dead hands, who win nothing, declare nothing more and are noten at
    a draw. ``marked``: the doubled seat, if that is played.
    """

    riichi: Sequence[int] = ()
    dead: Sequence[int] = ()
    marked: int | None = None


@dataclass(frozen=True, slots=True)
class Listed:
    """What is listed; see the module."""

    by_others: bool = False
    several: bool = False
    liability: bool = False
    chombo: bool = False
    sticks: bool = False


JUST_DEALT = Underway()
OWN_WINS = Listed()


def conditions(
    rulebook: Rulebook,
    state: State,
    goal: Goal,
    hand: Underway = JUST_DEALT,
    listed: Listed = OWN_WINS,
) -> list[Condition]:
    """Return all outcomes of the coming hand after which the goal is reached, as ranges.

    Raises what ``play`` raises for the rulebook and the state, ``invalid_goal``, and ``too_many_outcomes``.
    """
    riichi, dead = hand.riichi, hand.dead
    check_goal(rulebook, goal)
    check_state(rulebook, state)
    if goal.place is not None and rulebook.result.tie is UNSET:
        raise NeedsEventSetting(["result.tie"])  # a place depends on which of two equals is ahead
    declared = tuple(riichi)
    if any(not 0 <= seat < rulebook.hand_players for seat in declared) or len(set(declared)) != len(declared):
        raise ScoringError("no_such_seat", "Each player in riichi is named once.", fields=["riichi"])
    if any(not 0 <= seat < rulebook.hand_players for seat in dead) or len(set(dead)) != len(dead):
        raise ScoringError("no_such_seat", "Each player with a dead hand is named once.", fields=["dead"])
    if state.over:
        raise ScoringError("game_over", "The game is over.", fields=["state"])
    search = _Search(rulebook, state, goal, listed, frozenset(dead), hand.marked)
    sets = _stick_sets(rulebook, state, declared, search.dead) if listed.sticks else [declared]
    if listed.several and len(sets) * search.outcomes_together() > MOST_OUTCOMES:
        raise ScoringError(
            "too_many_outcomes",
            "Here three winners have too many outcomes to list: ask without liability, or without sticks.",
            fields=["several"],
        )
    if listed.sticks:
        return _merged((who, search.with_exactly(who)) for who in sets)
    return search.with_declared(declared)


@dataclass(frozen=True, slots=True)
class _Search:
    """One call of ``conditions``."""

    rulebook: Rulebook
    state: State
    goal: Goal
    listed: Listed
    dead: frozenset[int]
    marked: int | None

    def with_declared(self, declared: Seats) -> list[Condition]:
        """Return conditions with the sticks declared so far, with and without one more of the winner (at a draw: the
        goal's seat).
        """
        reached: list[Condition] = []
        for winners, loser in (
            *(((winner,), loser) for winner, loser in self._single()),
            *self._together(),
        ):
            first = winners[0]
            if first not in declared:
                reached += self._wins(winners, loser, declared)
            if first in declared or _can_declare(self.rulebook, self.state, first):
                # The winner gets the stick back, but a riichi hand has other values.
                who = declared if first in declared else (*declared, first)
                reached += [win._replace(riichi=True) for win in self._wins(winners, loser, who)]
        own = self.goal.seat
        if own not in declared:
            reached += self._draws(declared)
        if own in self.dead and own not in declared:
            return reached + self._nagashi(declared) + self._aborts(declared) + self._fouls(declared)
        who = declared if own in declared else (*declared, own)
        reached += [draw._replace(riichi=True) for draw in self._draws(who)]
        return reached + self._nagashi(declared) + self._aborts(declared) + self._fouls(declared)

    def with_exactly(self, who: Seats) -> list[Condition]:
        """Return conditions with the sticks of exactly these players."""
        reached: list[Condition] = []
        for winner, loser in self._single():
            reached += self._wins((winner,), loser, who)
        for winners, loser in self._together():
            reached += self._wins(winners, loser, who)
        return reached + self._draws(who) + self._nagashi(who) + self._aborts(who) + self._fouls(who)

    def _winners(self) -> Iterator[int]:
        """Return the players whose wins are listed, the goal's seat first."""
        others = range(self.rulebook.hand_players) if self.listed.by_others else ()
        for seat in (self.goal.seat, *(seat for seat in others if seat != self.goal.seat)):
            if seat not in self.dead:
                yield seat

    def _single(self) -> Iterator[tuple[int, int | None]]:
        for winner in self._winners():
            for loser in (None, *(s for s in range(self.rulebook.hand_players) if s != winner)):
                yield winner, loser

    def _together(self) -> Iterator[tuple[Seats, int]]:
        """Return the winners paid together for one discard: the goal's seat first, the others in turn."""
        if not self.listed.several:
            return
        players, own = self.rulebook.hand_players, self.goal.seat
        for size in range(2, players):
            for loser in range(players):
                if not paid_together(self.rulebook, size):
                    continue
                in_turn = [(loser + step) % players for step in range(1, players)]
                in_turn = [seat for seat in in_turn if seat not in self.dead]
                in_turn.sort(key=lambda seat: seat != own)
                for winners in combinations(in_turn, size):
                    if own in winners or self.listed.by_others:
                        yield winners, loser

    def outcomes_together(self) -> int:
        """Count the ways to win one discard together."""
        count = 0
        for winners, loser in self._together():
            combined = 1
            for seat in winners:
                combined *= sum(
                    len(hands(self.rulebook, self.state.dealer, Way(seat, loser, one)))
                    for (one,) in variants(self.rulebook, (seat,), loser, liability=self.listed.liability)
                )
            count += combined
        return count

    def _wins(self, winners: Seats, loser: int | None, who: Seats) -> list[Condition]:
        """Return the ranges of these winners, with these players' sticks; equally liable seats share a condition."""
        grouped: dict[Condition, tuple[list[int], list[bool]]] = {}
        for liable in variants(self.rulebook, winners, loser, liability=self.listed.liability):
            ways = [Way(seat, loser, one, seat in who) for seat, one in zip(winners, liable, strict=True)]
            known = [hands(self.rulebook, self.state.dealer, way) for way in ways]
            for row in rows(self.rulebook, self.state, self.goal, ways, who, self.marked):
                bounds = [
                    (some[low][0], None if high == len(some) - 1 else some[high][0])
                    for some, (low, high) in zip(known, row.ranges, strict=True)
                ]
                more = zip(winners[1:], bounds[1:], liable[1:], strict=True)
                condition = Condition(
                    "tsumo" if loser is None else "ron",
                    winners[0],
                    loser,
                    low=bounds[0][0],
                    high=bounds[0][1],
                    sure=row.verdict == SURE,
                    others=tuple(
                        Winner(seat, *bound, one and one.seat, one.names if one else ())
                        for seat, bound, one in more
                    ),
                    liable_for=liable[0].names if liable[0] else (),
                )
                seats, ends = grouped.setdefault(condition, ([], []))
                seats += [liable[0].seat] if liable[0] else []
                ends.append(row.ends)
        return [
            condition._replace(liable=tuple(seats), ends=all(ends))
            for condition, (seats, ends) in grouped.items()
        ]

    def _draws(self, who: Seats) -> list[Condition]:
        """Return each set of tenpai players, including those in riichi."""
        cases = [
            (tenpai, [self._draw(tenpai, who)])
            for tenpai in self._alive(self._subsets(smallest=0))
            if set(who) - self.dead <= set(tenpai)
        ]
        return [
            Condition("draw", tenpai=tenpai_sets, ends=ends, sure=sure)
            for tenpai_sets, ends, sure in self._sets(cases)
        ]

    def _nagashi(self, who: Seats) -> list[Condition]:
        if self.rulebook.draw.nagashi_mangan != "mangan_tsumo":
            return []

        def by(seats: Seats, tenpai: Seats) -> Outcome:
            return replace(self._draw(tenpai, who), nagashi=seats, marked=None)

        alive = tuple(seat for seat in who if seat not in self.dead)
        if not self.listed.several:
            alone = [
                (seats, [by(seats, alive)])
                for seats in self._alive(self._subsets(smallest=1))
                if len(seats) == 1
            ]
            return [
                Condition("nagashi", winner=seat_sets[0][0], ends=ends, sure=sure)
                for case in alone
                for seat_sets, ends, sure in self._sets([case])
            ]
        # Candidates for another deal: the game may continue.
        with_dealer = tuple(sorted({*alive, self.state.dealer} - self.dead))
        cases = [
            (seats, [by(seats, alive), by(seats, with_dealer)])
            for seats in self._alive(self._subsets(smallest=1))
        ]
        return [
            Condition("nagashi", nagashi=seat_sets, ends=ends, sure=sure)
            for seat_sets, ends, sure in self._sets(cases)
        ]

    def _aborts(self, who: Seats) -> list[Condition]:
        rules, everybody = self.rulebook.draw, tuple(range(self.rulebook.hand_players))
        kinds = [kind for kind in ABORTS if isinstance(rules.aborts, tuple) and kind in rules.aborts]
        if rules.abort_dealer is NA:
            kinds = []
        reached = []
        for kind in kinds:
            declared = everybody if kind == "suuriichi" and not self.listed.sticks else who
            if not self.dead <= set(who) and declared is everybody:
                continue
            case = (declared, [Outcome("abort", abort=kind, riichi=declared)])
            reached += [
                Condition("abort", abort=kind, ends=ends, sure=sure) for _, ends, sure in self._sets([case])
            ]
        alive = [seat for seat in everybody if seat not in self.dead]
        can_three_win = self.rulebook.settlement.ron_three == "abort" and len(alive) >= MOST_WINNERS
        if self.listed.several and can_three_win and "sanchahou" not in kinds:
            winners = alive[-MOST_WINNERS:]
            three = tuple(
                levels(self.rulebook, tsumo=False, dealer=seat == self.state.dealer)[0].win(seat)
                for seat in winners
            )
            loser = next(seat for seat in everybody if seat not in winners)
            case = (who, [Outcome("win", wins=three, loser=loser, riichi=who, marked=self.marked)])
            reached += [
                Condition("abort", abort="sanchahou", ends=ends, sure=sure)
                for _, ends, sure in self._sets([case])
            ]
        return reached

    def _fouls(self, who: Seats) -> list[Condition]:
        if not self.listed.chombo or self.rulebook.chombo.kind == "none":
            return []
        cases = [
            (seats, [Outcome("chombo", offenders=seats, riichi=who, marked=self.marked)])
            for seats in self._subsets(smallest=1)
        ]
        return [
            Condition("chombo", offenders=seat_sets, ends=ends, sure=sure)
            for seat_sets, ends, sure in self._sets(cases)
        ]

    def _draw(self, tenpai: Seats, who: Seats) -> Outcome:
        dead = tuple(DeadHand(seat, "other") for seat in sorted(self.dead))
        return Outcome("draw", tenpai=tenpai, riichi=who, marked=self.marked, dead_hands=dead)

    def _alive(self, some: Iterable[Seats]) -> list[Seats]:
        """Return the sets without a dead hand."""
        return [seats for seats in some if self.dead.isdisjoint(seats)]

    def _subsets(self, smallest: int) -> list[Seats]:
        seats = range(self.rulebook.hand_players)
        return [some for size in range(smallest, len(seats) + 1) for some in combinations(seats, size)]

    def _sets(
        self, cases: Sequence[tuple[Seats, list[Outcome]]]
    ) -> list[tuple[tuple[Seats, ...], bool, bool]]:
        """Return the sets of seats whose outcomes reach the goal, whether the game is then over, and whether that is
        certain. Outcomes the rules forbid (a riichi without the points for it) are left out.
        """
        by_verdict: dict[int, tuple[list[Seats], list[bool]]] = {SURE: ([], []), POSSIBLE: ([], [])}
        for seats, outcomes in cases:
            after = [state for state in map(self._after, outcomes) if state is not None]
            if after and (now := verdict(self.rulebook, after[0], self.goal)) != MISSED:
                by_verdict[now][0].append(seats)
                by_verdict[now][1].extend(bool(state.over) for state in after)
        return [
            (tuple(seat_sets), all(ends), now == SURE)
            for now, (seat_sets, ends) in by_verdict.items()
            if seat_sets
        ]

    def _after(self, outcome: Outcome) -> State | None:
        try:
            return play(self.rulebook, self.state, outcome)
        except NeedsEventSetting:
            raise
        except ScoringError:
            return None


def _can_declare(rulebook: Rulebook, state: State, seat: int) -> bool:
    """Whether this player could still put down a riichi stick."""
    try:
        declare_riichi(rulebook, state, Outcome("win", riichi=(seat,)))
    except NeedsEventSetting:
        raise
    except ScoringError:
        return False
    return True


def _stick_sets(rulebook: Rulebook, state: State, declared: Seats, dead: Collection[int]) -> list[Seats]:
    """Return the players who may have put down a stick by the end: those declared, with any of those who
    still can.
    """
    able = [
        seat
        for seat in range(rulebook.hand_players)
        if seat not in declared
        and seat not in dead
        and is_riichi(rulebook)
        and _can_declare(rulebook, state, seat)
    ]
    return [
        tuple(sorted((*declared, *more)))
        for size in range(len(able) + 1)
        for more in combinations(able, size)
    ]


def _merged(cases: Iterable[tuple[Seats, list[Condition]]]) -> list[Condition]:
    """Merge conditions that differ only in who put down a stick."""
    known: dict[Condition, tuple[list[Seats], list[bool]]] = {}
    for who, some in cases:
        for condition in some:
            sticks, ends = known.setdefault(condition._replace(ends=False), ([], []))
            sticks.append(who)
            ends.append(condition.ends)
    return [
        condition._replace(sticks=tuple(sticks), ends=all(ends))
        for condition, (sticks, ends) in known.items()
    ]
