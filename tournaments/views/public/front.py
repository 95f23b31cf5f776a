"""The front page, and the list of all leagues."""

from datetime import date, timedelta

from django.conf import settings
from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.models import League, Tournament
from tournaments.models.setup.structure import earliest_first, latest_first
from tournaments.views.public.leaders import Leading, leading
from web.policies import public

MOST, MOST_TODAY, MOST_PAST = 60, 300, 12
MOST_LEAGUES, LEAGUES_A_PAGE = 24, 50
# Of how many that run the page shows who leads.
MOST_SHOWN = 4
Status = Tournament.Status


@public
@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """What runs now and what comes, the nearest day first; what was; what was never closed, last; and the leagues
    that play.

    Days are those of the site's time zone. Each part is a statement of its own, which an index answers; who leads
    takes four more where something runs.
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
    running = [one for one in near if one.status == Status.RUNNING]
    is_over = Q(ends_on__lt=today) | Q(ends_on=None)
    return render(
        request,
        "public/front.html",
        {
            "running": [*leading(running[:MOST_SHOWN]), *map(Leading, running[MOST_SHOWN:])],
            "planned": [one for one in near if one.status == Status.PLANNED],
            "finished": listed.filter(status=Status.FINISHED).order_by(latest_first(), "name")[:MOST_PAST],
            "unfinished": begun.filter(is_over).order_by(latest_first(), "name")[:MOST_PAST],
            "leagues": _current_leagues(today),
            # The page is the same for all: whoever else may finds it on their own page.
            "everybody_organizes": settings.TOURNAMENT_FOUNDERS == "everybody",
        },
    )


def _current_leagues(today: date) -> QuerySet[League]:
    """Those with a tournament that is not finished, or began within a year, by name."""
    theirs = Tournament.objects.listed().filter(season__league=OuterRef("pk")).order_by()
    begun = theirs.filter(starts_on__gte=today - timedelta(days=365))
    current = Exists(theirs.exclude(status=Status.FINISHED)) | Exists(begun)
    return League.objects.not_removed().filter(current).order_by("name", "pk")[:MOST_LEAGUES]


@public
@require_safe
def all_leagues(request: HttpRequest) -> HttpResponse:
    """Every league, by name."""
    leagues = League.objects.not_removed().order_by("name", "pk")
    page = Paginator(leagues, LEAGUES_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "leagues/leagues.html", {"page": page})
