"""What an entry of a ledger says: one class for each kind of action, in the `events` beside the models it is about.

The fields of an event are its payload; its other attributes are what the house knows of its kind. Recording, the
standings, the ledger's page, the news for phones, files and verification read them here and nowhere else.
Neither a kind nor a field is ever renamed: hashes were made with them. A field that earlier versions left out has the
default UNSET or is read with `get`; one that is not written any more stays, for their entries.
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
    """Marks the id of a row of this kind: it is another one where a tournament is taken in from a file.

    The id of a row that stays behind then (a card, a photo, a registration) is a plain number.
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
# A SHA-256 in hexadecimal digits, of what the ledger does not tell.
Digest: TypeAlias = str


@dataclass(frozen=True)
class KeyedBy:
    """Marks an object whose names are ids of rows of this kind, as text."""

    kind: str


@dataclass(frozen=True)
class OneOf:
    """Marks a word that is one of these choices: people read its label."""

    choices: type[models.TextChoices]

    def label(self, stored: object) -> str:
        """What a newer version wrote stays as it is."""
        labels: dict[object, object] = dict(self.choices.choices)
        return str(labels.get(stored, stored))


class Readers(enum.Enum):
    """Who may read a text."""

    EVERYBODY = enum.auto()
    STAFF = enum.auto()


def word_for_word(text: str) -> str:
    return text


def hashed(text: str) -> str:
    """The SHA-256 of a text, as earlier versions recorded some; empty for none."""
    return hashlib.sha256(text.encode()).hexdigest() if text else ""


@dataclass(frozen=True)
class FreeText:
    """Marks what a person typed, and names the row that holds a copy: `column` of the model `row`, whose id is the
    event's field `id`.

    Where `place` is given, the field is a list of lines that begin with the id of their row, and the text is at this
    place of each: the third line's is called `moves:2`. `id` is then the column of the row that has the first item of
    a line; `of` gives its other columns, and the fields that hold these.
    `earlier` gives what entries of earlier versions hold in its place.
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
    """What an event writes into rows of the model `row`, whose ids are in the event's field `id`: one, or a list.

    `taken` names the columns that have what a field says, `hashed` those of which a field has the hash; where `id` is
    a list, such a field is one too, in the same order. `at` has the moment of the action, `until` the moment after
    as many `days` as the event says, and `by` the account that acted, or none where the event says which `seat` did.
    A column that no event of a row wrote is empty.
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
        """All that it writes."""
        return [*self.taken, *self.hashed, *filter(None, (self.at, self.until, self.by))]


class Touches(enum.Enum):
    """Whose results an action is about, and where its payload says so."""

    NOBODY = enum.auto()
    # `entry` in the payload is the entry's id.
    ENTRY = enum.auto()
    # `table` is the table's id, `entries` are the ids of those who sit there.
    TABLE = enum.auto()
    # More than the payload names.
    EVERYBODY = enum.auto()


class ShownAt(enum.Enum):
    """Whose phones show something of an action."""

    EVERY_TABLE = enum.auto()
    # `table` in the payload.
    ITS_TABLE = enum.auto()
    NO_TABLE = enum.auto()


@dataclass(frozen=True)
class Explains:
    """The row of a stage that an event describes, and what a finding calls it (`%(id)s` is the stage).

    The event's fields are the row's columns, under the same names; the last event of a stage says what its row is.
    There is no row where the field `switch` is false; without a switch, where every column is as in a new row. So is
    a column that entries of earlier versions leave out.
    """

    model: type[models.Model]
    about: Promise
    switch: str | None = None

    @property
    def from_stage(self) -> str:
        """The stage's attribute that holds its row."""
        column: Any = self.model._meta.get_field("stage")
        found: str = column.remote_field.related_name
        return found

    def names(self, event: type["Event"]) -> list[str]:
        """The columns that the event says, besides the stage."""
        return [name for name in event.__struct_fields__ if name not in ("stage", self.switch)]

    def of_row(self, event: type["Event"], row: models.Model | None) -> dict[str, Any]:
        """The columns that the event says, as they are in a row; without one, as in a new row."""
        row = self.model() if row is None else row
        return {name: getattr(row, name) for name in self.names(event)}

    def columns(self, event: type["Event"], payload: Payload) -> dict[str, Any] | None:
        """What the row is by an entry's payload; None where there is none by it."""
        as_new = self.of_row(event, None)
        found = {name: payload.get(name, default) for name, default in as_new.items()}
        is_on = payload[self.switch] if self.switch is not None else found != as_new
        return found if is_on else None


