"""Set up a tournament like an earlier one, outside of seasons."""

from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction

from tournaments.actions.about.timetable import set_timetable
from tournaments.actions.actor import Actor
from tournaments.actions.seasons.carried import Again, WhoPlays
from tournaments.actions.seasons.tournaments import set_up_again
from tournaments.actions.seen_versions import said_tag
from tournaments.models import Season, TimetableItem, Tournament
from tournaments.models.about.events import TimetableSet


@transaction.atomic
def copy_tournament(
    *, tournament: Tournament, name: str, slug: str, starts_on: date | None, in_its_season: bool, by: Actor
) -> Tournament:
    """Set up a tournament like this one, beginning on another day, and return it.

    It has the same rules, stages, counting, time limits, texts, questions, brand and staff; registration with the
    same terms, but closed; the timetable moved by as many days; and club nights on the same weekdays from its first
    day on. No player, team, result, draw or card goes along.
    With `in_its_season`, for those who may set up tournaments there, it belongs to the season, too, if the season's
    tournaments make one ranking.
    """
    season = tournament.season if in_its_season else None
    counts = season is not None and hasattr(season, "ranking_rule")
    return copy_into(
        tournament=tournament,
        name=name,
        slug=slug,
        starts_on=starts_on,
        season=season if counts else None,
        by=by,
    )


def copy_into(
    *,
    tournament: Tournament,
    name: str,
    slug: str,
    starts_on: date | None,
    season: Season | None,
    by: Actor,
) -> Tournament:
    """Set up a tournament like this one, in a season whose tournaments make one ranking, or in none."""
    days = (starts_on - tournament.starts_on).days if starts_on and tournament.starts_on else None
    again = Again(
        tournament,
        season,
        name,
        WhoPlays(),
        by,
        nights_from=starts_on,
        slug=slug,
        starts_on=starts_on,
        ends_on=tournament.ends_on + timedelta(days=days)
        if tournament.ends_on and days is not None
        else None,
        keeps_division=season == tournament.season,
    )
    set_up_again(again)
    if days is not None:
        items = [_moved(item, days) for item in tournament.timetable.order_by("at", "pk")]
        set_timetable(tournament=again.new, items=items, seen=said_tag(TimetableSet, []), by=by)
    return again.new


def _moved(item: TimetableItem, days: int) -> dict[str, Any]:
    """Return the columns of an item at the same hour so many days later, summer time or not."""
    zone = ZoneInfo(item.tournament.time_zone)
    local: datetime = item.at.astimezone(zone)
    at = (local.replace(tzinfo=None) + timedelta(days=days)).replace(tzinfo=zone)
    return {"at": at, "title": item.title, "note": item.note}
