"""The front page, and the list of all leagues."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypedDict, cast

from django.conf import settings
from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.actions.people.registrations import why_closed
from tournaments.actions.people.waiting_list import Places, places_by_tournament
from tournaments.models import League, Season, Tournament
from tournaments.models.setup.structure import earliest_first, latest_first
from tournaments.views.public.leaders import Leading, leading
from web.policies import public

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

MOST, MOST_TODAY, MOST_PAST = 60, 300, 12
MOST_LEAGUES, LEAGUES_A_PAGE = 24, 50
# Of how many that run the page shows who leads.
MOST_SHOWN = 4
# How many tournaments of the seasons that are on are looked at.
MOST_DIVISIONS = 300
Status = Tournament.Status


class _LatestSeason(TypedDict):
    latest_season: int | None


_League: TypeAlias = "WithAnnotations[League, _LatestSeason]"


class Coming(NamedTuple):
    """A planned tournament and the state of its registration; None where players do not register themselves."""

    tournament: Tournament
    places: Places | None = None

    @property
    def why_closed(self) -> str:
        return why_closed(self.places) if self.places is not None else ""


class LeagueNow(NamedTuple):
    """A league, the tournaments of its latest season, and who leads the highest of those that have begun."""

    league: League
    tournaments: Sequence[Tournament] = ()
    leading: Leading | None = None

    @property
    def season(self) -> Season | None:
        return self.tournaments[0].season if self.tournaments else None

    @property
    def highest(self) -> Tournament | None:
        return next((one for one in self.tournaments if one.status != Status.PLANNED), None)


@public
@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """What runs now and what comes, the nearest day first; what was; what was never closed, last; and the leagues
    that play.

    Days are those of the site's time zone. Each part is a statement of its own, which an index answers; who leads
    takes four more where something runs, registration and the seasons of leagues one each.
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
    planned = [one for one in near if one.status == Status.PLANNED]
    places = places_by_tournament([one.pk for one in planned]) if planned else {}
    leagues = _leagues_now(today)
    shown = [*running[:MOST_SHOWN], *(one.highest for one in leagues if one.highest is not None)]
    leaders = {one.tournament: one for one in leading(list(dict.fromkeys(shown)))}
    is_over = Q(ends_on__lt=today) | Q(ends_on=None)
    return render(
        request,
        "public/front.html",
        {
            "running": [leaders.get(one) or Leading(one) for one in running],
            "planned": [Coming(one, places.get(one.pk)) for one in planned],
            "finished": listed.filter(status=Status.FINISHED).order_by(latest_first(), "name")[:MOST_PAST],
            "unfinished": begun.filter(is_over).order_by(latest_first(), "name")[:MOST_PAST],
            "leagues": _with_leaders(leagues, leaders),
            # The page is the same for all; others who may find it on their own page.
            "everybody_organizes": settings.TOURNAMENT_FOUNDERS == "everybody",
        },
    )


def _leagues_now(today: date) -> list[LeagueNow]:
    """The leagues that play with the tournaments of their latest seasons. Two statements."""
    return _with_tournaments(list(_current_leagues(today)))


def _with_tournaments(leagues: "Sequence[_League]") -> list[LeagueNow]:
    """Leagues with the tournaments of their latest seasons. One statement, if there are any."""
    if not leagues:
        return []
    seasons = [league.latest_season for league in leagues if league.latest_season is not None]
    of_seasons = Tournament.objects.listed().with_frame().filter(season__in=seasons)
    tournaments = defaultdict[int | None, list[Tournament]](list)
    for one in of_seasons.order_by("season_id", "level", latest_first(), "name")[:MOST_DIVISIONS]:
        tournaments[one.season_id].append(one)
    return [LeagueNow(league, tournaments.get(league.latest_season, ())) for league in leagues]


def _current_leagues(today: date) -> "QuerySet[_League]":
    """Those with a tournament that is not finished, or began within a year, by name."""
    theirs = Tournament.objects.listed().filter(season__league=OuterRef("pk")).order_by()
    begun = theirs.filter(starts_on__gte=today - timedelta(days=365))
    current = Exists(theirs.exclude(status=Status.FINISHED)) | Exists(begun)
    return _with_latest_season(League.objects.not_removed().filter(current))[:MOST_LEAGUES]


def _with_latest_season(leagues: QuerySet[League]) -> "QuerySet[_League]":
    """By name; None where no tournament of the league is listed."""
    theirs = Tournament.objects.listed().filter(season__league=OuterRef("pk"))
    latest = Subquery(theirs.order_by("-season__ordinal").values("season")[:1])
    return cast("QuerySet[_League]", leagues.annotate(latest_season=latest).order_by("name", "pk"))


@public
@require_safe
def all_leagues(request: HttpRequest) -> HttpResponse:
    """Every league, by name, with who leads its latest season. As many statements for any number."""
    found = _with_latest_season(League.objects.not_removed())
    page = Paginator(found, LEAGUES_A_PAGE).get_page(request.GET.get("page"))
    leagues = _with_tournaments(list(page.object_list))
    leaders = leading([one.highest for one in leagues if one.highest is not None])
    shown = _with_leaders(leagues, {one.tournament: one for one in leaders})
    return render(request, "leagues/leagues.html", {"page": page, "leagues": shown})


def _with_leaders(leagues: Sequence[LeagueNow], leaders: Mapping[Tournament, Leading]) -> list[LeagueNow]:
    return [one if one.highest is None else one._replace(leading=leaders[one.highest]) for one in leagues]
