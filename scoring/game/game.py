"""A game as a pure state machine: a state and an outcome give the next state, or an error with the reason.

>>> from scoring.rulebook.rulebook import load
>>> from scoring.game.outcome import Outcome
>>> from scoring.hand.win import Win
>>> book = load("mleague")
>>> state = play(book, start(book), Outcome("win", wins=(Win(0, han=3, fu=40),), loser=2, riichi=(0, 1)))
>>> state.points, state.honba, state.dealer
((33700, 24000, 17300, 25000), 1, 0)
"""

from collections.abc import Iterable
from typing import NamedTuple

from scoring.errors import NeedsEventSetting, ScoringError
from scoring.game.ending import dealer_stays_after_win, ending
from scoring.game.outcome import Outcome
from scoring.game.told_hands import complete_outcome
from scoring.hand.chombo import punish
from scoring.hand.dead_hand import check_dead_hands
from scoring.hand.exhaustive_draw import (
    check_abort,
    dealer_stays_after_abort,
    dealer_stays_after_draw,
    has_counters,
    nagashi_payments,
    noten_payments,
)
from scoring.hand.han_and_fu import OPEN
from scoring.hand.payment import STICK, settle_win
from scoring.hand.value import is_riichi, value_of_han
from scoring.hand.win import Hand, Win
from scoring.hand.yakuman import CONCEALED_ALWAYS, YAKUMAN
from scoring.result.point_step import point_step
from scoring.result.result import Result, settle
from scoring.rulebook.fields import UNSET
from scoring.rulebook.rulebook import Rulebook


class State(NamedTuple):
    """A game between two hands. Seats are numbered in turn order from the first dealer.

    ``deposits``: riichi sticks on the table. ``round``: 0 east, 1 south … ``hands``: hands finished. ``chombo``:
    after-game chombo of each seat. ``imbalance``: points removed from the game by corrections, so that points +
    sticks + imbalance always equal the starting total. ``hands_left``: after the gong. ``over``: why the game is
    over.
    """

    points: tuple[int, ...]
    round: int = 0
    dealer: int = 0
    honba: int = 0
    deposits: int = 0
    hands: int = 0
    chombo: tuple[int, ...] = ()
    imbalance: int = 0
    hands_left: int | None = None
    chombo_ends: bool = False
    over: str = ""


def start(rulebook: Rulebook) -> State:
    """Return the state before the first hand."""
    players = rulebook.hand_players
    points = rulebook.table.starting_points
    if not isinstance(points, int):
        raise NeedsEventSetting(["table.starting_points"])
    return State((points,) * players, chombo=(0,) * players)


def check_state(rulebook: Rulebook, state: State) -> None:
    """Raise ScoringError ``points_do_not_balance`` unless points, sticks and imbalance equal the starting total."""
    players = rulebook.hand_players
    if len(state.points) != players:
        raise ScoringError(
            "wrong_number_of_players",
            f"This state has points for {len(state.points)} players; here {players} play.",
            fields=["state"],
        )
    start_points = rulebook.table.starting_points
    if not isinstance(start_points, int):
        return  # nothing to compare with: the event has not set it yet
    points = sum(state.points)
    total, expected = points + state.deposits * STICK + state.imbalance, players * start_points
    if total != expected:
        message = f"The points of this state add up to {points:,}"
        if state.deposits:
            message += f", with {state.deposits * STICK:,} in riichi sticks"
        if state.imbalance:
            message += f", with an imbalance of {state.imbalance:,}"
        raise ScoringError(
            "points_do_not_balance",
            f"{message}: {total:,} in all. A game of {players} by this rulebook has {expected:,}.",
            fields=["state"],
        )


def play(rulebook: Rulebook, state: State, outcome: Outcome) -> State:
    """Return the state after this outcome. Raises ScoringError (``game_over``, ``points_do_not_balance``,
    ``no_such_abort`` …) for an impossible state or outcome, NeedsEventSetting if the rulebook leaves open what
    follows.
    """
    check_state(rulebook, state)
    _check_seats(rulebook, outcome)
    if outcome.kind == "adjust":
        return _adjust(rulebook, state, outcome)
    if state.over:
        raise ScoringError("game_over", "The game is over; only a correction can follow.", fields=["kind"])
    if outcome.kind == "gong":
        return _gong(state, outcome)
    winners = [win.winner for win in outcome.wins]
    check_dead_hands(
        outcome.dead_hands,
        winners=winners,
        tenpai=outcome.tenpai,
        nagashi=outcome.nagashi,
        riichi=outcome.riichi,
    )
    before, state = state, declare_riichi(rulebook, state, outcome)
    match outcome.kind:
        case "win":
            return _win(rulebook, state, outcome)
        case "draw":
            return _draw(rulebook, state, outcome)
        case "abort":
            return _abort(rulebook, state, outcome)
        case "chombo":
            return _chombo(rulebook, before, outcome)
    raise ScoringError("invalid_outcome", f"There is no outcome {outcome.kind[:20]!r}.", fields=["kind"])


