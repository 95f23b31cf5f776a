"""The ratings of a league's players over all its tournaments."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournaments.models import Rating, RatingRule
from tournaments.standings.ratings.publish import publish_ratings_for_reader
from tournaments.views.public.leagues.rating_race import race_of_ratings
from web.policies import public

PLAYERS_A_PAGE = 200
MOST_PAGES = 1_000


@public
@require_safe
def ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """Three queries, however much was played, two beyond the first page; one more where no worker keeps them.

    404 where the league keeps none.
    """
    rules = RatingRule.objects.filter(league__removed_at=None).select_related("league")
    rule = get_object_or_404(rules, league__slug=slug)
    publish_ratings_for_reader(rule.pk)
    number = int(request.GET["page"]) if request.GET.get("page", "").isdecimal() else 1
    first = PLAYERS_A_PAGE * (min(max(number, 1), MOST_PAGES) - 1)
    # One more than is shown says whether the table goes on.
    rows = list(Rating.objects.of_today(rule)[first : first + PLAYERS_A_PAGE + 1])
    if first and not rows:
        raise Http404
    context = {
        "league": rule.league,
        "rule": rule,
        "players": rows[:PLAYERS_A_PAGE],
        "race": race_of_ratings(rule.league, rows) if not first else None,
        "page_before": number - 1,
        "page_after": number + 1 if len(rows) > PLAYERS_A_PAGE else 0,
    }
    return render(request, "leagues/ratings.html", context)
