"""What an organizer hands out once the tournament is finished: ranking, certificates, prize-giving, press."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from tournaments.credentials.visitors import actor_of
from tournaments.models import Tournament
from tournaments.permissions import is_staff
from tournaments.standings import publish_for_readers
from tournaments.views.desk.frame import frame
from tournaments.views.policies import for_tournament
from tournaments.views.public.standings.final_ranking import rankings_of

# Places in the table for the press.
PRESS = 16
# Longer PDFs than this are ordered, and made by a worker.
PAGES_AT_ONCE = 30


@for_tournament(is_staff)
@require_safe
def results_kit(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Until the tournament is finished the desk is shown instead."""
    if tournament.status != Tournament.Status.FINISHED:
        return redirect("desk", tournament.slug)
    publish_for_readers([tournament.pk])
    stages = dict(tournament.stages.values_list("pk", "name"))
    rankings = rankings_of(tournament, stages)
    # Who is ranked behind them is in the files.
    press = {
        "tournament": tournament,
        "rankings": [(one.of_teams, one.placed[:PRESS]) for one in rankings],
        "units": tournament.rulebook.units_per_point,
    }
    context = {
        **frame(tournament, actor_of(request), "desk"),
        "rankings": rankings,
        "at_once": PAGES_AT_ONCE,
        "units": tournament.rulebook.units_per_point,
        "press_text": render_to_string("desk/results/press.txt", press).strip() + "\n",
        "press_html": render_to_string("desk/results/press.html", press).strip() + "\n",
    }
    return render(request, "desk/results/kit.html", context)
