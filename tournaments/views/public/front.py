"""The front page and leagues: what anybody looks up."""

from django.conf import settings
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournaments.models import League, Season, Tournament
from web.policies import public

MOST_FINISHED = 12
Status = Tournament.Status


@public
@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """What runs now, what comes, what was; and the leagues."""
    listed = Tournament.objects.listed().with_frame()
    tournaments = [
        *listed.filter(status__in=[Status.RUNNING, Status.PLANNED]).order_by("starts_on", "name")[:60],
        *listed.filter(status=Status.FINISHED).order_by("-starts_on", "name")[:MOST_FINISHED],
    ]
    return render(
        request,
        "public/front.html",
        {
            "running": [one for one in tournaments if one.status == Status.RUNNING],
            "planned": [one for one in tournaments if one.status == Status.PLANNED],
            "finished": [one for one in tournaments if one.status == Status.FINISHED],
            "leagues": League.objects.not_removed(),
            # The page is the same for all: whoever else may finds it on their own page.
            "everybody_organizes": settings.TOURNAMENT_FOUNDERS == "everybody",
        },
    )


@public
@require_safe
def league(request: HttpRequest, slug: str) -> HttpResponse:
    """A league with its seasons, newest first, and their divisions, highest first."""
    divisions = Tournament.objects.listed().order_by("level", "name")
    found = get_object_or_404(
        League.objects.not_removed()
        .select_related("rating_rule")
        .prefetch_related(
            Prefetch("seasons", Season.objects.order_by("-ordinal")),
            Prefetch("seasons__tournaments", divisions),
        ),
        slug=slug,
    )
    return render(request, "leagues/league.html", {"league": found})
