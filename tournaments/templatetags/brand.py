"""The brand that a page wears: its tournament's, its league's, or the site's."""

from typing import NamedTuple

from django import template
from django.db import DatabaseError
from django.template.context import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.models import League, Season, Tournament
from tournaments.models.about.brands import (
    NO_BRAND,
    Legal,
    PictureFile,
    ShownBrand,
    ShownSponsor,
    shown_brand,
)
from web.colours import brand_colours, sheet_address
from web.version import __version__

register = template.Library()

# Sizes on pages, in CSS pixels.
LOGO_HEIGHT, SPONSOR_HEIGHT, POSTER_WIDTH = 32, 40, 240


class ShownPicture(NamedTuple):
    """An image and its size on a page."""

    url: str
    width: int
    height: int


class SponsorOnPage(NamedTuple):
    name: str
    link: str
    logo: ShownPicture | None


class PageBrand(NamedTuple):
    """What templates need of a brand; everything is empty where there is none."""

    name: str = ""
    logo: ShownPicture | None = None
    colours: str = ""
    theme: str = ""
    footer: str = ""
    imprint: str = ""
    privacy: str = ""
    poster: str = ""
    poster_small: ShownPicture | None = None
    sponsors: tuple[SponsorOnPage, ...] = ()


NOTHING = PageBrand()


@register.simple_tag(takes_context=True)
def page_brand(context: Context) -> PageBrand:
    """The brand of the page: of its `tournament`, else of its `league` or `season`, else the site's.

    No query where the tournament was found by its address and no brand is on the server; two at most. Nothing while
    the database is away: the page that says so needs none.
    """
    tournament, league = context.get("tournament"), _league(context)
    preview: ShownBrand | None = context.get("brand_preview")
    if not isinstance(tournament, Tournament) or tournament.pk is None:
        tournament = None
    if getattr(context.get("request"), "jantaku_surroundings", True) is None:
        return NOTHING
    try:
        if preview is not None:
            brand = preview
        elif tournament is not None:
            brand = brand_of(tournament)
        else:
            brand = shown_brand(league=league.pk if league else None)
    except DatabaseError:
        return NOTHING
    if brand is NO_BRAND:
        return NOTHING
    if tournament is not None and tournament.season_id is not None:
        assert tournament.season is not None
        league = tournament.season.league
    return _on_page(brand, tournament, league)


@register.simple_tag
def version() -> str:
    """The version of Jantaku that answers."""
    return __version__


@register.simple_tag(takes_context=True)
def look_sheet(context: Context) -> SafeString | str:
    """The link to the style sheet of what is chosen on the page: the colours of its brand, and the looks of teams of
    several tournaments, `team_looks` as `looks_address` writes them. Empty where nothing is.
    """
    brand: PageBrand = context["page_brand"]
    teams: str = context.get("team_looks") or ""
    if not brand.colours and not teams:
        return ""
    url = reverse("brand_sheet", args=[brand.colours or sheet_address("", "")])
    return linked_sheet(f"{url}?teams={teams}" if teams else url)


def linked_sheet(url: str) -> SafeString:
    return format_html('<link rel="stylesheet" href="{}">', url)


def brand_of(tournament: Tournament) -> ShownBrand:
    """The brand of a tournament, with what it inherits."""
    if getattr(tournament, "newest_brand", True) is None:
        return NO_BRAND
    season = tournament.season
    return shown_brand(tournament.pk, season.league_id if season is not None else None)


def _league(context: Context) -> League | None:
    league, season = context.get("league"), context.get("season")
    if isinstance(league, League) and league.pk is not None:
        return league
    if isinstance(season, Season) and season.pk is not None:
        return season.league
    return None


def _on_page(brand: ShownBrand, tournament: Tournament | None, league: League | None) -> PageBrand:
    colours = brand_colours(brand.colour, brand.accent)
    slugs = {"t": tournament.slug if tournament else "", "l": league.slug if league else "", "": ""}
    small = brand.poster_small
    return PageBrand(
        name=brand.name,
        logo=_of_height(brand.logo, LOGO_HEIGHT),
        colours=sheet_address(brand.colour, brand.accent) if colours else "",
        theme=colours["--felt"].light if brand.colour else "",
        footer=brand.footer,
        imprint=_address("imprint", brand.imprint, slugs),
        privacy=_address("privacy", brand.privacy, slugs),
        poster=reverse("brand_picture", args=[brand.poster.name]) if brand.poster else "",
        poster_small=_of_width(small, POSTER_WIDTH),
        sponsors=tuple(_sponsor(one) for one in brand.sponsors),
    )


def _sponsor(sponsor: ShownSponsor) -> SponsorOnPage:
    return SponsorOnPage(sponsor.name, sponsor.link, _of_height(sponsor.logo, SPONSOR_HEIGHT))


def _of_height(picture: PictureFile | None, height: int) -> ShownPicture | None:
    if picture is None:
        return None
    width = max(1, round(picture.width * height / picture.height))
    return ShownPicture(reverse("brand_picture", args=[picture.name]), width, height)


def _of_width(picture: PictureFile | None, width: int) -> ShownPicture | None:
    if picture is None:
        return None
    height = max(1, round(picture.height * width / picture.width))
    return ShownPicture(reverse("brand_picture", args=[picture.name]), width, height)


def _address(kind: str, legal: Legal | None, slugs: dict[str, str]) -> str:
    if legal is None:
        return ""
    if legal.link:
        return legal.link
    slug = slugs[legal.owner]
    names = {"t": "event_legal", "l": "league_legal", "": "site_legal"}
    return reverse(names[legal.owner], args=[slug, kind] if slug else [kind])
