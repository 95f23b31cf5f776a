"""Parsing of tiles in a request."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from scoring.errors import ScoringError
from scoring.hand.hand_tiles import LaidOut, read_hand
from scoring.hand.tiles import EAST, Tile, TilesError, parse_meld, parse_tile, parse_tiles, parse_wind
from scoring.verbs.request import malformed, seat, text, won_by

Read = TypeVar("Read")


def texts(request: Mapping[str, Any], key: str, *, at_most: int = 16) -> list[str]:
    """Return a list of short texts; empty if the key is missing."""
    value = request.get(key)
    if value is None:
        return []
    if not isinstance(value, list) or len(value) > at_most:
        raise malformed(key, "a short list of texts")
    if any(not isinstance(item, str) or len(item) > 40 for item in value):
        raise malformed(key, "a short list of texts")
    return list(value)


def named(key: str, read: Callable[[], Read]) -> Read:
    """Return the result of ``read``; a TilesError without fields gets this key as its field."""
    try:
        return read()
    except TilesError as error:
        if error.fields:
            raise
        raise TilesError(error.code, error.message, [key], **error.values) from None


def hand_of(request: Mapping[str, Any]) -> LaidOut:
    """Return the hand in ``tiles``, ``melds`` and ``win_tile``, as `scoring.hand.hand_tiles.read_hand` reads it."""
    tiles, melds = text(request, "tiles"), texts(request, "melds")
    won = text(request, "win_tile", default="")
    named("melds", lambda: [parse_meld(meld) for meld in melds])
    named("win_tile", lambda: won and parse_tile(won))
    return named("tiles", lambda: read_hand(tiles, melds, won))


def tiles_of(request: Mapping[str, Any], key: str) -> tuple[Tile, ...]:
    """Return tiles in tile notation; empty if the key is missing."""
    notation = text(request, key, default="")
    return named(key, lambda: parse_tiles(notation))


def wind_of(request: Mapping[str, Any], key: str, default: str | None = None) -> int:
    """Return the kind of a wind, E, S, W or N."""
    notation = text(request, key, default=default)
    return named(key, lambda: parse_wind(notation))


def seat_wind_of(request: Mapping[str, Any], players: int = 4) -> int:
    """Return the winner's wind: ``seat_wind``, or from ``dealer`` to ``winner``; they must agree."""
    given = wind_of(request, "seat_wind") if "seat_wind" in request else None
    if given is not None and (request.get("winner") is None or request.get("dealer") is None):
        return given
    counted = EAST + (seat(request, "winner", players) - seat(request, "dealer", players)) % players
    if given is not None and given - EAST < players and given != counted:
        raise ScoringError(
            "cannot_happen",
            "The winner sits on another wind, by this dealer.",
            fields=["seat_wind", "dealer"],
        )
    return counted if given is None else given


def is_tsumo(request: Mapping[str, Any]) -> bool:
    """``win``: ``tsumo`` or ``ron``."""
    return won_by(request) == "tsumo"
