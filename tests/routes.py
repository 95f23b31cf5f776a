"""Every address of ours, from the URL configuration: the list that matrices and sweeps go through."""

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
    """Every route that is a page of ours, with its view."""
    return {
        route: view
        for route, view in routes(get_resolver())
        if not route.startswith("api/") and not view.__module__.startswith(OTHER_PACKAGES)
    }


@cache
def calls() -> frozenset[tuple[str, str]]:
    """Every (METHOD, route) of the API. A catch-all that only ever answers 404 has no methods and is left out."""
    return frozenset(
        (method, route)
        for route, view in routes(get_resolver())
        if route.startswith("api/")
        for method in methods_of(view) or ()
    )


def methods_of(view: Callable[..., Any]) -> tuple[str, ...] | None:
    """The methods for which a view's class has something to do; None for a function, which does not tell."""
    view_class = getattr(view, "view_class", None) or getattr(view, "cls", None)
    if view_class is None:
        return None
    return tuple(
        method.upper()
        for method in METHODS
        if hasattr(view_class, method) and method in getattr(view_class, "http_method_names", METHODS)
    )


def address_of(route: str, values: Mapping[str, Any]) -> str:
    """The address of a route whose parameters have these values."""
    missing = set(PARAMETER.findall(route)) - values.keys()
    assert not missing, (
        f"/{route}: nothing fills {', '.join(sorted(missing))}. Name it in `things` of its row."
    )
    return "/" + PARAMETER.sub(lambda found: str(values[found[1]]), route)