def history(rulebook: Rulebook, outcomes: Iterable[Outcome]) -> list[State]:
    """Return all states of a game, from the start to after the last outcome."""
    states = [start(rulebook)]
    for outcome in outcomes:
        states.append(play(rulebook, states[-1], outcome))
    return states


def replay(rulebook: Rulebook, outcomes: Iterable[Outcome]) -> State:
    """Return the state after these outcomes. Undo is a replay without the last one."""
    state = start(rulebook)
    for outcome in outcomes:
        state = play(rulebook, state, outcome)
    return state


def final_result(rulebook: Rulebook, state: State) -> Result:
    """Return places and totals, were the game to end in this state."""
    return settle(
        rulebook,
        state.points,
        leftover=state.deposits * STICK,
        chombo=state.chombo,
        imbalance=state.imbalance,
    )


def _check_seats(rulebook: Rulebook, outcome: Outcome) -> None:
    players = rulebook.hand_players
    groups = {
        "riichi": outcome.riichi,
        "open_hands": outcome.open_hands,
        "dead_hands": tuple(dead.seat for dead in outcome.dead_hands),
        "tenpai": outcome.tenpai,
        "nagashi": outcome.nagashi,
        "offenders": outcome.offenders,
        "loser": () if outcome.loser is None else (outcome.loser,),
        "marked": () if outcome.marked is None else (outcome.marked,),
        "winner": tuple(win.winner for win in outcome.wins),
        "dealer": () if outcome.dealer is None else (outcome.dealer,),
    }
    for name, seats in groups.items():
        if any(not 0 <= seat < players for seat in seats) or len(set(seats)) != len(seats):
            raise ScoringError(
                "no_such_seat", f"Seats are numbered from 0 to {players - 1}, each once.", fields=[name]
            )


def declare_riichi(rulebook: Rulebook, state: State, outcome: Outcome) -> State:
    if not outcome.riichi:
        return state
    if not is_riichi(rulebook):
        raise ScoringError("no_riichi_sticks", "There is no riichi in this game.", fields=["riichi"])
    points = list(state.points)
    for seat in outcome.riichi:
        if seat in outcome.open_hands:
            raise ScoringError(
                "riichi_by_open_hand", "An open hand cannot declare riichi.", fields=["riichi"]
            )
        if points[seat] < STICK:
            rule = rulebook.yaku.riichi_below_1000
            if rule is UNSET:
                raise NeedsEventSetting(["yaku.riichi_below_1000"])
            if rule != "allowed":
                raise ScoringError(
                    "too_few_points_for_riichi",
                    f"Riichi costs 1,000 points; this player has {points[seat]:,}.",
                    fields=["riichi"],
                )
        points[seat] -= STICK
    return state._replace(points=tuple(points), deposits=state.deposits + len(outcome.riichi))


def _win(rulebook: Rulebook, state: State, outcome: Outcome) -> State:
    outcome = complete_outcome(rulebook, state, outcome)
    for win in outcome.wins:
        if win.winner in outcome.open_hands or (win.details and win.details.is_open):
            _check_open_hand(rulebook, win, tsumo=outcome.loser is None)
    hand = Hand(state.dealer, state.honba, state.deposits, outcome.riichi, outcome.marked)
    paid = settle_win(rulebook, hand, outcome.wins, outcome.loser)
    if paid.abort:
        return _finish(
            rulebook, state, outcome, by="abort", stays=dealer_stays_after_abort(rulebook), drawn=True
        )
    dealer_won = any(award.winner == state.dealer for award in paid.awards)
    stays = dealer_won and dealer_stays_after_win(rulebook)
    after = state._replace(
        points=_add(state.points, paid.delta),
        deposits=state.deposits - sum(a.sticks for a in paid.awards),
    )
    return _finish(rulebook, after, outcome, by="win", stays=stays, drawn=False)


def _check_open_hand(rulebook: Rulebook, win: Win, *, tsumo: bool) -> None:
    """Refuse a value that a hand with calls cannot have (``no_such_hand``)."""
    if win.yakuman or win.units is not None or win.han is None or not is_riichi(rulebook):
        closed = next((name for name in win.yakuman if name in CONCEALED_ALWAYS), None)
        if closed:
            raise ScoringError(
                "no_such_hand", f"An open hand is never {YAKUMAN[closed].en}.", fields=["yakuman"]
            )
        return
    value_of_han(rulebook, win.han, win.fu, tsumo=tsumo, how=OPEN)


