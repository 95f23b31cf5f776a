"""Ledger events of photos of paper sheets."""

from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Columns, Digest, Event, Names, Payload, SeatId, ShownAt, TableId


class PhotoTaken(Event):
    kind = "photo_taken"
    on_stream = None
    says = _("%(table)s: a photo of the paper sheet was taken")
    shown_at = ShownAt.ITS_TABLE
    makes = Columns(
        "Photo",
        "photo",
        {
            "table": "table",
            "number": "number",
            "sha256": "sha256",
            "size": "size",
            "width": "width",
            "height": "height",
            "taken_by_seat": "seat",
        },
        at="taken_at",
        until="delete_at",
        by="taken_by",
    )

    photo: int
    table: TableId
    # The player who took it; null for the staff.
    seat: SeatId | None
    number: int
    sha256: Digest
    # Bytes, and pixels.
    size: int
    width: int
    height: int
    # The number of days it is kept.
    days: int


class PhotoRemoved(Event):
    kind = "photo_removed"
    on_stream = None
    says = _("%(table)s: a photo of the paper sheet was removed")
    shown_at = ShownAt.ITS_TABLE
    changes = Columns("Photo", "photo", {"removed_by_seat": "seat"}, at="deleted_at", by="removed_by")

    photo: int
    table: TableId
    seat: SeatId | None


class PhotosDeleted(Event):
    kind = "photos_deleted"
    on_stream = None
    says = _("Photos of paper sheets were deleted at the end of their time: %(count)s")
    changes = Columns("Photo", "photos", at="deleted_at")

    photos: list[int]

    @classmethod
    def words(cls, payload: Payload, names: Names) -> dict[str, object]:
        return {"count": len(payload.get("photos", ()))}
