"""Read possibly tampered data: exceptions become findings, and the rest is still read.

Only this module of `verification` catches exceptions caused by data. Failures of the machine are re-raised: an
unreachable database says nothing about a ledger.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from django.db import DatabaseError, connection
from django.db.models import BooleanField, DateField, IntegerField, Model, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils.translation import gettext as _

from tournaments.models import League, Tournament
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, Problem, Verification
from tournaments.verification.pages import Numbers
from tournaments.verification.rows import Row
from web.outages import is_outage

M = TypeVar("M", bound=Model)
# A name, or the model of the rows.
What = str | type[Model]
# Rows in memory at a time.
CHUNK = 2_000
LONGEST = 200
# SQLite's driver raises this as operational, but the row is at fault.
NO_TEXT = "Could not decode to UTF-8"


def unreadable(what: What, error: Exception, seq: int | None = None) -> Found:
    """Return that `what` is unreadable, and why; re-raises if the data is not at fault."""
    if _is_machines(error):
        raise error
    name = what if isinstance(what, str) else what._meta.verbose_name_plural
    why = f"{type(error).__name__}: {error}"[:LONGEST]
    return seq, _("%(what)s cannot be read: %(why)s") % {"what": name, "why": why}


@contextmanager
def reading(what: What, found: list[Found]) -> Iterator[None]:
    """If the body raises, add to `found` that `what` is unreadable."""
    try:
        yield
    except Exception as error:
        found.append(unreadable(what, error))


def follow(entry: Entry, handlers: Iterable[Callable[[Entry], None]], found: list[Found]) -> None:
    """Let every handler read the entry; entries lacking expected content are added to `found`."""
    try:
        for handler in handlers:
            handler(entry)
    except Exception as error:
        # A forged entry: anything may be missing.
        unreadable("", error)
        message = _("it lacks the content of an entry of its kind (%(kind)s).")
        found.append((entry.seq, message % {"kind": entry.kind}))


def verification_of(
    model: type[Tournament] | type[League], pk: int, verify: Callable[[], Verification]
) -> Verification:
    """Return what `verify` finds in this row's ledger, or its exception as a finding, so that the next can be
    verified.
    """
    try:
        return verify()
    except Exception as error:
        why = f"{type(error).__name__}: {error}"[:LONGEST]
        problem = Problem(_("The ledger cannot be read: %(why)s") % {"why": why})
        about = f"{model._meta.verbose_name} {pk}"
        with suppress(Exception):
            about = model.objects.values_list("slug", flat=True).get(pk=pk)
        return Verification(about, "", 0, "", [problem])


def as_far_as_readable(what: What, findings: Iterable[Found]) -> Iterator[Found]:
    """Yield these findings; an exception on the way becomes the last one."""
    found: list[Found] = []
    with reading(what, found):
        yield from findings
    yield from found


def each(
    rows: QuerySet[M, M],
    compare: Callable[[M], Iterable[Found] | None],
    here: set[Any] | Numbers | None = None,
    *,
    at_once: int = CHUNK,
) -> Iterator[Found]:
    """Yield what `compare` finds in each row, ordered by id; ids are added to `here`.

    An unreadable row is reported, and the next one is read.
    """
    as_stored = _AsStored(rows.model)
    rows = as_stored.beside(rows.order_by("pk"))
    left, last = rows, None
    while True:
        try:
            for row in left.iterator(chunk_size=at_once):
                last = row.pk
                if here is not None:
                    here.add(last)
                about = _row(rows.model, last)
                yield from as_stored.differences(row, about)
                yield from as_far_as_readable(about, compare(row) or ())
            return
        except Exception as error:
            # Not raised by `compare`: the next row cannot be converted by Django.
            unreadable("", error)
            after = rows if last is None else rows.filter(pk__gt=last)
            last = after.values_list("pk", flat=True)[0]
            if here is not None:
                here.add(last)
            yield unreadable(_row(rows.model, last), error)
            left = rows.filter(pk__gt=last)


def each_raw(
    chunks: Iterable[Sequence[Row]], compare: Callable[[Row], Iterable[Found]], named: Callable[[Row], str]
) -> Iterator[Found]:
    """Like `each`, for raw rows, of which there may be a million."""
    for chunk in chunks:
        for row in chunk:
            try:
                yield from compare(row)
            except Exception as error:
                yield unreadable(named(row), error)


class _AsStored:
    """SQLite columns that queries match but Python reads as None, such as a word in a time column."""

    def __init__(self, model: type[Model]) -> None:
        fields = model._meta.concrete_fields if connection.vendor == "sqlite" else ()
        self.columns: dict[str, Cast] = {
            field.name: Cast(field.name, IntegerField() if isinstance(field, BooleanField) else TextField())
            for field in fields
            if isinstance(field, (BooleanField, DateField))
        }

    def beside(self, rows: QuerySet[M, M]) -> QuerySet[M, M]:
        beside: QuerySet[M, M] = rows.annotate(
            **{f"stored_{name}": stored for name, stored in self.columns.items()}
        )
        return beside

    def differences(self, row: Model, about: str) -> Iterator[Found]:
        for name in self.columns:
            has, stored = getattr(row, name), getattr(row, f"stored_{name}")
            if (has is None) != (stored is None) or (type(has) is bool and has != bool(stored)):
                message = _("%(what)s cannot be read: %(column)s has an invalid value.")
                yield None, message % {"what": about, "column": name}


def _row(model: type[Model], pk: object) -> str:
    return f"{model._meta.verbose_name} {pk}"


def _is_machines(error: Exception) -> bool:
    """Whether memory, disk or database failed, or the transaction is aborted."""
    if isinstance(error, (MemoryError, OSError)):
        return True
    if is_outage(error):
        return not str(error).startswith(NO_TEXT)
    # After an error PostgreSQL refuses everything until the transaction ends.
    return isinstance(error, DatabaseError) and connection.vendor == "postgresql"
