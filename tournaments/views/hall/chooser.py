"""The page that chooses what a projector shows."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.forms.hall import EVERY, ScreenForm
from tournaments.models import Tournament
from tournaments.views.policies import changed_by_ledger, visible


@visible
@changed_by_ledger
@require_safe
def chooser(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """One address for each choice, so that two projectors can show different things."""
    return page(request, tournament, ScreenForm(initial={"turn": str(EVERY)}))


def page(request: HttpRequest, tournament: Tournament, form: ScreenForm, status: int = 200) -> HttpResponse:
    return render(request, "hall/chooser.html", {"tournament": tournament, "form": form}, status=status)
