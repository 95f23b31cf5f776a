"""Ordered draws: progress and cancellation."""

from tournaments.actions.draws.jobs.orders import cancel_draw_job, wake_again
from tournaments.api.api_view import ApiView
from tournaments.api.operations import Nothing, everybody, reads, writes
from tournaments.api.schemas.draw_jobs import DrawJobShape, draw_job_shape
from tournaments.models import DrawJob
from tournaments.permissions import can_run, visible_draw_jobs
from web.api.policies import Everybody


def find_job(view: ApiView, pk: int) -> DrawJob:
    return view.find(visible_draw_jobs(view.actor).light().select_related("stage__tournament"), pk=pk)


class OneDrawJob(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getDrawJob",
        "How far an ordered draw is, and what came of it; for the staff",
        permission=everybody,
        finds=find_job,
        gives=DrawJobShape,
    )
    def get(self, job: DrawJob) -> DrawJobShape:
        wake_again(job)
        return draw_job_shape(job)


class CancelDrawJob(ApiView):
    permission_classes = [Everybody]

    @writes(
        "cancelDrawJob",
        "Call an ordered draw off; nothing is drawn",
        permission=can_run,
        finds=find_job,
        of="stage.tournament",
        takes=Nothing,
        gives=DrawJobShape,
    )
    def post(self, job: DrawJob) -> DrawJobShape:
        ended = cancel_draw_job(job=job, by=self.actor)
        ended.refresh_from_db(fields=["ended_at"])
        return draw_job_shape(ended)
