"""What is done with one round at the desk: publish, draw again, discard, start, close, and each of them undone."""

from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.actions.draws.draft_rounds import (
    discard_round,
    publish_round,
    redraw_round,
    unpublish_round,
)
from tournaments.actions.draws.plans import Remainder
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.play.round_times import plan_times
from tournaments.actions.play.rounds import (
    RESULTS_MISSING,
    cancel_start,
    close_round,
    reopen_round,
    start_round,
)
from tournaments.forms.desk import RoundTimeForm
from tournaments.models import DrawJob, Round
from tournaments.views.desk.frame import DeskActionView
from tournaments.views.questions import confirmed
from tournaments.views.repeatable_forms import Outcome


class RoundAction(DeskActionView):
    success_page = "desk"

    def round(self) -> Round:
        rounds: QuerySet[Round] = Round.objects.select_related("stage")
        return get_object_or_404(rounds, pk=self.kwargs["pk"], stage__tournament=self.tournament)


class Redraw(RoundAction):
    """Draw a draft again, at once or as an order."""

    success_message = pgettext_lazy("message", "Drawn again.")

    def perform(self) -> dict[str, object]:
        remainder: Remainder = "byes" if self.request.POST.get("remainder") == "byes" else "refuse"
        found = redraw_round(
            round_=self.round(), by=self.by, remainder=remainder, confirm=confirmed(self.request)
        )
        return {"job": found.pk} if isinstance(found, DrawJob) else {}

    def get_success_message(self, outcome: Outcome) -> str:
        # The page of an order says how far it is.
        return "" if "job" in outcome.body else super().get_success_message(outcome)

    def success_response(self, outcome: Outcome) -> HttpResponse:
        if "job" in outcome.body:
            return redirect("desk_draw_job", self.tournament.slug, outcome.body["job"])
        return super().success_response(outcome)


class Discard(RoundAction):
    success_message = _("The draft was discarded.")

    def get_question(self) -> str:
        return gettext("Discard the draft of %(round)s?") % {"round": self.round()}

    def perform(self) -> None:
        discard_round(round_=self.round(), by=self.by)


class Publish(RoundAction):
    """Asks first when the standings it was drawn from have changed."""

    success_message = _("Published. Everyone can now see the seats.")
    undone_by = "desk_round_unpublish"

    def perform(self) -> None:
        publish_round(round_=self.round(), by=self.by, confirm=confirmed(self.request))


class Unpublish(RoundAction):
    success_message = _("The round was returned to draft. Only staff can see it.")

    def perform(self) -> None:
        unpublish_round(round_=self.round(), by=self.by)


class Start(RoundAction):
    """Asks first when an earlier round is open, or a player still plays in another one."""

    success_message = _("Round started. Tables can report.")
    undone_by = "desk_round_cancel_start"

    def perform(self) -> dict[str, object]:
        clock = "clock" in self.request.POST
        start_round(round_=self.round(), by=self.by, confirm=confirmed(self.request), clock=clock)
        return {"clock": clock}

    def get_success_message(self, outcome: Outcome) -> str:
        if outcome.body.get("clock"):
            return gettext("Round and clock started. Tables can report.")
        return super().get_success_message(outcome)


class CancelStart(RoundAction):
    success_message = _("The start was undone. The round is waiting again.")

    def perform(self) -> None:
        cancel_start(round_=self.round(), by=self.by)


class Close(RoundAction):
    """Asks first while results are missing."""

    success_message = _("The round was closed.")
    undone_by = "desk_round_reopen"

    def perform(self) -> None:
        leave_open = RESULTS_MISSING in confirmed(self.request)
        close_round(round_=self.round(), by=self.by, leave_open=leave_open)

    def questions(self, outcome: Outcome) -> dict[str, str]:
        if outcome.code == RESULTS_MISSING:
            return {RESULTS_MISSING: outcome.refusal}
        return super().questions(outcome)


class Reopen(RoundAction):
    """Asks first if a player is in another round by now."""

    success_message = _("The round was reopened.")

    def perform(self) -> None:
        reopen_round(round_=self.round(), by=self.by, confirm=confirmed(self.request))


class PlanTime(RoundAction):
    """Say when a round is to begin, or take that back."""

    def perform(self) -> dict[str, object]:
        round_, form = self.round(), RoundTimeForm(self.request.POST)
        if not form.is_valid():
            raise RulesRefuse(" ".join(map(str, form.errors["planned_at"])), code="not_a_time")
        planned_at = form.cleaned_data["planned_at"]
        plan_times(tournament=self.tournament, times={round_.pk: planned_at}, by=self.by)
        return {"round": str(round_)}

    def get_success_message(self, outcome: Outcome) -> str:
        return gettext("The time of %(round)s was saved.") % outcome.body
