from collections.abc import Sequence
from operator import itemgetter
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.actions.about.saying import set_said
from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse
from tournaments.models import TimetableItem, Tournament
from tournaments.models.about.events import TimetableSet
from tournaments.models.about.timetable import MOST_ITEMS


@transaction.atomic
def set_timetable(
    *, tournament: Tournament, items: Sequence[dict[str, Any]], seen: str, by: Actor
) -> list[TimetableItem]:
    """Replace the timetable by these items (`at`, `title`, `note`), sorted by time, and return them.

    Refuses more than MOST_ITEMS, an item without a title and a time in another century.
    """
    if len(items) > MOST_ITEMS:
        message = _("A timetable has at most %(most)s items.") % {"most": MOST_ITEMS}
        raise RulesRefuse(message, code="timetable_too_long", fields={"items": [message]})
    in_order = sorted(items, key=itemgetter("at"))
    return set_said(TimetableSet, in_order, tournament=tournament, seen=seen, by=by)