@dataclass(frozen=True)
class Seals:
    """The rows of a tournament that an event sets as a whole, and what a finding calls them.

    They hold what people typed, so the entry has no more than how many there are and a salted digest of their
    `columns`, row by row in the order of the model. The salt is that of `subject` (see `players.traces`): as long as
    the rows stand the two can be compared; once they are replaced nobody can find out what they said.
    """

    model: type[models.Model]
    columns: tuple[str, ...]
    subject: str
    about: Promise

    def rows(self, tournament: models.Model) -> "models.QuerySet[Any, Any]":
        found: models.QuerySet[Any, Any] = self.model._default_manager.filter(tournament=tournament)
        return found

    def said_by(self, row: models.Model) -> list[Any]:
        """The columns of a row, as they are sealed and compared."""
        values = (getattr(row, name) for name in self.columns)
        return [instant(value.astimezone(UTC)) if isinstance(value, datetime) else value for value in values]

    def content(self, rows: Iterable[models.Model]) -> str:
        """The text of which an entry has the digest."""
        return canonical([self.said_by(row) for row in rows])


def types_of_columns(model: type[models.Model], stored: Mapping[str, str]) -> dict[str, Any]:
    """The types of a model's columns as a ledger holds them, by the names it has for them; `stored` gives these."""
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
    """What was edited of a row, as people call it; `others` has words for what is no column."""
    words = {**{field.name: field.verbose_name for field in model._meta.fields}, **(others or {})}
    return pgettext("between names", ", ").join(str(words.get(name, name)) for name in names)


class Names(Protocol):
    """What is called how in the sentence of an entry."""

    def name(self, kind: str, pk: object) -> str:
        """The row of this kind of `Ref`; "?" where there is none."""
        ...

    def time(self, instant: str | None) -> str:
        """A moment as ledgers write it, in the zone of the page."""
        ...

    def tie_breaks(self, names: Sequence[str]) -> str:
        """Criteria, in their order."""
        ...


def _enter(event: type["LedgerEvent"]) -> None:
    """Add an event to those of its ledger; raise TypeError where its declaration cannot be one."""
    if "kind" not in vars(event) or event.kind in event.events:
        raise TypeError(f"{event.__name__} needs a `kind` of its own.")
    if not isinstance(getattr(event, "says", None), Promise):
        raise TypeError(f"{event.__name__} needs a sentence: `says`, of gettext_lazy.")
    event.events[event.kind] = event


class _EventMeta(msgspec.StructMeta):
    """Makes every event frozen and made by names alone, and enters its kind."""

    def __new__(
        mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], *, abstract: bool = False
    ) -> "_EventMeta":
        cls = super().__new__(mcs, name, bases, namespace, frozen=True, kw_only=True)
        if not abstract:
            _enter(cls)  # type: ignore[arg-type]
        return cls


