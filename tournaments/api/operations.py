"""What a call declares is what it does: find, ask permission, check the input, do it once, answer.

A view's method gets what was found, the checked input, the options, and with `if_match` the tag that was seen. A
call that writes returns the answer's body, nothing, or an `Answer` with a status of its own; one that reads returns
the shape or a response.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from operator import attrgetter
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from tournaments.actions.idempotency import Answer
from tournaments.api.api_view import ApiView
from web.api.schema import describe

Method = Callable[..., Any]
Finder = Callable[..., Any]
Permission = Callable[..., bool]


def everybody(*_about: object) -> bool:
    """Whoever may know of the thing may do this: the finder answers 404 to others."""
    return True


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
    """Declare a call that reads. See `writes`; `query` checks the options of the address."""

    def declare(method: Method) -> Method:
        @wraps(method)
        def call(view: ApiView, request: Request, **address: Any) -> Response:
            given = _found(view, finds, of, permission, address)
            if query is not None:
                given.append(view.query(query))
            answer = method(view, *given)
            return answer if isinstance(answer, Response) else Response(answer)

        return _declared(call, permission, describe(name, summary, query=query, **described))

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

    `finds` gives the thing that the address names, or answers 404; `of` leads from it to what `permission` is asked
    about, with the actor. Without a finder `permission` is asked about the actor alone.
    """

    def declare(method: Method) -> Method:
        @wraps(method)
        def call(view: ApiView, request: Request, **address: Any) -> Response:
            given = _found(view, finds, of, permission, address)
            if takes is not None:
                given.append(view.validated_data(takes))
            if query is not None:
                given.append(view.query(query))
            if if_match:
                given.append(view.version())

            def action() -> Mapping[str, Any] | Answer:
                return method(view, *given) or {}

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
        return _declared(call, permission, of_call)

    return declare


def _found(
    view: ApiView, finds: Finder | None, of: str, permission: Permission, address: Mapping[str, Any]
) -> list[Any]:
    if finds is None:
        view.allow(permission(view.actor))
        return []
    found = finds(view, **address)
    view.allow(permission(view.actor, attrgetter(of)(found) if of else found))
    return [found]


def _declared(call: Method, permission: Permission, described: Callable[[Method], Method]) -> Method:
    declared = described(call)
    declared.permission = permission  # type: ignore[attr-defined]
    return declared
