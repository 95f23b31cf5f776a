"""The clock of a round at the desk: how long, start, stop, go on, give time."""

from typing import Any, cast
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.actions.play.clocks import (
    extend_clock,
    pause_clock,
    reset_clock,
    resume_clock,
    start_clock,
)
from tournaments.actions.setup.time_limits import limit_of, set_time_limit
from tournaments.forms.hall import ClockForm, ExtensionForm, TimeLimitForm, chosen_table
from tournaments.models import Round
from tournaments.permissions import can_referee, can_run
from tournaments.views.desk.frame import BACK, DeskActionView, DeskFormView
from tournaments.views.public.clock_faces import RoundWithNow, face_of, faces_of_tables, with_clock
from tournaments.views.repeatable_forms import Outcome


class OfRound(DeskFormView):
    """A form about the time of one round, on the page of its clock."""

    permission = can_referee
    tab = "desk"
    template_name = "desk/play/clock.html"

    def round(self) -> RoundWithNow:
        rounds = with_clock(Round.objects.select_related("stage"))
        return get_object_or_404(rounds, pk=self.kwargs["pk"], stage__tournament=self.tournament)

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("desk_clock", self.tournament.slug, self.kwargs["pk"])

    def get_context(self, form: Any) -> dict[str, Any]:
        round_ = self.round()
        found = face_of(round_, round_.now)
        limit = limit_of(self.tournament, round_)
        typed = {"minutes": limit.minutes, "after_gong": limit.after_gong.value}
        return {
            "round": round_,
            "clock": found,
            "own_clocks": faces_of_tables(round_, found) if found else [],
            "limit": limit,
            "start_form": form if type(form) is ClockForm and form.is_bound else ClockForm(initial=typed),
            "extension_form": form if isinstance(form, ExtensionForm) else ExtensionForm(round_),
            "limit_form": form if isinstance(form, TimeLimitForm) else TimeLimitForm(initial=typed),
        }


class StartClock(OfRound):
    """The page of a round's clock, and its start."""

    success_message = _("The clock is running.")

    def get_form(self, data: QueryDict | None) -> ClockForm:
        return ClockForm(data)

    def perform(self, data: dict[str, Any]) -> None:
        start_clock(
            round_=self.round(),
            minutes=data["minutes"],
            after_gong=data["after_gong"] or None,
            by=self.by,
        )


class ExtendClock(OfRound):
    """Minutes more, or less, for all tables or for one."""

    http_method_names = ["post"]
    success_message = _("The time was changed.")

    def get_form(self, data: QueryDict | None) -> ExtensionForm:
        return ExtensionForm(self.round(), data)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        table, minutes = data["table"], data["minutes"]
        extend_clock(round_=self.round(), table=table, minutes=minutes, by=self.by)
        return {"table": table.pk if table else "", "minutes": minutes}

    def get_undo(self, outcome: Outcome) -> str:
        body, back = outcome.body, self.request.POST.get(BACK, "")
        if "minutes" not in body:  # done by an earlier version
            return ""
        fields = {"minutes": -cast("int", body["minutes"]), "table": body["table"], BACK: back}
        address = reverse("desk_clock_extend", args=[self.tournament.slug, self.kwargs["pk"]])
        return f"{address}?{urlencode(fields)}"


class SetTimeLimit(OfRound):
    """How long this round takes, or every round of the tournament."""

    permission = can_run
    http_method_names = ["post"]
    success_message = pgettext_lazy("message", "Saved.")

    def get_form(self, data: QueryDict | None) -> TimeLimitForm:
        return TimeLimitForm(data)

    def perform(self, data: dict[str, Any]) -> None:
        round_ = self.round()
        is_its_own = data["applies_to"] == "round"
        set_time_limit(
            tournament=self.tournament,
            minutes=data["minutes"],
            after_gong=data["after_gong"],
            stage=round_.stage if is_its_own else None,
            number=round_.number if is_its_own else None,
            by=self.by,
        )


class ClockAction(DeskActionView):
    """A button of the clock's page."""

    permission = can_referee

    def round(self) -> Round:
        rounds: QuerySet[Round] = Round.objects.select_related("stage")
        return get_object_or_404(rounds, pk=self.kwargs["pk"], stage__tournament=self.tournament)

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("desk_clock", self.tournament.slug, self.kwargs["pk"])


class PauseClock(ClockAction):
    """Stop the time of all tables, or of one."""

    success_message = _("The clock was paused.")

    def perform(self) -> None:
        round_ = self.round()
        pause_clock(round_=round_, table=chosen_table(round_, self.request.POST), by=self.by)


class ResumeClock(ClockAction):
    """Let the time go on."""

    success_message = _("The clock was resumed.")

    def perform(self) -> None:
        round_ = self.round()
        resume_clock(round_=round_, table=chosen_table(round_, self.request.POST), by=self.by)


class ResetClock(ClockAction):
    """Take the start of the clock back."""

    success_message = _("The clock was reset. You can start it again.")

    def get_question(self) -> str:
        question = gettext("Reset the clock of %(round)s? Extra time given since then is lost.")
        return question % {"round": self.round()}

    def perform(self) -> None:
        reset_clock(round_=self.round(), by=self.by)
