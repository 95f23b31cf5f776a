"""Who may open a page of a tournament, of a person or of a phone. Every page says so with one of these decorators,
which also keep to it, or with `web.policies.public`.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournaments.actions.actor import Actor
from tournaments.actions.errors import TooManyAttempts
from tournaments.models import Tournament
from tournaments.permissions import among, visible_tournaments
from tournaments.views.repeatable_forms import repeatable
from tournaments.visitors import actor_of
from web.policies import Page, cached, private, with_policy

Predicate = Callable[[Actor, Tournament], bool]


def signed_in(view: Page) -> Page:
    """Only people with an account; others are asked to sign in first."""

    @wraps(view)
    def guarded_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return private(redirect_to_login(request.get_full_path()))
        return private(repeatable(request, lambda: view(request, *args, **kwargs)))

    return with_policy(guarded_view, "signed in")


def for_people(may: Callable[[Actor], bool]) -> Callable[[Page], Page]:
    """Only people with an account for whom `may(actor)`; others are asked to sign in, or refused."""

    def decorate(view: Page) -> Page:
        @wraps(view)
        def guarded_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not may(actor_of(request)):
                raise PermissionDenied
            return view(request, *args, **kwargs)

        return with_policy(signed_in(guarded_view), may.__name__)

    return decorate


def on_a_phone(view: Page) -> Page:
    """The pages of a claimed seat. Anybody may open them; without a seat they only ask for its code."""

    @wraps(view)
    def guarded_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return private(repeatable(request, lambda: view(request, *args, **kwargs), leads_to="my_table"))

    return with_policy(guarded_view, "seat")


def by_invitation(view: Page) -> Page:
    """The page of an invitation. Anybody may open it; without the code it only asks for the code."""

    @wraps(view)
    def guarded_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return private(view(request, *args, **kwargs))

    return with_policy(guarded_view, "invitation")


def by_private_link(view: Page) -> Page:
    """The page of somebody's own registration. Anybody may open it; without the code it only asks for the code."""

    @wraps(view)
    def guarded_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return private(view(request, *args, **kwargs))

    return with_policy(guarded_view, "private link")


def visible(view: Callable[Concatenate[HttpRequest, Tournament, ...], HttpResponse]) -> Page:
    """Anybody who may know of the tournament. 404 for the others, as if it did not exist."""

    @wraps(view)
    def guarded_view(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
        tournament = find(request, slug)
        with timezone.override(tournament.time_zone):
            return cached(request, view(request, tournament, **kwargs))

    return with_policy(guarded_view, "visible")


def for_tournament(may: Predicate) -> Callable[[Callable[..., HttpResponse]], Page]:
    """Only those for whom `may(actor, tournament)`; 404 for whoever may not know of the tournament."""

    def decorate(view: Callable[..., HttpResponse]) -> Page:
        @wraps(view)
        def guarded_view(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
            return private(repeatable(request, lambda: inside(request, slug, **kwargs)))

        def inside(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
            tournament = find(request, slug)
            if not may(actor_of(request), tournament):
                if not request.user.is_authenticated and request.method in ("GET", "HEAD"):
                    return redirect_to_login(request.get_full_path())
                raise PermissionDenied
            with timezone.override(tournament.time_zone):
                return view(request, tournament, **kwargs)

        return with_policy(guarded_view, may.__name__)

    return decorate


def find(request: HttpRequest, slug: str) -> Tournament:
    """Return the tournament of this address if this person may know of it, else 404.

    Nobody's session and no seat is read for a tournament that everybody may see: its pages are the same for all
    and may be stored by shared caches. For the others `permissions.visible_tournaments` decides, as in the API.
    """
    tournaments = Tournament.objects.with_frame().select_related("head").filter(slug=slug)
    found = tournaments.filter(among(visible_tournaments(Actor()), "pk")).first()
    if found is None:
        found = tournaments.filter(among(visible_tournaments(actor_of(request)), "pk")).first()
    if found is None:
        raise Http404
    return found


def too_many(request: HttpRequest, refusal: TooManyAttempts, *, back: str) -> HttpResponse:
    """The page that asks for patience; `back` is where to go on. Nobody else is shown it from a cache."""
    response = render(request, "429.html", {"why": refusal.message, "back": back}, status=429)
    response["Retry-After"] = str(refusal.retry_after)
    return private(response)
