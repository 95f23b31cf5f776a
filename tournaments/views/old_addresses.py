"""Pages under an address that a tournament or a league had before lead on to where it is now; pages and calls under
the number of a player who was merged into another one lead to that one.
"""

from collections.abc import Callable

from django.db.models import BigIntegerField
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponsePermanentRedirect,
    HttpResponseRedirect,
    JsonResponse,
)
from django.urls import ResolverMatch
from django.utils.translation import gettext as _

from tournaments.credentials.visitors import actor_of
from tournaments.models import League, MergedPlayer, OldAddress
from tournaments.permissions import visible_players, visible_tournaments
from web.api.errors import error_body
from web.policies import private

NOT_FOUND = 404
# As a POST again, with what was typed: a form may have been open when the address changed.
SAME_METHOD = 307
MOVED_FOR_GOOD = 301
CALLS = "api/"
OF_PLAYERS = ("players/", f"{CALLS}v1/players/")


class OldAddressMiddleware:
    """Looks only where nothing was found, and only for those who may know of the tournament."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        match = request.resolver_match
        if response.status_code != NOT_FOUND or match is None:
            return response
        if match.route.lstrip("/").startswith(OF_PLAYERS) and request.method in ("GET", "HEAD"):
            return self._player(request, match) or response
        if "slug" not in match.kwargs:
            return response
        moved_to = self._tournament(request, match) or self._league(request, match)
        if moved_to is None:
            return response
        moved = HttpResponseRedirect(moved_to)
        if request.method not in ("GET", "HEAD"):
            moved.status_code = SAME_METHOD
        return private(moved)

    def _player(self, request: HttpRequest, match: ResolverMatch) -> HttpResponse | None:
        """For good: a number is never given to another player."""
        asked = {number for number in map(int, match.kwargs.values()) if number <= BigIntegerField.MAX_BIGINT}
        known = visible_players(actor_of(request))
        merged = MergedPlayer.objects.filter(number__in=asked, player__in=known)
        stays = {number: str(player) for number, player in merged.values_list("number", "player")}
        if not stays:
            return None
        path = "/".join(
            stays.get(int(part), part) if part.isdecimal() else part for part in request.path.split("/")
        )
        query = request.META.get("QUERY_STRING", "")
        address = f"{path}?{query}" if query else path
        if not match.route.startswith(CALLS):
            return private(HttpResponsePermanentRedirect(address))
        message = _("This player was merged into another record. Please ask for player %(player)s.")
        body = error_body(
            "player_merged",
            message % {"player": next(iter(stays.values()))},
            {"player": list(map(int, stays.values()))},
        )
        moved = JsonResponse(body, status=MOVED_FOR_GOOD)
        moved["Location"] = address
        return private(moved)

    def _tournament(self, request: HttpRequest, match: ResolverMatch) -> str | None:
        old = f"/t/{match.kwargs['slug']}/"
        if old not in request.path:
            return None
        moved = list(
            OldAddress.objects.filter(slug=match.kwargs["slug"]).values_list("tournament", flat=True)
        )
        # Nearly always there is none, and who asks is not looked at.
        found = visible_tournaments(actor_of(request)).filter(pk__in=moved).first() if moved else None
        return request.get_full_path().replace(old, f"/t/{found.slug}/", 1) if found else None

    def _league(self, request: HttpRequest, match: ResolverMatch) -> str | None:
        old = f"/l/{match.kwargs['slug']}/"
        if old not in request.path:
            return None
        found = League.objects.filter(old_addresses__slug=match.kwargs["slug"]).first()
        return request.get_full_path().replace(old, f"/l/{found.slug}/", 1) if found else None
