"""Ordered draws."""

from typing import TypedDict

from tournaments.models import DrawJob
from web.api.moments import Moment, moment, moment_or_none


class RefusalShape(TypedDict):
    """Why an ordered draw cannot be; as in every error, `code` is for programs, `message` for people."""

    code: str
    message: str
    fields: dict[str, object]


class DrawJobShape(TypedDict):
    """An ordered draw. `status` is queued, running, done, refused, cancelled or lost; `done` of `total` is computed.

    `phase` is what the search does: seating, annealing, mending, proving, reseating, numbering or reporting.
    `draw` is what came of it, once `status` is done. `about_ms`: about how long one core takes.
    """

    id: int
    url: str
    stage: int
    status: str
    phase: str
    done: int
    total: int
    about_ms: int
    ordered_at: Moment
    started_at: Moment | None
    ended_at: Moment | None
    refusal: RefusalShape | None
    draw: int | None


def draw_job_shape(job: DrawJob) -> DrawJobShape:
    refusal = job.refusal
    return {
        "id": job.pk,
        "url": f"/api/v1/draw-jobs/{job.pk}/",
        "stage": job.stage_id,
        "status": job.status,
        "phase": job.phase,
        "done": job.done,
        "total": job.total,
        "about_ms": job.about_ms,
        "ordered_at": moment(job.ordered_at),
        "started_at": moment_or_none(job.started_at),
        "ended_at": moment_or_none(job.ended_at),
        "refusal": {"code": refusal["code"], "message": refusal["message"], "fields": refusal["fields"]}
        if refusal
        else None,
        "draw": job.draw_id,
    }
