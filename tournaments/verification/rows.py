"""Raw database rows: for hundreds of thousands, Django's conversion costs more than reading.

Number and text columns are selected by name, times and booleans as `Raw`.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from itertools import chain, groupby
from operator import itemgetter
from typing import Any, TypeVar

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Func, Model, QuerySet
from django.db.models.sql.compiler import SQLCompiler

Row = tuple[Any, ...]
# Small enough that rows are still in the CPU cache when they are compared.
CHUNK = 2_000
# At most this many foreign rows are read per own row in order to read in index order.
STRANGERS = 1

M = TypeVar("M", bound=Model)


class Raw(Func):
    """A column as SQLite stores it: a time is text, a boolean a number, or NULL if it is not a number. On PostgreSQL
    the column itself.

    SQLite's driver converts by the declared column type, which an expression does not have.
    """

    arity = 1
    template = "%(expressions)s"

    def as_sqlite(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any
    ) -> tuple[str, Any]:
        is_truth = self.output_field.get_internal_type() == "BooleanField"
        of_number = "CASE typeof(%(expressions)s) WHEN 'integer' THEN %(expressions)s END"
        template = of_number if is_truth else "CAST(%(expressions)s AS TEXT)"
        return self.as_sql(compiler, connection, template=template, **context)


def raw_rows(query: QuerySet[Any, Any]) -> Iterator[Row]:
    """Yield what `values_list` selects, unconverted; parse times with `moment_of`. Needs a transaction."""
    return chain.from_iterable(chunks(query))


def chunks(query: QuerySet[Any, Any]) -> Iterator[list[Row]]:
    """Yield the rows of `raw_rows` in chunks."""
    try:
        sql, params = query.query.sql_with_params()
    except EmptyResultSet:
        return
    is_pooled = connection.settings_dict.get("DISABLE_SERVER_SIDE_CURSORS")
    with connection.cursor() if is_pooled else connection.chunked_cursor() as cursor:
        cursor.execute(sql, params)
        while rows := cursor.fetchmany(CHUNK):
            yield rows


def cut(rows: Iterable[Sequence[Row]], ends: Iterable[int]) -> Iterator[list[Row]]:
    """Cut chunks of rows, ordered by their first column, after each of `ends`; the last piece is the rest.

    Each end is requested after the previous piece was yielded.

    >>> list(cut([[(1,), (1,), (2,)], [(2,), (5,)]], [1, 2, 4]))
    [[(1,), (1,)], [(2,), (2,)], [], [(5,)]]
    """
    left, piece = iter(ends), list[Row]()
    end = next(left, None)
    for chunk in rows:
        first = 0
        while end is not None and chunk[-1][0] > end:
            behind = bisect_right(chunk, end, lo=first, key=itemgetter(0))
            yield [*piece, *chunk[first:behind]]
            first, piece = behind, []
            end = next(left, None)
        piece += chunk[first:]
    yield piece
    while end is not None:
        end = next(left, None)
        yield []


def grouped_by_first(rows: Iterable[Sequence[Row]]) -> Iterator[Row]:
    """Group ordered chunks of rows by their first column.

    >>> list(grouped_by_first([[(1, "a", 7), (1, "b", 7), (2, "c", 8)], [(2, "d", 8), (5, "e", 9)]]))
    [(1, ('a', 'b'), (7, 7)), (2, ('c', 'd'), (8, 8)), (5, ('e',), (9,))]
    """
    rest = list[Row]()
    for chunk in rows:
        rest += chunk
        # The last group may continue in the next chunk.
        end = bisect_left(rest, rest[-1][0], key=itemgetter(0))
        yield from _of_whole(rest[:end])
        rest = rest[end:]
    yield from _of_whole(rest)


def _of_whole(rows: Sequence[Row]) -> Iterator[Row]:
    if not rows:
        return
    first, *others = zip(*rows, strict=True)
    size = bisect_right(first, first[0])
    heads = first[::size]
    if heads == first[size - 1 :: size] and len({*heads}) == len(heads):
        # All groups have the same size, as seats at tables of four: columns are cut without inspecting rows.
        yield from zip(heads, *(zip(*[iter(column)] * size, strict=True) for column in others), strict=True)
        return
    for head, group in groupby(rows, key=itemgetter(0)):
        _heads, *columns = zip(*group, strict=True)
        yield head, *columns


def near(rows: QuerySet[M, M], column: str, keys: Collection[int]) -> QuerySet[M, M]:
    """Return rows whose column is between the first and last of `keys`, possibly including foreign ones.

    Reading in index order is twice as fast as a join that jumps through the table.
    """
    if not keys:
        return rows.none()
    return rows.filter(**{f"{column}__gte": min(keys), f"{column}__lte": max(keys)})


def is_dense(rows: QuerySet[M, M], keys: Collection[int], number: int | None = None) -> bool:
    """Whether few foreign rows lie between these keys, so that reading a range is cheaper than joining.

    `number` is their count if `keys` has only the first and last.
    """
    return near(rows, "pk", keys).count() <= (1 + STRANGERS) * (len(keys) if number is None else number)


def moment_of(value: Any) -> Any:
    """Parse a time in a raw column: SQLite stores text, in UTC.

    >>> moment_of("2026-11-21 09:30:00.25")
    datetime.datetime(2026, 11, 21, 9, 30, 0, 250000, tzinfo=datetime.timezone.utc)
    """
    if type(value) is not str:
        return value
    return _parsed(value)


@lru_cache(maxsize=1_000)
def _parsed(text: str) -> datetime:
    """Cached: all rows of a transaction have the same time."""
    moment = datetime.fromisoformat(text)
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
