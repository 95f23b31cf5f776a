"""The lines of a tournament file and the types of their values, validated by msgspec.

One JSON object a line, in UTF-8. `row` says what it is:

    jantaku      the first line: version of the format, the ledger's name, how it ends, the address
    user … score one row of a table of `tables.PARTS`, in their order and in the order of their numbers; what refers
                 to another row has that row's place among its own, from 1
    action       one entry of the ledger, word for word
    ids          ends a part of the ledger: which ids its entries speak of, as [place, id, how many follow]
    end          the last line: how many lines there are before it, and their SHA-256
"""

from datetime import date, datetime
from functools import cache
from typing import Annotated, Any, Literal, TypeAlias, Union

import msgspec
from django.db import models
from django.db.models import Field
from msgspec import Meta, Struct

from tournaments.actions.transfer.tables import PARTS, Part
from tournaments.models.origins.id_maps import GONE, MOST_ID

VERSION = 1
# A tight bound on memory: the record of the largest draw is far below it.
LONGEST_LINE = 8 * 1024 * 1024
LONGEST_TEXT = 4 * 1024 * 1024
MOST_LINES = 5_000_000
# For pages and API calls; the console has no bound.
MOST_SENT = 8 * 1024 * 1024

Hash: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
Place: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_LINES)]
Seq: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_LINES)]
Number: TypeAlias = Annotated[int, Meta(ge=-MOST_LINES, le=MOST_LINES)]
# Negative ids are rows already deleted at an earlier transfer: see `models.origins.id_maps`.
AnyId: TypeAlias = Annotated[int, Meta(ge=-GONE * 1_000, le=MOST_ID)]


class Head(Struct, tag_field="row", tag="jantaku", forbid_unknown_fields=True, frozen=True):
    version: Annotated[int, Meta(ge=1)]
    ledger: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$")]
    entries: Seq
    hash: Hash
    slug: Annotated[str, Meta(pattern=r"^[-a-zA-Z0-9_]{1,60}$")]


class Action(Struct, tag_field="row", tag="action", forbid_unknown_fields=True, frozen=True):
    seq: Seq
    kind: Annotated[str, Meta(max_length=40)]
    payload: Annotated[str, Meta(max_length=LONGEST_TEXT)]
    actor: Annotated[str, Meta(pattern=r"^[a-z]{1,20}(:-?\d{1,12})?(/[a-z]{1,20}:-?\d{1,12})?$")]
    at: Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$")]
    prev: Hash
    hash: Hash


class IdsLine(Struct, tag_field="row", tag="ids", forbid_unknown_fields=True, frozen=True):
    through: Seq
    ids: dict[str, list[tuple[Number, AnyId, Place]]]


class End(Struct, tag_field="row", tag="end", forbid_unknown_fields=True, frozen=True):
    lines: Annotated[int, Meta(ge=1, le=MOST_LINES)]
    sha256: Hash


WHOLE_NUMBERS: dict[str, tuple[int, int]] = {
    "SmallIntegerField": (-(2**15), 2**15 - 1),
    "IntegerField": (-(2**31), 2**31 - 1),
    "BigIntegerField": (-(2**63), 2**63 - 1),
    "PositiveSmallIntegerField": (0, 2**15 - 1),
    "PositiveIntegerField": (0, 2**31 - 1),
    "PositiveBigIntegerField": (0, 2**63 - 1),
}
# Written as text although they are references: a club by its name, a name's subject by part and place.
AS_TEXT = {("player", "club"): 60, ("name", "subject"): 40}
# Columns that files of earlier versions omit and `taking_in` derives.
DERIVED = {("penalty", "kind")}


@cache
def struct_of(part: Part) -> type[Struct]:
    """Return the type of a part's lines, from the columns of its model."""
    fields: list[Any] = []
    for name in part.columns:
        field = part.model._meta.get_field(name)
        assert isinstance(field, Field)
        kind = _type_of(part, field)
        if field.null:
            fields.append((name, kind | None, None))
        elif (part.name, name) in DERIVED:
            fields.append((name, kind, ""))
        elif _may_be_left_out(field):
            fields.append((name, kind, field.get_default()))
        else:
            fields.append((name, kind))
    return msgspec.defstruct(
        part.name.title(), fields, tag_field="row", tag=part.name, forbid_unknown_fields=True, kw_only=True
    )


@cache
def decoder() -> "msgspec.json.Decoder[Any]":
    """Return a decoder for a line of any kind."""
    rows = [struct_of(part) for part in PARTS]
    return msgspec.json.Decoder(Union[(Head, Action, IdsLine, End, *rows)])


def _may_be_left_out(field: "Field[Any, Any]") -> bool:
    """Whether files of versions without this column omit it."""
    may_be_empty = field.blank and isinstance(field, models.CharField | models.TextField)
    return may_be_empty or (field.has_default() and not callable(field.default))


def _type_of(part: Part, field: "Field[Any, Any]") -> Any:
    if (part.name, field.name) in AS_TEXT:
        return Annotated[str, Meta(max_length=AS_TEXT[part.name, field.name])]
    if isinstance(field, models.ForeignKey):
        return Place
    kind = field.get_internal_type()
    if kind in WHOLE_NUMBERS:
        low, high = WHOLE_NUMBERS[kind]
        if field.choices:
            return Literal[tuple(value for value, _label in field.flatchoices)]
        return Annotated[int, Meta(ge=low, le=high)]
    if kind in ("CharField", "TextField"):
        if field.choices:
            nothing = [""] if field.blank else []
            return Literal[(*nothing, *(value for value, _label in field.flatchoices))]
        return Annotated[str, Meta(max_length=field.max_length or LONGEST_TEXT)]
    return {
        "BooleanField": bool,
        "DateField": date,
        "DateTimeField": Annotated[datetime, Meta(tz=True)],
        "JSONField": Any,
    }[kind]
