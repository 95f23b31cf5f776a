"""Constraints on dead hands in a record's outcome, which is JSON in a text column."""

from django.db.models import Expression, JSONField, Q, Value
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from django.db.models.functions import Cast, NullIf, StrIndex
from django.db.models.lookups import Exact, In, IsNull

from scoring.game.outcome import MAX_SEATS
from scoring.hand.dead_hand import REASONS

PLACES = range(MAX_SEATS)


def _told(*path: str | int) -> Expression:
    """Return the value at this path of the outcome; NULL if missing or without an outcome."""
    found: Expression = Cast(NullIf("outcome", Value("")), JSONField())
    *first, last = path
    for key in first:
        found = KeyTransform(key, found)
    return KeyTextTransform(last, found)


def _is_missing(*path: str | int) -> Q:
    return Q(IsNull(_told(*path), True))


def _differ(one: Expression, other: Expression) -> Q:
    """NULL, which no constraint refuses, if one of them is missing."""
    return ~Q(Exact(one, other))


def named_once_with_a_reason() -> Q:
    """Each dead hand has a seat and a valid reason, and no two have the same seat."""
    whole = _is_missing("dead_hands", MAX_SEATS)
    for place in PLACES:
        seat, why = _told("dead_hands", place, "seat"), _told("dead_hands", place, "why")
        has_both = Q(IsNull(seat, False)) & Q(IsNull(why, False)) & Q(In(why, list(REASONS)))
        whole &= _is_missing("dead_hands", place) | has_both
        for other in range(place):
            whole &= _differ(seat, _told("dead_hands", other, "seat"))
    return _is_missing("dead_hands") | whole


def neither_wins_nor_is_tenpai() -> Q:
    """The seat of a dead hand neither wins nor is tenpai."""
    whole = Q()
    for place in PLACES:
        seat = _told("dead_hands", place, "seat")
        for other in PLACES:
            whole &= _differ(seat, _told("wins", other, "winner")) & _differ(seat, _told("tenpai", other))
    return _is_missing("dead_hands") | whole


def has_no_nagashi() -> Q:
    """The seat of a dead hand, a single digit, is not among those paid for their discards."""
    whole = Q()
    for place in PLACES:
        whole &= Q(Exact(StrIndex(_told("nagashi"), _told("dead_hands", place, "seat")), 0))
    return _is_missing("dead_hands") | whole
