"""``carry``: what an entry starts the next stage with.

Request: ``total`` (of the previous stage, including penalties), and how it is carried over: ``kind`` (``none``,
``full``, ``ratio``, ``by_rank``; by default ``ratio`` if one is given, else ``full``), ``ratio`` (two integers),
``quantum`` and ``mode`` (the rounding of a share; exact without a ``quantum``), ``by_rank`` (a total for each rank)
with ``rank``, ``forgives_penalties`` with ``penalties``. Answer: ``carried``.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import Any, cast

from scoring.result.formatting import show_points
from scoring.standing.carry_over import KINDS, CarryOver, Finish, Kind, carried, check_carry_over
from scoring.standing.rounding import ROUNDINGS
from scoring.verbs.request import amount, amount_of, choice, flag, listed, malformed, only, whole, wholes

RULE = ("kind", "ratio", "quantum", "mode", "by_rank", "forgives_penalties")
KEYS = ("do", "id", "language", "total", "penalties", "rank", *RULE)


def carry(request: Mapping[str, Any]) -> dict[str, Any]:
    """Carry one total over."""
    only(request, KEYS)
    kind = choice(request, "kind", KINDS, default="full" if request.get("ratio") is None else "ratio")
    ratio = _ratio(request) if kind == "ratio" else Fraction(1)
    total = amount(request, "total")
    penalties = amount(request, "penalties", default=Fraction(0))
    by_rank = [amount_of("by_rank", one) for one in listed(request, "by_rank", default=(), at_most=100)]
    quantum = None if request.get("quantum") is None else amount(request, "quantum")
    given = (total, penalties, *by_rank, *(() if quantum is None else (quantum,)))
    unit = lcm(*(one.denominator for one in given)) * ratio.denominator
    rule = CarryOver(
        cast(Kind, kind),
        ratio=ratio,
        quantum=1 if quantum is None else int(quantum * unit),
        mode=choice(request, "mode", ROUNDINGS, default="half_up"),
        by_rank=tuple(int(one * unit) for one in by_rank),
        forgives_penalties=flag(request, "forgives_penalties"),
    )
    rank = whole(request, "rank", low=1, high=10_000, default=None if kind == "by_rank" else 1)
    start = carried(check_carry_over(rule), Finish(rank, int(total * unit), int(penalties * unit)))
    return {"carried": show_points(start.total, unit)}


def _ratio(request: Mapping[str, Any]) -> Fraction:
    numbers = wholes(request, "ratio", at_most=2)
    if len(numbers) != 2 or not 0 < numbers[1] <= 1_000_000:
        raise malformed("ratio", "two whole numbers such as [1, 2], the second above 0")
    return Fraction(*numbers)
