"""Reading what somebody may have edited: whatever is raised on the way is a finding, and the rest is read.

Part of `verification`, in which nothing else catches what data raises. What is the machine's fault is raised on: a
database that is away says nothing about a ledger.
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
# A name, or the model whose rows are meant.
What = str | type[Model]
# So many rows are in memory at a time.
CHUNK = 2_000
LONGEST = 200
# SQLite's driver calls this operational, but it is the row's fault.
NO_TEXT = "Could not decode to UTF-8"


def unreadable(what: What, error: Exception, seq: int | None = None) -> Found:
    """Return that `what` cannot be read, and why; raise what is no fault of the data."""
    if _is_machines(error):
        raise error
    name = what if isinstance(what, str) else what._meta.verbose_name_plural
    why = f"{type(error).__name__}: {error}"[:LONGEST]
    return seq, _("%(what)s cannot be read: %(why)s") % {"what": name, "why": why}


@contextmanager
def reading(what: What, found: list[Found]) -> Iterator[None]:
    """If anything inside raises, add to `found` that `what` cannot be read."""
    try:
        yield
    except Exception as error:
        found.append(unreadable(what, error))


def follow(entry: Entry, handlers: Iterable[Callable[[Entry], None]], found: list[Found]) -> None:
    """Let every one of these read the entry; if it does not hold what they look for, say so in `found`."""
    try:
        for handler in handlers:
            handler(entry)
    except Exception as error:
        # Only somebody else can have written it: what is missing may be anything.
        unreadable("", error)
        message = _("it lacks the content of an entry of its kind (%(kind)s).")
        found.append((entry.seq, message % {"kind": entry.kind}))


def verification_of(
    model: type[Tournament] | type[League], pk: int, verify: Callable[[], Verification]
) -> Verification:
    """Return what `verify` finds in the ledger of this row, or what it raises: others are verified, too."""
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
    """Yield these findings; if something raises on the way, that is the last one."""
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
    """Yield what `compare` finds in each row, in the order of their numbers, which are added to `here`.

    A row that cannot be read or compared is named, and the next one is looked at.
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
            # Nothing that `compare` raises comes here: it is the next row that Django makes no object of.
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
    """`each` for rows as the database gives them, of which there may be a million."""
    for chunk in chunks:
        for row in chunk:
            try:
                yield from compare(row)
            except Exception as error:
                yield unreadable(named(row), error)


class _AsStored:
    """Columns of SQLite that may hold what a query takes for something and Python for nothing: such as a word where a
    moment is expected, which is read as none.
    """

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
    """Is there no memory, no room, no database, or nothing more to be read in this transaction?"""
    if isinstance(error, (MemoryError, OSError)):
        return True
    if is_outage(error):
        return not str(error).startswith(NO_TEXT)
    # After an error PostgreSQL refuses everything until the transaction is over.
    return isinstance(error, DatabaseError) and connection.vendor == "postgresql"
