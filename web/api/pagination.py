"""Lists: pages of at most 200, found by what is on the allow-list and in an order that is on one."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

MOST = 200
USUAL = 50
_Row = TypeVar("_Row", bound=Model)


class Paging(serializers.Serializer[Any]):
    """Which part of a list: `limit` of its rows, after the first `offset`."""

    limit = serializers.IntegerField(
        min_value=1, max_value=MOST, default=USUAL, help_text="At most this many; 50 unless given."
    )
    offset = serializers.IntegerField(
        min_value=0, max_value=1_000_000, default=0, help_text="Skip this many."
    )


def page(
    request: Request,
    rows: QuerySet[_Row],
    query: Mapping[str, Any],
    shape: Callable[[_Row], Mapping[str, Any]],
) -> Response:
    """Answer one page of `rows`: a query, another one where more rows may follow, and those its `prefetch_related`
    needs.
    """
    shown = rows_of_page(rows, query)
    return page_of_list(request, [*map(shape, shown)], query, count=count_of(rows, shown, query))


def rows_of_page(rows: QuerySet[_Row], query: Mapping[str, Any]) -> list[_Row]:
    return list(rows[query["offset"] : query["offset"] + query["limit"]])


def count_of(rows: QuerySet[_Row], shown: Sequence[_Row], query: Mapping[str, Any]) -> int:
    """How many `rows` there are, of which the page shows `shown`. No query for the last page, which tells it."""
    limit, offset = query["limit"], query["offset"]
    is_last = len(shown) < limit and (shown or not offset)
    return offset + len(shown) if is_last else rows.count()


def page_of_list(
    request: Request, shapes: Sequence[Mapping[str, Any]], query: Mapping[str, Any], *, count: int
) -> Response:
    """Answer the page that `shapes` are, of `count` altogether."""
    limit, offset = query["limit"], query["offset"]
    address = request.build_absolute_uri()
    following = offset + limit
    return Response(
        {
            "count": count,
            "next": replace_query_param(address, "offset", following) if following < count else None,
            "previous": replace_query_param(address, "offset", max(0, offset - limit)) if offset else None,
            "results": shapes,
        }
    )
