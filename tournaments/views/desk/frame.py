"""What every page of the desk shows around its own content, its buttons and its forms."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, cast

from django.http import HttpResponse
from django.shortcuts import render

from tournaments.actions.actor import Actor
from tournaments.actions.doubts import PLEASE_CONFIRM
from tournaments.models import Tournament
from tournaments.permissions import can_referee, can_run
from tournaments.views.action_views import ActionFormView, ActionView, TournamentMixin
from tournaments.views.questions import confirmed
from tournaments.views.repeatable_forms import NOT_CONTENT, Outcome


def frame(tournament: Tournament, by: Actor, tab: str) -> dict[str, object]:
    """What every page of the desk shows around its own content."""
    return {
        "tournament": tournament,
        "tab": tab,
        "can_run": can_run(by, tournament),
        "can_referee": can_referee(by, tournament),
    }


def questions_of(outcome: Outcome) -> dict[str, str]:
    """What `ask_first` asked, as sentences by the code that says yes; empty for any other outcome."""
    if outcome.code != PLEASE_CONFIRM:
        return {}
    fields = cast("dict[str, list[str]]", outcome.fields)
    return {code: " ".join(fields[code]) for code in fields["confirm"] if code in fields}


class DeskActionView(TournamentMixin, ActionView):
    """A button at the desk. What may be a slip is asked on a page of its own, which sends the same form again."""

    tab: ClassVar[str] = "desk"

    def failure_response(self, outcome: Outcome) -> HttpResponse:
        questions = self.questions(outcome)
        if not questions:
            return super().failure_response(outcome)
        sent = self.request.POST
        context = {
            **frame(self.tournament, self.by, self.tab),
            "questions": questions,
            "sent": [
                (name, value)
                for name in sent
                if name not in {*NOT_CONTENT, "confirm"}
                for value in sent.getlist(name)
            ],
            "confirmed": sent.getlist("confirm"),
            "back": self.refused_response(outcome)["Location"],
        }
        return render(self.request, "desk/questions.html", context, status=outcome.status)

    def questions(self, outcome: Outcome) -> dict[str, str]:
        """What is asked before it is done, as sentences by the code that says yes; empty: it was refused."""
        return questions_of(outcome)


class DeskFormView(TournamentMixin, ActionFormView):
    """A form in the desk's frame; `tab` is the desk's tab that it belongs to."""

    tab: ClassVar[str]
    # What is asked before it is done, as `includes/_questions.html` shows it.
    questions: Sequence[Mapping[str, object]] = ()

    def show_error(self, form: Any, outcome: Outcome) -> None:
        asked = questions_of(outcome)
        if not asked:
            super().show_error(form, outcome)
        ticked = confirmed(self.request)
        self.questions = [
            {"code": code, "words": words, "is_ticked": code in ticked} for code, words in asked.items()
        ]

    def render_page(self, form: Any, status: int = 200) -> HttpResponse:
        context = {
            **frame(self.tournament, self.by, self.tab),
            "form": form,
            "questions": self.questions,
            **self.get_context(form),
        }
        return render(self.request, self.template_name, context, status=status)
