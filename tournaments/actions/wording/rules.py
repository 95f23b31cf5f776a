"""Refusals of points and house rules by `scoring`, in the reader's language."""

import json
from collections.abc import Sequence

from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _

from scoring.errors import RulebookError, ScoringError
from scoring.result.chombo import MAX_CHOMBO
from scoring.result.point_step import HUNDRED, point_step
from scoring.rulebook.choices import Choices
from scoring.rulebook.fields import FIELDS
from scoring.rulebook.rulebook import Rulebook
from web.text.figures import in_figures

# Values that are valid alone but not together, by the field that `scoring` names.
CONTRADICTIONS = {
    "result.uma": gettext_noop(
        "Uma needs a number for each player; by floating players, one row for each number of floating "
        "players from 0 up."
    ),
    "result.floating_threshold": gettext_noop(
        "Uma by floating players needs the points from which a player is floating."
    ),
    "result.tie": gettext_noop("Players who share a place must split what the places bring."),
    "result.tie_remainder": gettext_noop("Table points must be split exactly."),
    "result.leftover_deposits": gettext_noop("A riichi rulebook must say who takes the sticks left over."),
    "score.limits": gettext_noop("This score table needs its limits."),
}


def please_decide(choices: Choices) -> str:
    """Return the possible answers where a rulebook leaves something open."""
    if choices.values:
        return _("Please choose one of: %(values)s.") % {"values": ", ".join(map(str, choices.values))}
    example = json.dumps(choices.example)
    if choices.kind == "number":
        return _("Please enter a whole number from %(low)s to %(high)s, such as %(example)s.") % {
            "low": f"{choices.low:,}",
            "high": f"{choices.high:,}",
            "example": example,
        }
    return _("Please enter a value, such as %(example)s.") % {"example": example}


def rulebook_error_in_words(error: RulebookError) -> str:
    """Return why a rulebook is invalid, as far as people can cause it; errors that only programs can cause stay in
    English.
    """
    if error.code == "contradiction" and error.field in CONTRADICTIONS:
        return _(CONTRADICTIONS[error.field])
    if error.code == "invalid_value" and error.field in FIELDS and get_language() != "en":
        return _("%(field)s cannot have this value.") % {"field": FIELDS[error.field].named(get_language())}
    return error.message


def in_words(
    error: ScoringError, rulebook: Rulebook, *, points: Sequence[int], leftover: int, imbalance: int
) -> str:
    """Return why these figures were refused: what is wrong, what was expected, what to do."""
    if error.code == "points_do_not_balance":
        return _out_of_balance(rulebook, sum(points) + leftover + imbalance, leftover)
    if error.code == "wrong_number_of_players":
        return _("No rulebook has been chosen for tables of %(players)s, so this one cannot be settled.") % {
            "players": len(points)
        }
    if error.code == "invalid_points":
        step = point_step(rulebook)
        steps = [(value, step) for value in (*points, imbalance)] + [(leftover, HUNDRED)]
        odd = next(((value, least) for value, least in steps if value % least), None)
        if odd is not None and rulebook.result.kind == "points":
            value, least = odd
            return _("%(points)s is not a multiple of %(step)s. Please check the sticks.") % {
                "points": in_figures(value),
                "step": least,
            }
        return _("These points are out of range. Please check them.")
    if error.code == "no_riichi_sticks":
        return _("Under this rulebook, no sticks can be left on the table.")
    if error.code == "no_chombo_in_rulebook":
        return _("This rulebook has no chombo after the game. Please leave it at 0.")
    if error.code == "invalid_chombo":
        return _("The number of chombo must be between 0 and %(most)s.") % {"most": MAX_CHOMBO}
    if error.code == "needs_event_setting":
        return _("The rulebook leaves open: %(fields)s. The organizer must decide this as a house rule.") % {
            "fields": ", ".join(error.fields)
        }
    return error.message


def _out_of_balance(rulebook: Rulebook, found: int, leftover: int) -> str:
    players = rulebook.table.players
    start = rulebook.table.starting_points
    expected = players * start if isinstance(start, int) else 0
    figures = {"found": in_figures(found), "expected": in_figures(expected)}
    message = {
        3: _("The three scores add up to %(found)s, not %(expected)s."),
        4: _("The four scores add up to %(found)s, not %(expected)s."),
        5: _("The five scores add up to %(found)s, not %(expected)s."),
    }[players]
    if found < expected and rulebook.result.kind == "points":
        return f"{message % figures} {_('Is a riichi stick missing?')}"
    if leftover and found - expected == leftover:
        return f"{message % figures} {_('Are the sticks left on the table counted twice?')}"
    return f"{message % figures} {_('Please check the scores again.')}"
