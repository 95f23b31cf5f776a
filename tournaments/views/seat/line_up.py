"""The captain's phone: whom their team sends to a round."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, ClassVar

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.actions.actor import Actor
from tournaments.actions.teams.line_ups import hand_in_line_up, seats_of_teams
from tournaments.credentials.visitors import actor_of
from tournaments.forms.teams.line_ups import LineUpForm
from tournaments.models import Entry, LineUp, LineUpRule, Round, Seat, Team
from tournaments.models.teams.line_up_quotas import line_up_quotas_of
from tournaments.views.action_views import ActionFormView, PolicyMixin
from tournaments.views.policies import on_a_phone
from tournaments.views.questions import confirmed
from tournaments.views.repeatable_forms import Gone, Outcome
from tournaments.views.seat.captain import games_of_team
from web.policies import Page

# To these the phone leads at once; the rest is on a page of its own.
NEXT_ROUNDS = 2


def rounds_to_send_for(entry: Entry) -> QuerySet[Round]:
    """The next rounds for which a player, as a captain, can hand in a line-up, in the order of play.

    No query for players without a team.
    """
    if entry.team_id is None:
        return Round.objects.none()
    rounds = Round.objects.waiting_for_line_ups().filter(seats__entry__team__captain__entry=entry)
    return rounds.select_related("stage").order_by("stage__ordinal", "number").distinct()[:NEXT_ROUNDS]


class LineUpFormView(ActionFormView):
    """One player for each table of `team` in `round`."""

    round: Round
    team: Team
    # There a line-up may be late: the desk is asked where a captain is refused.
    is_at_the_desk: ClassVar[bool] = False
    # Whether what was handed in before stands in the form: for the captain alone.
    shows_it: ClassVar[bool] = False

    @cached_property
    def places(self) -> list[Seat]:
        return seats_of_teams(self.round).get(self.team.pk, [])

    @cached_property
    def line_up(self) -> LineUp | None:
        return LineUp.objects.filter(round=self.round, team=self.team).first()

    def get_form(self, data: QueryDict | None) -> LineUpForm:
        people = Entry.objects.filter(team=self.team, status=Entry.Status.ACTIVE).select_related("player")
        return LineUpForm(
            self.places, list(people.order_by("number")), self.line_up if self.shows_it else None, data
        )

    def perform(self, data: dict[str, Any]) -> None:
        hand_in_line_up(
            round_=self.round,
            team=self.team,
            entries=self.form.chosen(),
            by=self.by,
            may_be_late=self.is_at_the_desk,
            confirm=confirmed(self.request) if self.is_at_the_desk else None,
        )

    def do(self, form: LineUpForm) -> HttpResponse:
        self.form = form
        return super().do(form)

    def get_context(self, form: LineUpForm) -> dict[str, Any]:
        rule = LineUpRule.objects.filter(stage=self.round.stage_id).first()
        closes_at: datetime | None = rule.closes_at(self.round) if rule is not None else None
        return {
            "round": self.round,
            "team": self.team,
            "line_up": self.line_up,
            "closes_at": closes_at,
            "has_rule": rule is not None,
            "quotas": line_up_quotas_of(self.team),
            "are_shown": LineUp.objects.filter(round=self.round, is_shown=True).exists(),
        }


class CaptainsLineUp(PolicyMixin, LineUpFormView):
    """For the phone that follows the captain's card, or the captain signed in."""

    template_name = "seat/line_up.html"
    success_message = gettext_lazy("Your line-up was handed in. It is hidden until all line-ups are shown.")
    shows_it = True

    @classmethod
    def policy(cls, page: Callable[..., HttpResponse]) -> Page:
        return on_a_phone(page)

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        found = _sent_by(self.by, kwargs["pk"])
        if found is None:
            if request.method == "POST":
                raise Gone(_not_a_captain)
            return _not_a_captain(request)
        self.round, self.team = found
        with timezone.override(self.team.tournament.time_zone):
            return super().dispatch(request, *args, **kwargs)

    def get_context(self, form: LineUpForm) -> dict[str, Any]:
        stage = self.round.stage
        return {
            "tournament": self.team.tournament,
            "stage": stage,
            "players": games_of_team(self.team, stage, but=self.round.pk),
            **super().get_context(form),
        }

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("line_up", self.round.pk)


def _sent_by(actor: Actor, pk: int) -> tuple[Round, Team] | None:
    """The round with this id and the team for which the actor, as its captain, can hand in; else None."""
    teams = Team.objects.filter(entries__seats__round=pk).select_related("tournament__usual_format")
    if actor.card is not None:
        teams = teams.filter(captain__entry=actor.card.entry_id)
    elif actor.user is not None:
        teams = teams.filter(captain__entry__player__user=actor.user)
    else:
        return None
    team = teams.first()
    if team is None:
        return None
    rounds = Round.objects.filter(pk=pk, stage__tournament=team.tournament_id).published()
    round_ = rounds.select_related("stage").first()
    return None if round_ is None else (round_, team)


def _not_a_captain(request: HttpRequest) -> HttpResponse:
    actor = actor_of(request)
    if actor.card is None and actor.user is None and actor.seat_token is None:
        return redirect("seat")
    messages.error(request, _("Only the captain of a team that plays in the round can hand in a line-up."))
    return redirect("my_table" if actor.is_phone else "me")
