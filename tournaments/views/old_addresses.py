"""Pages under an address that a tournament or a league had before lead on to where it is now."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import ResolverMatch

from tournaments.models import League
from tournaments.permissions import visible_tournaments
from tournaments.visitors import actor_of
from web.policies import private

NOT_FOUND = 404
# As a POST again, with what was typed: a form may have been open when the address changed.
SAME_METHOD = 307


class OldAddressMiddleware:
    """Looks only where nothing was found, and only for those who may know of the tournament."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        match = request.resolver_match
        if response.status_code != NOT_FOUND or match is None or "slug" not in match.kwargs:
            return response
        moved_to = self._tournament(request, match) or self._league(request, match)
        if moved_to is None:
            return response
        moved = HttpResponseRedirect(moved_to)
        if request.method not in ("GET", "HEAD"):
            moved.status_code = SAME_METHOD
        return private(moved)

    def _tournament(self, request: HttpRequest, match: ResolverMatch) -> str | None:
        old = f"/t/{match.kwargs['slug']}/"
        if old not in request.path:
            return None
        tournaments = visible_tournaments(actor_of(request))
        found = tournaments.filter(old_addresses__slug=match.kwargs["slug"]).first()
        return request.get_full_path().replace(old, f"/t/{found.slug}/", 1) if found else None

    def _league(self, request: HttpRequest, match: ResolverMatch) -> str | None:
        old = f"/l/{match.kwargs['slug']}/"
        if old not in request.path:
            return None
        found = League.objects.filter(old_addresses__slug=match.kwargs["slug"]).first()
        return request.get_full_path().replace(old, f"/l/{found.slug}/", 1) if found else None
