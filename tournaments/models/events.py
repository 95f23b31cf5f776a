"""Ledger events: one class for each kind of action, in the `events` module beside its models.

The fields of an event are its payload; its other attributes describe its kind. Recording, standings, the ledger page,
news for phones, transfer and verification read them only here. Kinds and fields are never renamed, because they are
part of hashes. A field that earlier versions omitted has the default UNSET or is read with `get`; one that is no
longer written stays for old entries.
"""

import enum
import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from typing import (
    Annotated,
    Any,
    ClassVar,
    Protocol,
    Self,
    TypeAlias,
    dataclass_transform,
    get_args,
    get_type_hints,
)

import msgspec
from django.db import models
from django.utils.functional import Promise
from django.utils.translation import pgettext

from tournaments.models.chain import canonical, instant

Payload: TypeAlias = Mapping[str, Any]


class Ref(str):
    """Marks the id of a row of this kind, which changes when a tournament is imported from a file.

    The id of a row that is not transferred (a card, a photo, a registration) is a plain number.
    """


AnnouncementId = Annotated[int, Ref("announcement")]
DrawId = Annotated[int, Ref("draw")]
EntryId = Annotated[int, Ref("entry")]
JobId = Annotated[int, Ref("job")]
PenaltyId = Annotated[int, Ref("penalty")]
PlayerId = Annotated[int, Ref("player")]
RefereeCallId = Annotated[int, Ref("referee_call")]
RoundId = Annotated[int, Ref("round")]
SeatId = Annotated[int, Ref("seat")]
SheetId = Annotated[int, Ref("sheet")]
StageId = Annotated[int, Ref("stage")]
TableId = Annotated[int, Ref("table")]
TeamId = Annotated[int, Ref("team")]
UserId = Annotated[int, Ref("user")]
WishId = Annotated[int, Ref("wish")]
# A SHA-256 in hexadecimal, of something the ledger does not reveal.
Digest: TypeAlias = str


@dataclass(frozen=True)
class KeyedBy:
    """Marks an object whose keys are ids of rows of this kind, as text."""

    kind: str


@dataclass(frozen=True)
class OneOf:
    """Marks a value that is one of these choices: people read its label."""

    choices: type[models.TextChoices]

    def label(self, stored: object) -> str:
        """Return the label; values of newer versions are returned unchanged."""
        labels: dict[object, object] = dict(self.choices.choices)
        return str(labels.get(stored, stored))


class Readers(enum.Enum):
    """Who may read a text."""

    EVERYBODY = enum.auto()
    STAFF = enum.auto()


def word_for_word(text: str) -> str:
    return text


def hashed(text: str) -> str:
    """Return the SHA-256 of a text, as earlier versions recorded some; "" for none."""
    return hashlib.sha256(text.encode()).hexdigest() if text else ""


@dataclass(frozen=True)
class FreeText:
    """Marks text a person typed, and names the row with a copy: `column` of model `row`, whose id is the event's
    field `id`.

    With `place` the field is a list of lines that begin with the id of their row, and the text is at this index of
    each: the third line's is named `moves:2`. `id` is then the row's column for the first item of a line; `of` maps
    its other columns to event fields. `earlier` gives what entries of earlier versions hold instead.
    """

    row: str
    id: str
    column: str
    readers: Readers = Readers.EVERYBODY
    earlier: Callable[[str], str] = word_for_word
    place: int | None = None
    of: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Columns:
    """What an event writes to rows of model `row`, whose ids are in the event's field `id`: one, or a list.

    `taken` maps columns to the fields with their value, `hashed` to fields with their hash; if `id` is a list, so are
    these fields, in the same order. `at` is the column with the time of the action, `until` the one with the time
    after the event's `days`, and `by` the one with the acting account, or none if the event names a `seat`. Columns
    written by no event are empty.
    """

    row: str
    id: str
    taken: Mapping[str, str] = field(default_factory=dict)
    hashed: Mapping[str, str] = field(default_factory=dict)
    at: str = ""
    until: str = ""
    by: str = ""

    @property
    def names(self) -> list[str]:
        """All columns it writes."""
        return [*self.taken, *self.hashed, *filter(None, (self.at, self.until, self.by))]


class Touches(enum.Enum):
    """Whose results an action is about, and where its payload says so."""

    NOBODY = enum.auto()
    # `entry` in the payload is the entry id.
    ENTRY = enum.auto()
    # `table` is the table id, `entries` are the ids of its players.
    TABLE = enum.auto()
    # More entries than the payload names.
    EVERYBODY = enum.auto()


class ShownAt(enum.Enum):
    """Whose phones show an action."""

    EVERY_TABLE = enum.auto()
    # `table` in the payload.
    ITS_TABLE = enum.auto()
    NO_TABLE = enum.auto()


class OnStream(enum.Enum):
    """What programs hear of an action on its tournament's stream, by the name of the event there."""

    ANNOUNCEMENT = "announcement"
    CLOCK = "clock"
    RESULT = "result"
    ROUND = "round"
    TOURNAMENT = "tournament"


