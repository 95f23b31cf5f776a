"""The prize-giving on a screen: places are revealed one after the other, the last first."""

from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from tournaments.models import Tournament
from tournaments.standings import publish_for_readers
from tournaments.views.policies import visible
from tournaments.views.public.standings.final_ranking import PODIUM, Ranking, rankings_of

MOST_DIGITS = 4
# Places revealed before the one on screen are listed below it.
LISTED = 5


@visible
@require_safe
def prize_giving(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """One slide: `?shown=` is how many places are revealed, `?of=teams` are those of teams. Until the tournament is
    finished its standings are shown instead.
    """
    if tournament.status != Tournament.Status.FINISHED:
        return redirect("standings", tournament.slug)
    publish_for_readers([tournament.pk])
    stages = dict(tournament.stages.values_list("pk", "name"))
    rankings = rankings_of(tournament, stages)
    of = request.GET.get("of", "")
    ranking = next((one for one in rankings if one.of_teams == (of == "teams")), Ranking(False, []))
    played = [one for one in ranking.placed if one.place.games]
    # Those who share a place are revealed together.
    places = [list(level) for _rank, level in groupby(reversed(played), key=lambda one: one.place.rank)]
    shown = _number(request.GET.get("shown", "0"), len(places))
    context = {
        "tournament": tournament,
        "units": tournament.rulebook.units_per_point,
        "of": "teams" if ranking.of_teams else "",
        "has_teams": len(rankings) > 1,
        "shown": shown,
        "slides": len(places),
        "now": places[shown - 1] if shown else [],
        "revealed": [one for level in reversed(places[: max(0, shown - 1)]) for one in level][:LISTED],
        "before": shown - 1 if shown else None,
        "after": shown + 1 if shown < len(places) else None,
        "podium": max(0, len(places) - sum(level[0].place.rank <= PODIUM for level in places)),
    }
    return render(request, "public/standings/prize_giving.html", context)


def _number(text: str, most: int) -> int:
    """Return how many places are shown; 404 for no such number."""
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS and int(text) <= most):
        raise Http404
    return int(text)
