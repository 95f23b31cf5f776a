"""Ordered draws."""

from typing import Annotated, TypedDict

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
    url: Annotated[str, "Address to ask again."]
    stage: int
    status: Annotated[str, "State of the job.", DrawJob.Status]
    phase: Annotated[
        str,
        "What the search is doing: seating, annealing, mending, proving, reseating, numbering or reporting.",
    ]
    done: Annotated[int, "Steps done, of `total`."]
    total: Annotated[int, "Steps in all."]
    about_ms: Annotated[int, "Estimated milliseconds on one core."]
    ordered_at: Annotated[Moment, "When it was ordered."]
    started_at: Annotated[Moment | None, "When the search began; null while it is queued."]
    ended_at: Moment | None
    refusal: Annotated[RefusalShape | None, "Why it was refused; null otherwise."]
    draw: Annotated[int | None, "Id of the draw it became; null until it is done."]


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
