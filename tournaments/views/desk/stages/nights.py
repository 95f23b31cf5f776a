"""Nights of a club at the desk: plan them, see who comes, settle them once they are over."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.actions.errors import StateRefuses
from tournaments.actions.free_play.nights import cancel_night, change_night, plan_nights, settle_night
from tournaments.actions.free_play.sign_ups import sign_off_from_night, sign_up_for_night
from tournaments.forms.free_play.nights import (
    ComingForm,
    NightTermsForm,
    PlanNightsForm,
    SettleForm,
    SignUpAtDeskForm,
)
from tournaments.models import Entry, Night, NightPlayer, Stage, Tournament
from tournaments.views.desk.frame import DeskActionView, DeskFormView
from tournaments.views.repeatable_forms import Outcome


class Nights(DeskFormView):
    """All nights with how many come, and a form to plan more."""

    tab = "edit"
    template_name = "desk/stages/nights.html"
    success_message = _("Planned. Players can sign up.")
    success_page = "desk_nights"

    @cached_property
    def stages(self) -> Sequence[Stage]:
        return list(self.tournament.stages.order_by("-ordinal"))

    def get_form(self, data: QueryDict | None) -> PlanNightsForm:
        return PlanNightsForm(self.tournament.rulebook.units_per_point, self.stages, data)

    def do(self, form: PlanNightsForm) -> HttpResponse:
        self.form = form
        return super().do(form)

    def perform(self, data: dict[str, Any]) -> None:
        plan_nights(stage=data["stage"], terms=self.form.terms(), weeks=data["weeks"], by=self.by)

    def get_context(self, form: PlanNightsForm) -> dict[str, Any]:
        status = NightPlayer.Status
        nights = Night.objects.filter(stage__tournament=self.tournament).select_related("stage")
        counted = nights.annotate(
            coming=Count("players", filter=Q(players__status=status.COMING)),
            waiting=Count("players", filter=Q(players__status=status.WAITING)),
        )
        return {"nights": counted.order_by("-starts_at", "-pk")}


class NightAtDesk(DeskFormView):
    """One night: its terms, and everybody on its list."""

    tab = "edit"
    template_name = "desk/stages/night.html"
    success_message = pgettext_lazy("message", "Saved.")
    success_page = "desk_one_night"

    def setup(self, request: HttpRequest, tournament: Tournament, **kwargs: Any) -> None:
        super().setup(request, tournament, **kwargs)
        self.night = night_of(tournament, kwargs["pk"])

    def page_arguments(self) -> tuple[object, ...]:
        return (*super().page_arguments(), self.night.pk)

    def get_form(self, data: QueryDict | None) -> NightTermsForm:
        return NightTermsForm(self.tournament.rulebook.units_per_point, self.night, data)

    def do(self, form: NightTermsForm) -> HttpResponse:
        self.form = form
        return super().do(form)

    def perform(self, data: dict[str, Any]) -> None:
        change_night(night=self.night, terms=self.form.terms(), by=self.by)

    def get_context(self, form: NightTermsForm) -> dict[str, Any]:
        return {
            "night": self.night,
            "is_planned": self.night.status == Night.Status.PLANNED,
            "players": self.night.players.select_related("entry__player").order_by("turn"),
            "sign_up": SignUpAtDeskForm(self.night),
            "settle": SettleForm(self.night),
            "game_numbers": range(1, self.night.games + 1),
        }


class OfANight(DeskActionView):
    """A button or a small form on the page of a night."""

    @cached_property
    def night(self) -> Night:
        return night_of(self.tournament, self.kwargs["pk"])

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("desk_one_night", self.tournament.slug, self.kwargs["pk"])


class CancelNight(OfANight):
    success_message = _("The night was cancelled.")

    def perform(self) -> None:
        cancel_night(night=self.night, by=self.by)


class SignUpAtDesk(OfANight):
    """For a player who cannot, also after the deadline."""

    success_message = pgettext_lazy("message", "Signed up.")

    def perform(self) -> None:
        typed = _cleaned(SignUpAtDeskForm(self.night, self.request.POST))
        sign_up_for_night(night=self.night, may_be_late=True, by=self.by, **typed)


class SignOffAtDesk(OfANight):
    success_message = _("Removed from the list.")

    def perform(self) -> None:
        entry: Entry = get_object_or_404(self.tournament.entries, pk=self.kwargs["entry"])
        sign_off_from_night(night=self.night, entry=entry, by=self.by)


class SettleNight(OfANight):
    """Say who did not come; penalties follow."""

    success_message = _("The night was settled.")

    def perform(self) -> None:
        absent = _cleaned(SettleForm(self.night, self.request.POST))["absent"]
        settle_night(night=self.night, absent=list(absent), by=self.by)


def night_of(tournament: Tournament, pk: int) -> Night:
    nights = Night.objects.filter(stage__tournament=tournament).select_related("stage")
    night: Night = get_object_or_404(nights, pk=pk)
    night.stage.tournament = tournament
    return night


def _cleaned(form: ComingForm | SettleForm) -> dict[str, Any]:
    """What was chosen from a list that the page showed."""
    if not form.is_valid():
        message = _("The list has changed in the meantime. Please check it again.")
        raise StateRefuses(str(message), code="list_changed")
    return form.cleaned_data
