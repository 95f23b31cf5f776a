"""Requests to a league's own host name: its public pages are answered, everything else leads to the site."""

from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.request import split_domain_port, validate_host
from django.urls import Resolver404, resolve
from django.utils.translation import override

from tournaments.actions.actor import Actor
from tournaments.models.leagues.hosts import league_at
from tournaments.permissions import visible_tournaments

# Served to every host: what pages are made of.
PARTS = ("/static/", "/brand/")
# The policies of pages that look the same to everybody.
PUBLIC = ("public", "visible")


class LeagueHostMiddleware:
    """Goes before all that looks at the host. Hosts that are allowed cost nothing here; of the others each is looked
    up, and one that is no league's is refused further on, as ever.

    At a league's host the first page is the league's front. Pages know the site's own address alone, so that each
    has one canonical address; people sign in and send forms there.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        domain, _port = split_domain_port(request.META.get("HTTP_HOST", ""))
        if not domain or validate_host(domain, settings.ALLOWED_HOSTS):
            return self.get_response(request)
        try:
            slug = league_at(domain)
            if slug is None:
                return self.get_response(request)
            path = _path_at(slug, request.path_info)
        except DatabaseError:
            return self.get_response(request)
        if path is None or request.method not in ("GET", "HEAD"):
            return HttpResponseRedirect(f"{settings.SITE_URL}{request.get_full_path()}")
        request.META["HTTP_HOST"] = urlsplit(settings.SITE_URL).netloc
        request.path = request.path_info = path
        return self.get_response(request)


def _path_at(slug: str, path: str) -> str | None:
    """The path of the site that answers this one at the league's host; None where the site itself has to."""
    if path.startswith(PARTS):
        return path
    prefix, rest = _without_language(path)
    rest = f"/l/{slug}/" if rest == "/" else rest
    with override(settings.LANGUAGE_CODE):
        try:
            match = resolve(rest)
        except Resolver404:
            return None
    if getattr(match.func, "policy", None) not in PUBLIC or hasattr(match.func, "view_class"):
        return None
    if rest.startswith("/l/"):
        is_ours = match.kwargs.get("slug") == slug
    else:
        own = visible_tournaments(Actor()).filter(season__league__slug=slug)
        is_ours = rest.startswith("/t/") and own.filter(slug=match.kwargs.get("slug")).exists()
    return prefix + rest if is_ours else None


def _without_language(path: str) -> tuple[str, str]:
    """The part of a path that names a language, which may be empty, and the rest."""
    for code, _name in settings.LANGUAGES:
        if path == f"/{code}" or path.startswith(f"/{code}/"):
            return f"/{code}", path[len(code) + 1 :] or "/"
    return "", path
