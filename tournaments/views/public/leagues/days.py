"""The match days of a season: all of them, and the results of one."""

from collections.abc import Sequence
from datetime import date, time
from itertools import groupby
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from tournaments.models import Season, Tournament
from tournaments.models.teams.looks import looks_address
from tournaments.standings.seasons.match_days import DayInBrief, RoundInBrief, days_of, match_day
from tournaments.views.public.leagues.seasons import season_with_divisions
from web.policies import public

# On one page of the list.
PAGE_SIZE = 100
# Rounds of a day that are named one by one, and tournaments.
MOST_ROUNDS, MOST_EVENTS = 3, 6


class Listed(NamedTuple):
    """A day as a row: `address` is its part of the URL, empty for rounds without a day; `at` the local hour at which
    a day to come begins; `said` has the name of each tournament, if there are several, and its rounds in words.
    """

    day: DayInBrief
    address: str
    at: time | None
    said: Sequence[tuple[str, str]]
    unlisted: int


@public
@require_safe
def season_days(request: HttpRequest, slug: str, ordinal: int) -> HttpResponse:
    """All match days, those to come first, the nearest on top; then those that were played, the latest on top. Four
    queries at most.
    """
    season, tournaments = _season(slug, ordinal)
    days = days_of(tournaments)
    to_come = [day for day in days if not day.is_over]
    played = [day for day in reversed(days) if day.is_over and day.on is not None]
    without = [day for day in days if day.is_over and day.on is None]
    page = Paginator([*to_come, *played, *without], PAGE_SIZE).get_page(request.GET.get("page"))
    named = {one.pk: one.division or one.name for one in tournaments} if len(tournaments) > 1 else {}
    zones = {one.pk: ZoneInfo(one.time_zone) for one in tournaments}
    context = {
        "league": season.league,
        "season": season,
        "page": page,
        "groups": [
            (title, [_listed(day, named, zones) for day in page if day.is_over == is_over])
            for title, is_over in (
                (pgettext("heading", "To come"), False),
                (pgettext("heading", "Played"), True),
            )
        ],
    }
    return render(request, "leagues/days.html", context)


@public
@require_safe
def season_day(request: HttpRequest, slug: str, ordinal: int, day: str) -> HttpResponse:
    """All results of one day, with the days before and after it; without rounds on it these alone. Eight queries at
    most.
    """
    try:
        on = date.fromisoformat(day)
    except ValueError:
        raise Http404 from None
    if day != on.isoformat():
        raise Http404
    season, tournaments = _season(slug, ordinal)
    days = {one.on: one for one in days_of(tournaments) if one.on is not None}
    here = days.get(on, DayInBrief(on, ()))
    found = match_day(here, tournaments)
    context = {
        "league": season.league,
        "season": season,
        "day": found,
        "unlisted": len(here.rounds) - len(found.rounds),
        "before": max((one for one in days if one < on), default=None),
        "after": min((one for one in days if one > on), default=None),
        "team_looks": looks_address([one.pk for one in tournaments]),
    }
    return render(request, "leagues/day.html", context)


def _season(slug: str, ordinal: int) -> tuple[Season, list[Tournament]]:
    """The season with its public tournaments."""
    season, _divisions = season_with_divisions(slug, ordinal)
    tournaments = Tournament.objects.listed().filter(season=season).with_frame().order_by("level", "pk")
    return season, list(tournaments)


def _listed(day: DayInBrief, named: dict[int, str], zones: dict[int, ZoneInfo]) -> Listed:
    events = []
    for pk, of_it in groupby(day.rounds, key=lambda one: one.tournament):
        events.append((named.get(pk, ""), _rounds_in_words(list(of_it))))
    return Listed(
        day,
        day.on.isoformat() if day.on is not None else "",
        _begins_at(day, zones),
        events[:MOST_EVENTS],
        len(events[MOST_EVENTS:]),
    )


def _begins_at(day: DayInBrief, zones: dict[int, ZoneInfo]) -> time | None:
    """The hour of a day to come, by the clock of the place; None if it is not planned."""
    if day.is_over:
        return None
    foreseen = [(one.planned_at, one.tournament) for one in day.rounds if one.planned_at is not None]
    if not foreseen:
        return None
    at, tournament = min(foreseen)
    return at.astimezone(zones[tournament]).time()


def _rounds_in_words(rounds: Sequence[RoundInBrief]) -> str:
    several = any(one.ordinal > 1 for one in rounds)
    titles = [f"{one.stage} · {one.title}" if several else one.title for one in rounds]
    if len(titles) <= MOST_ROUNDS:
        return pgettext("between names", ", ").join(titles)
    return _("%(first)s to %(last)s (%(count)s rounds)") % {
        "first": titles[0],
        "last": titles[-1],
        "count": len(titles),
    }
