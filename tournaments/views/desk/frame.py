"""What every page of the desk shows around its own content, and its forms."""

from typing import Any, ClassVar

from django.http import HttpResponse
from django.shortcuts import render

from tournaments.actions.actor import Actor
from tournaments.models import Tournament
from tournaments.permissions import can_referee, can_run
from tournaments.views.action_views import ActionFormView


def frame(tournament: Tournament, by: Actor, tab: str) -> dict[str, object]:
    """What every page of the desk shows around its own content."""
    return {
        "tournament": tournament,
        "tab": tab,
        "can_run": can_run(by, tournament),
        "can_referee": can_referee(by, tournament),
    }


class DeskFormView(ActionFormView):
    """A form in the desk's frame; `tab` is the desk's tab that it belongs to."""

    tab: ClassVar[str]

    def page(self, form: Any, status: int = 200) -> HttpResponse:
        context = {**frame(self.tournament, self.by, self.tab), "form": form, **self.context(form)}
        return render(self.request, self.template_name, context, status=status)
