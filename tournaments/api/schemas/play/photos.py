"""Photos of paper sheets, without what they show."""

from typing import Annotated, TypedDict

from tournaments.models import Photo
from web.api.moments import Moment, moment


class PhotoShape(TypedDict):
    """`seat`: who took it; null: the staff. `deleted_at` is null while it can be looked at, until `delete_at` at
    most. `sha256` and `size` are those of the JPEG that `url` answers.
    """

    id: int
    table: int
    number: Annotated[int, "Number of the photo at its table, from 1."]
    seat: Annotated[int | None, "Id of the seat that took it; null for the staff."]
    sha256: str
    size: Annotated[int, "Size of the JPEG in bytes."]
    width: Annotated[int, "Width in pixels."]
    height: Annotated[int, "Height in pixels."]
    taken_at: Annotated[Moment, "When it was taken."]
    delete_at: Annotated[Moment, "When it will be deleted."]
    deleted_at: Annotated[Moment | None, "When it was deleted; null while it can be seen."]
    url: Annotated[str, "Address of the JPEG."]


def photo_shape(photo: Photo) -> PhotoShape:
    return {
        "id": photo.pk,
        "table": photo.table_id,
        "number": photo.number,
        "seat": photo.taken_by_seat_id,
        "sha256": photo.sha256,
        "size": photo.size,
        "width": photo.width,
        "height": photo.height,
        "taken_at": moment(photo.taken_at),
        "delete_at": moment(photo.delete_at),
        "deleted_at": moment(photo.deleted_at) if photo.deleted_at else None,
        "url": f"/api/v1/photos/{photo.pk}/",
    }
