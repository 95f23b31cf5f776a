"""Answers, each field declared once: its type, what it means, and where it is read.

    class PenaltyShape(TypedDict):
        id: Annotated[int, Of("pk")]
        amount: Annotated[int, "Units deducted; 0 for a warning, below 0 for a bonus."]
        imposed_at: Annotated[Moment, "When it was given."]

    penalty_shape = filled(PenaltyShape, Penalty)

A text is the description; `Of` and `By` say where a field is read if it is not the attribute of its name.
"""

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints, is_typeddict

_Row = TypeVar("_Row")
_Shape = TypeVar("_Shape")
_fillers: dict[Any, Callable[[Any], Any]] = {}


@dataclass(frozen=True)
class Form:
    """The format of a text in OpenAPI, such as date-time, and what writes a value so."""

    name: str
    write: Callable[[Any], object]


@dataclass(frozen=True)
class Of:
    """Read a field from another attribute, or from a path of them; `write` is called unless it is null."""

    path: str
    write: Callable[[Any], object] | None = None


@dataclass(frozen=True)
class By:
    """Work a field out from the whole row."""

    work: Callable[[Any], object]


def filled(shape: type[_Shape], of: type[_Row]) -> Callable[[_Row], _Shape]:
    """Return what fills a shape from a row, as its fields declare it.

    Refuses an attribute that rows do not have, and a shape within it that is not filled itself.
    """
    reads = [
        (name, _read(shape, name, hint, of))
        for name, hint in get_type_hints(shape, include_extras=True).items()
    ]

    def fill(row: _Row) -> _Shape:
        return cast(_Shape, {name: read(row) for name, read in reads})

    _fillers[shape] = fill
    return fill


def _read(shape: Any, name: str, hint: Any, of: type) -> Callable[[Any], object]:
    said = metadata(hint)
    for one in said:
        if isinstance(one, By):
            return one.work
    source = next((one for one in said if isinstance(one, Of)), Of(name))
    if not _has(of, source.path.partition(".")[0]):
        raise TypeError(f"{shape.__name__}.{name} is read from {source.path}, which no {of.__name__} has.")
    get, write = attrgetter(source.path), source.write or _writes(hint)
    if write is None:
        return get

    def read(row: Any) -> object:
        value = get(row)
        return None if value is None else write(value)

    return read


def metadata(hint: Any) -> tuple[object, ...]:
    """What is said beside a type, the last word first; also inside `… | None`."""
    if get_origin(hint) is Annotated:
        inner, *said = get_args(hint)
        return (*reversed(said), *metadata(inner))
    if get_origin(hint) in (UnionType, Union):
        return tuple(one for part in get_args(hint) for one in metadata(part))
    return ()


def _writes(hint: Any) -> Callable[[Any], object] | None:
    """What writes a value of a type that is not written as it is: a moment, a shape, a list of shapes."""
    if get_origin(hint) is Annotated:
        inner, *said = get_args(hint)
        return next((one.write for one in said if isinstance(one, Form)), None) or _writes(inner)
    if get_origin(hint) in (UnionType, Union):
        return next((found for part in get_args(hint) if (found := _writes(part))), None)
    if get_origin(hint) is list:
        write = _writes(get_args(hint)[0])
        return (lambda values: [write(value) for value in values]) if write else None
    if is_typeddict(hint) and hint not in _fillers:
        raise TypeError(
            f"Say how {hint.__name__} is read before what it is part of: {hint.__name__} = filled(…)."
        )
    return _fillers.get(hint)


def _has(of: type, name: str) -> bool:
    return hasattr(of, name) or any(name in vars(one).get("__annotations__", {}) for one in of.__mro__)
