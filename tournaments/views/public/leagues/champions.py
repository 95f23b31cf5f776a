"""Who has won the seasons of a league, and how their divisions ended."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournaments.models import League, Tournament
from tournaments.models.teams.looks import looks_address
from tournaments.standings import publish_for_readers
from tournaments.standings.seasons.final_tables import final_tables
from web.policies import public

SEASONS_A_PAGE = 10


@public
@require_safe
def champions(request: HttpRequest, slug: str) -> HttpResponse:
    """The seasons, newest first, `SEASONS_A_PAGE` at a time, each with the first of its divisions once they have
    finished. Eleven queries at most.
    """
    league = get_object_or_404(League.objects.not_removed().select_related("rating_rule"), slug=slug)
    page = Paginator(league.seasons.order_by("-ordinal"), SEASONS_A_PAGE).get_page(request.GET.get("page"))
    seasons = list(page)
    shown = [one.pk for one in seasons]
    publish_for_readers(Tournament.objects.not_discarded().filter(season__in=shown).order_by().values("pk"))
    tables = final_tables(shown) if shown else {}
    of_teams = [one.tournament.pk for of_it in tables.values() for one in of_it if one.is_of_teams]
    context = {
        "league": league,
        "page": page,
        "team_looks": looks_address(of_teams),
        "seasons": [(season, tables.get(season.pk, ())) for season in seasons],
    }
    return render(request, "leagues/champions.html", context)
