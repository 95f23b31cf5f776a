"""What search engines are told of: the public pages of tournaments, leagues, seasons and players."""

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.contrib.sitemaps import views as sitemaps
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.actions.actor import Actor
from tournaments.models import League, Season, Tournament
from tournaments.permissions import listed_players
from web.policies import public

PAGES = ("front", "tournament_list", "player_list", "leagues", "rulebooks", "calculator", "guides")


class InEachLanguage(Sitemap):  # type: ignore[type-arg]  # Django 5.2 takes no [Any]
    """Addresses in every language, each with those of the others. At most 5,000 items a file."""

    i18n = True
    alternates = True
    limit = 5_000
    protocol = urlsplit(settings.SITE_URL).scheme

    def get_domain(self, site: object = None) -> str:
        return str(urlsplit(settings.SITE_URL).netloc)

    def location(self, item: Iterable[object]) -> str:
        page, *parts = item
        return reverse(str(page), args=parts)


class Pages(InEachLanguage):
    def items(self) -> list[tuple[str]]:
        return [(page,) for page in PAGES]


class Rows(InEachLanguage):
    """A page for each row: its name, and what its address is made of."""

    page = ""

    def rows(self) -> QuerySet[Any, tuple[object, ...]]:
        raise NotImplementedError

    def items(self) -> list[tuple[object, ...]]:
        return [(self.page, *row) for row in self.rows()]


class Tournaments(Rows):
    page = "tournament"

    def rows(self) -> QuerySet[Any, tuple[object, ...]]:
        return Tournament.objects.listed().order_by("pk").values_list("slug")


class Leagues(Rows):
    page = "league"

    def rows(self) -> QuerySet[Any, tuple[object, ...]]:
        return League.objects.not_removed().order_by("pk").values_list("slug")


class Seasons(Rows):
    page = "season"

    def rows(self) -> QuerySet[Any, tuple[object, ...]]:
        seasons = Season.objects.filter(league__in=League.objects.not_removed())
        return seasons.order_by("pk").values_list("league__slug", "ordinal")


class Players(Rows):
    page = "player"

    def rows(self) -> QuerySet[Any, tuple[object, ...]]:
        return listed_players(Actor()).order_by("pk").values_list("pk")


PARTS: "dict[str, type[Sitemap[Any]] | Sitemap[Any]]" = {
    "pages": Pages,
    "tournaments": Tournaments,
    "leagues": Leagues,
    "seasons": Seasons,
    "players": Players,
}


@public
@require_safe
def sitemap_index(request: HttpRequest) -> HttpResponse:
    """The list of the files below."""
    return sitemaps.index(request, PARTS, sitemap_url_name="sitemap_part")


@public
@require_safe
def sitemap_part(request: HttpRequest, section: str) -> HttpResponse:
    """One file; `?p=2` is the next one of a long part."""
    return sitemaps.sitemap(request, PARTS, section)
