"""Lists: pages of at most 200, with filters and orderings from allow-lists.

Lists within a tournament are paged by `offset`, with a total count. Long lists, over the whole installation, are
paged by the last row, at constant cost, and counted up to a thousand.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import remove_query_param, replace_query_param

from web.api.fields import MOST_ID
from web.long_lists import rows_behind

MOST = 200
USUAL = 50
MOST_COUNTED = 1_000
_Row = TypeVar("_Row", bound=Model)


class Paging(serializers.Serializer[Any]):
    """Which part of a list: `limit` of its rows, after the first `offset`."""

    limit = serializers.IntegerField(
        min_value=1, max_value=MOST, default=USUAL, help_text="At most this many; 50 unless given."
    )
    offset = serializers.IntegerField(
        min_value=0, max_value=1_000_000, default=0, help_text="Skip this many."
    )


class LongPaging(Paging):
    """Which part of a long list: that of `offset`, or what follows the row with the id `after`."""

    offset = serializers.IntegerField(
        min_value=0,
        max_value=MOST_COUNTED,
        default=0,
        help_text=f"Skip this many, {MOST_COUNTED} at most; `next` and `after` lead further.",
    )
    after = serializers.IntegerField(
        min_value=1,
        max_value=MOST_ID,
        required=False,
        help_text="Begin behind the row with this id, in the order asked for. Not together with offset.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["offset"] and "after" in attrs:
            message = _("A page starts at an offset or after a row. Leave out offset or after.")
            raise serializers.ValidationError({"after": [message]})
        return attrs


def page(
    request: Request,
    rows: QuerySet[_Row],
    query: Mapping[str, Any],
    shape: Callable[[_Row], Mapping[str, Any]],
) -> Response:
    """Answer one page of `rows`: one query, another if more rows may follow, plus those of its `prefetch_related`."""
    shown = rows_of_page(rows, query)
    return page_of_list(request, [*map(shape, shown)], query, count=count_of(rows, shown, query))


def rows_of_page(rows: QuerySet[_Row], query: Mapping[str, Any]) -> list[_Row]:
    return list(rows[query["offset"] : query["offset"] + query["limit"]])


def count_of(rows: QuerySet[_Row], shown: Sequence[_Row], query: Mapping[str, Any]) -> int:
    """Return the number of `rows`, of which the page shows `shown`. No query on the last page."""
    limit, offset = query["limit"], query["offset"]
    is_last = len(shown) < limit and (shown or not offset)
    return offset + len(shown) if is_last else rows.count()


def page_of_list(
    request: Request, shapes: Sequence[Mapping[str, Any]], query: Mapping[str, Any], *, count: int
) -> Response:
    """Answer the page `shapes`, of `count` in all."""
    following = query["offset"] + query["limit"]
    return Response(
        {
            "count": count,
            "next": _address(request, offset=following) if following < count else None,
            "previous": _previous(request, query),
            "results": shapes,
        }
    )


def page_behind(
    request: Request, shapes: Sequence[Mapping[str, Any]], *, count: int, after: int | None
) -> Response:
    """Answer the page `shapes`, of `count` in all; the next one begins behind `after`, None on the last one."""
    return Response(
        {
            "count": count,
            "next": None if after is None else _address(request, after=after),
            "previous": None,
            "results": shapes,
        }
    )


def page_of_long_list(
    request: Request,
    rows: QuerySet[_Row],
    query: Mapping[str, Any],
    shape: Callable[[_Row], Mapping[str, Any]],
    *,
    order: Sequence[str],
) -> Response:
    """Answer one page of `rows` in this order: non-null columns, all ascending or all descending, with `pk` as the
    last of three. An index on these columns finds the page at constant cost.
    """
    limit, offset, after = query["limit"], query["offset"], query.get("after")
    ordered = rows.order_by(*order)
    if after is None:
        found = list(ordered[offset : offset + limit + 1])
    else:
        found = rows_behind(_row_of(rows, after), ordered, order, limit + 1)
    shown, has_more = found[:limit], len(found) > limit
    is_last = after is None and not has_more and (shown or not offset)
    count = offset + len(shown) if is_last else rows.order_by()[: MOST_COUNTED + 1].count()
    return Response(
        {
            "count": count if count <= MOST_COUNTED else None,
            "next": _address(request, after=shown[-1].pk) if has_more else None,
            "previous": _previous(request, query),
            "results": [*map(shape, shown)],
        }
    )


def _row_of(rows: QuerySet[_Row], pk: int) -> _Row:
    row = rows.filter(pk=pk).first()
    if row is None:
        message = _("This list has no row %(id)s to continue from. Start again without after.") % {"id": pk}
        raise serializers.ValidationError({"after": [message]})
    return row


def _address(request: Request, **place: int) -> str:
    """Return the address of another page of the same list."""
    address = request.build_absolute_uri()
    for name in ("offset", "after"):
        address = remove_query_param(address, name)
    for name, value in place.items():
        address = replace_query_param(address, name, value)
    return address


def _previous(request: Request, query: Mapping[str, Any]) -> str | None:
    offset = query["offset"]
    address = request.build_absolute_uri()
    return replace_query_param(address, "offset", max(0, offset - query["limit"])) if offset else None
