from typing import Annotated, TypedDict

from tournaments.models import Announcement
from web.api.answers import Of, filled
from web.api.moments import Moment


class AnnouncementShape(TypedDict):
    """A message on the hall's screens."""

    id: Annotated[int, Of("pk")]
    text: str
    made_at: Annotated[Moment, "When it was made."]
    until: Annotated[Moment | None, "Until when it is shown; null for until it is taken down."]


announcement_shape = filled(AnnouncementShape, Announcement)
