"""Photos of paper sheets, without their content."""

from typing import Annotated, TypedDict

from tournaments.models import Photo
from web.api.answers import Of, filled
from web.api.moments import Moment


class PhotoShape(TypedDict):
    """`seat`: who took it; null: the staff. `deleted_at` is null while it can be viewed, until `delete_at` at the
    latest. `sha256` and `size` are of the JPEG at `url`.
    """

    id: Annotated[int, Of("pk")]
    table: Annotated[int, Of("table_id")]
    number: Annotated[int, "Number of the photo at its table, from 1."]
    seat: Annotated[int | None, Of("taken_by_seat_id"), "Id of the seat that took it; null for the staff."]
    sha256: str
    size: Annotated[int, "Size of the JPEG in bytes."]
    width: Annotated[int, "Width in pixels."]
    height: Annotated[int, "Height in pixels."]
    taken_at: Annotated[Moment, "When it was taken."]
    delete_at: Annotated[Moment, "When it will be deleted."]
    deleted_at: Annotated[Moment | None, "When it was deleted; null while it can be seen."]
    url: Annotated[str, Of("pk", "/api/v1/photos/{}/".format), "Address of the JPEG."]


photo_shape = filled(PhotoShape, Photo)
