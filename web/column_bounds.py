"""The bounds of an integer column, from its type and constraints."""

from math import inf
from typing import Any

from django.db.models import CheckConstraint, Q
from django.db.models.fields import PositiveIntegerRelDbTypeMixin

ANY = (-inf, inf)


def bounds_of(column: Any) -> tuple[int | None, int | None]:
    """Return the bounds enforced by the database for an integer column; None if there is none.

    From the column's type and the model's CHECK constraints. Conditions on two columns, or with `~`, are ignored.
    """
    least, most = (0 if isinstance(column, PositiveIntegerRelDbTypeMixin) else -inf), inf
    for constraint in column.model._meta.constraints:
        if isinstance(constraint, CheckConstraint) and (span := _span(constraint.condition, column.name)):
            least, most = max(least, span[0]), min(most, span[1])
    return (None if least == -inf else int(least)), (None if most == inf else int(most))


def _span(condition: Any, column: str) -> tuple[float, float] | None:
    """Return the range of values that meet a condition; None if only NULL does."""
    if isinstance(condition, tuple):
        name, _, lookup = condition[0].partition("__")
        bound = condition[1]
        if name != column:
            return ANY
        if bound is None or (lookup == "isnull" and bound):
            return None
        if lookup == "range":
            low, high = bound
            return low, high
        if not isinstance(bound, int) or lookup == "isnull":
            return ANY
        return {"gte": (bound, inf), "lte": (-inf, bound), "": (bound, bound)}.get(lookup, ANY)
    if not isinstance(condition, Q) or condition.negated:
        return ANY
    spans = [_span(one, column) for one in condition.children]
    some = [span for span in spans if span is not None]
    if not some or (condition.connector == Q.AND and len(some) < len(spans)):
        return None
    low, high = zip(*some, strict=True)
    return (max(low), min(high)) if condition.connector == Q.AND else (min(low), max(high))
