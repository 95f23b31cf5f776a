"""A person's own pages: their tournaments and leagues, their name, their API tokens."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any, cast
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Case, When
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from players.actions import rename_account
from players.forms import NameForm
from players.models import User
from players.notices import tell_of_change
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.api_tokens import create_api_token, revoke_api_token, secret_for
from tournaments.credentials.visitors import actor_of
from tournaments.forms.setup import TokenForm
from tournaments.models import ApiToken, RecordProposal, Staff, Tournament
from tournaments.models.setup.structure import latest_first
from tournaments.permissions import (
    can_create_leagues,
    can_create_tournaments,
    can_use_tokens_of,
    is_a_player,
    proposals_to_decide,
    roles_everywhere,
    runnable_leagues,
)
from tournaments.views.action_views import ActionFormView, ActionView, ConfirmedMixin, SignedInMixin
from tournaments.views.policies import signed_in
from tournaments.views.repeatable_forms import Outcome, sent_key

LONGEST_SEARCH = 60
MOST_PROPOSALS, MOST_ARCHIVED, TOURNAMENTS_A_PAGE = 20, 100, 50
RUNNING_FIRST = Case(
    When(status=Tournament.Status.RUNNING, then=0), When(status=Tournament.Status.PLANNED, then=1), default=2
)


def kept_in_address(**chosen: object) -> str:
    """Return what was chosen as the beginning of a query, for the links to other pages of a list."""
    kept = {name: value for name, value in chosen.items() if value}
    return f"{urlencode(kept)}&" if kept else ""


@signed_in
@require_safe
def me(request: HttpRequest) -> HttpResponse:
    """What this person runs, by year (`?year=`) and by words of name or venue (`?q=`), and their account.

    Those to come and in play are first, then finished ones by year, and at the end archived ones in a fold.
    """
    user = account_of(actor_of(request))
    roles = roles_everywhere(user)
    helped = Tournament.objects.helped_by(user).not_discarded()
    years = [day.year for day in helped.dates("starts_on", "year", order="DESC")]
    sought = request.GET.get("q", "").replace("\0", "").strip()[:LONGEST_SEARCH]
    year = next((one for one in years if str(one) == request.GET.get("year")), None)
    found = helped.matching(sought)
    if year is not None:
        found = found.filter(starts_on__year=year)
    found = found.order_by(RUNNING_FIRST, latest_first(), "name", "pk")
    page = Paginator(found.filter(is_archived=False), TOURNAMENTS_A_PAGE).get_page(request.GET.get("page"))
    archived = [*found.filter(is_archived=True).order_by(latest_first(), "name", "pk")[: MOST_ARCHIVED + 1]]
    context = {
        "page": page,
        "years": years,
        "year": year,
        "sought": sought,
        "kept": kept_in_address(q=sought, year=year),
        "helps": [
            (heading, [_line(one, roles) for one in several])
            for heading, several in groupby(page.object_list, key=_heading)
        ],
        "archived": [_line(one, roles) for one in archived[:MOST_ARCHIVED]],
        "has_more_archived": len(archived) > MOST_ARCHIVED,
        "form": NameForm(initial={"name": user.name}),
        "free_play": Tournament.objects.of_free_play_for(user).order_by(latest_first(), "name"),
        "leagues": runnable_leagues(actor_of(request)),
        "proposals": proposals_to_decide(actor_of(request)).select_related("player")[:MOST_PROPOSALS],
        "proposed": RecordProposal.objects.made_by(user).select_related("player", "tournament")[
            :MOST_PROPOSALS
        ],
        "is_a_player": is_a_player(actor_of(request)),
        "can_create_leagues": can_create_leagues(actor_of(request)),
        "can_create_tournaments": can_create_tournaments(actor_of(request)),
    }
    return render(request, "account/me.html", context)


def _line(tournament: Tournament, roles: Mapping[int, str]) -> tuple[Tournament, str, bool]:
    """The tournament, what this person is in it, and whether they may archive it."""
    role = Staff.Role(roles[tournament.pk])
    return tournament, str(role.label), role == Staff.Role.ORGANIZER


def _heading(tournament: Tournament) -> str:
    """Under which heading a tournament is listed: empty for those that are not over."""
    if tournament.status != Tournament.Status.FINISHED:
        return ""
    return str(tournament.starts_on.year) if tournament.starts_on else _("without a date")


class Rename(SignedInMixin, ActionFormView):
    """Set the name by which others know this person."""

    http_method_names = ["post"]
    success_message = gettext_lazy("Your name was changed.")
    success_page = "me"

    def get_form(self, data: QueryDict | None) -> NameForm:
        return NameForm(data)

    def perform(self, data: dict[str, Any]) -> None:
        rename_account(user=account_of(self.by), name=data["name"])

    def render_page(self, form: NameForm, status: int = 200) -> HttpResponse:
        """One line on the person's page: what is wrong with it stands above."""
        messages.error(self.request, " ".join(str(error) for error in form.errors["name"]))
        return redirect("me")


class Tokens(ConfirmedMixin, ActionFormView):
    """A person's API tokens. A new one's secret is on the answer's page alone, and on that of a repeat."""

    confirmed_for = "tokens"
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
        tell_of_change(account_of(self.by), "account/email/token_made")
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


class RevokeToken(ConfirmedMixin, ActionView):
    """End one of one's own tokens."""

    confirmed_for = "tokens"
    success_message = gettext_lazy("The token was revoked.")
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
