"""``ceremony``: seats and the first dealer; ``wall``: where the deal starts.

``ceremony``: ``procedure`` and ``input`` (dice, row of tiles, draws; see ``scoring.ceremony.seats``), or
``procedure`` and ``seed`` for a fair draw (``rulebook`` instead of ``procedure`` uses the rulebook's); ``players``
are four names (by default A to D). Answer: ``seats`` (players by chair), ``first_dealer``, ``first_dealer_chair``,
``steps``; with a seed also ``input``; ``assumed``, in English and Japanese, if a procedure has steps without a
source; with ``explain`` also ``explanation``, every step in English and Japanese. If the tiles have to be drawn
again: ``redo``. If ``procedure`` is a dealer draw, ``input`` holds ``chair`` and ``rolls``; answer
``first_dealer_chair``.

``wall``: ``dealer`` and ``total``; with two rolls also ``second``; or ``seed`` with ``procedure`` (or the
``rulebook`` that names it) for a fair draw. ``stacks`` is 17 in a wall, 18 with flowers. For dokasen ``tiles_drawn``
(53 by the deal; one roll). Answer: ``break_seat``, ``wareme_seat``, ``stacks_right_of_break``,
``stacks_left_of_break``; with ``tiles_drawn`` also ``dokasen_seat``; ``assumed`` and ``explanation`` as above.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from scoring.ceremony.dice import CHAIRS
from scoring.ceremony.seats import (
    DEALER_DRAWS,
    NEEDS,
    PLAYERS,
    PROCEDURES,
    DrawAgain,
    Seats,
    Step,
    first_dealer_chair,
)
from scoring.ceremony.seeded import draw_ceremony, draw_wall
from scoring.ceremony.wall import STACKS, WALL_BREAKS, WITH_FLOWERS, Break, break_by_two_rolls, break_wall
from scoring.errors import NeedsEventSetting, ScoringError
from scoring.hand.doubled_seat import dokasen_seat
from scoring.rulebook.fields import UNSET
from scoring.rulebook.rulebook import Rulebook
from scoring.verbs.request import (
    ALWAYS,
    flag,
    in_languages,
    malformed,
    only,
    rulebook_of,
    text,
    whole,
    wholes,
)
from scoring.verbs.tiles import texts

CEREMONY = (*ALWAYS, "procedure", "input", "seed", "players", "explain")
WALL = (
    *ALWAYS,
    *("dealer", "total", "second", "seed", "procedure", "stacks", "tiles_drawn", "explain"),
)


def ceremony(request: Mapping[str, Any]) -> dict[str, Any]:
    """Draw seats for four players, from dice and tiles or from a seed."""
    only(request, CEREMONY)
    procedure = _procedure(request)
    players = texts(request, "players") or list(PLAYERS)
    if "seed" in request:
        if request.get("input") is not None:
            raise malformed("input", "left out where a seed draws")
        drawn = draw_ceremony(procedure, text(request, "seed", at_most=1000), players)
        return _seated(drawn.seats, request) | {"input": dict(drawn.fell)}
    fell = request.get("input")
    if not isinstance(fell, dict):
        raise malformed("input", "an object with what fell")
    if procedure not in PROCEDURES:
        if procedure not in DEALER_DRAWS:
            raise _unknown((*PROCEDURES, *DEALER_DRAWS))
        only(fell, ("chair", "rolls"), "input")
        chair = whole(fell, "chair", low=0, high=3, default=0)
        return {"first_dealer_chair": first_dealer_chair(procedure, chair, wholes(fell, "rolls", default=()))}
    try:
        return _seated(PROCEDURES[procedure](players=players, **what_fell(fell, procedure)), request)
    except DrawAgain:
        return {"redo": True}


def wall(request: Mapping[str, Any]) -> dict[str, Any]:
    """Open the wall by one roll or two, or from a seed."""
    only(request, WALL)
    dealer = whole(request, "dealer")
    opened = _opened(request, dealer)
    answer: dict[str, Any] = {
        "break_seat": opened.seat,
        "wareme_seat": opened.seat,
        "stacks_left_of_break": opened.stacks_left,
        "stacks_right_of_break": opened.stacks_right,
    }
    if "tiles_drawn" in request:
        if request.get("second") is not None or "seed" in request:
            raise malformed(
                "tiles_drawn", "given with one roll: no rule moves the mark of another wall break"
            )
        answer["dokasen_seat"] = dokasen_seat(dealer, whole(request, "total"), whole(request, "tiles_drawn"))
    return answer | _steps_as_json(opened.steps, opened.assumed, request)


def _opened(request: Mapping[str, Any], dealer: int) -> Break:
    book = rulebook_of(request) if "rulebook" in request else None
    named = book.seating.wall_break if book else "one_roll_sum"
    has_flowers = book is not None and book.score.table == "mcr"
    stacks = whole(request, "stacks", default=WITH_FLOWERS if has_flowers else STACKS)
    if book:
        _for_four(book)
    if "seed" in request:
        if "procedure" not in request and named is UNSET:
            raise NeedsEventSetting(["seating.wall_break"])
        procedure = text(request, "procedure", default=str(named))
        return draw_wall(procedure, text(request, "seed", at_most=1000), dealer, stacks)
    total = whole(request, "total")
    if "procedure" in request and request["procedure"] not in WALL_BREAKS:
        raise _unknown(WALL_BREAKS)
    if request.get("second") is not None or text(request, "procedure", default=str(named)) == "two_roll":
        return break_by_two_rolls(dealer, total, whole(request, "second"), stacks)
    return break_wall(dealer, total, stacks)


def _for_four(book: Rulebook) -> None:
    if book.hand_players != CHAIRS:
        raise ScoringError(
            "four_players",
            "How three players draw seats and open the wall is not written.",
            fields=["rulebook"],
        )


def _unknown(known: Collection[str]) -> ScoringError:
    return ScoringError(
        "unknown_procedure",
        f"The procedures known are {', '.join(dict.fromkeys(known))}.",
        fields=["procedure"],
    )


def _procedure(request: Mapping[str, Any]) -> str:
    """Return the named procedure, or that of the named rulebook."""
    if "procedure" in request or "rulebook" not in request:
        return text(request, "procedure")
    book = rulebook_of(request)
    _for_four(book)
    named = book.seating.seat_draw
    if named is UNSET:
        raise NeedsEventSetting(["seating.seat_draw"])
    return str(named)


def what_fell(fell: Mapping[str, Any], procedure: str) -> dict[str, Any]:
    """Return the inputs of a procedure of `PROCEDURES` from JSON; RuleError ``malformed`` for missing, mistyped or
    foreign ones.
    """
    only(fell, NEEDS[procedure], "input")
    known: dict[str, Any] = {}
    for key in NEEDS[procedure]:
        if procedure == "five_tiles" and key in ("d3", "d4") and fell.get(key) is None:
            continue  # no rolls if all is drawn again; otherwise the procedure asks for them
        if key == "row":
            known[key] = text(fell, key)
        elif key == "draws":
            known[key] = _draws(fell)
        elif key == "order":
            known[key] = texts(fell, key)
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
    return answer | _steps_as_json(seats.steps, seats.assumed, request)


def _steps_as_json(
    steps: Sequence[Step], assumed: Sequence[Step], request: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the assumed steps, if any; all steps with the flag ``explain``."""
    payload: dict[str, Any] = {}
    if assumed:
        payload["assumed"] = [
            {"about": step.values["about"], **in_languages(step, request)} for step in assumed
        ]
    if flag(request, "explain"):
        payload["explanation"] = [
            {"code": step.code, **in_languages(step, request), "values": dict(step.values)} for step in steps
        ]
    return payload
