"""Days, rounds, nights and timetables as iCalendar (RFC 5545), for calendars to subscribe to."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from icalendar import Calendar, Event, vDuration

from players.models import Player
from tournaments.actions.actor import Actor
from tournaments.credentials.visitors import actor_of
from tournaments.models import League, Night, Round, Seat, TimeLimit, TimetableItem, Tournament
from tournaments.models.play.rounds import waits_for_line_ups
from tournaments.models.winds import Wind
from tournaments.permissions import listed_tournaments, visible_players
from tournaments.views.policies import visible
from web.policies import public
from web.visitor_language import address_of

MEDIA_TYPE = "text/calendar; charset=utf-8"
# Of a round or night without a time limit; nobody knows when it will be over.
USUAL_LENGTH = timedelta(minutes=90)
# Calendars ask again about once an hour, and show what is older from their own memory.
ASK_AGAIN = timedelta(hours=1)
KEPT_SINCE = timedelta(days=90)
# Lines of each kind in a calendar; the next ones of a long league come when these are over.
MOST = 500


class Happening(NamedTuple):
    """One event of a calendar. Without an end it is a moment; `begins` as a date takes the whole day."""

    uid: str
    name: str
    begins: date | datetime
    ends: date | datetime | None
    place: str
    url: str


@visible
@require_safe
def event_calendar(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The days of a tournament, its published rounds and nights with a time, and its timetable."""
    items = TimetableItem.objects.filter(tournament=tournament).order_by("at")[:MOST]
    return _answer(
        tournament.name,
        [
            *_days([tournament]),
            *_rounds(Round.objects.filter(stage__tournament=tournament)),
            *_nights(Night.objects.filter(stage__tournament=tournament)),
            *(
                Happening(
                    f"item-{item.pk}", item.title, item.at, None, tournament.venue, _page_of(tournament)
                )
                for item in items
            ),
        ],
    )


@public
@require_safe
def league_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """The days, rounds and nights of a league's listed tournaments, from three months ago on."""
    league = get_object_or_404(League.objects.not_removed(), slug=slug)
    ours = listed_tournaments(Actor()).filter(season__league=league)
    since = timezone.now() - KEPT_SINCE
    days = ours.filter(Q(ends_on__gte=since.date()) | Q(starts_on__gte=since.date()))
    return _answer(
        league.name,
        [
            *_days(days.order_by("starts_on", "pk")[:MOST]),
            *_rounds(Round.objects.filter(stage__tournament__in=ours, planned_at__gte=since)),
            *_nights(Night.objects.filter(stage__tournament__in=ours, starts_at__gte=since)),
        ],
    )


@public
@require_safe
def player_calendar(request: HttpRequest, pk: int) -> HttpResponse:
    """At which table and wind a player sits in rounds of listed tournaments, from three months ago on."""
    everybodys = visible_players(Actor()).filter(pk=pk).first()
    player: Player = everybodys or get_object_or_404(visible_players(actor_of(request)), pk=pk)
    seats = (
        Seat.objects.filter(
            entry__player=player,
            round__in=Round.objects.published()
            .exclude(waits_for_line_ups())
            .filter(planned_at__gte=timezone.now() - KEPT_SINCE),
            round__stage__tournament__in=listed_tournaments(Actor()),
        )
        .select_related("table__round__stage__tournament")
        .order_by("round__planned_at", "pk")[:MOST]
    )
    tables = {seat.table.round_id: f" · {seat.table} · {Wind(seat.wind).label}" for seat in seats}
    rounds = Round.objects.filter(pk__in=list(tables))
    return _answer(
        player.name,
        [one._replace(name=one.name + tables[int(one.uid.partition("-")[2])]) for one in _rounds(rounds)],
    )


def _days(tournaments: Iterable[Tournament]) -> Iterable[Happening]:
    for one in tournaments:
        if one.starts_on is not None:
            # The end is the first day that is not taken.
            end = (one.ends_on or one.starts_on) + timedelta(days=1)
            yield Happening(f"tournament-{one.pk}", one.name, one.starts_on, end, one.venue, _page_of(one))


def _rounds(rounds: QuerySet[Round]) -> Iterable[Happening]:
    found = rounds.exclude(status=Round.Status.DRAFTED).exclude(planned_at=None)
    shown = list(found.select_related("stage__tournament").order_by("planned_at", "pk")[:MOST])
    minutes = _minutes({one.stage.tournament_id for one in shown})
    for one in shown:
        assert one.planned_at is not None
        tournament = one.stage.tournament
        yield Happening(
            f"round-{one.pk}",
            f"{tournament.name} · {one}",
            one.planned_at,
            one.planned_at + minutes.get(tournament.pk, USUAL_LENGTH),
            tournament.venue,
            address_of("stage_round", tournament.slug, one.stage.ordinal, one.number),
        )


def _minutes(tournaments: Iterable[int]) -> dict[int, timedelta]:
    limits = TimeLimit.objects.filter(tournament__in=tournaments).values_list("tournament", "minutes")
    return {
        tournament: timedelta(minutes=minutes) for tournament, minutes in limits if tournament is not None
    }


def _nights(nights: QuerySet[Night]) -> Iterable[Happening]:
    for one in (
        nights.exclude(status=Night.Status.CANCELLED)
        .select_related("stage__tournament")
        .order_by("starts_at", "pk")[:MOST]
    ):
        tournament = one.stage.tournament
        url = address_of("nights", tournament.slug)
        yield Happening(
            f"night-{one.pk}",
            tournament.name,
            one.starts_at,
            one.starts_at + 2 * USUAL_LENGTH,
            tournament.venue,
            url,
        )


def _page_of(tournament: Tournament) -> str:
    return address_of("tournament", tournament.slug)


def _answer(name: str, happenings: Iterable[Happening]) -> HttpResponse:
    """Return a calendar. Its lines are the same as long as what happens is: a calendar's ETag stays, too."""
    calendar = Calendar()
    calendar.add("prodid", f"-//Jantaku//{(get_language() or '').upper()}")
    calendar.add("version", "2.0")
    calendar.add("name", name)
    calendar.add("x-wr-calname", name)
    calendar.add("refresh-interval", ASK_AGAIN, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", vDuration(ASK_AGAIN))
    for one in happenings:
        event = Event()
        event.add("uid", f"{one.uid}@{urlsplit(settings.SITE_URL).hostname}")
        # Of what is published as a whole the stamp says nothing; a fixed one keeps the file the same.
        event.add("dtstamp", datetime.combine(_day(one.begins), time(), UTC))
        event.add("summary", one.name)
        event.add("dtstart", _in_utc(one.begins))
        if one.ends is not None:
            event.add("dtend", _in_utc(one.ends))
        if one.place:
            event.add("location", one.place)
        event.add("url", one.url)
        calendar.add_component(event)
    return HttpResponse(calendar.to_ical(), content_type=MEDIA_TYPE)


def _day(begins: date | datetime) -> date:
    return begins.date() if isinstance(begins, datetime) else begins


def _in_utc(at: date | datetime) -> date | datetime:
    return at.astimezone(UTC) if isinstance(at, datetime) else at
