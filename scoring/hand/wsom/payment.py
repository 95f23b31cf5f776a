"""The value of a WSOM hand, and its payments."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from scoring.errors import ScoringError
from scoring.hand.wsom.patterns import BY_CODE, CHICKEN_HAND, LIMIT, PER_SET

MOST_SETS = 4
"""Three dragons and the seat wind."""

SHARED = 25
"""Up to this value a hand won on a discard is paid by all three; above it, the two others pay this much."""


def value_of(codes: Sequence[str]) -> int:
    """Return the value of a hand with these patterns (3.1 once for every set).

    The sum, at most 320; a single pattern of 320 or more counts alone; no pattern at all is worth 1. Refuses
    (`ScoringError`) an unknown code (`unknown_pattern`) and patterns that exclude each other (`impossible_patterns`,
    see `contradiction`).

    >>> value_of(["2.1.1", "4.1", "7.2.1"]), value_of(["3.3.4", "4.1"]), value_of([])
    (170, 400, 1)
    """
    known(codes)
    why_not = contradiction(codes)
    if why_not:
        raise ScoringError(
            "impossible_patterns", f"These patterns do not go together: {why_not}.", fields=("patterns",)
        )
    values = [BY_CODE[code].value for code in codes]
    return worth(max(values, default=0), sum(values))


def known(codes: Sequence[str]) -> Sequence[str]:
    """Return the codes if all of them exist, else raise `ScoringError` with code `unknown_pattern`."""
    unknown = [code for code in codes if code not in BY_CODE]
    if unknown:
        raise ScoringError(
            "unknown_pattern",
            f"There is no pattern {', '.join(unknown)}; the 44 patterns are numbered 1.1 to 10.2.",
            fields=("patterns",),
        )
    return codes


def contradiction(codes: Sequence[str]) -> str | None:
    """Return why no hand can count all of these patterns, or None: one per series, and additions to
    irregular hands.

    >>> contradiction(["10.2", "1.2"]), contradiction(["10.2", "2.1.2"])
    ('concealed hand is not added to an irregular hand', None)
    """
    series = [BY_CODE[code].series for code in codes if code != PER_SET]
    if codes.count(PER_SET) > MOST_SETS:
        return f"a hand has at most {MOST_SETS} sets of value honours"
    twice = sorted({one for one in series if series.count(one) > 1})
    if twice:
        return f"only one pattern of series {twice[0]} counts"
    for irregular, company in _WITH_IRREGULAR.items():
        if irregular in codes and "1.2" in codes:
            return "concealed hand is not added to an irregular hand"
        needless = [code for code in codes if code != irregular and code not in company]
        if irregular in codes and needless:
            return f"{BY_CODE[needless[0]].en.lower()} is not added to {BY_CODE[irregular].en.lower()}"
    return None


_WITH_IRREGULAR = {
    "10.1": {"9.1.1", "9.1.2", "9.3", "9.4.1", "9.4.2"},
    "10.2": {"1.3", "2.1.1", "2.1.2", "3.4", "8.1.3", "8.1.4", "9.1.1", "9.1.2", "9.4.1", "9.4.2"},
}
"""What an irregular hand adds: nothing that asks for sets, and no kong (robbing one needs a lone tile)."""


def worth(highest: int, total: int) -> int:
    """Return the value of a hand whose patterns sum to `total`, the highest being worth `highest`."""
    return highest if highest >= LIMIT else min(total, LIMIT) or CHICKEN_HAND


def settle(value: int, winner: int, discarder: int | None = None) -> tuple[int, int, int, int]:
    """Return what each of the four seats receives for a hand of this value; the sum is 0.

    The winner always gets three times the value. A self-draw (`discarder` None) and a discard of 25 or less are paid
    by all three alike; above 25 the two others pay 25 each and the discarder the rest. Refuses (`ScoringError`) a
    seat outside 0 to 3 (`no_such_seat`), a win from oneself (`win_from_oneself`) and a value below 1
    (`no_such_value`).

    >>> settle(170, 3), settle(170, 3, 1)
    ((-170, -170, -170, 510), (-25, -460, -25, 510))
    """
    for field, seat in (("winner", winner), ("from", discarder)):
        if seat is not None and seat not in range(4):
            raise ScoringError("no_such_seat", f"Seats are numbered 0 to 3, not {seat}.", fields=(field,))
    if winner == discarder:
        raise ScoringError("win_from_oneself", "Nobody wins on their own discard.", fields=("winner", "from"))
    if value < CHICKEN_HAND:
        raise ScoringError("no_such_value", "A hand is worth at least 1 point.", fields=("value",))
    shared = value if discarder is None else min(value, SHARED)
    paid = [-shared] * 4
    if discarder is not None:
        paid[discarder] = 2 * shared - 3 * value
    paid[winner] = 3 * value
    return paid[0], paid[1], paid[2], paid[3]


def first_in_turn(claims: Sequence[int], discarder: int) -> int:
    """Return who gets a discard claimed by several players: the next in turn after the discarder (頭ハネ).

    Refuses (`ScoringError`, code `no_such_claim`) no claims and claims by the discarder.

    >>> first_in_turn([2, 0], 1)
    2
    """
    if not claims or discarder in claims:
        raise ScoringError(
            "no_such_claim",
            "A discard must be won by one or more players other than the discarder.",
            fields=("claims",),
        )
    return min(claims, key=lambda seat: (seat - discarder) % 4)


def match_points(raw: int) -> str:
    """Return a session's raw score as match points: its sign and the square root of its magnitude, four decimals.

    The official rounding was never published; here to the nearest, in integer arithmetic.

    >>> match_points(-195), match_points(0), match_points(1020)
    ('-13.9642', '0.0000', '31.9374')
    """
    root = (isqrt(4 * abs(raw) * 10**8) + 1) // 2
    return f"{'-' if root and raw < 0 else ''}{root // 10_000}.{root % 10_000:04d}"
