"""Ordered draws: look how far one is, call it off."""

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.draws.jobs.orders import cancel_draw_job, wake_again
from tournaments.api.api_view import ApiView
from tournaments.api.resources.setup.tournaments import Nothing
from tournaments.api.schemas.draw_jobs import DrawJobShape, draw_job_shape
from tournaments.models import DrawJob
from tournaments.permissions import can_run, visible_draw_jobs
from web.api.policies import Everybody
from web.api.schema import describe


class JobView(ApiView):
    permission_classes = [Everybody]

    def find_job(self, pk: int) -> DrawJob:
        return self.find(visible_draw_jobs(self.actor).light().select_related("stage__tournament"), pk=pk)


class OneDrawJob(JobView):
    @describe(
        "getDrawJob", "How far an ordered draw is, and what came of it; for the staff", gives=DrawJobShape
    )
    def get(self, request: Request, pk: int) -> Response:
        job = self.find_job(pk)
        wake_again(job)
        return Response(draw_job_shape(job))


class CancelDrawJob(JobView):
    @describe(
        "cancelDrawJob",
        "Call an ordered draw off; nothing is drawn",
        takes=Nothing,
        gives=DrawJobShape,
        changes=True,
    )
    def post(self, request: Request, pk: int) -> Response:
        job = self.find_job(pk)
        self.allow(can_run(self.actor, job.stage.tournament))
        self.validated_data(Nothing)

        def action() -> DrawJobShape:
            ended = cancel_draw_job(job=job, by=self.actor)
            ended.refresh_from_db(fields=["ended_at"])
            return draw_job_shape(ended)

        return self.do(action)
