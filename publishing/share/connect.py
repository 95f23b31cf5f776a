"""The page that says how an event is shared and followed from elsewhere."""

import segno
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.models import Tournament
from tournaments.views.policies import visible


@visible
@require_safe
def connect(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The link with its QR code and the picture that messengers show, and the calendar."""
    link = settings.SITE_URL + reverse("tournament", args=[tournament.slug])
    calendar = settings.SITE_URL + reverse("event_calendar", args=[tournament.slug])
    context = {
        "tournament": tournament,
        "link": link,
        "code": segno.make(link, error="m").svg_data_uri(scale=4, border=2),
        "calendar": calendar,
        "subscription": f"webcal:{calendar.partition(':')[2]}",
    }
    return render(request, "publishing/connect.html", context)
