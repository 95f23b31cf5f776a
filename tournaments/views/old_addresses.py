"""Pages under an address that a tournament had before lead on to where it is now."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

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
        old = f"/t/{match.kwargs['slug']}/"
        if old not in request.path:
            return response
        tournaments = visible_tournaments(actor_of(request))
        found = tournaments.filter(old_addresses__slug=match.kwargs["slug"]).first()
        if found is None:
            return response
        moved = HttpResponseRedirect(request.get_full_path().replace(old, f"/t/{found.slug}/", 1))
        if request.method not in ("GET", "HEAD"):
            moved.status_code = SAME_METHOD
        return private(moved)