def _draw(rulebook: Rulebook, state: State, outcome: Outcome) -> State:
    tenpai = outcome.tenpai
    dead = {one.seat for one in outcome.dead_hands}
    if rulebook.draw.noten_total != 0 and any(
        seat not in tenpai for seat in outcome.riichi if seat not in dead
    ):
        raise ScoringError(
            "noten_riichi",
            "A player in riichi is not tenpai: that is a chombo, not a draw.",
            fields=["tenpai"],
        )
    if outcome.nagashi:
        delta = nagashi_payments(rulebook, state.dealer, outcome.nagashi)
    else:
        delta = noten_payments(rulebook, tenpai, marked=outcome.marked)
    stays = dealer_stays_after_draw(rulebook, state.dealer, tenpai)
    after = state._replace(points=_add(state.points, delta))
    return _finish(rulebook, after, outcome, by="draw", stays=stays, drawn=True)


def _abort(rulebook: Rulebook, state: State, outcome: Outcome) -> State:
    check_abort(rulebook, outcome.abort)
    if outcome.abort == "suuriichi" and len(outcome.riichi) != rulebook.hand_players:
        raise ScoringError("four_riichi_needed", "Not everybody has declared riichi.", fields=["riichi"])
    if outcome.abort in ("kyuushu", "suufon") and outcome.open_hands:
        raise ScoringError(
            "abort_after_a_call",
            "This abort is for a first turn in which nobody called.",
            fields=["open_hands"],
        )
    return _finish(rulebook, state, outcome, by="abort", stays=dealer_stays_after_abort(rulebook), drawn=True)


def _chombo(rulebook: Rulebook, before: State, outcome: Outcome) -> State:
    """Apply the sanction; the hand is replayed or, if the rulebook does not replay it, continues."""
    state = declare_riichi(rulebook, before, outcome)
    hand = Hand(state.dealer, state.honba, state.deposits, tuple(outcome.riichi), outcome.marked)
    foul = punish(rulebook, hand, outcome.offenders)
    after = state._replace(
        points=_add(state.points, foul.delta),
        deposits=foul.deposits,
        honba=foul.honba,
        chombo=_add(state.chombo, foul.after_game),
    )
    if state.hands_left is not None and state.chombo_ends:
        left = state.hands_left - 1
        return after._replace(hands_left=left, over="" if left else "time")
    return after


def _finish(
    rulebook: Rulebook, state: State, outcome: Outcome, *, by: str, stays: bool, drawn: bool
) -> State:
    """Close the hand: counters, the next dealer, and whether the game is over."""
    players = rulebook.hand_players
    position = state.round * players + state.dealer
    over = ending(rulebook, position, state.points, by=by, stays=stays, stop=outcome.stop)
    left = None if state.hands_left is None else state.hands_left - 1
    if not over and left == 0:
        over = "time"
    counted = has_counters(rulebook)
    honba = state.honba + 1 if counted and (stays or drawn) else 0
    if over:
        return state._replace(hands=state.hands + 1, hands_left=left, over=over)
    if not stays:
        position += 1
    return state._replace(
        round=position // players,
        dealer=position % players,
        honba=honba,
        hands=state.hands + 1,
        hands_left=left,
    )


def _gong(state: State, outcome: Outcome) -> State:
    left = outcome.hands_left
    return state._replace(hands_left=left, chombo_ends=outcome.chombo_ends, over="" if left else "time")


def _adjust(rulebook: Rulebook, state: State, outcome: Outcome) -> State:
    """Apply a referee's correction: points added to or removed from the game are recorded as imbalance."""
    players = rulebook.hand_players
    delta = outcome.delta or (0,) * players
    if len(delta) != players:
        raise ScoringError(
            "wrong_number_of_players", f"A correction is for {players} seats.", fields=["delta"]
        )
    step = point_step(rulebook)
    odd = next((change for change in delta if change % step), 0)
    if odd:
        raise ScoringError(
            "invalid_points",
            f"{odd:,} is not a multiple of {step}. Please check the sticks.",
            fields=["delta"],
        )
    if state.deposits + outcome.sticks < 0:
        raise ScoringError("invalid_sticks", "There are not so many sticks on the table.", fields=["sticks"])
    return state._replace(
        points=_add(state.points, delta),
        deposits=state.deposits + outcome.sticks,
        imbalance=state.imbalance - sum(delta) - STICK * outcome.sticks,
        dealer=state.dealer if outcome.dealer is None else outcome.dealer,
        round=state.round if outcome.round is None else outcome.round,
        honba=state.honba if outcome.honba is None else outcome.honba,
    )


def _add(points: tuple[int, ...], delta: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(points, delta, strict=True))