@dataclass(frozen=True)
class Explains:
    """The row of a stage that an event describes, and its name in findings (`%(id)s` is the stage).

    The event's fields are the row's columns, under the same names; the last event of a stage gives its row. There is
    no row if the field `switch` is false or, without a switch, if every column has its default. Columns missing from
    earlier versions' entries have their default, too.
    """

    model: type[models.Model]
    about: Promise
    switch: str | None = None

    @property
    def from_stage(self) -> str:
        """The stage's attribute for its row."""
        column: Any = self.model._meta.get_field("stage")
        found: str = column.remote_field.related_name
        return found

    def names(self, event: type["Event"]) -> list[str]:
        """The columns in the event, besides the stage."""
        return [name for name in event.__struct_fields__ if name not in ("stage", self.switch)]

    def of_row(self, event: type["Event"], row: models.Model | None) -> dict[str, Any]:
        """Return the event's columns from a row; their defaults without a row."""
        row = self.model() if row is None else row
        return {name: getattr(row, name) for name in self.names(event)}

    def columns(self, event: type["Event"], payload: Payload) -> dict[str, Any] | None:
        """Return the row's columns by an entry's payload; None if there is no row."""
        as_new = self.of_row(event, None)
        found = {name: payload.get(name, default) for name, default in as_new.items()}
        is_on = payload[self.switch] if self.switch is not None else found != as_new
        return found if is_on else None


@dataclass(frozen=True)
class Seals:
    """The rows of a tournament that an event sets as a whole, and their name in findings.

    They hold typed texts, so the entry has only their number and a salted digest of their `columns`, in the model's
    row order. The salt is that of `subject` (see `players.traces`): while the rows exist they can be compared with
    the digest; once replaced, their content cannot be recovered.
    """

    model: type[models.Model]
    columns: tuple[str, ...]
    subject: str
    about: Promise

    def rows(self, tournament: models.Model) -> "models.QuerySet[Any, Any]":
        found: models.QuerySet[Any, Any] = self.model._default_manager.filter(tournament=tournament)
        return found

    def said_by(self, row: models.Model) -> list[Any]:
        """Return the columns of a row as sealed and compared."""
        values = (getattr(row, name) for name in self.columns)
        return [instant(value.astimezone(UTC)) if isinstance(value, datetime) else value for value in values]

    def content(self, rows: Iterable[models.Model]) -> str:
        """Return the text that the entry's digest is of."""
        return canonical([self.said_by(row) for row in rows])


def types_of_columns(model: type[models.Model], stored: Mapping[str, str]) -> dict[str, Any]:
    """Return the types of a model's columns as in a ledger; `stored` maps columns to ledger names."""
    return {name: _type_of(model._meta.get_field(column)) for column, name in stored.items()}


def _type_of(column: Any) -> Any:
    plain: Any = int if isinstance(column, models.IntegerField | models.ForeignKey) else str
    if isinstance(column, models.BooleanField):
        plain = bool
    elif isinstance(column, models.JSONField):
        plain = list[Any] if column.get_default() == [] else dict[str, Any]
    return plain | None if column.null else plain


def columns_in_words(
    model: type[models.Model], names: Iterable[str], others: Mapping[str, str] | None = None
) -> str:
    """Name the edited columns of a row for people; `others` has words for names that are no columns."""
    words = {**{field.name: field.verbose_name for field in model._meta.fields}, **(others or {})}
    return pgettext("between names", ", ").join(str(words.get(name, name)) for name in names)


class Names(Protocol):
    """Names for the ids in the sentence of an entry."""

    def name(self, kind: str, pk: object) -> str:
        """Return the row's name by its kind of `Ref`; "?" if there is none."""
        ...

    def time(self, instant: str | None) -> str:
        """Format a ledger time in the page's time zone."""
        ...

    def tie_breaks(self, names: Sequence[str]) -> str: ...


def _enter(event: type["LedgerEvent"]) -> None:
    """Register an event for its ledger; raises TypeError for an invalid declaration."""
    if "kind" not in vars(event) or event.kind in event.events:
        raise TypeError(f"{event.__name__} needs a `kind` of its own.")
    if not isinstance(getattr(event, "says", None), Promise):
        raise TypeError(f"{event.__name__} needs a sentence: `says`, of gettext_lazy.")
    event.events[event.kind] = event


class _EventMeta(msgspec.StructMeta):
    """Makes every event frozen and keyword-only, and registers its kind."""

    def __new__(
        mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], *, abstract: bool = False
    ) -> "_EventMeta":
        cls = super().__new__(mcs, name, bases, namespace, frozen=True, kw_only=True)
        if not abstract:
            _enter(cls)  # type: ignore[arg-type]
        return cls


