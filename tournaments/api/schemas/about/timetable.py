from typing import Annotated, TypedDict

from tournaments.actions.seen_versions import said_tag
from tournaments.models import TimetableItem, Tournament
from tournaments.models.about.events import TimetableSet
from web.api.fields import meaning
from web.api.moments import Moment, moment


class TimetableItemShape(TypedDict):
    at: Annotated[Moment, meaning(TimetableItem, "at")]
    title: Annotated[str, meaning(TimetableItem, "title")]
    note: Annotated[str, meaning(TimetableItem, "note")]


class TimetableShape(TypedDict):
    """Events besides rounds, whose times are their `planned_at`. Send `tag` as If-Match."""

    items: Annotated[list[TimetableItemShape], "In the order of their times."]
    tag: str


def timetable_shape(tournament: Tournament) -> TimetableShape:
    items = list(TimetableItem.objects.filter(tournament=tournament))
    return {
        "items": [{"at": moment(one.at), "title": one.title, "note": one.note} for one in items],
        "tag": said_tag(TimetableSet, items),
    }
