"""What do I need? At a table in play: by the tournament's rules, with its players, and for a rank in the stage."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from rules.forms.conditions import ConditionsForm
from rules.views.conditions import answered
from scoring.conditions.goal import Goal
from tournaments.models import Tournament
from tournaments.standings.in_play.outlook import entry_of_game, outlook_at, ranks_by_total
from tournaments.standings.needs.kept_needs import last_round_as_published
from tournaments.views.policies import visible
from tournaments.views.public.tournaments import has_conditions, shown_table
from tournaments.views.report_draft import fields_to_carry, report_address


@visible
@require_safe
def table_conditions(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """The table as it stands → what each player needs."""
    table, seats = shown_table(tournament, pk)
    if not has_conditions(tournament, table.round, len(seats)):
        raise Http404
    book = tournament.rulebook_for(len(seats))
    back = report_address(seats, request.GET)
    if table.scoresheets.live().exists():
        return redirect("my_table") if back else redirect("table", tournament.slug, table.pk)
    has_outlook = not table.is_unranked and ranks_by_total(tournament, table.round.stage)
    outlook = outlook_at(tournament, table, seats) if has_outlook else None
    table.round.stage.tournament = tournament
    last = last_round_as_published(table.round.stage) if outlook and table.leads_on else None
    names = [seat.entry.player.name for seat in seats]
    form = ConditionsForm(book, request.GET, names, outlook.size if outlook else 0)

    def goal_of(seat: int) -> Goal:
        if outlook and form.cleaned_data["goal"] == "rank":
            return outlook.goal(seat, form.cleaned_data["rank"])
        return form.goal_of(seat)

    return render(
        request,
        "public/in_play/table_conditions.html",
        answered(book, form, goal_of)
        | {
            "tournament": tournament,
            "round": table.round,
            "table": table,
            "seats": seats,
            "field": outlook,
            "needs": last and last.needs,
            "before": [
                (seat, wind + 1, rank, total, last and last.needs.get(entry_of_game(seat, tournament)))
                for seat, wind, rank, total in zip(
                    seats, form.winds_now, outlook.ranks, outlook.carried, strict=True
                )
            ]
            if outlook
            else [],
            "units": book.units_per_point,
            "is_named": True,
            "back": back,
            "carried": fields_to_carry(request.GET) if back else {},
        },
    )
