"""Rows as the database gives them: for hundreds of thousands, Django's conversion costs more than the reading.

Columns of numbers and texts are named; those of moments and truths are selected as `Raw`.
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
# Few enough that what is read is still in the processor's cache when it is compared.
CHUNK = 2_000
# As many rows of others are read as of one's own, at most, to read them in the order of an index.
STRANGERS = 1

M = TypeVar("M", bound=Model)


class Raw(Func):
    """A column as SQLite stores it: a moment is a text, a truth a number, and nothing where it is no number. On
    PostgreSQL it is the column itself.

    The driver of SQLite goes by the type a column was declared with, which an expression does not have.
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
    """Yield what `values_list` selects, unconverted; moments are for `moment_of`. Needs a transaction."""
    return chain.from_iterable(chunks(query))


def chunks(query: QuerySet[Any, Any]) -> Iterator[list[Row]]:
    """Yield the rows of `raw_rows`, many at a time."""
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
    """Cut chunks of rows, ordered by their first column, behind each of `ends`; the last piece is what is left.

    An end is asked for once the piece before it was given.

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
    """Give each value of the first column once, with the other columns of its rows; in chunks of rows in its order.

    >>> list(grouped_by_first([[(1, "a", 7), (1, "b", 7), (2, "c", 8)], [(2, "d", 8), (5, "e", 9)]]))
    [(1, ('a', 'b'), (7, 7)), (2, ('c', 'd'), (8, 8)), (5, ('e',), (9,))]
    """
    rest = list[Row]()
    for chunk in rows:
        rest += chunk
        # The rows of the last one may go on in the next chunk.
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
        # All have as many rows, as seats at tables of four: the columns are cut without a look at the rows.
        yield from zip(heads, *(zip(*[iter(column)] * size, strict=True) for column in others), strict=True)
        return
    for head, group in groupby(rows, key=itemgetter(0)):
        _heads, *columns = zip(*group, strict=True)
        yield head, *columns


def near(rows: QuerySet[M, M], column: str, keys: Collection[int]) -> QuerySet[M, M]:
    """Those whose column lies between the first and the last of `keys`: these, and perhaps some of others.

    In the order of the column's index they are read twice as fast as where a join jumps through the table.
    """
    if not keys:
        return rows.none()
    return rows.filter(**{f"{column}__gte": min(keys), f"{column}__lte": max(keys)})


def is_dense(rows: QuerySet[M, M], keys: Collection[int], number: int | None = None) -> bool:
    """Do few rows of others lie between those with these keys? Then reading what is near costs less than joining.

    `number` says how many there are where `keys` are the first and the last alone.
    """
    return near(rows, "pk", keys).count() <= (1 + STRANGERS) * (len(keys) if number is None else number)


def moment_of(value: Any) -> Any:
    """The moment in a raw column: SQLite keeps a text, in UTC.

    >>> moment_of("2026-11-21 09:30:00.25")
    datetime.datetime(2026, 11, 21, 9, 30, 0, 250000, tzinfo=datetime.timezone.utc)
    """
    if type(value) is not str:
        return value
    return _parsed(value)


@lru_cache(maxsize=1_000)
def _parsed(text: str) -> datetime:
    """What one transaction wrote bears one moment, in every row."""
    moment = datetime.fromisoformat(text)
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