@dataclass_transform(kw_only_default=True, field_specifiers=(msgspec.field,))
class LedgerEvent(msgspec.Struct, metaclass=_EventMeta, abstract=True):
    """One action, as a ledger records it."""

    # What is stored.
    kind: ClassVar[str]
    # The sentence for people. Fields, as people read them, and `words` fill it in.
    says: ClassVar[Promise]
    # The rows that are there since, and those that are not any more what they were: ended, replaced, taken into use.
    makes: ClassVar[Columns | None] = None
    changes: ClassVar[Columns | None] = None
    events: ClassVar[dict[str, Any]]

    @classmethod
    def of_kind(cls, kind: str) -> type[Self] | None:
        """The event of an entry's kind; None if a newer version wrote it, which knew more kinds."""
        found: type[Self] | None = cls.events.get(kind)
        return found

    @property
    def payload(self) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return found

    @classmethod
    def fields(cls) -> dict[str, Any]:
        """The types of what a payload can hold, by their names there."""
        types = get_type_hints(cls, include_extras=True)
        return dict(zip(cls.__struct_encode_fields__, map(types.get, cls.__struct_fields__), strict=True))

    @classmethod
    def in_words(cls, payload: Payload, names: "Names") -> str:
        """What an entry says to people; which rows and choices its sentence names is read from the fields."""
        sentence = str(cls.sentence(payload))
        said: dict[str, object] = dict(payload)
        for name, mark in marks_of(cls).items():
            if f"%({name})s" in sentence:
                stored = payload.get(name)
                said[name] = names.name(mark, stored) if isinstance(mark, Ref) else mark.label(stored)
        return sentence % _Said({**said, **cls.words(payload, names)})

    @classmethod
    def sentence(cls, payload: Payload) -> Promise | str:
        """The sentence for an entry with this payload, where it is not always the same."""
        return cls.says

    @classmethod
    def words(cls, payload: Payload, names: "Names") -> Mapping[str, object]:
        """What the sentence names besides the fields, or in place of one."""
        return {}

    @classmethod
    def detail(cls, payload: Payload) -> str:
        """What an entry says beneath its sentence: what a draw can be checked with."""
        return ""


class _Said(dict[str, object]):
    """An entry of an earlier version may not say everything."""

    def __missing__(self, name: str) -> str:
        return "?"


def marks_in(declared: Any) -> tuple[object, ...]:
    """How the type of a field is marked, also where it may be null or left out."""
    marks: tuple[object, ...] = getattr(declared, "__metadata__", ())
    return marks or tuple(mark for one in get_args(declared) for mark in getattr(one, "__metadata__", ()))


@cache
def marks_of(event: type[LedgerEvent]) -> Mapping[str, "Ref | OneOf"]:
    """The fields that people read by the name of a row, or by the label of a choice."""
    found = {name: marks_in(declared) for name, declared in event.fields().items()}
    return {name: mark for name, marks in found.items() for mark in marks if isinstance(mark, Ref | OneOf)}


class Event(LedgerEvent, abstract=True):
    """One action in a tournament, as its ledger records it.

    Standings move when a total, their order or the list of players may change; an event that touches nobody changes
    the order or the list alone.
    """

    touches: ClassVar[Touches] = Touches.NOBODY
    moves_standings: ClassVar[bool] = False
    shown_at: ClassVar[ShownAt] = ShownAt.EVERY_TABLE
    explains: ClassVar[Explains | None] = None
    seals: ClassVar[Seals | None] = None
    events: ClassVar[dict[str, type["Event"]]] = {}


class LeagueEvent(LedgerEvent, abstract=True):
    """One action in a league, as its ledger records it."""

    events: ClassVar[dict[str, type["LeagueEvent"]]] = {}


EVERYWHERE, NOWHERE = "*", ""


def table_concerned(kind: str, payload: Payload) -> str:
    """Return the id of the only table whose phones show an action of this kind, EVERYWHERE or NOWHERE.

    >>> table_concerned("reported", {"table": 17}), table_concerned("published", {"round": 3})
    ('17', '*')
    """
    event = Event.of_kind(kind)
    if event is None or event.shown_at is ShownAt.EVERY_TABLE:
        return EVERYWHERE
    return NOWHERE if event.shown_at is ShownAt.NO_TABLE else str(payload["table"])


def explaining_events() -> dict[type[Event], Explains]:
    """The events that explain a row of a stage, with how they do."""
    return {event: event.explains for event in Event.events.values() if event.explains is not None}


def sealing_events() -> dict[type[Event], Seals]:
    """The events that seal rows of a tournament, with which and how."""
    return {event: event.seals for event in Event.events.values() if event.seals is not None}


@cache
def kinds_that_move_standings() -> frozenset[str]:
    return frozenset(kind for kind, event in Event.events.items() if event.moves_standings)
