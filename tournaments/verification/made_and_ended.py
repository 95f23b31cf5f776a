"""Rows created by one entry and ended by others, with person and time."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, timedelta
from typing import Any, Generic, TypeVar, get_args

from django.db.models import DateTimeField, Model
from msgspec import Struct, UnsetType

from tournaments.models import League, Tournament
from tournaments.models.digests import text_hash
from tournaments.models.events import Columns, Event, LeagueEvent
from tournaments.models.ledger import instant
from tournaments.models.origins.events import TakenIn
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, differs, gone, is_about, without_entry
from tournaments.verification.pages import Numbers, Pages
from tournaments.verification.reading import each

M = TypeVar("M", bound=Model)
# The owner of the ledger.
Of = TypeVar("Of", bound=Tournament | League)


class Recorded(Struct, frozen=True, array_like=True):
    """The state of a row by the ledger: the entry that created it, and the columns written since."""

    seq: int
    columns: dict[str, Any]


class MadeAndEnded(Generic[M, Of]):
    """Follows the rows of a model by what events create and change."""

    def __init__(
        self,
        model: type[M],
        path: str,
        named: str,
        *,
        stays_behind: bool = False,
        events: type[Event] | type[LeagueEvent] = Event,
    ) -> None:
        """`path` leads from a row to the subject of `events`; findings call a row `named` with its `%(id)s`. Rows
        that `stays_behind` are not transferred.
        """
        self.about, self.path, self.named = model, path, named
        writers: Iterable[type[Event | LeagueEvent]] = events.events.values()
        self.written = {event.kind: _written(event, model) for event in writers if _written(event, model)}
        self.stays_behind = stays_behind
        every = [columns for written in self.written.values() for columns, _is_made, _may_lack in written]
        self.hashed = {name for columns in every for name in columns.hashed}
        self.fields: dict[str, Any] = {
            name: model._meta.get_field(name) for columns in every for name in columns.names
        }
        self.recorded: Pages[Recorded] = Pages(Recorded)
        self.here = Numbers()
        self.unrecorded: set[str] = set()

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return dict.fromkeys([*self.written, *([TakenIn.kind] if self.stays_behind else ())], self.read)

    def read(self, entry: Entry) -> None:
        if entry.kind == TakenIn.kind:
            self.recorded.clear()
            return
        for columns, is_made, may_lack in self.written[entry.kind]:
            if columns.id in may_lack and columns.id not in entry.payload:
                continue
            for pk, values in _told(columns, entry, may_lack):
                if is_made:
                    self.recorded[pk] = Recorded(entry.seq, values)
                else:
                    before = self.recorded[pk]
                    self.recorded[pk] = Recorded(before.seq, {**before.columns, **values})

    def findings(self, of: Of) -> Iterator[Found]:
        rows = self.about._default_manager.filter(**{self.path: of})
        yield from each(rows, self.of_row, self.here)
        for pk in self.lost(of, self.recorded.missing_from(self.here)):
            yield gone(self.named % {"id": pk}, self.recorded[pk].seq)

    def of_row(self, row: M) -> Iterator[Found]:
        about, recorded = self.named % {"id": row.pk}, self.recorded.get(row.pk)
        if recorded is None:
            yield without_entry(about)
        else:
            yield from differs(about, self.differing(row, recorded), recorded.seq)

    def differing(self, row: M, recorded: Recorded) -> list[str]:
        """Return the columns of a row that differ from the ledger."""
        return [
            field.attname
            for name, field in self.fields.items()
            if not self._agrees(
                field, getattr(row, field.attname), recorded.columns.get(name, field.get_default())
            )
        ]

    def _agrees(self, field: Any, has: Any, recorded: Any) -> bool:
        if isinstance(recorded, str) and isinstance(field, DateTimeField):
            return has is not None and instant(has.astimezone(UTC)) == recorded
        if isinstance(field, DateTimeField):
            return is_about(has, recorded)
        if field.name in self.hashed:
            return text_hash(has or "") == (recorded or "")
        return bool(has == recorded)

    def lost(self, of: Of, missing: list[Any]) -> Iterable[Any]:
        """Return which of these missing rows should exist."""
        return missing


def _written(event: type[Event | LeagueEvent], model: type[Model]) -> list[tuple[Columns, bool, set[str]]]:
    """Return what an event writes to a model, whether it creates rows, and which of its fields may be omitted."""
    may_lack = {name for name, of in event.fields().items() if UnsetType in get_args(of)}
    both = (event.changes, False), (event.makes, True)
    return [
        (columns, is_made, may_lack)
        for columns, is_made in both
        if columns is not None and columns.row == model.__name__
    ]


def _told(columns: Columns, entry: Entry, may_lack: set[str]) -> list[tuple[Any, dict[str, Any]]]:
    """Return the rows an entry is about, with the columns it wrote; those it may lack only if it has them."""
    payload = entry.payload
    same: dict[str, Any] = {}
    if columns.at:
        same[columns.at] = entry.at
    if columns.until:
        same[columns.until] = entry.at + timedelta(days=payload["days"])
    if columns.by:
        same[columns.by] = entry.user if payload.get("seat") is None else None
    taken = {
        column: name
        for column, name in {**columns.taken, **columns.hashed}.items()
        if name in payload or name not in may_lack
    }
    lists = [payload[name] for name in (columns.id, *taken.values())]
    if not isinstance(lists[0], list):
        lists = [[value] for value in lists]
    return [
        (pk, {**same, **dict(zip(taken, values, strict=True))}) for pk, *values in zip(*lists, strict=True)
    ]
