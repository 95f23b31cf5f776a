"""Actions on a table's hands: enter, take back, correct, report."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _

from scoring.doubts.results import strange
from scoring.errors import ScoringError
from scoring.game.game import State, play, start
from scoring.game.log import read as read_json
from scoring.game.log import state_as_json
from scoring.game.outcome import Outcome, as_json
from scoring.game.told_hands import complete_outcome
from scoring.hand.payment import STICK
from scoring.hand.yakuman import base_of
from scoring.rulebook.rulebook import Rulebook
from tournaments.actions.actor import Actor
from tournaments.actions.errors import NotAllowed, RulesRefuse, StateRefuses
from tournaments.actions.hands.hand_log import (
    HandLog,
    by_the_rules,
    hands_rulebook,
    outcome_of,
    read_log,
    refuse_other_log,
    refuse_reported,
)
from tournaments.actions.idempotency import one_transaction
from tournaments.actions.play.locked_tables import (
    Permit,
    lock_and_look,
    permitted_already,
    refuse_unless_running,
)
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport, report_sheet
from tournaments.actions.reasons import LONGEST_REASON, required_reason
from tournaments.models import HandRecord, Scoresheet, Table
from tournaments.models.chain import canonical
from tournaments.models.play.hands import EMPTY_LOG


@one_transaction
def enter_hand(
    *,
    table: Table,
    outcome: Mapping[str, object],
    by: Actor,
    if_match: str,
    permit: Permit = permitted_already,
) -> HandRecord:
    """Enter what happened in a hand (the JSON of a `scoring` outcome); the rulebook pays it. A win's yaku or tiles
    are kept with everything derived from them; refused if han and fu do not match.

    `if_match` is the tag of the last record the person saw, or of an empty log. The same hand from another phone, or
    a win that pays the same, counts once: the existing record is returned, marked as a repeat. Otherwise a concurrent
    entry is refused (StaleVersion). No hands after the end of the game or its result. Players cannot move points
    without a hand (an outcome of kind `adjust`).
    """
    log = _open(table, by, permit)
    hand = outcome_of(outcome)
    _refuse_own_corrections(log, [hand], by)
    if if_match == _tag_before(log) and _is_last(log, hand):
        log.records[-1].is_repeat = True
        return log.records[-1]
    refuse_other_log(log, if_match)
    rulebook, state = hands_rulebook(log.at), log.state()
    hand, after = by_the_rules(lambda: _played(rulebook, state, hand))
    return log.append(HandRecord.Kind.HAND, after, by=by, outcome=hand)


@one_transaction
def take_hands_back(
    *, table: Table, first: int, by: Actor, if_match: str, permit: Permit = permitted_already
) -> HandRecord:
    """Take back hand `first` and all later ones. They stay in the log; the game returns to the state before them.
    `if_match` as in `enter_hand`.
    """
    log = _open(table, by, permit)
    refuse_other_log(log, if_match)
    hands = _hands_with(log, first)
    kept = [outcome for number, outcome in hands if number < first]
    return log.append(HandRecord.Kind.UNDO, log.replayed(kept), by=by, of=first)


@dataclass(frozen=True)
class CorrectedHand:
    """What the hand with this number in a log really was, and why it is corrected."""

    number: int
    outcome: Mapping[str, object]
    reason: str


@one_transaction
def change_hand(
    *,
    table: Table,
    correction: CorrectedHand,
    by: Actor,
    if_match: str,
    permit: Permit = permitted_already,
) -> HandRecord:
    """Let the referee correct a hand of the log; later hands are paid again. Refused if they could not have followed.
    `if_match` as in `enter_hand`.
    """
    log = _open(table, by, permit)
    refuse_other_log(log, if_match)
    number, hand = correction.number, outcome_of(correction.outcome)
    reason = required_reason(correction.reason, _("why this hand is corrected"))
    before = [other for at, other in _hands_with(log, number) if at < number]
    rulebook, state = hands_rulebook(log.at), log.replayed(before)
    hand, _state = by_the_rules(lambda: _played(rulebook, state, hand))
    hands = [hand if at == number else other for at, other in _hands_with(log, number)]
    after = log.replayed(hands)
    return log.append(HandRecord.Kind.CHANGE, after, by=by, outcome=hand, of=number, reason=reason)


@one_transaction
def enter_log(
    *, table: Table, game: object, by: Actor, if_match: str, permit: Permit = permitted_already
) -> HandRecord:
    """Enter a whole game in the format of `scoring.game.log`, hand by hand. Only on an empty log. Returns the last
    record. Refuses a game without a hand.
    """
    log = _open(table, by, permit)
    refuse_other_log(log, if_match)
    if log.standing:
        message = _("This game already has hands. Please take them back first.")
        raise StateRefuses(message, code="hands_exist")
    rulebook = hands_rulebook(log.at)
    outcomes = by_the_rules(lambda: read_json(rulebook, game))
    if not outcomes:
        raise RulesRefuse(_("This game has no such hand."), code="no_hands")
    _refuse_own_corrections(log, outcomes, by)
    state = by_the_rules(lambda: start(rulebook))
    for outcome in outcomes:
        hand, state = by_the_rules(partial(_played, rulebook, state, outcome))
        log.append(HandRecord.Kind.HAND, state, by=by, outcome=hand)
    return log.records[-1]


@one_transaction
def report_hands(*, table: Table, by: Actor, if_match: str, permit: Permit = permitted_already) -> Scoresheet:
    """Report the finished game of the log; its result awaits confirmation like any other.

    `if_match` is the tag of the last record the person saw.
    """
    log = _open(table, by, permit)
    refuse_other_log(log, if_match)
    state = log.state()
    if not state.over:
        message = _(
            "According to its hands, this game is not over. Please enter the rest, or report the final "
            "points."
        )
        raise RulesRefuse(message, code="game_not_over")
    why = "; ".join(outcome.reason for outcome in log.outcomes() if outcome.reason)
    figures = Figures(
        points=state.points,
        chombo=state.chombo,
        leftover=state.deposits * STICK,
        imbalance=state.imbalance,
        imbalance_reason=(why or _("corrected by the referee"))[:LONGEST_REASON] if state.imbalance else "",
    )
    live = log.at.last
    tag = live.tag if live is not None and live.is_live else None
    # However odd: the hands explain it.
    odd = [doubt.code for doubt in strange(log.at.rulebook, state.points, state.chombo)]
    return report_sheet(table=table, report=TableReport(figures, if_match=tag, confirm=odd), by=by)


def _open(table: Table, by: Actor, permit: Permit) -> HandLog:
    """Lock the table and read its log, if it may still change."""
    at = lock_and_look(by, pk=table.pk)
    permit(at)
    refuse_unless_running(at)
    refuse_reported(at)
    return read_log(at)


def _refuse_own_corrections(log: HandLog, outcomes: Sequence[Outcome], by: Actor) -> None:
    """Refuse `adjust` outcomes from players: only the staff may move points without a hand."""
    if any(one.kind == "adjust" for one in outcomes) and by.seat_among(log.at.seats) is not None:
        raise NotAllowed(_("Only staff can move points without a hand. Please call the referee."))


def _is_last(log: HandLog, hand: Outcome) -> bool:
    """Whether this repeats the last entry. A win counts as the same if it pays the same: one phone may name yaku, or
    other han or fu of equal value.
    """
    last = log.records[-1] if log.records else None
    if last is None or last.kind != HandRecord.Kind.HAND:
        return False
    if last.outcome == canonical(as_json(hand)):
        return True
    *before, entered = log.outcomes()
    if not hand.wins or not entered.wins:
        return False
    try:
        hand, state = _played(hands_rulebook(log.at), log.replayed(before), hand)
    except ScoringError:
        return False
    return _how(hand) == _how(entered) and canonical(state_as_json(state)) == last.state


def _how(hand: Outcome) -> tuple[object, ...]:
    """Return who won from whom, with which yakuman, who was in riichi and whose hand was dead."""
    won = {(win.winner, frozenset(map(base_of, win.yakuman))) for win in hand.wins}
    return won, hand.loser, set(hand.riichi), hand.dead_hands


def _played(rulebook: Rulebook, state: State, hand: Outcome) -> tuple[Outcome, State]:
    """Return the hand with everything derived from what was entered, and the game after it."""
    hand = complete_outcome(rulebook, state, hand)
    return hand, play(rulebook, state, hand)


def _tag_before(log: HandLog) -> str:
    """Return the tag seen by the person who entered the last record."""
    return log.records[-2].tag if len(log.records) > 1 else EMPTY_LOG


def _hands_with(log: HandLog, number: int) -> list[tuple[int, Outcome]]:
    """Return the counting hands, by number. Refused unless `number` is among them."""
    hands = dict(zip(log.standing, log.outcomes(), strict=True))
    if number not in hands:
        message = _("This game has no hand number %(number)s.")
        message %= {"number": number}
        raise RulesRefuse(message, code="no_such_hand_record", fields={"number": [message]})
    return list(hands.items())
