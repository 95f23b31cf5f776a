"""The front page and leagues: what anybody looks up."""

from django.conf import settings
from django.db.models import Prefetch, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.models import League, Season, Tournament
from tournaments.models.setup.structure import earliest_first, latest_first
from web.policies import public

MOST, MOST_TODAY, MOST_PAST = 60, 300, 12
Status = Tournament.Status


@public
@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """What runs now and what comes, the nearest day first; what was; what was never closed, last; and the leagues.

    Days are those of the site's time zone. Each part is a statement of its own, which an index answers.
    """
    today = timezone.localdate()
    listed = Tournament.objects.listed().with_frame()
    open_ = listed.filter(status__in=[Status.RUNNING, Status.PLANNED])
    begun = open_.filter(starts_on__lt=today)
    near = [
        *open_.filter(starts_on=today).order_by("name")[:MOST_TODAY],
        *begun.filter(ends_on__gte=today).order_by(latest_first(), "name")[:MOST],
        *open_.filter(starts_on__gt=today).order_by(earliest_first(), "name")[:MOST],
        *open_.filter(starts_on=None).order_by("name")[:MOST_PAST],
    ]
    is_over = Q(ends_on__lt=today) | Q(ends_on=None)
    return render(
        request,
        "public/front.html",
        {
            "running": [one for one in near if one.status == Status.RUNNING],
            "planned": [one for one in near if one.status == Status.PLANNED],
            "finished": listed.filter(status=Status.FINISHED).order_by(latest_first(), "name")[:MOST_PAST],
            "unfinished": begun.filter(is_over).order_by(latest_first(), "name")[:MOST_PAST],
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
