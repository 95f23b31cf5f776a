"""The next and the last match day of a season in a line each, for the top of its page."""

from collections.abc import Iterator
from datetime import date, time
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.urls import reverse

from tournaments.models.play.table_cards import CardSeat
from tournaments.standings.seasons.match_days import MatchDay

# More names do not fit into a line.
MOST_NAMES = 8


class Named(NamedTuple):
    """A player or a team, with the address of their page; empty if there is none."""

    name: str
    page: str


class Won(NamedTuple):
    """The first of a table, with the total in units and how many make a point."""

    player: Named
    total: int
    units: int


class InBrief(NamedTuple):
    """A day in a line: `ident` is where the page tells all of it. `playing` are those who play, teams where teams do,
    and `won` those who did; both are empty where they are many. `at` is when the next one starts, where it is
    played.
    """

    ident: str
    is_next: bool
    is_in_play: bool
    on: date | None
    at: time | None
    tables: int
    playing: list[Named]
    won: list[Won]


def in_brief(following: MatchDay | None, last: MatchDay | None) -> list[InBrief]:
    """Return the days that there are, the next one first."""
    found = []
    if following is not None:
        found.append(_brief("next-day", following, is_next=True))
    if last is not None:
        found.append(_brief("last-day", last, is_next=False))
    return found


def _brief(ident: str, day: MatchDay, *, is_next: bool) -> InBrief:
    seats = [(seat, one.tournament.slug) for one in day.rounds for card in one.cards for seat in card.seats]
    playing = list(dict.fromkeys(_team_or_player(seat, slug) for seat, slug in seats)) if is_next else []
    won = [] if is_next else list(_won(day))
    starts = [
        one.round.planned_at.astimezone(ZoneInfo(one.tournament.time_zone)).time()
        for one in day.rounds
        if one.round.planned_at is not None
    ]
    return InBrief(
        ident,
        is_next,
        day.is_in_play,
        day.on,
        min(starts, default=None) if is_next and not day.is_in_play else None,
        sum(getattr(one.round, "tables_count", 0) for one in day.rounds),
        playing if len(playing) <= MOST_NAMES else [],
        won if len(won) <= MOST_NAMES else [],
    )


def _team_or_player(seat: CardSeat, slug: str) -> Named:
    if seat.team_id is None:
        return _player(seat)
    return Named(seat.team or seat.name, reverse("team", args=[slug, seat.team_id]))


def _player(seat: CardSeat) -> Named:
    return Named(seat.name, reverse("player", args=[seat.player_id]) if seat.player_id else "")


def _won(day: MatchDay) -> Iterator[Won]:
    for one in day.rounds:
        units = one.tournament.rulebook.units_per_point
        for card in one.cards:
            for seat in card.seats:
                if seat.result is not None and seat.result.place == 1:
                    yield Won(_player(seat), seat.result.total, units)
