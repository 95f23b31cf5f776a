from typing import Annotated, TypedDict

from tournaments.models import DrawJob
from web.api.answers import By, Of, filled, picked
from web.api.moments import Moment


class RefusalShape(TypedDict):
    """Why an ordered draw was refused; as in every error, `code` is for programs, `message` for people."""

    code: str
    message: str
    fields: dict[str, object]


_refusal = picked(RefusalShape)


def _refusal_of(job: DrawJob) -> RefusalShape | None:
    return _refusal(job.refusal) if job.refusal else None


class DrawJobShape(TypedDict):
    """An ordered draw. `status` is queued, running, done, refused, cancelled or lost; `done` of `total` is computed.

    `phase` of the search: seating, annealing, mending, proving, reseating, numbering or reporting. `draw` is the
    resulting draw once `status` is done. `about_ms`: estimated time on one core.
    """

    id: Annotated[int, Of("pk")]
    url: Annotated[str, Of("pk", "/api/v1/draw-jobs/{}/".format), "Address to ask again."]
    stage: Annotated[int, Of("stage_id")]
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
    refusal: Annotated[RefusalShape | None, By(_refusal_of), "Why it was refused; null otherwise."]
    draw: Annotated[int | None, Of("draw_id"), "Id of the draw it became; null until it is done."]


draw_job_shape = filled(DrawJobShape, DrawJob)
