"""``next``: the next state from a state and an outcome; or the final state of a whole log.

Request: ``rulebook``, ``assume``; ``state`` (as answered; default: the start) and ``outcome`` (see
``scoring.game.outcome``), or ``outcomes`` (a list). Answer: ``state``, ``delta`` (change of points), and, once the
game is over, ``places``, ``totals`` and ``sum`` as answered by ``result``, or ``needs_event_setting``: the settings
of the result that the rulebook leaves open.
"""

from collections.abc import Mapping
from typing import Any

from scoring.errors import NeedsEventSetting
from scoring.game.game import check_state, final_result, play, start
from scoring.game.log import MAX_OUTCOMES, state_as_json, state_from_json
from scoring.game.outcome import from_json
from scoring.verbs.request import ALWAYS, malformed, only, rulebook_of
from scoring.verbs.result import result_as_json

KEYS = (*ALWAYS, "state", "outcome", "outcomes")


def next_state(request: Mapping[str, Any]) -> dict[str, Any]:
    """Play one hand, or several."""
    only(request, KEYS)
    book = rulebook_of(request)
    before = start(book) if request.get("state") is None else state_from_json(book, request["state"])
    check_state(book, before)
    outcomes = request.get("outcomes")
    if outcomes is not None and request.get("outcome") is not None:
        raise malformed("outcome", "left out where outcomes are told")
    if outcomes is None:
        outcomes = [request.get("outcome")]
    if not isinstance(outcomes, list) or len(outcomes) > MAX_OUTCOMES:
        raise malformed("outcomes", "a list of outcomes")
    after = before
    for outcome in outcomes:
        after = play(book, after, from_json(outcome))
    delta = [b - a for a, b in zip(before.points, after.points, strict=True)]
    answer: dict[str, Any] = {"state": state_as_json(after), "delta": delta}
    if after.over:
        try:
            answer |= result_as_json(book, final_result(book, after))
        except NeedsEventSetting as error:  # the hand itself has been played
            answer["needs_event_setting"] = list(error.fields)
    return answer
