"""Nights of a club: who comes, and signing up and off by oneself."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tournaments.actions.actor import Actor
from tournaments.actions.free_play.sign_ups import sign_off_from_night, sign_up_for_night
from tournaments.credentials.visitors import actor_of
from tournaments.forms.free_play.nights import ComingForm
from tournaments.models import Entry, Night, NightPlayer, Tournament
from tournaments.permissions import visible_tournaments
from tournaments.views.action_views import ActionFormView, ActionView, PolicyMixin
from tournaments.views.policies import changed_by_ledger, on_a_phone, visible
from tournaments.views.repeatable_forms import Gone, Outcome
from web.policies import Page


@visible
@changed_by_ledger
@require_safe
def nights(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The nights to come, with who comes and who waits for a place."""
    players = NightPlayer.objects.filter(status__in=["coming", "waiting"]).select_related("entry__player")
    rows = Night.objects.planned().filter(stage__tournament=tournament).select_related("stage")
    found = list(rows.prefetch_related(Prefetch("players", players.order_by("turn"), to_attr="listed")))
    has_stages = len({night.stage_id for night in found}) > 1
    context = {"tournament": tournament, "nights": found, "has_stages": has_stages}
    return render(request, "free_play/nights.html", context)


class NightMixin(PolicyMixin):
    """For the phone of a player, or the player signed in, about themselves."""

    by: Actor
    kwargs: dict[str, Any]
    success_page = "night"

    @classmethod
    def policy(cls, page: Callable[..., HttpResponse]) -> Page:
        return on_a_phone(page)

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        found = _played_by(self.by, kwargs["pk"])
        if found is None:
            if request.method == "POST":
                raise Gone(_not_a_player)
            return _not_a_player(request)
        self.night, self.entry = found
        with timezone.override(self.night.stage.tournament.time_zone):
            return super().dispatch(request, *args, **kwargs)

    def page_arguments(self) -> tuple[object, ...]:
        return (self.kwargs["pk"],)


class OwnNight(NightMixin, ActionFormView):
    """Sign up for a night, or say another number of games."""

    template_name = "free_play/night.html"

    @cached_property
    def player(self) -> NightPlayer | None:
        return NightPlayer.objects.filter(night=self.night, entry=self.entry).first()

    def get_form(self, data: QueryDict | None) -> ComingForm:
        return ComingForm(self.night, self.player, data)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        row = sign_up_for_night(night=self.night, entry=self.entry, games=data["games"], by=self.by)
        return {"status": row.status}

    def get_success_message(self, outcome: Outcome) -> str:
        if outcome.body["status"] == NightPlayer.Status.WAITING:
            return _("You are on the waiting list.")
        return _("You have a place.")

    def get_context(self, form: ComingForm) -> dict[str, Any]:
        return {
            "tournament": self.night.stage.tournament,
            "night": self.night,
            "player": self.player,
            "entry": self.entry,
        }


class SignOff(NightMixin, ActionView):
    """Take oneself off the list of a night."""

    success_message = gettext_lazy("Your sign-up was cancelled.")

    def perform(self) -> None:
        sign_off_from_night(night=self.night, entry=self.entry, by=self.by)


def _played_by(actor: Actor, pk: int) -> tuple[Night, Entry] | None:
    """The night with this id and whom the actor plays as in its tournament; None if they do not play there."""
    nights = Night.objects.filter(pk=pk, stage__tournament__in=visible_tournaments(actor))
    night = nights.select_related("stage__tournament__usual_format").first()
    if night is None:
        return None
    people = night.stage.tournament.entries.active().select_related("player").order_by("number")
    entry = next((entry for entry in people if actor.plays_as(entry)), None)
    return None if entry is None else (night, entry)


def _not_a_player(request: HttpRequest) -> HttpResponse:
    actor = actor_of(request)
    if actor.user is None and not actor.is_phone:
        return redirect("seat")
    messages.error(
        request,
        _(
            "Players sign up with their card or account. Staff can sign others up at the desk, on the page "
            "of the night."
        ),
    )
    return redirect("my_table" if actor.is_phone else "me")
