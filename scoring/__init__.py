"""The rules of mahjong, without Django: rulebooks as data, from a hand to a game's result.

Exports what a program needs for one game: a rulebook, the game hand by hand, its result, conditions, the value of a
hand from its tiles, and errors. `docs/scoring.md` has an example.

>>> from scoring import load, settle, show_total
>>> result = settle(load("jpml_a"), [45_000, 28_000, 26_000, 21_000])
>>> [show_total(total, result.units_per_point) for total in result.totals]
['+27', '-3', '-7', '-17']
"""

from scoring.conditions.conditions import Condition, Goal, Listed, Underway, conditions
from scoring.errors import NeedsEventSetting, RulebookError, RuleError, ScoringError
from scoring.game.game import State, final_result, history, play, replay, start
from scoring.game.outcome import Outcome
from scoring.hand.hand_tiles import LaidOut, read_hand
from scoring.hand.payment import settle_win
from scoring.hand.riichi.hand_value import HandValue, value_hand
from scoring.hand.riichi.situation import Situation
from scoring.hand.win import Award, Hand, Liability, Payment, Transfer, Win
from scoring.result.formatting import show_total
from scoring.result.result import Result, SeatResult, settle
from scoring.rulebook.rulebook import Rulebook, editions, from_content, load, unset_fields
from scoring.text.awards import say_award, say_condition
from scoring.text.errors import say_refusal

__all__ = [
    "Award",
    "Condition",
    "Goal",
    "Hand",
    "HandValue",
    "LaidOut",
    "Liability",
    "Listed",
    "NeedsEventSetting",
    "Outcome",
    "Payment",
    "Result",
    "RuleError",
    "Rulebook",
    "RulebookError",
    "ScoringError",
    "SeatResult",
    "Situation",
    "State",
    "Transfer",
    "Underway",
    "Win",
    "conditions",
    "editions",
    "final_result",
    "from_content",
    "history",
    "load",
    "play",
    "read_hand",
    "replay",
    "say_award",
    "say_condition",
    "say_refusal",
    "settle",
    "settle_win",
    "show_total",
    "start",
    "unset_fields",
    "value_hand",
]
