"""Answer shapes, with each field declared once: its type, its meaning, and its source.

    class NightShape(TypedDict):
        id: Annotated[int, Of("pk")]
        places: Annotated[int | None, "How many can come; null for no limit."]
        starts_at: Annotated[Moment, "When it begins."]
        players: Annotated[list[NightPlayerShape], Given(), "Players who signed up, in order."]

    night_shape = filled(NightShape, Night)
    night_shape(night, players=[…])

A string is the description. `Of` and `By` give the source of a field unless it is the attribute of that name; `Given`
fields are passed by the caller, under the field's name and in their final form.
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
    """The OpenAPI format of a string, such as date-time, and the function that formats a value."""

    name: str
    write: Callable[[Any], object]


@dataclass(frozen=True)
class Of:
    """Read a field from another attribute or a path; `write` is called unless the value is null."""

    path: str
    write: Callable[[Any], object] | None = None


@dataclass(frozen=True)
class By:
    """Compute a field from the whole row."""

    work: Callable[[Any], object]


@dataclass(frozen=True)
class Given:
    """The caller passes this field and has to name it."""


class Filler(Protocol[_Row_contra, _Shape_co]):
    """Fills a shape from a row and the given fields."""

    def __call__(self, row: _Row_contra, /, **given: object) -> _Shape_co: ...


def filled(shape: type[_Shape], of: type[_Row], **paths: str) -> Filler[_Row, _Shape]:
    """Return a function that fills a shape from a row, as its fields declare.

    `paths` give other sources of fields for rows of another model. Refuses missing attributes, and nested shapes
    without a filler. The function refuses a call that does not pass exactly the `Given` fields.
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
    """Return a function that fills a shape from a mapping that has at least its fields."""
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
    """Return the annotations of a type, the last first; also inside `… | None`."""
    if get_origin(hint) is Annotated:
        inner, *said = get_args(hint)
        return (*reversed(said), *metadata(inner))
    if get_origin(hint) in (UnionType, Union):
        return tuple(one for part in get_args(hint) for one in metadata(part))
    return ()


def _writes(hint: Any) -> Callable[[Any], object] | None:
    """Return the function that formats values of a type needing it: a time, a shape, a list of shapes."""
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
