"""The page that says how an event is shared and followed from elsewhere."""

from typing import NamedTuple

import segno
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from publishing.embeds.oembed import ROWS, frame_address, snippet
from tournaments.models import Tournament
from tournaments.views.policies import visible


@visible
@require_safe
def connect(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The link with its QR code and the picture that messengers show, the calendar, what to embed, and the feed."""
    link = settings.SITE_URL + reverse("tournament", args=[tournament.slug])
    calendar = settings.SITE_URL + reverse("event_calendar", args=[tournament.slug])
    context = {
        "tournament": tournament,
        "link": link,
        "code": segno.make(link, error="m").svg_data_uri(scale=4, border=2),
        "calendar": calendar,
        "subscription": f"webcal:{calendar.partition(':')[2]}",
        "feed": settings.SITE_URL + reverse("event_feed", args=[tournament.slug]),
        "embeds": _embeds(tournament) if tournament.visibility != Tournament.Visibility.PRIVATE else (),
    }
    return render(request, "publishing/connect.html", context)


class Embed(NamedTuple):
    """Something for another site: its name, its page, and the lines to paste."""

    name: str
    title: str
    address: str
    lines: str


def _embeds(tournament: Tournament) -> list[Embed]:
    choices = [
        (
            "standings",
            pgettext("heading", "Standings"),
            frame_address("embedded_standings", tournament, top=ROWS),
        ),
        ("now", _("Round in play"), frame_address("embedded_now", tournament)),
    ]
    return [
        Embed(name, title, address, snippet(address, f"{tournament.name} · {title}"))
        for name, title, address in choices
    ]
