"""What is done with one round at the desk: publish, draw again, discard, start, close, open again."""

from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext_lazy as _

from tournaments.actions.draws.draft_rounds import discard_round, publish_round, redraw_round
from tournaments.actions.draws.plans import Remainder
from tournaments.actions.play.rounds import close_round, reopen_round, start_round
from tournaments.models import DrawJob, Round
from tournaments.views.desk.frame import DeskActionView
from tournaments.views.repeatable_forms import Outcome


class RoundAction(DeskActionView):
    success_page = "desk"

    def round(self) -> Round:
        rounds: QuerySet[Round] = Round.objects.select_related("stage")
        return get_object_or_404(rounds, pk=self.kwargs["pk"], stage__tournament=self.tournament)


class Redraw(RoundAction):
    """Draw a draft again, at once or as an order."""

    success_message = _("Drawn again.")

    def perform(self) -> dict[str, object]:
        remainder: Remainder = "byes" if self.request.POST.get("remainder") == "byes" else "refuse"
        found = redraw_round(round_=self.round(), by=self.by, remainder=remainder)
        return {"job": found.pk} if isinstance(found, DrawJob) else {}

    def get_success_message(self, outcome: Outcome) -> str:
        # The page of an order says how far it is.
        return "" if "job" in outcome.body else super().get_success_message(outcome)

    def success_response(self, outcome: Outcome) -> HttpResponse:
        if "job" in outcome.body:
            return redirect("desk_draw_job", self.tournament.slug, outcome.body["job"])
        return super().success_response(outcome)


class Discard(RoundAction):
    success_message = _("The draft is discarded.")

    def perform(self) -> None:
        discard_round(round_=self.round(), by=self.by)


class Publish(RoundAction):
    success_message = _("Everybody can now see who sits where.")

    def perform(self) -> None:
        publish_round(round_=self.round(), by=self.by)


class Start(RoundAction):
    success_message = _("The round has started. Tables can report.")

    def perform(self) -> None:
        start_round(round_=self.round(), by=self.by)


class Close(RoundAction):
    """Refused while results are missing, unless `leave_open` was ticked."""

    success_message = _("The round is closed.")

    def perform(self) -> None:
        leave_open = bool(self.request.POST.get("leave_open"))
        close_round(round_=self.round(), by=self.by, leave_open=leave_open)


class Reopen(RoundAction):
    success_message = _("The round is open again.")

    def perform(self) -> None:
        reopen_round(round_=self.round(), by=self.by)
