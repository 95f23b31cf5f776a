"""Declared API calls: find, check permission and input, perform once, answer.

A method receives the object found, the checked input or options, and with `if_match` the tag. A writing call returns
the answer's body, nothing, or an `Answer` with its own status; a reading call returns a shape or a response.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import wraps
from inspect import signature
from operator import attrgetter
from typing import Any, TypeVar

from django.db.models import Model
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from tournaments.actions.idempotency import Answer
from tournaments.api.api_view import ApiView
from tournaments.api.missing_rights import TOO_NARROW
from tournaments.permissions import among, visible_tournaments
from web.api.fields import Input
from web.api.schema import describe

Row = TypeVar("Row", bound=Model)
Method = Callable[..., Any]
Finder = Callable[..., Any]
Permission = Callable[..., bool]
Find = Callable[[ApiView, Mapping[str, Any]], tuple[list[Any], dict[str, Any]]]


class Nothing(Input):
    """No fields: the body is {} or absent."""


def everybody(*_about: object) -> bool:
    """Allow all actors that can see the object: the finder answers 404 to others."""
    return True


def holder_of_the_code(*_about: object) -> bool:
    """The code in the input is the permission."""
    return True


def by_itself(
    name: str, summary: str, *, permission: Permission, **described: Any
) -> Callable[[Method], Method]:
    """Declare a call whose method checks `permission` itself, because what is checked depends on the input, or
    because failed attempts are counted.
    """
    return lambda method: declared(method, permission, describe(name, summary, **described))


def one_of(model: type[Row], path: str, *related: str) -> Callable[[ApiView, int], Row]:
    """Make a finder by id, among the rows whose tournament (reached by `path`) the actor may see."""

    def find(view: ApiView, pk: int) -> Row:
        rows = model._default_manager.filter(among(visible_tournaments(view.actor), path))
        return view.find(rows.select_related(path, *related), pk=pk)

    return find


def reads(
    name: str,
    summary: str,
    *,
    permission: Permission,
    finds: Finder | None = ApiView.find_tournament,
    of: str = "",
    query: type[Serializer[Any]] | None = None,
    **described: Any,
) -> Callable[[Method], Method]:
    """Declare a call that reads. See `writes`; `query` checks the options in the address."""

    find = _finding(finds, of, permission)

    def declare(method: Method) -> Method:
        @wraps(method)
        def call(view: ApiView, request: Request, **address: Any) -> Response:
            given, rest = find(view, address)
            if query is not None:
                given.append(view.query(query))
            answer = method(view, *given, **rest)
            return answer if isinstance(answer, Response) else Response(answer)

        return declared(call, permission, describe(name, summary, query=query, **described))

    return declare


def writes(
    name: str,
    summary: str,
    *,
    permission: Permission,
    finds: Finder | None = ApiView.find_tournament,
    of: str = "",
    takes: type[Serializer[Any]] | None = None,
    query: type[Serializer[Any]] | None = None,
    status: int = 200,
    if_match: bool | None = None,
    **described: Any,
) -> Callable[[Method], Method]:
    """Declare a call that changes something.

    `finds` returns the object at the address or answers 404. `of` is the path from it to the object that
    `permission` checks; without a finder, `permission` checks the actor alone.
    """

    find = _finding(finds, of, permission)

    def declare(method: Method) -> Method:
        @wraps(method)
        def call(view: ApiView, request: Request, **address: Any) -> Response:
            given, rest = find(view, address)
            given += _checked(view, takes)
            if query is not None:
                given.append(view.query(query))
            if if_match is not None:
                given.append(view.version() if if_match else view.if_match())

            def action() -> Mapping[str, Any] | Answer:
                return method(view, *given, **rest) or {}

            return view.do(action, status=status)

        of_call = describe(
            name,
            summary,
            takes=takes,
            query=query,
            status=status,
            if_match=if_match,
            changes=True,
            **described,
        )
        return declared(call, permission, of_call)

    return declare


def _checked(view: ApiView, takes: type[Serializer[Any]] | None) -> list[Any]:
    """Return the method's arguments from the body; none if the body has no fields."""
    if takes is None:
        return []
    data = view.validated_data(takes)
    return [] if takes is Nothing else [data]


def _finding(finds: Finder | None, of: str, permission: Permission) -> Find:
    """Make a function that finds the object and checks permission. It returns the object in a list, and the parts of
    the address that the finder does not use, as keyword arguments.
    """
    if finds is None:

        def ask(view: ApiView, address: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any]]:
            _allow(view, permission)
            return [], dict(address)

        return ask
    taken = frozenset(signature(finds).parameters)

    def find(view: ApiView, address: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        found = finds(view, **{name: value for name, value in address.items() if name in taken})
        _allow(view, permission, attrgetter(of)(found) if of else found)
        return [found], {name: value for name, value in address.items() if name not in taken}

    return find


def _allow(view: ApiView, permission: Permission, *about: object) -> None:
    """Ask who may; say so where only the token is in the way."""
    if permission(view.actor, *about):
        return
    owner = replace(view.actor, api_token=None)
    is_of_token = view.actor.api_token is not None and permission(owner, *about)
    view.allow(False, permission, needs=TOO_NARROW if is_of_token else "")


def declared(call: Method, permission: Permission, described: Callable[[Method], Method]) -> Method:
    """Record who may make a call; `ApiView` refuses methods without a permission."""
    found = described(call)
    found.permission = permission  # type: ignore[attr-defined]
    return found
