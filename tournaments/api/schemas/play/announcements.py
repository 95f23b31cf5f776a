"""What the hall is told."""

from typing import Annotated, TypedDict

from tournaments.models import Announcement
from web.api.moments import Moment, moment


class AnnouncementShape(TypedDict):
    """A sentence on the screens of the hall."""

    id: int
    text: str
    made_at: Annotated[Moment, "When it was made."]


def announcement_shape(announcement: Announcement) -> AnnouncementShape:
    return {
        "id": announcement.pk,
        "text": announcement.text,
        "made_at": moment(announcement.made_at),
    }
