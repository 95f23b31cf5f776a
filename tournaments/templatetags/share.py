"""What a page says about itself to messengers and search engines: Open Graph, canonical address, structured data."""

import json
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django import template
from django.conf import settings
from django.template.base import NodeList, Parser, Token
from django.template.context import Context
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournaments.models import About, League, Table, Tournament

register = template.Library()

# Policies of pages that a crawler can read; others say nothing about themselves.
READABLE = ("public", "visible")
# Pages of an event in whose place another site may show its standings.
EMBEDDED = ("tournament", "standings", "stage_standings")
# As Open Graph names the languages of `settings.LANGUAGES`.
LOCALES = {"en": "en_US", "ja": "ja_JP"}
# What would end a script element or begin another.
IN_A_SCRIPT = {ord(one): f"\\u{ord(one):04X}" for one in "<>&\u2028\u2029"}


class RememberNode(template.Node):
    def __init__(self, name: str, nodelist: NodeList) -> None:
        self.name, self.nodelist = name, nodelist

    def render(self, context: Context) -> SafeString:
        text = mark_safe(" ".join(self.nodelist.render(context).split()))  # noqa: S308 - rendered with escaping
        context[self.name] = text
        return text


@register.tag
def remember(parser: Parser, token: Token) -> RememberNode:
    """`{% remember title %}…{% endremember %}` renders its content in one line and keeps it as a variable."""
    _tag, name = token.split_contents()
    nodelist = parser.parse(("endremember",))
    parser.delete_first_token()
    return RememberNode(name, nodelist)


class Shared(NamedTuple):
    """The address of a page without a query, its language, and its picture: wide, or a square logo.

    `feed` is the address of what happened in its event or league, `embed` what tells others how to embed it.
    """

    url: str
    locale: str
    picture: str
    is_wide: bool
    feed: str = ""
    embed: str = ""


@register.simple_tag(takes_context=True)
def shared(context: Context) -> Shared | None:
    """How this page is shown beside a link to it; None for pages that only some may open."""
    request = context.get("request")
    match = getattr(request, "resolver_match", None)
    if match is None or getattr(match.func, "policy", "") not in READABLE:
        return None
    assert request is not None
    locale = LOCALES[get_language() or settings.LANGUAGE_CODE]
    tournament, table = context.get("tournament"), context.get("table")
    if isinstance(tournament, Tournament) and tournament.pk is not None:
        seq = tournament.head.seq
        picture = (
            reverse("game_preview", args=[tournament.slug, table.pk, seq])
            if isinstance(table, Table)
            else reverse("event_preview", args=[tournament.slug, seq])
        )
        url = settings.SITE_URL + request.path
        asked = urlencode({"url": url, "format": "json"})
        return Shared(
            url,
            locale,
            settings.SITE_URL + picture,
            is_wide=True,
            feed=reverse("event_feed", args=[tournament.slug]),
            embed=f"{settings.SITE_URL}{reverse('oembed')}?{asked}" if match.url_name in EMBEDDED else "",
        )
    brand = context.get("page_brand")
    logo = brand.logo.url if brand and brand.logo else static("icons/icon-512.png")
    league = context.get("league")
    return Shared(
        settings.SITE_URL + request.path,
        locale,
        settings.SITE_URL + logo,
        is_wide=False,
        feed=reverse("league_feed", args=[league.slug]) if isinstance(league, League) else "",
    )


@register.simple_tag(takes_context=True)
def event_data(context: Context) -> SafeString | str:
    """The event as schema.org's SportsEvent. Empty without a first day: search engines take no event without one."""
    tournament: Tournament = context["tournament"]
    if tournament.starts_on is None:
        return ""
    page: Shared | None = context.get("shared_page")
    about: About | None = context.get("about")
    organizer = context["page_brand"].name or (tournament.season and tournament.season.league.name)
    data: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "SportsEvent",
        "name": tournament.name,
        "sport": "Mahjong",
        "startDate": tournament.starts_on.isoformat(),
        "endDate": (tournament.ends_on or tournament.starts_on).isoformat(),
        "eventStatus": "https://schema.org/EventScheduled",
        "inLanguage": get_language(),
    }
    if page is not None:
        data |= {"url": page.url, "image": [page.picture]}
    if tournament.venue:
        data["eventAttendanceMode"] = "https://schema.org/OfflineEventAttendanceMode"
        address = about.address if about else ""
        data["location"] = {
            "@type": "Place",
            "name": tournament.venue,
            "address": address or tournament.venue,
        }
    if organizer:
        data["organizer"] = {"@type": "Organization", "name": organizer}
    if about and about.website:
        data["sameAs"] = about.website
    written = json.dumps(data, ensure_ascii=False).translate(IN_A_SCRIPT)
    return format_html('<script type="application/ld+json">{}</script>', mark_safe(written))  # noqa: S308 - see above
