"""The API description: OpenAPI generated from the shapes and inputs that views really use."""

import re
import types
import typing
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import (
    Annotated,
    Any,
    NotRequired,
    Protocol,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from django.db.models import Choices
from drf_spectacular.drainage import get_override
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from web.api.answers import Form
from web.api.fields import Input
from web.api.negotiation import EVENTS, LINES
from web.api.pagination import MOST_COUNTED, LongPaging

SerializerClass = type[serializers.BaseSerializer[Any]]
SCHEMAS = "#/components/schemas/"
# `nullable` holds only beside a `type`, which no reference has. The name is that of drf-spectacular.
NULL = {"$ref": f"{SCHEMAS}NullEnum"}
_PLAIN: dict[object, dict[str, object]] = {
    int: {"type": "integer", "format": "int64"},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    object: {},
}
# A value of a list of choices, with its label.
_MEANING = re.compile(r"^\* `([^`]*)` - (.*)$", re.MULTILINE)
_OF_ALL_INPUTS = " ".join((Input.__doc__ or "").split())
_shapes: dict[str, type] = {}
_inputs: set[str] = set()

WHY = {
    400: "Malformed: not the JSON expected, an unknown field or parameter, or no Idempotency-Key.",
    401: "Nobody is signed in, or the token is not valid: expired or revoked.",
    403: "You may not do this.",
    404: "There is nothing here, or it is not yours to know of.",
    409: "The state refuses it now.",
    410: "What was asked for is too long ago to be told here; the error says where it is.",
    412: "What was named as seen, in If-Match or in the body, no longer stands.",
    415: "Only the type of content that is described is taken here: JSON, or a form where a file is sent.",
    422: "The content is refused, or the Idempotency-Key was used for another request.",
    428: "If-Match is missing: name the version you saw.",
    429: "Too many calls; Retry-After says when to try again.",
    503: "The database is away for a moment; Retry-After says when to try again.",
}
ORDERED = "It takes longer than a request may and is computed now; Location says where to look and to cancel."
UNCHANGED = "Nothing moved since the answer whose ETag you named."
# 405, 406 and 413 tell a program that follows the description nothing: they are left out.
ALWAYS = (400, 401, 404, 429, 503)
CHANGING = (403, 409, 415, 422)

_KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description="A UUID, or 8 to 64 letters, digits, hyphens and underscores, made anew for each thing you want "
    "done. A repeat with the same key does nothing and gets the first answer again.",
    pattern="^[A-Za-z0-9_-]{8,64}$",
)

_IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description='The `ETag` of the answer you have, in quotation marks: "s3-110-55". 304 until something moved.',
)


class DescribedView(Protocol):
    """A view that declares its path parameters; `BaseApiView` refuses others."""

    query: SerializerClass | None


@dataclass(frozen=True)
class AnySize:
    """Marks an integer that may exceed 64 bits, as in `Annotated[int, AnySize(why)]`."""

    why: str


def _if_match(required: bool) -> OpenApiParameter:
    return OpenApiParameter(
        "If-Match",
        str,
        OpenApiParameter.HEADER,
        required=required,
        description='The `tag` of what you saw, in quotation marks: "r2-1f0c9a3b".',
    )