@dataclass_transform(kw_only_default=True, field_specifiers=(msgspec.field,))
class LedgerEvent(msgspec.Struct, metaclass=_EventMeta, abstract=True):
    """An action, as recorded in a ledger."""

    # The stored name.
    kind: ClassVar[str]
    # The sentence for people, filled in from fields and `words`.
    says: ClassVar[Promise]
    # The rows created by it, and the rows it changed: ended, replaced, claimed.
    makes: ClassVar[Columns | None] = None
    changes: ClassVar[Columns | None] = None
    events: ClassVar[dict[str, Any]]

    @classmethod
    def of_kind(cls, kind: str) -> type[Self] | None:
        """Return the event of an entry's kind; None for a kind of a newer version."""
        found: type[Self] | None = cls.events.get(kind)
        return found

    @property
    def payload(self) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return found

    @classmethod
    def fields(cls) -> dict[str, Any]:
        """Return the types of the payload's values, by name."""
        types = get_type_hints(cls, include_extras=True)
        return dict(zip(cls.__struct_encode_fields__, map(types.get, cls.__struct_fields__), strict=True))

    @classmethod
    def in_words(cls, payload: Payload, names: "Names") -> str:
        """Return the entry's sentence; which rows and choices it names is read from the fields."""
        sentence = str(cls.sentence(payload))
        said: dict[str, object] = dict(payload)
        for name, mark in marks_of(cls).items():
            if f"%({name})s" in sentence:
                stored = payload.get(name)
                said[name] = names.name(mark, stored) if isinstance(mark, Ref) else mark.label(stored)
        return sentence % _Said({**said, **cls.words(payload, names)})

    @classmethod
    def sentence(cls, payload: Payload) -> Promise | str:
        """Return the sentence for this payload, for kinds with more than one."""
        return cls.says

    @classmethod
    def words(cls, payload: Payload, names: "Names") -> Mapping[str, object]:
        """Return values for the sentence besides the fields, or replacing one."""
        return {}

    @classmethod
    def detail(cls, payload: Payload) -> str:
        """Return what an entry shows beneath its sentence, for checking a draw."""
        return ""


class _Said(dict[str, object]):
    """Tolerates what entries of earlier versions omit."""

    def __missing__(self, name: str) -> str:
        return "?"


def marks_in(declared: Any) -> tuple[object, ...]:
    """Return the annotations of a field's type, also if it may be null or unset."""
    marks: tuple[object, ...] = getattr(declared, "__metadata__", ())
    return marks or tuple(mark for one in get_args(declared) for mark in getattr(one, "__metadata__", ()))


@cache
def marks_of(event: type[LedgerEvent]) -> Mapping[str, "Ref | OneOf"]:
    """Return the fields that people read as the name of a row or the label of a choice."""
    found = {name: marks_in(declared) for name, declared in event.fields().items()}
    return {name: mark for name, marks in found.items() for mark in marks if isinstance(mark, Ref | OneOf)}


class Event(LedgerEvent, abstract=True):
    """An action in a tournament, as recorded in its ledger.

    An event moves standings if it may change a total, the order or the list of players; one that touches no entry
    changes only the order or the list. It moves seats if it may change who plays in an open round: then what is
    needed there is worked out anew.
    """

    touches: ClassVar[Touches] = Touches.NOBODY
    moves_standings: ClassVar[bool] = False
    moves_seats: ClassVar[bool] = False
    shown_at: ClassVar[ShownAt] = ShownAt.EVERY_TABLE
    # None if it is not for the public. Every kind declares it, unless the standings that it moves tell it.
    on_stream: ClassVar[OnStream | None]
    explains: ClassVar[Explains | None] = None
    seals: ClassVar[Seals | None] = None
    events: ClassVar[dict[str, type["Event"]]] = {}


class LeagueEvent(LedgerEvent, abstract=True):
    """An action in a league, as recorded in its ledger."""

    events: ClassVar[dict[str, type["LeagueEvent"]]] = {}


EVERYWHERE, NOWHERE = "*", ""


def table_concerned(kind: str, payload: Payload) -> str:
    """Return the id of the only table whose phones show the action, or EVERYWHERE, or NOWHERE.

    >>> table_concerned("reported", {"table": 17}), table_concerned("published", {"round": 3})
    ('17', '*')
    """
    event = Event.of_kind(kind)
    if event is None or event.shown_at is ShownAt.EVERY_TABLE:
        return EVERYWHERE
    return NOWHERE if event.shown_at is ShownAt.NO_TABLE else str(payload["table"])


def explaining_events() -> dict[type[Event], Explains]:
    """Return the events that explain a row of a stage."""
    return {event: event.explains for event in Event.events.values() if event.explains is not None}


def sealing_events() -> dict[type[Event], Seals]:
    """Return the events that seal rows of a tournament."""
    return {event: event.seals for event in Event.events.values() if event.seals is not None}


@cache
def kinds_on_stream() -> Mapping[str, OnStream]:
    """Return the kinds of which programs hear on a tournament's stream, and as what."""
    found = {kind: getattr(event, "on_stream", None) for kind, event in Event.events.items()}
    return {kind: told for kind, told in found.items() if told is not None}


@cache
def kinds_that_move_seats() -> frozenset[str]:
    return frozenset(kind for kind, event in Event.events.items() if event.moves_seats)


@cache
def kinds_that_move_standings() -> frozenset[str]:
    return frozenset(kind for kind, event in Event.events.items() if event.moves_standings)
