"""Going on in a list of any length from one of its rows: an index finds the next ones, however many come before."""

from collections.abc import Sequence
from typing import TypeVar

from django.db.models import Model, Q, QuerySet

_Row = TypeVar("_Row", bound=Model)


def rows_behind(row: _Row, ordered: QuerySet[_Row], order: Sequence[str], number: int) -> list[_Row]:
    """Return the next rows. `order` is three columns that are never null, all ascending or all descending, the last
    of them `pk`; `ordered` is in this order.

    Those that are the same in the first column are asked for first: together with the others PostgreSQL takes them
    for a few, and sorts all that it finds. Where no player has a reading, these are all.
    """
    beyond = "lt" if order[0].startswith("-") else "gt"
    first, second, last = (column.removeprefix("-") for column in order)
    one, other = getattr(row, first), getattr(row, second)
    same = ordered.filter(**{first: one, f"{second}__{beyond}e": other})
    same = same.filter(Q(**{f"{second}__{beyond}": other}) | Q(**{f"{last}__{beyond}": row.pk}))
    found = list(same[:number])
    if len(found) < number:
        found += ordered.filter(**{f"{first}__{beyond}": one})[: number - len(found)]
    return found
