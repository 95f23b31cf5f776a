"""An ordered draw at the desk: how far it is, calling it off, and what came of it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from tournaments.actions.draws.jobs.orders import cancel_draw_job, wake_again
from tournaments.credentials.visitors import actor_of
from tournaments.models import DrawJob, Tournament
from tournaments.models.draws.jobs import DrawJobWithNow
from tournaments.permissions import can_run
from tournaments.views.desk.frame import DeskActionView, frame
from tournaments.views.policies import for_tournament
from tournaments.views.repeatable_forms import Outcome


@for_tournament(can_run)
@require_safe
def job(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """How far an ordered draw is; once it is drawn, this leads to the draft."""
    found = _job_of(tournament, pk)
    if found.draw is not None and found.draw.rounds.exists():
        return redirect("desk_draft", tournament.slug, found.draw_id)
    wake_again(found)
    context = {
        **frame(tournament, actor_of(request), "draw"),
        "job": found,
        "doing": _doing(found),
        "seconds": int((found.now - found.ordered_at).total_seconds()),
        "about": max(1, round(found.about_ms / 1_000)),
        "old": found.old if found.old is not None and found.old.rounds.exists() else None,
    }
    return render(request, "desk/draws/job.html", context)


class Cancel(DeskActionView):
    """Call an ordered draw off. Its page says what came of it."""

    def perform(self) -> None:
        cancel_draw_job(job=_job_of(self.tournament, self.kwargs["pk"]), by=self.by)

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("desk_draw_job", self.tournament.slug, self.kwargs["pk"])


def _doing(found: DrawJob) -> str:
    """What the worker does at the moment, in words."""
    if found.status == DrawJob.Status.QUEUED:
        if DrawJob.objects.at_work().exists():
            return _("Another draw is being computed; this one comes next.")
        return _("Waiting for the worker to start.")
    return {
        "seating": _("Assigning players to the schedule"),
        "annealing": _("Exchanging players for a better round"),
        "mending": _("Meeting wishes and balancing"),
        "proving": _("Looking for a round without rematches, or proof that there is none"),
        "reseating": _("Solving neighbouring tables exactly"),
        "numbering": _("Numbering the tables so that players move between them"),
        "reporting": _("Evaluating the draw"),
    }.get(found.phase, pgettext("status", "Starting"))


def _job_of(tournament: Tournament, pk: int) -> DrawJobWithNow:
    jobs = DrawJob.objects.light().filter(stage__tournament=tournament)
    return get_object_or_404(jobs.select_related("stage__tournament", "draw", "old"), pk=pk)
