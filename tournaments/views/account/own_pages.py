"""A person's own pages: their tournaments, a new one, their API tokens."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from players.actions import rename_account
from players.forms import NameForm
from players.models import User
from rules.forms.rule_fields import name_of
from rules.rulebook_names import is_called
from rules.views.rulebook_wording import by_kind
from scoring.errors import RulebookError
from scoring.rulebook.rulebook import editions, load
from tournaments.actions.actor import Actor
from tournaments.actions.setup.tournaments import create_tournament
from tournaments.actions.staff.api_tokens import create_api_token, revoke_api_token, secret_for
from tournaments.actions.stages.presets import use_preset
from tournaments.forms.setup import TokenForm, TournamentForm
from tournaments.models import ApiToken, Staff, Tournament
from tournaments.permissions import (
    can_create_leagues,
    can_create_tournaments,
    can_use_tokens_of,
    roles_everywhere,
    runnable_leagues,
    usable_seasons,
)
from tournaments.views.action_views import ActionFormView, ActionView, PermittedMixin, SignedInMixin
from tournaments.views.policies import for_people, signed_in
from tournaments.views.preset_wording import presets_in_words
from tournaments.views.questions import confirmed, questions
from tournaments.views.repeatable_forms import Outcome, sent_key
from tournaments.visitors import actor_of

LONGEST_SEARCH = 60


@signed_in
@require_safe
def me(request: HttpRequest) -> HttpResponse:
    """What this person runs, and their account."""
    user = account_of(actor_of(request))
    roles = roles_everywhere(user)
    found = Tournament.objects.not_discarded().filter(pk__in=roles).order_by("-starts_on", "name")
    order = {"running": 0, "planned": 1, "finished": 2}
    context = {
        "helps": [
            (one, Staff.Role(roles[one.pk]).label) for one in sorted(found, key=lambda one: order[one.status])
        ],
        "form": NameForm(initial={"name": user.name}),
        "free_play": Tournament.objects.of_free_play_for(user).order_by("-starts_on", "name"),
        "leagues": runnable_leagues(actor_of(request)),
        "can_create_leagues": can_create_leagues(actor_of(request)),
        "can_create_tournaments": can_create_tournaments(actor_of(request)),
    }
    return render(request, "account/me.html", context)


class Rename(SignedInMixin, ActionFormView):
    """Set the name by which others know this person."""

    http_method_names = ["post"]
    success_message = gettext_lazy("Your name is changed.")
    success_page = "me"

    def get_form(self, data: QueryDict | None) -> NameForm:
        return NameForm(data)

    def perform(self, data: dict[str, Any]) -> None:
        rename_account(user=account_of(self.by), name=data["name"])

    def render_page(self, form: NameForm, status: int = 200) -> HttpResponse:
        """One line on the person's page: what is wrong with it stands above."""
        messages.error(self.request, " ".join(str(error) for error in form.errors["name"]))
        return redirect("me")


@for_people(can_create_tournaments)
@require_safe
def choose_rulebook(request: HttpRequest) -> HttpResponse:
    """First step of a new tournament: the rulebook; `?q=` looks for a part of its name, in either language."""
    sought = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    books = [book for book in map(load, editions()) if is_called(book, sought)]
    return render(request, "account/choose_rulebook.html", {"kinds": by_kind(books), "sought": sought})


class CreateTournament(PermittedMixin, ActionFormView):
    """Second step: the frame, and what the rulebook leaves open."""

    allowed = can_create_tournaments

    template_name = "account/new_tournament.html"
    success_message = gettext_lazy("The tournament is set up. Now register the players.")
    questions: Sequence[Mapping[str, object]] = ()

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        try:
            self.rulebook = load(kwargs["rulebook_id"])
        except RulebookError as error:
            raise Http404 from error

    def get_form(self, data: QueryDict | None) -> TournamentForm:
        return TournamentForm(self.rulebook, list(usable_seasons(self.by)), data)

    def do(self, form: TournamentForm) -> HttpResponse:
        self.house_rules = form.house_rules()
        return super().do(form)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        tournament = create_tournament(
            slug=data["slug"],
            name=data["name"],
            rulebook_id=self.rulebook.identity.id,
            house_rules=self.house_rules,
            season=data.get("season"),
            division=data.get("division") or "",
            level=data.get("level") or 1,
            venue=data["venue"],
            starts_on=data["starts_on"],
            ends_on=data["ends_on"],
            time_zone=data["time_zone"],
            visibility=data["visibility"],
            confirmation_rule=data["confirmation_rule"],
            confirmations_needed=data["confirmations_needed"],
            tie_breaks=data["tie_breaks"],
            confirm=confirmed(self.request),
            first_stage=data["first_stage"],
            by=self.by,
        )
        if data["preset"]:
            use_preset(
                tournament=tournament, preset=data["preset"], first_stage=data["first_stage"], by=self.by
            )
        return {"slug": tournament.slug}

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("desk_entries", str(outcome.body["slug"]))

    def show_error(self, form: TournamentForm, outcome: Outcome) -> None:
        self.questions = questions(self.request, outcome, self.rulebook.identity.id, self.house_rules)
        if not self.questions:
            _put_errors(form, outcome)

    def get_context(self, form: TournamentForm) -> dict[str, Any]:
        return {
            "book": self.rulebook,
            "questions": self.questions,
            "presets": presets_in_words(self.rulebook.units_per_point),
        }


def _put_errors(form: TournamentForm, outcome: Outcome) -> None:
    """Put a refusal beside the fields it names, else above the form."""
    paths = [*outcome.fields, *(name_of(path) for path in outcome.fields)]
    named: list[str | None] = [name for name in paths if name in form.fields]
    for name in named or [None]:
        form.add_error(name, outcome.refusal)


class Tokens(SignedInMixin, ActionFormView):
    """A person's API tokens. A new one's secret is on the answer's page alone, and on that of a repeat."""

    template_name = "account/api_tokens.html"
    secret = ""

    def get_form(self, data: QueryDict | None) -> TokenForm:
        mine = Tournament.objects.filter(staff__user=account_of(self.by))
        return TokenForm(mine.order_by("name"), data)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        token, _secret = create_api_token(
            name=data["name"],
            scope=data["scope"],
            days=data["days"],
            tournament=data["tournament"],
            by=self.by,
            key=sent_key(self.request),
        )
        return {"token": token.pk}

    def success_response(self, outcome: Outcome) -> HttpResponse:
        number = cast("int", outcome.body["token"])
        self.secret = secret_for(number, by=self.by, key=sent_key(self.request))
        return self.render_page(self.get_form(None))

    def get_context(self, form: TokenForm) -> dict[str, Any]:
        tokens = ApiToken.objects.filter(user=account_of(self.by)).select_related("tournament")
        return {
            "secret": self.secret,
            "tokens": tokens.order_by("-created_at"),
            "alive": set(tokens.alive().values_list("pk", flat=True)),
        }


class RevokeToken(SignedInMixin, ActionView):
    """End one of one's own tokens."""

    success_message = gettext_lazy("The token is revoked.")
    success_page = "tokens"

    def perform(self) -> None:
        token = ApiToken.objects.filter(pk=self.kwargs["pk"]).select_related("user").first()
        if token is None or not can_use_tokens_of(self.by, token.user):
            raise Http404
        revoke_api_token(token=token)


def account_of(by: Actor) -> User:
    """Return the account of somebody who is signed in."""
    assert by.user is not None
    return by.user
