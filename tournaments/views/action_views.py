"""Pages that change something: one button, or a form.

A page names what it does (`perform`), what the person reads afterwards (`success_message`) and where that leads
(`success_page`); a mixin says for whom it is. The rest is the same everywhere: the form's key, by which a repeat gets
the first answer, and an error that changes nothing and is shown where it was caused.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, cast

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.utils.decorators import classonlymethod
from django.utils.functional import Promise
from django.views import View

from tournaments.actions.actor import Actor
from tournaments.credentials.visitors import actor_of
from tournaments.models import Tournament
from tournaments.permissions import can_run
from tournaments.views.policies import Predicate, account_required, confirmed, for_tournament, signed_in
from tournaments.views.questions import confirmed as confirmed_codes
from tournaments.views.questions import questions_of
from tournaments.views.repeatable_forms import (
    DONE,
    NOT_CONTENT,
    Outcome,
    do_form,
    show_message,
    was_sent_before,
)
from web.policies import Page


class BaseActionView(View):
    """What a button and a form share."""

    success_message: ClassVar[str | Promise] = ""
    success_page: ClassVar[str] = ""

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.by = actor_of(request)

    def get_success_message(self, outcome: Outcome) -> str:
        """What the person reads once it is done; `outcome.body` is what `perform` returned."""
        return str(self.success_message)

    def get_undo(self, outcome: Outcome) -> str:
        """The address of the form that takes it back, with its fields as a query; empty where there is none."""
        return ""

    def success_response(self, outcome: Outcome) -> HttpResponse:
        """Lead to the page called `success_page`."""
        return redirect(self.success_page, *self.page_arguments())

    def page_arguments(self) -> tuple[object, ...]:
        """What the addresses of this page's neighbours begin with."""
        return ()

    def succeed(self, outcome: Outcome) -> HttpResponse:
        message = self.get_success_message(outcome)
        if message:
            show_message(self.request, outcome, message, undo=self.get_undo(outcome))
        return self.success_response(outcome)


# The code that says yes to `ActionView.question`.
SURE = "sure"


class ActionView(BaseActionView):
    """One button. It leads to a page that says what came of it.

    What cannot be undone asks first, and so does what may be a slip (`ask_first`): on a page of its own, which sends
    the same form again with a yes.
    """

    http_method_names = ["post"]
    question: ClassVar[str | Promise] = ""
    asking_template: ClassVar[str] = "questions.html"

    def get_question(self) -> str:
        """What is asked before anything is done; empty: nothing is."""
        return str(self.question)

    def perform(self) -> Mapping[str, object] | None:
        """Do it, and return what a repeat has to know again.

        What it is about is looked up here: a second tap finds the first one's answer, not a thing that is gone.
        """
        raise NotImplementedError

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        question = "" if SURE in confirmed_codes(request) else self.get_question()
        if question and not was_sent_before(request, by=self.by):
            return self.ask({SURE: question}, Outcome(DONE))
        outcome = do_form(request, by=self.by, action=self.perform)
        return self.succeed(outcome) if outcome.is_done else self.failure_response(outcome)

    def ask(self, questions: Mapping[str, str], outcome: Outcome) -> HttpResponse:
        """Show the page that asks, with what was sent; nothing was done."""
        sent = self.request.POST
        context = {
            **self.asking_context(),
            "questions": questions,
            "sent": [
                (name, value)
                for name in sent
                if name not in {*NOT_CONTENT, "confirm"}
                for value in sent.getlist(name)
            ],
            "confirmed": sent.getlist("confirm"),
            "leave": self.leave_address(outcome),
        }
        return render(self.request, self.asking_template, context, status=outcome.status)

    def asking_context(self) -> dict[str, object]:
        """What the page that asks needs besides the question."""
        return {}

    def leave_address(self, outcome: Outcome) -> str:
        """Where a no leads."""
        return self.refused_response(outcome)["Location"]

    def questions(self, outcome: Outcome) -> dict[str, str]:
        """What is asked before it is done, as sentences by the code that says yes; empty: it was refused."""
        return questions_of(outcome)

    def failure_response(self, outcome: Outcome) -> HttpResponse:
        """Ask what the action asks; or lead to `refused_response`, and say there why nothing was done."""
        if questions := self.questions(outcome):
            return self.ask(questions, outcome)
        messages.error(self.request, outcome.refusal)
        return self.refused_response(outcome)

    def refused_response(self, outcome: Outcome) -> HttpResponse:
        """Where a refusal leads; usually where a success leads, too."""
        return self.success_response(outcome)


