"""Set up a series: many tournaments like one, each on its own day."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournaments.actions.actor import Actor
from tournaments.actions.errors import NameTaken, RulesRefuse
from tournaments.actions.locks import lock_league
from tournaments.actions.people.registration_terms import RegistrationTerms, set_self_registration
from tournaments.actions.seasons.copying import copy_into
from tournaments.actions.setup.tournaments import FIRST_YEAR, LAST_YEAR
from tournaments.models import Season, SelfRegistration, Tournament
from tournaments.models.leagues.league import LONGEST_TITLE

MOST_EVENTS = 24
# Registration opens at most so many days before an event.
MOST_DAYS_BEFORE = 365


@dataclass(frozen=True)
class PlannedEvent:
    """An event of a series."""

    name: str
    slug: str
    starts_on: date


@dataclass(frozen=True)
class RegistrationDays:
    """When players can register for an event of a series: days before its first day, at a minute of the day.

    `closes_before` None: until the first tables are drawn.
    """

    opens_before: int
    closes_before: int | None = None
    at: int = 0

    def moment(self, day: date, before: int, zone: ZoneInfo) -> datetime:
        return datetime.combine(day - timedelta(days=before), time(*divmod(self.at, 60)), zone)


@transaction.atomic
def repeat_tournament(
    *,
    tournament: Tournament,
    events: Sequence[PlannedEvent],
    season: Season | None,
    by: Actor,
    registration: RegistrationDays | None = None,
) -> list[Tournament]:
    """Set up 1 to `MOST_EVENTS` tournaments like this one, all or none, and return them in order.

    What each takes over is said in `copy_tournament`. With a `season` whose tournaments make one ranking they count
    there; another one is refused. With `registration`, it opens by itself, except for events for which it would be
    over already; without, organizers open it.
    """
    _refuse_bad(events, season, registration)
    if season is not None:
        lock_league(season.league_id)
    made = []
    for event in events:
        new = copy_into(
            tournament=tournament,
            name=event.name,
            slug=event.slug,
            starts_on=event.starts_on,
            season=season,
            by=by,
        )
        if registration is not None:
            _open_registration(new, registration, by)
        made.append(new)
    return made


def _open_registration(new: Tournament, days: RegistrationDays, by: Actor) -> None:
    assert new.starts_on is not None
    zone = ZoneInfo(new.time_zone)
    opens_at = days.moment(new.starts_on, days.opens_before, zone)
    closes_at = (
        days.moment(new.starts_on, days.closes_before, zone) if days.closes_before is not None else None
    )
    if (closes_at or datetime.combine(new.starts_on, time.max, zone)) <= timezone.now():
        return
    of_model = SelfRegistration.objects.filter(tournament=new).first() or SelfRegistration()
    terms = RegistrationTerms(
        is_open=True,
        capacity=of_model.capacity,
        opens_at=opens_at,
        closes_at=closes_at,
        needs_approval=of_model.needs_approval,
        email=of_model.email,
    )
    set_self_registration(tournament=new, terms=terms, by=by)


def _refuse_bad(
    events: Sequence[PlannedEvent], season: Season | None, registration: RegistrationDays | None
) -> None:
    closes = registration.closes_before if registration is not None else None
    if registration is not None and closes is not None and closes >= registration.opens_before:
        message = _("Registration must open before it closes.")
        raise RulesRefuse(message, code="closes_before_it_opens", fields={"opens_before": [message]})
    if not 1 <= len(events) <= MOST_EVENTS:
        message = _("You can set up 1 to %(most)s tournaments at a time.") % {"most": MOST_EVENTS}
        raise RulesRefuse(message, code="events_at_a_time", fields={"events": [message]})
    slugs = [event.slug for event in events]
    if double := next((slug for slug in slugs if slugs.count(slug) > 1), None):
        message = _("Two events have the address “%(slug)s”. Please choose another for one.") % {
            "slug": double
        }
        raise NameTaken(message, fields={"slug": [message]})
    if season is not None and not hasattr(season, "ranking_rule"):
        message = _("The tournaments of this season make no ranking, so a series cannot count in it.")
        raise RulesRefuse(message, code="no_season_ranking", fields={"season": [message]})


def event_names(stem: str, days: Sequence[date]) -> list[str]:
    """Return a name for each event in the active language: with its month, or its day where a month has several."""
    months = {(day.year, day.month) for day in days}
    form = "YEAR_MONTH_FORMAT" if len(months) == len(days) else "DATE_FORMAT"
    dates = [date_format(day, form) for day in days]
    return [f"{stem[: LONGEST_TITLE - len(day) - 1].strip()} {day}".strip() for day in dates]


def stem_of(tournament: Tournament) -> str:
    """Return its name without its own month or day at the end, in any language."""
    day = tournament.starts_on
    if day is None or not FIRST_YEAR <= day.year <= LAST_YEAR:
        return tournament.name
    name = tournament.name
    for language, _name in settings.LANGUAGES:
        with override(language):
            for form in ("DATE_FORMAT", "YEAR_MONTH_FORMAT"):
                name = name.removesuffix(date_format(day, form)).rstrip()
    return name or tournament.name
