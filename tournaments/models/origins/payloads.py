"""Translates ids in ledger payloads, using the fields of their events.

Unknown names are refused: only a newer version can have written them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, TypeAlias, Union, get_args, get_origin, get_type_hints

from msgspec import Struct, UnsetType

from tournaments.models.events import Event, KeyedBy, Ref
from tournaments.models.origins.id_maps import MOST_ID
from tournaments.models.texts.declared import TEXTS, free_texts, is_declared

# Maps an id of some kind to another id.
Other: TypeAlias = Callable[[str, int], int]
BIGGEST = 10**18


class BadPayload(ValueError):
    """A payload contains something no version of Jantaku writes; the message says where, for programs."""


@dataclass(frozen=True)
class Id:
    """An id of a row of this kind."""

    kind: str

    def moved(self, value: Any, other: Other) -> Any:
        if type(value) is not int or not -BIGGEST < value <= MOST_ID:
            raise BadPayload
        return other(self.kind, value)


@dataclass(frozen=True)
class Plain:
    """A value without ids."""

    types: tuple[type, ...]

    def moved(self, value: Any, _other: Other) -> Any:
        if type(value) not in self.types or (type(value) is int and not -BIGGEST < value < BIGGEST):
            raise BadPayload
        return value


@dataclass(frozen=True)
class ListOf:
    item: "Shape"

    def moved(self, value: Any, other: Other) -> Any:
        if type(value) is not list:
            raise BadPayload
        return [self.item.moved(one, other) for one in value]


@dataclass(frozen=True)
class Items:
    """A fixed-length list of different shapes."""

    items: tuple["Shape", ...]

    def moved(self, value: Any, other: Other) -> Any:
        if type(value) is not list or len(value) != len(self.items):
            raise BadPayload
        return [item.moved(one, other) for item, one in zip(self.items, value, strict=True)]


@dataclass(frozen=True)
class ById:
    """An object whose keys are ids, as text."""

    kind: str
    item: "Shape"

    def moved(self, value: Any, other: Other) -> Any:
        if type(value) is not dict or not all(map(_is_number, value)):
            raise BadPayload
        key = Id(self.kind)
        return {str(key.moved(int(pk), other)): self.item.moved(one, other) for pk, one in value.items()}


def _is_number(name: str) -> bool:
    return name.isascii() and name.isdigit() and len(name) < len(str(BIGGEST))


@dataclass(frozen=True)
class Named:
    """An object with all or some of these keys."""

    items: Mapping[str, "Shape"]

    def moved(self, value: Any, other: Other) -> Any:
        if type(value) is not dict:
            raise BadPayload
        moved = {}
        for name, one in value.items():
            shape = self.items.get(name)
            if shape is None:
                raise BadPayload(name)
            try:
                moved[name] = shape.moved(one, other)
            except BadPayload as error:
                raise BadPayload(".".join(filter(None, [name, str(error)]))) from None
        return moved


@dataclass(frozen=True)
class Perhaps:
    """A shape, or null."""

    item: "Shape"

    def moved(self, value: Any, other: Other) -> Any:
        return None if value is None else self.item.moved(value, other)


@dataclass(frozen=True)
class Digests:
    """Digests of the texts beside an entry, by name."""

    def moved(self, value: Any, _other: Other) -> Any:
        if type(value) is not dict:
            raise BadPayload
        for name, digest in value.items():
            if not any(is_declared(kind, name) for kind in free_texts()):
                raise BadPayload(name)
            if type(digest) is not str:
                raise BadPayload
        return value


Shape: TypeAlias = Digests | Id | Plain | ListOf | Items | ById | Named | Perhaps
PLAIN = (int, str, bool, dict)


def shape_of(declared: Any) -> Shape:
    """Return the shape of this type of an event field."""
    origin, arguments = get_origin(declared), get_args(declared)
    if origin is Annotated:
        return _of_marked(arguments[0], arguments[1:])
    if origin in (Union, UnionType):
        others = [one for one in arguments if one not in (NoneType, UnsetType)]
        [one] = others
        return Perhaps(shape_of(one)) if NoneType in arguments else shape_of(one)
    if origin is list:
        return ListOf(shape_of(arguments[0]))
    if origin is tuple:
        return Items(tuple(map(shape_of, arguments)))
    if isinstance(declared, type) and issubclass(declared, Struct):
        types = get_type_hints(declared, include_extras=True)
        return Named({name: shape_of(types[name]) for name in declared.__struct_fields__})
    if declared is Any:
        return Plain(PLAIN)
    plain = origin or declared
    if plain not in PLAIN:
        raise TypeError(f"What is {declared} in a payload?")
    return Plain((plain,))


def _of_marked(declared: Any, marks: Sequence[object]) -> Shape:
    for mark in marks:
        if isinstance(mark, Ref):
            return Id(str(mark))
        if isinstance(mark, KeyedBy):
            return ById(mark.kind, shape_of(get_args(declared)[1]))
    return shape_of(declared)


@cache
def _shapes() -> Mapping[str, Named]:
    """Return the shape of each kind's payload: its own fields, and other names with their meaning in other kinds.

    Entries of earlier versions have names that the kind no longer has.
    """
    own = {
        kind: {name: shape_of(one) for name, one in event.fields().items()}
        for kind, event in Event.events.items()
    }
    said: dict[str, list[Shape]] = {}
    for shapes in own.values():
        for name, shape in shapes.items():
            said.setdefault(name, []).append(shape)
    elsewhere = {name: _widest(shapes) for name, shapes in said.items() if len({*map(_bare, shapes)}) == 1}
    return {kind: Named({**elsewhere, TEXTS: Digests(), **shapes}) for kind, shapes in own.items()}


def _bare(shape: Shape) -> str:
    return repr(shape.item if isinstance(shape, Perhaps) else shape)


def _widest(shapes: Sequence[Shape]) -> Shape:
    return next((shape for shape in shapes if isinstance(shape, Perhaps)), shapes[0])


def moved(kind: str, content: Mapping[str, Any], other: Other) -> dict[str, Any]:
    """Return a payload with every id mapped by `other`.

    Raises BadPayload, with the name, for an unexpected type or an unknown name.
    """
    shape = _shapes().get(kind)
    if shape is None:
        raise BadPayload("kind")
    found: dict[str, Any] = shape.moved(content, other)
    return found
