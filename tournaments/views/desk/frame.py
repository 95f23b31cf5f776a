"""What every page of the desk shows around its own content, its buttons and its forms."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse

from tournaments.actions.actor import Actor
from tournaments.models import Tournament
from tournaments.permissions import can_referee, can_run
from tournaments.views.action_views import ActionFormView, ActionView, BaseActionView, TournamentMixin
from tournaments.views.desk.pages import navigation
from tournaments.views.questions import ticked_questions
from tournaments.views.repeatable_forms import FOUND, Outcome

# What a link or form of the referee's page, or a form of the desk, says so that its action leads back there.
BACK, REFEREE, DESK = "back", "referee", "desk"
BACK_TO = {REFEREE: "desk_referee", DESK: "desk"}


def came_from(request: HttpRequest) -> str:
    """`referee` where a page was opened, or a form sent, from the referee's page; else empty."""
    return REFEREE if _said_back(request) == REFEREE else ""


def _said_back(request: HttpRequest) -> str | None:
    return request.POST.get(BACK) or request.GET.get(BACK)


def frame(tournament: Tournament, by: Actor, tab: str) -> dict[str, object]:
    """What every page of the desk shows around its own content."""
    rights = {"can_run": can_run(by, tournament), "can_referee": can_referee(by, tournament)}
    return {"tournament": tournament, "tab": tab, **rights, **navigation(tab, rights)}


class DeskMixin(TournamentMixin, BaseActionView):
    """What a button and a form at the desk share: they lead back to the referee's page or the desk if they say so.

    `undone_by` names the button that takes it back, which is about the same row.
    """

    undone_by: ClassVar[str] = ""

    def get_undo(self, outcome: Outcome) -> str:
        return (
            reverse(self.undone_by, args=[self.tournament.slug, self.kwargs["pk"]]) if self.undone_by else ""
        )

    def setup(self, request: HttpRequest, tournament: Tournament, **kwargs: Any) -> None:
        super().setup(request, tournament, **kwargs)
        self.back = came_from(request)
        page = BACK_TO.get(_said_back(request) or "")
        self.leads_back = reverse(page, args=[tournament.slug]) if page else ""

    def dispatch(self, request: HttpRequest, tournament: Tournament, **kwargs: Any) -> HttpResponseBase:
        response = super().dispatch(request, tournament, **kwargs)
        return redirect(self.leads_back) if self.leads_back and response.status_code == FOUND else response


class DeskActionView(DeskMixin, ActionView):
    """A button at the desk."""

    tab: ClassVar[str] = "desk"
    asking_template = "desk/questions.html"

    def asking_context(self) -> dict[str, object]:
        return frame(self.tournament, self.by, self.tab)

    def leave_address(self, outcome: Outcome) -> str:
        return self.leads_back or super().leave_address(outcome)


class DeskFormView(DeskMixin, ActionFormView):
    """A form in the desk's frame; `tab` is the desk's tab that it belongs to."""

    tab: ClassVar[str]
    # What is asked before it is done, as `includes/_questions.html` shows it.
    questions: Sequence[Mapping[str, object]] = ()

    def show_error(self, form: Any, outcome: Outcome) -> None:
        self.questions = ticked_questions(self.request, outcome)
        if not self.questions:
            super().show_error(form, outcome)

    def render_page(self, form: Any, status: int = 200) -> HttpResponse:
        context = {
            **frame(self.tournament, self.by, self.tab),
            "form": form,
            "back": self.back,
            "questions": self.questions,
            **self.get_context(form),
        }
        return render(self.request, self.template_name, context, status=status)
