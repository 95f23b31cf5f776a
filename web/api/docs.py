"""The API description: OpenAPI for programs, a page for people."""

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.urls import reverse
from django.utils.translation import override
from django.views.generic import TemplateView
from drf_spectacular.generators import SchemaGenerator
from rest_framework.request import Request
from rest_framework.response import Response

from web.api.base_view import BaseApiView
from web.api.policies import Everybody

LONGEST_SEARCH = 60
MOST_SHOWN = 1_200  # characters of an example on the page
LINE = "\n"
# Addresses that the index names, where a program begins.
FIRST = ("me", "tournaments", "leagues", "players", "rulebooks")
METHODS = ("get", "post", "put", "patch", "delete")


@dataclass(frozen=True)
class Field:
    """A value of a request, as shown on the page."""

    name: str
    type: str
    is_required: bool
    about: str


@dataclass(frozen=True)
class Operation:
    """A method of an address, as shown on the page."""

    id: str
    method: str
    path: str
    summary: str
    about: str
    parameters: tuple[Field, ...]
    body: tuple[Field, ...]
    body_about: str
    answers: tuple[tuple[str, str], ...]
    shape: str
    request_example: str
    answered: str


@dataclass(frozen=True)
class Group:
    name: str
    operations: tuple[Operation, ...]


@dataclass(frozen=True)
class Shape:
    name: str
    about: str
    fields: tuple[Field, ...]


@lru_cache(maxsize=1)
def description() -> dict[str, Any]:
    """Return the OpenAPI description, always in English. It changes only with the code."""
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    with override("en"):
        schema: dict[str, Any] = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return schema


class Schema(BaseApiView):
    """The description for programs. Not itself described."""

    permission_classes = [Everybody]
    schema = None

    def get(self, request: Request) -> Response:
        # The request's own address: a club's laptop has no other.
        server = {"url": request.build_absolute_uri("/").rstrip("/")}
        return Response({**description(), "servers": [server]})


class Index(BaseApiView):
    """Where to begin. Not itself described."""

    permission_classes = [Everybody]
    schema = None

    def get(self, request: Request) -> Response:
        info = description()["info"]
        return Response(
            {
                "name": info["title"],
                "version": info["version"],
                "description": request.build_absolute_uri(reverse("api:schema")),
                "guide": request.build_absolute_uri(reverse("api:docs")),
                **{name: request.build_absolute_uri(f"{name}/") for name in FIRST},
            }
        )


class Docs(TemplateView):
    """The description for people."""

    policy = "public"
    template_name = "api/docs.html"
    http_method_names = ["get", "head"]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        search = " ".join(self.request.GET.get("search", "")[:LONGEST_SEARCH].split())
        if not search:
            return super().get_context_data(groups=groups(), shapes=shapes(), **kwargs)
        return super().get_context_data(search=search, groups=matching(search), **kwargs)


@lru_cache(maxsize=1)
def groups() -> tuple[Group, ...]:
    """Return the operations, grouped by the first part of their address, reads first."""
    found: dict[str, list[Operation]] = {}
    for path, methods in description()["paths"].items():
        for method in METHODS:
            if method in methods:
                name = path.removeprefix("/api/v1/").partition("/")[0]
                found.setdefault(name, []).append(_operation(method, path, methods[method]))
    return tuple(Group(name, tuple(operations)) for name, operations in sorted(found.items()))


def matching(search: str) -> tuple[Group, ...]:
    """Return the operations that have each word in their name, address or description, or in those of their group."""
    words = search.lower().split()
    found = [
        Group(
            group.name,
            tuple(one for one in group.operations if all(word in _words_of(group, one) for word in words)),
        )
        for group in groups()
    ]
    return tuple(group for group in found if group.operations)


def _words_of(group: Group, operation: Operation) -> str:
    words = (group.name, operation.id, operation.method, operation.path, operation.summary, operation.about)
    return " ".join(words).lower()


@lru_cache(maxsize=1)
def shapes() -> tuple[Shape, ...]:
    """Return the shapes of answers."""
    schemas = description()["components"]["schemas"]
    # Inputs are shown with their operations, enumerations with their fields.
    used = sorted(
        name for name, schema in schemas.items() if schema.get("required") and "properties" in schema
    )
    used = [name for name in used if "additionalProperties" not in schemas[name]]
    return tuple(Shape(name, schemas[name].get("description", ""), _fields(schemas[name])) for name in used)


def _operation(method: str, path: str, described: dict[str, Any]) -> Operation:
    content_types = described.get("requestBody", {}).get("content", {})
    # JSON, or a form where a file is sent.
    sent: dict[str, Any] = next(iter(content_types.values()), {})
    schema = resolved(sent.get("schema", {}))
    good: dict[str, Any] = next(
        (resolved(answer) for status, answer in described["responses"].items() if status[0] == "2"), {}
    )
    content = good.get("content", {}).get("application/json", {}).get("schema", {})
    return Operation(
        id=described["operationId"],
        method=method.upper(),
        path=path,
        summary=described.get("summary", ""),
        about=_plain(described.get("description", "")),
        parameters=tuple(
            Field(
                parameter["name"],
                f"{_type(parameter['schema'])} · {parameter['in']}",
                parameter.get("required", False),
                parameter.get("description", ""),
            )
            for parameter in map(resolved, described.get("parameters", []))
        ),
        body=_fields(schema),
        body_about=schema.get("description", ""),
        answers=tuple(
            (status, resolved(answer)["description"]) for status, answer in described["responses"].items()
        ),
        shape=_type(content) if content else "",
        request_example=_example(sent.get("example")),
        answered=_example(resolved(items_of(content) or content).get("example")),
    )


def _plain(words: str) -> str:
    """Return the Markdown of a description as plain text."""
    return words.replace("**", "").replace("`", "")


def _example(value: object) -> str:
    """Return an example shortened for the page; the description for programs has it in full."""
    if not value:
        return ""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN].rpartition(LINE)[0]}{LINE}…"


def _fields(schema: dict[str, Any]) -> tuple[Field, ...]:
    required = schema.get("required", [])
    return tuple(
        Field(name, _type(field), name in required, field.get("description", ""))
        for name, field in schema.get("properties", {}).items()
        if not field.get("readOnly")
    )


def resolved(described: dict[str, Any]) -> dict[str, Any]:
    """Resolve a reference within the description; other values are returned unchanged."""
    if "$ref" not in described:
        return described
    found = description()
    for part in str(described["$ref"]).removeprefix("#/").split("/"):
        found = found[part]
    return found


def items_of(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the item schema of a list page; empty for other schemas."""
    found: dict[str, Any] = schema.get("properties", {}).get("results", {}).get("items", {})
    return found


def _name(schema: dict[str, Any]) -> str:
    return str(schema["$ref"]).rpartition("/")[2]


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return _name(schema)
    for several in ("allOf", "oneOf"):
        if several in schema:
            return " | ".join(_type(part) for part in schema[several]) + _or_null(schema)
    if schema.get("type") == "array":
        return f"[{_type(schema['items'])}]{_or_null(schema)}"
    if items_of(schema):
        return f"page of {_type(items_of(schema))}"
    if "enum" in schema:
        return " | ".join(str(value) for value in schema["enum"] if value not in ("", None)) + _or_null(
            schema
        )
    return f"{schema.get('format', schema.get('type', 'anything'))}{_or_null(schema)}"


def _or_null(schema: dict[str, Any]) -> str:
    return " | null" if schema.get("nullable") else ""
