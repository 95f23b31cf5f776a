"""A call says who may make it, or it does not start."""

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import urls
from tournaments.api.api_view import METHODS, ApiView
from tournaments.api.operations import by_itself, everybody, reads, writes
from web.api.schema import describe


def test_a_view_with_a_call_of_which_nobody_says_who_may_make_it_does_not_start() -> None:
    with pytest.raises(TypeError, match=r"^Open: say who may POST, by the permission of its operation\.$"):

        class Open(ApiView):
            @reads("getThis", "Read it", permission=everybody)
            def get(self) -> dict[str, object]:
                return {}

            @describe("doThis", "Do it", changes=True)
            def post(self, request: Request) -> Response:
                return Response()


@pytest.mark.parametrize("operation", [reads, writes, by_itself])
def test_an_operation_cannot_be_declared_without_a_permission(operation: Callable[..., Any]) -> None:
    with pytest.raises(TypeError, match="missing 1 required keyword-only argument: 'permission'"):
        operation("doThis", "Do it")


def test_every_call_about_tournaments_is_declared() -> None:
    views = {one.callback.view_class for one in urls.urlpatterns if getattr(one, "callback", None)}
    calls = [
        getattr(view, name)
        for view in views
        if issubclass(view, ApiView)
        for name in METHODS
        if hasattr(view, name)
    ]

    assert len(calls) > 200
    assert all(callable(call.permission) for call in calls)
