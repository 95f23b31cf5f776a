"""A system check that every address has a policy."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error
from django.urls import URLPattern, URLResolver, get_resolver

# Third-party code with its own policies. All our views carry one.
OTHER_PACKAGES = (
    "allauth.",
    "django.contrib.admin.",
    "django.contrib.contenttypes.",
    "django.views.",
    "drf_spectacular.",
)


def every_route_has_a_policy(
    app_configs: Sequence[AppConfig] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """E010: a page of ours has no policy."""
    return [
        Error(
            f"The view {view.__module__}.{getattr(view, '__qualname__', view)} at {address!r} has no policy.",
            hint="Decorate a page with web.policies.public or one of tournaments.views.policies; "
            "give an API view permission_classes.",
            id="jantaku.E010",
        )
        for address, view in routes(get_resolver())
        if not view.__module__.startswith(OTHER_PACKAGES) and not has_policy(view)
    ]


def routes(resolver: URLResolver, prefix: str = "") -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield all address patterns with their views."""
    for pattern in resolver.url_patterns:
        address = prefix + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield address, pattern.callback
        else:
            yield from routes(pattern, address)


def has_policy(view: Callable[..., Any]) -> bool:
    """Whether the view, or its class, carries a policy. API views have permission classes, which deny by default."""
    return (
        hasattr(view, "policy")
        or hasattr(getattr(view, "view_class", None), "policy")
        or hasattr(getattr(view, "cls", None), "permission_classes")
    )