def describe(
    name: str,
    summary: str,
    *,
    gives: type | None = None,
    gives_file: str = "",
    page: bool = False,
    lines: bool | type = False,
    events: bool = False,
    status: int = 200,
    takes: SerializerClass | None = None,
    query: SerializerClass | None = None,
    changes: bool = False,
    orders: type | None = None,
    if_match: bool | None = None,
    etag: bool = False,
    refuses: Iterable[int] = (),
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Describe an operation: it `gives` a shape (or a `page` of them, or as NDJSON each as one of the `lines`, which
    may have a shape of their own, or server-sent `events`) and `takes` an input; `gives_file` is a media type.

    `changes`: requires an Idempotency-Key. `orders`: the shape of a background job (202). `if_match`: None ignored,
    False optional, True required. `etag`: If-None-Match is supported, with 304.
    """
    if takes is not None:
        _inputs.add(get_override(takes, "component_name", takes.__name__))
    answer = of_type(gives) if gives is not None else None
    if gives_file:
        answer = {"type": "string", "format": "binary"}
    answer_of_line = of_type(lines) if isinstance(lines, type) else answer if lines else None
    if page and answer is not None:
        answer = page_of(answer, is_long=query is not None and issubclass(query, LongPaging))
    errors = {
        *ALWAYS,
        *(CHANGING if changes else ()),
        *((412, 428) if if_match is not None else ()),
        *refuses,
    }
    parameters: list[Any] = [query] if query is not None else []
    parameters += [_KEY] if changes else []
    parameters += [_if_match(if_match)] if if_match is not None else []
    parameters += [_IF_NONE_MATCH] if etag else []
    described = extend_schema(
        operation_id=name,
        summary=summary,
        request=takes,
        parameters=parameters,
        responses={
            (status, gives_file) if gives_file else status: OpenApiResponse(
                answer, description="Done." if changes else "Here it is."
            )
            if answer is not None
            else OpenApiResponse(description="Done."),
            **({(status, LINES): OpenApiResponse(answer_of_line)} if answer_of_line is not None else {}),
            **({(status, EVENTS): OpenApiResponse({"type": "string"})} if events else {}),
            **({304: OpenApiResponse(description=UNCHANGED)} if etag else {}),
            **({202: OpenApiResponse(of_type(orders), ORDERED)} if orders is not None else {}),
            **{code: OpenApiResponse({"$ref": f"{SCHEMAS}Error"}, WHY[code]) for code in sorted(errors)},
        },
    )

    def mark(view: Callable[..., Any]) -> Callable[..., Any]:
        found: Callable[..., Any] = described(view)
        cast(DescribedView, found).query = query
        return found

    return mark


def page_of(item: dict[str, object], *, is_long: bool) -> dict[str, object]:
    """Return the schema of a list page."""
    count: dict[str, object] = {"type": "integer", "description": "How many there are in all."}
    before = "Address of the page before; null on the first one."
    if is_long:
        before = "Address of the page before, where offset led to this one; else null."
        more = f"How many there are in all; null where there are more than {MOST_COUNTED:,}."
        count = {"type": "integer", "nullable": True, "description": more}
    address = {"type": "string", "format": "uri", "nullable": True}
    return {
        "type": "object",
        "required": ["count", "next", "previous", "results"],
        "properties": {
            "count": count,
            "next": {**address, "description": "Address of the next page; null on the last one."},
            "previous": {**address, "description": before},
            "results": {"type": "array", "items": item, "description": "This page of them."},
        },
    }


def of_type(hint: Any) -> dict[str, object]:
    """Return the schema of a type: a TypedDict by reference, others inline."""
    if is_typeddict(hint):
        name = hint.__name__.removesuffix("Shape")
        if _shapes.setdefault(name, hint) is not hint:
            raise ValueError(
                f"two answers are described as {name}: {_shapes[name].__module__}, {hint.__module__}"
            )
        return {"$ref": f"{SCHEMAS}{name}"}
    if hint in _PLAIN:
        return dict(_PLAIN[hint])
    if get_origin(hint) is Annotated:
        base, *said = get_args(hint)
        return _with_annotations(of_type(base), said)
    if get_origin(hint) is NotRequired:
        return of_type(get_args(hint)[0])
    if get_origin(hint) is list:
        return {"type": "array", "items": of_type(get_args(hint)[0])}
    if get_origin(hint) is dict:
        return {"type": "object", "additionalProperties": of_type(get_args(hint)[1])}
    if get_origin(hint) in (types.UnionType, typing.Union):
        parts = [part for part in get_args(hint) if part is not type(None)]
        if len(parts) > 1:
            return {"oneOf": [of_type(part) for part in parts]}
        (some,) = parts
        inner = of_type(some)
        return {"oneOf": [inner, dict(NULL)]} if "$ref" in inner else {**inner, "nullable": True}
    raise TypeError(f"no description for {hint!r}")


def _with_annotations(schema: dict[str, object], said: Iterable[object]) -> dict[str, object]:
    """Add what an `Annotated` says: description, format, size, choices and their meanings."""
    for one in said:
        if isinstance(one, AnySize):
            schema = {"type": "integer", "description": one.why}
        elif isinstance(one, Form):
            schema = {**schema, "format": one.name}
        elif isinstance(one, str):
            schema = with_words(schema, one)
        elif isinstance(one, type) and issubclass(one, Choices):
            meanings = "\n".join(f"* `{value}` - {label}" for value, label in one.choices)
            schema = with_words(schema, f"{schema['description']}\n\n{meanings}")
    return schema


def with_words(schema: dict[str, Any], words: str) -> dict[str, Any]:
    """Return a schema with a description, which would be ignored beside a reference."""
    if "$ref" in schema:
        return {"allOf": [schema], "description": words}
    return {**schema, "description": words}


def add_shapes(result: dict[str, Any], generator: object, request: object, public: bool) -> dict[str, Any]:
    """Add the shapes to the components: a post-processing hook of drf-spectacular."""
    schemas = result["components"].setdefault("schemas", {})
    for name in _inputs & set(schemas):
        # `Input` refuses unknown fields.
        schemas[name]["additionalProperties"] = False
    schemas["Error"] = ERROR
    schemas["NullEnum"] = {"enum": [None]}
    _mend([result.get("paths", {}), schemas])
    done: set[str] = set()
    while todo := sorted(set(_shapes) - done):
        for name in todo:
            done.add(name)
            if name in schemas:
                raise ValueError(f"a request and an answer are both described as {name}")
            schemas[name] = _object(_shapes[name])
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result


def _mend(part: Any) -> None:
    """Correct what drf-spectacular writes about inputs: `nullable` without a type beside an alternative of null, a
    default inside the alternative that does not allow it (validators refuse both), lists of values that only repeat
    each value, and the words that all inputs inherit.
    """
    if isinstance(part, list):
        for one in part:
            _mend(one)
    elif isinstance(part, dict):
        if "oneOf" in part:
            if NULL in part["oneOf"]:
                part.pop("nullable", None)
            for one in part["oneOf"]:
                if "default" in one:
                    part["default"] = one.pop("default")
        words = part.get("description")
        if isinstance(words, str) and all(value == label for value, label in _MEANING.findall(words)):
            part["description"] = _MEANING.sub("", words.replace(_OF_ALL_INPUTS, "")).strip()
            if not part["description"]:
                del part["description"]
        for name, one in part.items():
            if name != "example":
                _mend(one)


def _object(shape: Any) -> dict[str, object]:
    hints = get_type_hints(shape, include_extras=True)
    described: dict[str, object] = {
        "type": "object",
        "properties": {name: of_type(hint) for name, hint in hints.items()},
    }
    if required := [name for name in hints if name in shape.__required_keys__]:
        described["required"] = required
    if shape.__doc__:
        described["description"] = " ".join(shape.__doc__.split())
    return described


ERROR = {
    "type": "object",
    "description": "Every refusal looks like this. `code` is for programs, `message` for people.",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "description": "What is wrong.",
            "required": ["code", "message", "fields"],
            "properties": {
                "code": {
                    "type": "string",
                    "description": "For programs: a fixed word, the same in every language.",
                    "example": "points_do_not_balance",
                },
                "message": {
                    "type": "string",
                    "description": "For people, in the language they asked for.",
                    "example": "The four scores add up to 119,900, not 120,000. Is a riichi stick missing?",
                },
                "fields": {
                    "type": "object",
                    "description": "What is wrong with each field of the request, by its name.",
                    "additionalProperties": {},
                },
            },
        },
    },
}
