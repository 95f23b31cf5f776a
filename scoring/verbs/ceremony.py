"""``ceremony``: who sits where and who deals first; ``wall``: where the deal starts.

``ceremony``: ``procedure`` and ``input`` (what fell: dice, row of tiles, draws; see
``scoring.ceremony.seats``), or ``procedure`` and ``seed`` for a fair draw (``rulebook`` in place of
``procedure`` takes that of the rulebook); ``players`` are four names (A to D
by default). Answer: ``seats`` (players by chair), ``first_dealer``, ``first_dealer_chair``, ``steps``; with a
seed also ``input``; with ``explain`` also ``explanation``, every step in English and Japanese. When the tiles
have to be drawn again: ``redo``. With ``procedure`` a dealer draw, ``input`` holds ``chair`` and ``rolls``;
answer ``first_dealer_chair``.

``wall``: ``dealer``, ``total``, and for dokasen ``tiles_drawn`` (53 by the deal). Answer: ``break_seat``,
``wareme_seat``, ``stacks_right_of_break``, ``stacks_left_of_break``; with ``tiles_drawn`` also ``dokasen_seat``.
"""

from collections.abc import Mapping
from typing import Any

from scoring.ceremony.fair import draw_ceremony
from scoring.ceremony.seats import (
    NEEDS,
    PLAYERS,
    PROCEDURES,
    DrawAgain,
    Seats,
    first_dealer_chair,
)
from scoring.ceremony.wall import break_wall
from scoring.errors import NeedsEventSetting
from scoring.fields import UNSET
from scoring.overlay import dokasen_seat
from scoring.verbs.request import flag, malformed, rulebook_of, text, whole, wholes
from scoring.verbs.tiles import texts


def ceremony(request: Mapping[str, Any]) -> dict[str, Any]:
    """Seat four people, by what fell or from a seed."""
    procedure = _procedure(request)
    players = texts(request, "players") or list(PLAYERS)
    if "seed" in request:
        drawn = draw_ceremony(procedure, text(request, "seed", at_most=1000), players)
        return _seated(drawn.seats, request) | {"input": dict(drawn.fell)}
    fell = request.get("input")
    if not isinstance(fell, dict):
        raise malformed("input", "an object with what fell")
    if procedure not in PROCEDURES:
        chair = whole(fell, "chair", low=0, high=3, default=0)
        return {"first_dealer_chair": first_dealer_chair(procedure, chair, wholes(fell, "rolls", default=()))}
    try:
        return _seated(PROCEDURES[procedure](players=players, **_known(fell, procedure)), request)
    except DrawAgain:
        return {"redo": True}


def wall(request: Mapping[str, Any]) -> dict[str, Any]:
    """Open the wall by the dealer's roll."""
    dealer, total = whole(request, "dealer"), whole(request, "total")
    opened = break_wall(dealer, total)
    answer = {
        "break_seat": opened.seat,
        "wareme_seat": opened.seat,
        "stacks_left_of_break": opened.stacks_left,
        "stacks_right_of_break": opened.stacks_right,
    }
    if "tiles_drawn" in request:
        answer["dokasen_seat"] = dokasen_seat(dealer, total, whole(request, "tiles_drawn"))
    return answer


def _procedure(request: Mapping[str, Any]) -> str:
    """The procedure that is named, or that of the rulebook that is named."""
    if "procedure" in request or "rulebook" not in request:
        return text(request, "procedure")
    named = rulebook_of(request).seating.seat_draw
    if named is UNSET:
        raise NeedsEventSetting(["seating.seat_draw"])
    return str(named)


def _known(fell: Mapping[str, Any], procedure: str) -> dict[str, Any]:
    """What the procedure needs, each of the right kind."""
    known: dict[str, Any] = {}
    for key in NEEDS[procedure]:
        if key == "row":
            known[key] = text(fell, key)
        elif key == "draws":
            known[key] = _draws(fell)
        else:
            known[key] = whole(fell, key)
    return known


def _draws(fell: Mapping[str, Any]) -> list[tuple[str, str]]:
    draws = fell.get("draws")
    if not isinstance(draws, list) or len(draws) > 100:
        raise malformed("draws", "a list of a player and a tile each")
    pairs = [tuple(draw) for draw in draws if isinstance(draw, list) and len(draw) == 2]
    if len(pairs) < len(draws) or not all(isinstance(part, str) for pair in pairs for part in pair):
        raise malformed("draws", "a list of a player and a tile each")
    return [(player, tile) for player, tile in pairs]


def _seated(seats: Seats, request: Mapping[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "seats": {str(chair): player for chair, player in enumerate(seats.seats)},
        "first_dealer": seats.first_dealer,
        "first_dealer_chair": seats.first_dealer_chair,
        "steps": {**seats.marks, "winds": dict(seats.winds)},
    }
    if flag(request, "explain"):
        answer["explanation"] = [
            {"code": step.code, "en": step.en, "ja": step.ja, "values": dict(step.values)}
            for step in seats.steps
        ]
    return answer
