"""What every page of the desk shows around its own content, its buttons and its forms."""

from typing import Any, ClassVar

from django.http import HttpResponse
from django.shortcuts import render

from tournaments.actions.actor import Actor
from tournaments.models import Tournament
from tournaments.permissions import can_referee, can_run
from tournaments.views.action_views import ActionFormView, ActionView, TournamentMixin


def frame(tournament: Tournament, by: Actor, tab: str) -> dict[str, object]:
    """What every page of the desk shows around its own content."""
    return {
        "tournament": tournament,
        "tab": tab,
        "can_run": can_run(by, tournament),
        "can_referee": can_referee(by, tournament),
    }


class DeskActionView(TournamentMixin, ActionView):
    """A button at the desk."""


class DeskFormView(TournamentMixin, ActionFormView):
    """A form in the desk's frame; `tab` is the desk's tab that it belongs to."""

    tab: ClassVar[str]

    def render_page(self, form: Any, status: int = 200) -> HttpResponse:
        context = {
            **frame(self.tournament, self.by, self.tab),
            "form": form,
            **self.get_context(form),
        }
        return render(self.request, self.template_name, context, status=status)
