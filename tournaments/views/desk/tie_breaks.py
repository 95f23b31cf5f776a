"""The order of the standings, at the desk: set until the first game starts."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.actions.setup.tie_breaks import set_tie_breaks
from tournaments.forms.tie_breaks import TieBreaksForm
from tournaments.models import Tournament
from tournaments.permissions import can_run
from tournaments.standings import tie_breaks_of
from tournaments.views.desk.rules import rules_page
from tournaments.views.policies import for_tournament
from tournaments.views.repeatable_forms import do_form
from tournaments.visitors import actor_of


@for_tournament(can_run)
@require_POST
def tie_breaks(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Order equal totals as the form says; what is refused comes back with the whole page of rules."""
    form = TieBreaksForm(tournament.rulebook, tie_breaks_of(tournament), request.POST)
    status = 422
    if form.is_valid():
        by = actor_of(request)

        def once() -> None:
            set_tie_breaks(tournament=tournament, tie_breaks=form.cleaned_data["tie_breaks"], by=by)

        outcome = do_form(request, by=by, action=once)
        if outcome.is_done:
            messages.success(request, _("The standings are ordered by this list."))
            return redirect("desk_rules", tournament.slug)
        status = outcome.status
        form.add_error("tie_breaks", outcome.refusal)
    return rules_page(request, tournament, tie_breaks_form=form, status=status)
