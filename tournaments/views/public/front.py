"""The front page and leagues: what anybody looks up."""

from collections.abc import Sequence
from datetime import date, timedelta
from itertools import groupby
from typing import NamedTuple, TypeVar

from django.conf import settings
from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.models import League, Round, Season, Standing, TeamStanding, Tournament
from tournaments.models.setup.structure import earliest_first, latest_first
from tournaments.standings.seasons.teams_at_the_end import is_played_by_teams
from web.policies import public

MOST, MOST_TODAY, MOST_PAST = 60, 300, 12
MOST_LEAGUES, LEAGUES_A_PAGE = 24, 50
# Of how many that run the page shows who leads, and how many of them.
MOST_SHOWN, LEADERS = 4, 4
Status = Tournament.Status
Row = TypeVar("Row", Standing, TeamStanding)


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
            "running": [*_running(running[:MOST_SHOWN]), *map(_Running, running[MOST_SHOWN:])],
            "planned": [one for one in near if one.status == Status.PLANNED],
            "finished": listed.filter(status=Status.FINISHED).order_by(latest_first(), "name")[:MOST_PAST],
            "unfinished": begun.filter(is_over).order_by(latest_first(), "name")[:MOST_PAST],
            "leagues": _current_leagues(today),
            # The page is the same for all: whoever else may finds it on their own page.
            "everybody_organizes": settings.TOURNAMENT_FOUNDERS == "everybody",
        },
    )


class _Running(NamedTuple):
    """A tournament that runs: its round in play, and the published leaders of its latest stage (teams, if ranked)."""

    tournament: Tournament
    in_play: Round | None = None
    leaders: Sequence[Standing] = ()
    teams: Sequence[TeamStanding] = ()


def _running(tournaments: Sequence[Tournament]) -> list[_Running]:
    if not tournaments:
        return []
    ids = [one.pk for one in tournaments]
    rounds = Round.objects.filter(stage__tournament__in=ids, status=Round.Status.STARTED).with_progress()
    in_play = {one.stage.tournament_id: one for one in rounds.select_related("stage").order_by("-pk")}
    order = ("stage__tournament", "-stage__ordinal", "position")
    first = Standing.objects.filter(stage__tournament__in=ids, position__lte=LEADERS, games__gt=0)
    leaders = _of_the_latest_stage(first.select_related("entry__player", "stage").order_by(*order))
    of_teams = Tournament.objects.filter(is_played_by_teams(), pk__in=ids).order_by().values("pk")
    best = TeamStanding.objects.filter(stage__tournament__in=of_teams, rank__lte=LEADERS, games__gt=0)
    teams = _of_the_latest_stage(
        best.select_related("team", "stage").order_by("stage__tournament", "-stage__ordinal", "rank", "pk")
    )
    return [
        _Running(one, in_play.get(one.pk), leaders.get(one.pk, ()), teams.get(one.pk, ())[:LEADERS])
        for one in tournaments
    ]


def _of_the_latest_stage(rows: QuerySet[Row]) -> dict[int, list[Row]]:
    """By tournament those of these rows, the latest stage first, that are of one stage."""
    found = dict[int, list[Row]]()
    for tournament, of_it in groupby(rows, key=lambda row: row.stage.tournament_id):
        every = list(of_it)
        found[tournament] = [row for row in every if row.stage_id == every[0].stage_id]
    return found


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