class ActionFormView(BaseActionView):
    """A form. What is refused comes back with the form as it was filled in."""

    http_method_names = ["get", "head", "post"]
    template_name: ClassVar[str]

    def get_form(self, data: QueryDict | None) -> BaseForm:
        """The form, empty or with what was sent."""
        raise NotImplementedError

    def perform(self, data: dict[str, Any]) -> Mapping[str, object] | None:
        """Do what the cleaned form asks, and return what a repeat has to know again."""
        raise NotImplementedError

    def get_context(self, form: Any) -> dict[str, Any]:
        """What the template needs besides the form."""
        return {}

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        return self.render_page(self.get_form(None))

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        form = self.get_form(request.POST)
        return self.do(form) if form.is_valid() else self.render_page(form, 422)

    def do(self, form: Any) -> HttpResponse:
        """Do what a valid form asks, and lead on; or show it again with the error."""
        outcome = do_form(self.request, by=self.by, action=lambda: self.perform(form.cleaned_data))
        if outcome.is_done:
            return self.succeed(outcome)
        self.show_error(form, outcome)
        return self.render_page(form, outcome.status)

    def show_error(self, form: Any, outcome: Outcome) -> None:
        """Put the refusal beside the fields that it names; above the form if it names none that are seen."""
        seen = {field.name for field in form.visible_fields()}
        named: list[str | None] = [name for name in self.named_fields(outcome) if name in seen]
        for name in named or [None]:
            form.add_error(name, outcome.refusal)

    def named_fields(self, outcome: Outcome) -> Iterable[str]:
        """Which fields of the form a refusal is about: those it names, unless the form calls them otherwise."""
        return outcome.fields

    def render_page(self, form: Any, status: int = 200) -> HttpResponse:
        return render(
            self.request, self.template_name, {"form": form, **self.get_context(form)}, status=status
        )


class PolicyMixin(View):
    """Every page says for whom it is: `policy` is one of the decorators of `policies`."""

    @classmethod
    def policy(cls, page: Callable[..., HttpResponse]) -> Page:
        raise NotImplementedError

    @classonlymethod
    def as_view(cls, **initkwargs: Any) -> Page:
        return cls.policy(cast("Page", super().as_view(**initkwargs)))


class SignedInMixin(PolicyMixin):
    """For everybody who has an account."""

    @classmethod
    def policy(cls, page: Callable[..., HttpResponse]) -> Page:
        return signed_in(page)


class ConfirmedMixin(PolicyMixin):
    """For people who have proved lately who they are. Those who are asked again come back to `confirmed_for`."""

    confirmed_for: ClassVar[str]

    @classmethod
    def policy(cls, page: Callable[..., HttpResponse]) -> Page:
        return signed_in(confirmed(page, then=cls.confirmed_for))


class PermittedMixin(PolicyMixin):
    """For those for whom `allowed(actor)`, where no tournament is there yet."""

    allowed: ClassVar[Callable[[Actor], bool]]

    @classmethod
    def policy(cls, page: Callable[..., HttpResponse]) -> Page:
        return account_required(cls.allowed)(page)


class TournamentMixin(PolicyMixin):
    """For those for whom `permission(actor, tournament)`; the tournament is the one of the address."""

    permission: ClassVar[Predicate] = can_run
    tournament: Tournament

    @classmethod
    def policy(cls, page: Callable[..., HttpResponse]) -> Page:
        return for_tournament(cls.permission)(page)

    def setup(self, request: HttpRequest, tournament: Tournament, **kwargs: Any) -> None:
        super().setup(request, **kwargs)
        self.tournament = tournament

    def dispatch(self, request: HttpRequest, tournament: Tournament, **kwargs: Any) -> HttpResponseBase:
        return super().dispatch(request, **kwargs)

    def page_arguments(self) -> tuple[object, ...]:
        return (self.tournament.slug,)
