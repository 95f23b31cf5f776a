"""All match days of a season, a month on each page."""

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.models import Season, Tournament
from tournaments.standings.seasons.match_days import month_of
from web.policies import public

MONTH = re.compile(r"([0-9]{4})-(0[1-9]|1[0-2])")


@public
@require_safe
def season_days(request: HttpRequest, slug: str, ordinal: int) -> HttpResponse:
    """The rounds of all listed tournaments of a season by day, in the month `?month=2027-01`, else the one that is
    next. Five queries.
    """
    seasons = Season.objects.filter(league__removed_at=None).select_related("league__rating_rule")
    season = get_object_or_404(seasons, league__slug=slug, ordinal=ordinal)
    tournaments = list(Tournament.objects.listed().filter(season=season))
    asked = MONTH.fullmatch(request.GET.get("month", ""))
    wanted = (int(asked[1]), int(asked[2])) if asked else None
    month, undated = month_of(tournaments, wanted, timezone.now().date())
    context = {
        "season": season,
        "league": season.league,
        "month": month,
        "undated": undated,
        "is_of_several": len(tournaments) > 1,
    }
    return render(request, "leagues/days.html", context)
