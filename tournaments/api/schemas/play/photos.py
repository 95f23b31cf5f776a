"""Photos of paper sheets, without what they show."""

from typing import TypedDict

from tournaments.models import Photo
from web.api.moments import Moment, moment


class PhotoShape(TypedDict):
    """`seat`: who took it; null: the staff. `deleted_at` is null while it can be looked at, until `delete_at` at
    most. `sha256` and `size` are those of the JPEG that `url` answers.
    """

    id: int
    table: int
    number: int
    seat: int | None
    sha256: str
    size: int
    width: int
    height: int
    taken_at: Moment
    delete_at: Moment
    deleted_at: Moment | None
    url: str


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
