"""A league's own page: what is next and was last, who leads, the race, and who has won its seasons."""

from collections.abc import Iterable

from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournaments.models import League, Season, Tournament
from tournaments.models.setup.structure import earliest_first
from tournaments.models.teams.looks import has_team_looks, looks_address
from tournaments.standings import publish_for_readers
from tournaments.standings.seasons.champions import champions_of
from tournaments.standings.seasons.match_days import match_days
from tournaments.views.public.leaders import Leading, leading
from tournaments.views.public.leagues.card_lines import with_lines
from tournaments.views.public.standings.race import races_of
from web.charts.figure import Figure
from web.policies import public

# Of how many tournaments of the season that is on the page shows who leads.
MOST_SHOWN = 8


@public
@require_safe
def league(request: HttpRequest, slug: str) -> HttpResponse:
    """The season that is on, with its match days and leaders, then all seasons, newest first, with who won them and
    their tournaments by division and day. As many queries however many seasons there were.
    """
    divisions = Tournament.objects.listed().with_frame().annotate(has_team_looks=has_team_looks("pk"))
    divisions = divisions.order_by("level", earliest_first(), "name")
    found = get_object_or_404(
        League.objects.not_removed()
        .select_related("rating_rule")
        .prefetch_related(
            Prefetch("seasons", Season.objects.order_by("-ordinal")),
            Prefetch("seasons__tournaments", divisions),
        ),
        slug=slug,
    )
    seasons = list(found.seasons.all())
    every = [one for season in seasons for one in season.tournaments.all()]
    latest = next((season for season in seasons if season.tournaments.all()), None)
    # Until a new season begins the cards tell how the one before it ended.
    current = next((season for season in seasons if any(map(_has_begun, season.tournaments.all()))), latest)
    shown = list(dict.fromkeys(season for season in (latest, current) if season is not None))
    tournaments = [one for season in shown for one in season.tournaments.all()]
    publish_for_readers([one.pk for one in tournaments])
    following, last = match_days(tournaments) if tournaments else (None, None)
    begun = [one for one in tournaments if _has_begun(one)]
    ended = [
        season.pk
        for season in seasons
        if any(one.status == Tournament.Status.FINISHED for one in season.tournaments.all())
    ]
    champions = champions_of(ended) if ended else {}
    leaders = leading(begun[:MOST_SHOWN])
    if current is not None:
        leaders = with_lines(current, leaders)
    context = {
        "league": found,
        "team_looks": looks_address([one.pk for one in every if getattr(one, "has_team_looks", True)]),
        "current": current,
        "following": following,
        "last": last,
        "leading": leaders,
        "race": _race_of_the_leaders(leaders),
        "won": champions.get(current.pk, ()) if current is not None else (),
        "seasons": [(season, champions.get(season.pk, ())) for season in seasons],
    }
    return render(request, "leagues/league.html", context)


def _has_begun(tournament: Tournament) -> bool:
    return tournament.status != Tournament.Status.PLANNED


def _race_of_the_leaders(leaders: Iterable[Leading]) -> Figure | None:
    """Return the race of the highest division with a game, of teams where teams play. Four queries at most."""
    for one in leaders:
        if one.rows:
            stage = one.rows[0].stage
            stage.tournament = one.tournament
            return next(races_of(stage, has_teams=bool(one.teams)), None)
    return None
