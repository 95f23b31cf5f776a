"""Pages of a tournament that change something: a form, or one button.

A page names who may (`may`), what it does (`act`), what is said then (`done`) and where that leads (`leads_to`). The
rest is the same everywhere: the form's key, by which a repeat gets the first answer, and a refusal that changes
nothing and is shown where it was asked for.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, cast

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.utils.decorators import classonlymethod
from django.utils.functional import Promise
from django.views import View

from tournaments.models import Tournament
from tournaments.permissions import can_run
from tournaments.views.policies import Predicate, for_tournament
from tournaments.views.policies import View as Page
from tournaments.views.repeatable_forms import Outcome, do_form, say
from tournaments.visitors import actor_of


class TournamentView(View):
    """A page for those for whom `may(actor, tournament)`."""

    may: ClassVar[Predicate] = can_run
    done: ClassVar[str | Promise] = ""
    leads_to: ClassVar[str] = ""

    @classonlymethod
    def as_view(cls, **initkwargs: Any) -> Page:
        return for_tournament(cls.may)(cast("Page", super().as_view(**initkwargs)))

    def setup(self, request: HttpRequest, tournament: Tournament, **kwargs: Any) -> None:
        super().setup(request, **kwargs)
        self.tournament = tournament
        self.by = actor_of(request)

    def dispatch(self, request: HttpRequest, tournament: Tournament, **kwargs: Any) -> HttpResponseBase:
        return super().dispatch(request, **kwargs)

    def done_text(self, outcome: Outcome) -> str:
        """What is said once it is done; `outcome.body` is what `act` returned."""
        return str(self.done)

    def next_page(self, outcome: Outcome) -> HttpResponse:
        """Where it leads: the page of this tournament called `leads_to`."""
        return redirect(self.leads_to, self.tournament.slug)


class ActionView(TournamentView):
    """One button. It leads to a page that says what came of it."""

    http_method_names = ["post"]

    def act(self) -> Mapping[str, object] | None:
        """Do it, and return what a repeat has to know again.

        What it is about is looked up here: a second tap finds the first one's answer, not a thing that is gone.
        """
        raise NotImplementedError

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        outcome = do_form(request, by=self.by, action=self.act)
        say(request, outcome, self.done_text(outcome) if outcome.is_done else "")
        return self.next_page(outcome)


class ActionFormView(TournamentView):
    """A form. What it refuses comes back with the form as it was filled in."""

    http_method_names = ["get", "head", "post"]
    template_name: ClassVar[str]

    def form(self, data: QueryDict | None) -> BaseForm:
        """The form, empty or with what was sent."""
        raise NotImplementedError

    def act(self, asked: dict[str, Any]) -> Mapping[str, object] | None:
        """Do what the cleaned form asks, and return what a repeat has to know again."""
        raise NotImplementedError

    def context(self, form: Any) -> dict[str, Any]:
        """What the template needs besides the form."""
        return {}

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        return self.page(self.form(None))

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        form = self.form(request.POST)
        return self.do(form) if form.is_valid() else self.page(form, 422)

    def do(self, form: Any) -> HttpResponse:
        """Do what a valid form asks, and lead on; or show it again with the refusal."""
        outcome = do_form(self.request, by=self.by, action=lambda: self.act(form.cleaned_data))
        if not outcome.is_done:
            self.refuse(form, outcome)
            return self.page(form, outcome.status)
        say(self.request, outcome, self.done_text(outcome))
        return self.next_page(outcome)

    def refuse(self, form: Any, outcome: Outcome) -> None:
        """Put the refusal where the person sees it."""
        form.add_error(None, outcome.refusal)

    def page(self, form: Any, status: int = 200) -> HttpResponse:
        context = {"tournament": self.tournament, "form": form, **self.context(form)}
        return render(self.request, self.template_name, context, status=status)
