"""Registering oneself: the public page, with its state and its form."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render

from players.models import Player
from tournaments.actions.errors import TooManyAttempts
from tournaments.actions.people.place_quotas import Kind, Quota, Room
from tournaments.actions.people.registrations import About, sign_up
from tournaments.credentials.registration_links import count_registration, mail_link, remember
from tournaments.forms.about.questions import ASKED
from tournaments.forms.registrations import RegisterYourselfForm
from tournaments.models import Question, Registration, SelfRegistration, Tournament
from tournaments.permissions import can_sign_up
from tournaments.views.action_views import ActionFormView, TournamentMixin
from tournaments.views.policies import too_many
from tournaments.views.public.about import said_about
from tournaments.views.public.registration_state import registration_state
from tournaments.views.repeatable_forms import Outcome


class RegisterYourself(TournamentMixin, ActionFormView):
    """Register without an account, or as the player one is signed in as."""

    permission = can_sign_up
    template_name = "registration/register.html"

    def setup(self, request: HttpRequest, tournament: Tournament, **kwargs: Any) -> None:
        super().setup(request, tournament, **kwargs)
        # Which seat a phone holds has nothing to do with it.
        self.by = self.by.person
        self.state = registration_state(tournament)
        mine = Player.objects.select_related("club").filter(user=self.by.user) if self.by.user else None
        self.player = mine.first() if mine is not None else None

    @property
    def terms(self) -> SelfRegistration:
        return self.state["terms"] or SelfRegistration(tournament=self.tournament)  # type: ignore[return-value]

    def get_form(self, data: QueryDict | None) -> RegisterYourselfForm:
        questions = list(Question.objects.open().filter(tournament=self.tournament))
        return RegisterYourselfForm(self.terms, data, is_known=self.player is not None, questions=questions)

    def do(self, form: RegisterYourselfForm) -> HttpResponse:
        try:
            count_registration(self.request)
        except TooManyAttempts as refusal:
            return too_many(self.request, refusal, back=self.request.path)
        return super().do(form)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        about = self.player or About(data["name"], data["reading"], data["club"], data["country"])
        made = sign_up(
            tournament=self.tournament,
            about=about,
            email=data["email"],
            answers=data["answers"],
            wants_record=data.get("wants_record", False),
            by=self.by,
        )
        return {"registration": made.pk}

    def succeed(self, outcome: Outcome) -> HttpResponse:
        made = Registration.objects.select_related("tournament").get(
            pk=int(str(outcome.body["registration"]))
        )
        remember(self.request, made)
        if made.email and not outcome.is_repeated:
            self.request.session["registration_mailed"] = mail_link(self.request, made)
        return redirect("registration")

    def render_page(self, form: RegisterYourselfForm, status: int = 200) -> HttpResponse:
        mine = self._mine()
        if mine is not None:
            remember(self.request, mine)
        context = {
            **self.state,
            "tournament": self.tournament,
            "form": form,
            "answer_days": settings.REGISTRATION_ADDRESS_DAYS,
            "asks": any(name.startswith(ASKED) for name in form.fields),
            **said_about(self.tournament),
            "full_quotas": [one for one in self._quotas() if one.is_full and one.kind != Kind.RESERVED],
            "player": self.player,
            "mine": mine,
            "takes_part": self.player is not None
            and mine is None
            and self.tournament.entries.filter(player=self.player).exists(),
        }
        return render(self.request, self.template_name, context, status=status)

    def _quotas(self) -> list[Quota]:
        return Room(self.terms, 0).quotas() if self.terms.has_quotas else []

    def _mine(self) -> Registration | None:
        """The signed-in player's own registration, be it that the organizer said who they are."""
        if self.player is None:
            return None
        live = self.tournament.registrations.live()
        return live.filter(entry__player=self.player).first() or live.filter(player=self.player).first()
