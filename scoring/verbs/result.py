"""``result``: places and totals from final points.

Request: ``rulebook``, ``points`` (initial seat order), ``leftover`` (points of riichi sticks left on the table),
``chombo`` (a count for each seat), ``imbalance``, ``assume``. Answer: ``places``, ``totals`` (exact decimals or
fractions) and ``sum`` (null if totals are rounded roots). If the rulebook leaves required fields open:
``needs_event_setting``.
"""

from collections.abc import Mapping
from typing import Any

from scoring.result.formatting import show_points
from scoring.result.result import Result, settle
from scoring.rulebook.rulebook import Rulebook
from scoring.verbs.request import ALWAYS, only, rulebook_of, whole, wholes

KEYS = (*ALWAYS, "points", "leftover", "chombo", "imbalance")


def result(request: Mapping[str, Any]) -> dict[str, Any]:
    """Settle one game."""
    only(request, KEYS, deposits="leftover")
    book = rulebook_of(request)
    points = wholes(request, "points")
    settled = settle(
        book,
        points,
        leftover=whole(request, "leftover", default=0),
        chombo=wholes(request, "chombo", default=[0] * book.table.players),
        imbalance=whole(request, "imbalance", default=0),
    )
    return result_as_json(book, settled)


def result_as_json(book: Rulebook, settled: Result) -> dict[str, Any]:
    unit = settled.units_per_point
    total = None if book.result.kind == "signed_sqrt" else show_points(sum(settled.totals), unit)
    return {
        "places": list(settled.places),
        "totals": [show_points(units, unit) for units in settled.totals],
        "sum": total,
    }
