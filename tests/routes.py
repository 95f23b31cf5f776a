"""All our addresses from the URL configuration, for matrices and sweeps."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from django.urls import get_resolver

from config.routes import OTHER_PACKAGES, routes

METHODS = ("get", "post", "put", "patch", "delete")
PARAMETER = re.compile(r"<\w+:(\w+)>")


@cache
def pages() -> Mapping[str, Callable[..., Any]]:
    """Return all routes of our pages with their views."""
    return {
        route: view
        for route, view in routes(get_resolver())
        if not route.startswith("api/") and not view.__module__.startswith(OTHER_PACKAGES)
    }


@cache
def calls() -> frozenset[tuple[str, str]]:
    """Return all (METHOD, route) of the API. A catch-all that only answers 404 has no methods and is left out."""
    return frozenset(
        (method, route)
        for route, view in routes(get_resolver())
        if route.startswith("api/")
        for method in methods_of(view) or ()
    )


def is_a_page(route: str) -> bool:
    """Whether people look at it: the address of a file, or of what programs read, has no slash at its end."""
    return not route or route.endswith("/")


def methods_of(view: Callable[..., Any]) -> tuple[str, ...] | None:
    """Return the methods that a view's class implements; None for a function, which does not declare them."""
    view_class = getattr(view, "view_class", None) or getattr(view, "cls", None)
    if view_class is None:
        return None
    return tuple(
        method.upper()
        for method in METHODS
        if hasattr(view_class, method) and method in getattr(view_class, "http_method_names", METHODS)
    )


def address_of(route: str, values: Mapping[str, Any]) -> str:
    """Return the address of a route with these parameters."""
    missing = set(PARAMETER.findall(route)) - values.keys()
    assert not missing, (
        f"/{route}: nothing fills {', '.join(sorted(missing))}. Name it in `things` of its row."
    )
    return "/" + PARAMETER.sub(lambda found: str(values[found[1]]), route)
