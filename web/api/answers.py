"""Answers, each field declared once: its type, what it means, and where it is read.

    class NightShape(TypedDict):
        id: Annotated[int, Of("pk")]
        places: Annotated[int | None, "How many can come; null for no limit."]
        starts_at: Annotated[Moment, "When it begins."]
        players: Annotated[list[NightPlayerShape], Given(), "Players who signed up, in order."]

    night_shape = filled(NightShape, Night)
    night_shape(night, players=[…])

A text is the description. `Of` and `By` say where a field is read if it is not the attribute of its name; what no row
knows is `Given` with it, under the field's name and as it is answered.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter
from types import UnionType
from typing import (
    Annotated,
    Any,
    Protocol,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

_Row = TypeVar("_Row")
_Row_contra = TypeVar("_Row_contra", contravariant=True)
_Shape = TypeVar("_Shape")
_Shape_co = TypeVar("_Shape_co", covariant=True)
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


@dataclass(frozen=True)
class Given:
    """Take a field from the call that fills the shape, which has to name it."""


class Filler(Protocol[_Row_contra, _Shape_co]):
    """What fills a shape from a row and what is given with it."""

    def __call__(self, row: _Row_contra, /, **given: object) -> _Shape_co: ...


def filled(shape: type[_Shape], of: type[_Row], **paths: str) -> Filler[_Row, _Shape]:
    """Return what fills a shape from a row, as its fields declare it.

    `paths` say where rows of another kind have a field that is declared for the first; within other shapes the first
    kind is read. Refuses an attribute that rows do not have, and a shape within it that is not filled itself. What is
    filled refuses a call that does not give exactly the fields that are `Given`.
    """
    reads = {
        name: _read(shape, name, hint, of, paths.get(name))
        for name, hint in get_type_hints(shape, include_extras=True).items()
    }
    if unknown := paths.keys() - reads.keys():
        raise TypeError(f"{shape.__name__} has no {_listed(unknown)}.")
    beside = {name for name, read in reads.items() if read is None}

    def fill(row: _Row, /, **given: object) -> _Shape:
        if given.keys() != beside:
            raise TypeError(f"{shape.__name__} is given {_listed(beside)}, not {_listed(given)}.")
        return cast(
            _Shape, {name: given[name] if read is None else read(row) for name, read in reads.items()}
        )

    if not beside and not paths:
        _fillers[shape] = fill
    return fill


def picked(shape: type[_Shape]) -> Callable[[Mapping[str, Any]], _Shape]:
    """Return what fills a shape from a mapping that has its fields, and perhaps others, by their names."""
    names = tuple(get_type_hints(shape))

    def fill(row: Mapping[str, Any]) -> _Shape:
        return cast(_Shape, {name: row[name] for name in names})

    _fillers[shape] = fill
    return fill


def _listed(names: Any) -> str:
    return ", ".join(sorted(names)) or "nothing"


def _read(shape: Any, name: str, hint: Any, of: type, path: str | None) -> Callable[[Any], object] | None:
    said = metadata(hint)
    source = next((one for one in said if isinstance(one, Of)), Of(name))
    if path is not None:
        source = replace(source, path=path)
    else:
        for one in said:
            if isinstance(one, By):
                return one.work
            if isinstance(one, Given):
                return None
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
        return (lambda values: [write(value) for value in values]) if write else list
    if is_typeddict(hint) and hint not in _fillers:
        raise TypeError(
            f"Say how {hint.__name__} is read before what it is part of: {hint.__name__} = filled(…). "
            "If something is given to it, it is Given itself."
        )
    return _fillers.get(hint)


def _has(of: type, name: str) -> bool:
    return hasattr(of, name) or any(name in vars(one).get("__annotations__", {}) for one in of.__mro__)
