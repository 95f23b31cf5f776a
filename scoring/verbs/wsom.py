"""``wsom``: a hand of the World Series of Mahjong by its patterns or by its tiles, and what goes with it.

- By patterns: ``patterns`` (numbers, or objects with ``code``; 3.1 once for every set), ``win`` (``ron`` or
  ``tsumo``), ``winner``, ``loser``. Answer: ``value``, ``delta``.
- By tiles: ``tiles``, ``melds``, ``win_tile``, ``win``, ``seat_wind`` (or ``winner`` and ``dealer``), and
  where they apply ``final_tile``, ``on_kong``, ``robbing_kong``, ``heaven``, ``earth``. Answer: ``value``,
  ``total`` (before the limit), ``patterns``, ``sets``, and ``delta`` when a ``winner`` is named.
- ``kind`` ``draw``: nobody scores and the deal passes on. Answer: ``delta``, ``dealer``.
- ``kind`` ``minimum``: ``patterns`` and the ``minimum`` of the event. Answer: ``value``, null when too low.
- ``kind`` ``invalid``: ``patterns``. Answer: ``error``, why they do not go together, or null.
- ``kind`` ``two_claims`` or ``three_claims``: ``claims``, ``loser``. Answer: ``winner``.
- ``kind`` ``session``: ``raw`` scores. Answer: ``match_points``.

A ``rulebook`` may be named, with ``assume``: it has to be one that counts these patterns, and its minimum holds.
"""

from collections.abc import Mapping
from typing import Any

from scoring.errors import ScoringError
from scoring.hand.tiles import EAST, Tile, print_tiles
from scoring.hand.value import value_of_points
from scoring.hand.wsom.payment import contradiction, first_in_turn, known, match_points, settle, value_of
from scoring.hand.wsom.recognise import Circumstances, Recognised, recognise
from scoring.verbs.payment import loser_of
from scoring.verbs.request import (
    ALWAYS,
    flag,
    in_languages,
    malformed,
    only,
    rulebook_of,
    seat,
    seats,
    whole,
    wholes,
)
from scoring.verbs.tiles import hand_of, is_tsumo, seat_wind_of

PLAYERS = 4
FLAGS = ("final_tile", "on_kong", "robbing_kong", "heaven", "earth")


def wsom(request: Mapping[str, Any]) -> dict[str, Any]:
    """Answer one case of any kind."""
    kind = request.get("kind", "hand")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise malformed("kind", f"one of {', '.join(_KINDS)}")
    answer, keys = _KINDS[kind]
    only(request, (*ALWAYS, "kind", *keys))
    return answer(request)


def _hand(request: Mapping[str, Any]) -> dict[str, Any]:
    tsumo = is_tsumo(request)
    if "patterns" in request:
        for key in (*TILES, *FLAGS):
            if request.get(key):
                raise malformed(key, "left out where the patterns are told")
        value, read = value_of(_codes(request)), {}
    else:
        recognised = recognise(
            hand_of(request),
            Circumstances(tsumo, seat_wind_of(request), **{name: flag(request, name) for name in FLAGS}),
        )
        value, read = recognised.value, _read(recognised, request)
    _check_minimum(request, value)
    if request.get("winner") is not None:
        winner, discarder = seat(request, "winner", PLAYERS), loser_of(request, PLAYERS, tsumo=tsumo)
        by_earth = flag(request, "earth") and "patterns" not in request
        if by_earth and discarder != (winner - seat_wind_of(request) + EAST) % PLAYERS:
            raise ScoringError("cannot_happen", "The blessing of earth is won from East.", fields=["loser"])
        read = {"delta": list(settle(value, winner, discarder))} | read
    return {"value": value} | read


def _check_minimum(request: Mapping[str, Any], value: int) -> None:
    if request.get("rulebook") is None:
        return
    book = rulebook_of(request)
    if book.score.table != "zung_jung":
        raise ScoringError("not_wsom", "This rulebook does not count these patterns.", fields=["rulebook"])
    value_of_points(book, value)


def _read(recognised: Recognised, request: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "total": recognised.total,
        "patterns": [
            {"code": one.code, **in_languages(one, request), "zh": one.zh, "value": one.value}
            for one in recognised.patterns
        ],
        "sets": [print_tiles([Tile(kind) for kind in kinds]) for kinds in recognised.sets],
    }


def _codes(request: Mapping[str, Any]) -> list[str]:
    patterns = request.get("patterns")
    if not isinstance(patterns, list) or len(patterns) > 44:
        raise malformed("patterns", "a list of pattern numbers such as 2.1.1")
    for one in patterns:
        if isinstance(one, dict):
            only(one, ("code", "en", "ja", "zh", "value"), "patterns")  # as in an answer
    given = [one.get("code") if isinstance(one, dict) else one for one in patterns]
    codes = [code for code in given if isinstance(code, str)]
    if len(codes) < len(given):
        raise malformed("patterns", "a list of pattern numbers such as 2.1.1")
    return codes


def _minimum(request: Mapping[str, Any]) -> dict[str, Any]:
    value = value_of(_codes(request))
    return {"value": value if value >= whole(request, "minimum", low=0) else None}


def _invalid(request: Mapping[str, Any]) -> dict[str, Any]:
    return {"error": contradiction(known(_codes(request)))}


def _draw(_request: Mapping[str, Any]) -> dict[str, Any]:
    return {"delta": [0] * PLAYERS, "dealer": "rotates"}


def _claims(request: Mapping[str, Any]) -> dict[str, Any]:
    return {"winner": first_in_turn(seats(request, "claims", PLAYERS), seat(request, "loser", PLAYERS))}


def _session(request: Mapping[str, Any]) -> dict[str, Any]:
    return {"match_points": [match_points(raw) for raw in wholes(request, "raw")]}


TILES = ("tiles", "melds", "win_tile", "seat_wind")
_KINDS = {
    "hand": (_hand, ("patterns", *TILES, *FLAGS, "win", "winner", "dealer", "loser")),
    "minimum": (_minimum, ("patterns", "minimum")),
    "invalid": (_invalid, ("patterns",)),
    "draw": (_draw, ()),
    "two_claims": (_claims, ("claims", "loser")),
    "three_claims": (_claims, ("claims", "loser")),
    "session": (_session, ("raw",)),
}
