"""A team's page: who plays in it, and what it has made."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.standing.shown_totals import Column
from tournaments.models import Tournament
from tournaments.standings.teams.results import results_of
from tournaments.views.policies import changed_by_ledger, visible
from tournaments.views.roster_wording import say_stint


@visible
@changed_by_ledger
@require_safe
def team(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Its players with their games, and its results by round."""
    results = results_of(tournament, pk)
    if results is None:
        raise Http404
    units = tournament.rulebook.units_per_point
    stages = {}
    if any(member.stints for member in results.members):
        stages = dict(tournament.stages.order_by("ordinal").values_list("ordinal", "name"))
    return render(
        request,
        "public/teams/team.html",
        {
            "tournament": tournament,
            "team": results.team,
            "results": results,
            "members": [
                (member, [say_stint(stint, stages) for stint in member.stints]) for member in results.members
            ],
            "has_stages": len({one.stage for one in results.rounds}) > 1,
            "member_column": Column.of(units, [member.total for member in results.members]),
            "round_column": Column.of(units, [one.total for one in results.rounds]),
            "units": units,
        },
    )
