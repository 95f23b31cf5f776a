"""Who may open a page. Every page says so with one of these decorators, which also keep to it.

A system check (`config.routes.every_route_has_a_policy`) refuses to start with a page that says nothing.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_cache_control

from tournaments.actions.actor import Actor
from tournaments.actions.errors import TooManyAttempts
from tournaments.models import Tournament
from tournaments.permissions import visible_tournaments
from tournaments.views.repeatable_forms import repeatable
from tournaments.visitors import actor_of, was_looked_at

View = Callable[..., HttpResponse]
Predicate = Callable[[Actor, Tournament], bool]

# Seconds for which a shared cache may answer for us; half the hall asks in the same moment.
SHARED_FOR = 2


def public(view: View) -> View:
    """Anybody may open this page, and it looks the same to everybody."""

    @wraps(view)
    def guarded_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return _cached(request, view(request, *args, **kwargs))

    return _with_policy(guarded_view, "public")


def signed_in(view: View) -> View:
    """Only people with an account; others are asked to sign in first."""

    @wraps(view)
    def guarded_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return _private(redirect_to_login(request.get_full_path()))
        return _private(repeatable(request, lambda: view(request, *args, **kwargs)))

    return _with_policy(guarded_view, "signed in")


def on_a_phone(view: View) -> View:
    """The pages of a claimed seat. Anybody may open them; without a seat they only ask for its code."""

    @wraps(view)
    def guarded_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return _private(repeatable(request, lambda: view(request, *args, **kwargs), leads_to="my_table"))

    return _with_policy(guarded_view, "seat")


def by_invitation(view: View) -> View:
    """The page of an invitation. Anybody may open it; without the code it only asks for the code."""

    @wraps(view)
    def guarded_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return _private(view(request, *args, **kwargs))

    return _with_policy(guarded_view, "invitation")


def visible(view: Callable[Concatenate[HttpRequest, Tournament, ...], HttpResponse]) -> View:
    """Anybody who may know of the tournament. 404 for the others, as if it did not exist."""

    @wraps(view)
    def guarded_view(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
        tournament = find(request, slug)
        with timezone.override(tournament.time_zone):
            return _cached(request, view(request, tournament, **kwargs))

    return _with_policy(guarded_view, "visible")


def for_tournament(may: Predicate) -> Callable[[Callable[..., HttpResponse]], View]:
    """Only those for whom `may(actor, tournament)`; 404 for whoever may not know of the tournament."""

    def decorate(view: Callable[..., HttpResponse]) -> View:
        @wraps(view)
        def guarded_view(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
            return _private(repeatable(request, lambda: inside(request, slug, **kwargs)))

        def inside(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
            tournament = find(request, slug)
            if not may(actor_of(request), tournament):
                if not request.user.is_authenticated and request.method in ("GET", "HEAD"):
                    return redirect_to_login(request.get_full_path())
                raise PermissionDenied
            with timezone.override(tournament.time_zone):
                return view(request, tournament, **kwargs)

        return _with_policy(guarded_view, may.__name__)

    return decorate


def find(request: HttpRequest, slug: str) -> Tournament:
    """Return the tournament of this address if this person may know of it, else 404.

    Nobody's session and no seat is read for a tournament that everybody may see: its pages are the same for all
    and may be kept by shared caches. For the others `permissions.visible_tournaments` decides, as in the API.
    """
    tournaments = Tournament.objects.with_frame().select_related("head").filter(slug=slug)
    found = tournaments.filter(pk__in=visible_tournaments(Actor()).values("pk")).first()
    if found is None:
        found = tournaments.filter(pk__in=visible_tournaments(actor_of(request)).values("pk")).first()
    if found is None:
        raise Http404
    return found


def too_many(request: HttpRequest, refusal: TooManyAttempts, *, back: str) -> HttpResponse:
    """The page that asks for patience; `back` is where to go on. Nobody else is shown it from a cache."""
    response = render(request, "429.html", {"why": refusal.message, "back": back}, status=429)
    response["Retry-After"] = str(refusal.retry_after)
    return _private(response)


def is_everybodys(request: HttpRequest) -> bool:
    """Is the answer the same for all, since nothing of the visitor was looked at: no session, no seat?"""
    return (
        not request.session.accessed
        and not was_looked_at(request)
        and "CSRF_COOKIE_NEEDS_UPDATE" not in request.META
    )


def _with_policy(guarded_view: View, policy: str) -> View:
    guarded_view.policy = policy  # type: ignore[attr-defined]
    return guarded_view


def _cached(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    if not is_everybodys(request) or request.method not in ("GET", "HEAD"):
        return _private(response)
    if not response.has_header("Cache-Control"):
        patch_cache_control(response, public=True, max_age=SHARED_FOR)
    return response


def _private(response: HttpResponse) -> HttpResponse:
    if not response.has_header("Cache-Control"):
        patch_cache_control(response, private=True, no_store=True)
    return response
