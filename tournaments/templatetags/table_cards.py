"""A round's tables as cards and as the desk's tiles: 250 in milliseconds, since what they share is looked up once."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache
from html import escape
from itertools import repeat
from typing import NamedTuple, Protocol

from django import template
from django.urls import reverse
from django.utils.formats import time_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import pgettext

from rules import formatting
from tournaments.models import Round, Scoresheet, Tournament
from tournaments.models.play.rounds import TABLE_NAME
from tournaments.models.play.table_cards import CardSeat, TableCard
from tournaments.templatetags.jantaku import tone, total
from tournaments.templatetags.names import player_links, team_links

register = template.Library()


class GameInPlay(NamedTuple):
    """Which hand is played, in words, with the points and the winds of each seat in it."""

    hand: str
    points: Sequence[int]
    winds: Sequence[int]


class TileState(Protocol):
    """How far a table in play is: its colour, in words, and until when it plays, where that is its own time."""

    @property
    def tone(self) -> str: ...
    @property
    def words(self) -> str: ...
    @property
    def until(self) -> str: ...


@register.simple_tag
def table_tiles(
    cards: Iterable[TableCard],
    *,
    round: Round,
    tournament: Tournament,
    states: Mapping[int, TileState] | None = None,
    games: Mapping[int, int] | None = None,
    of_games: int = 0,
) -> SafeString:
    """One `<li>` for each table at the desk: how far it is, since when, and who sits there with which points.

    `states` are those of tables in play, by the table's id: they know of clocks and calls. `games` says which of
    `of_games` games of a match day each plays.
    """
    game = pgettext("a match day", "Game %(game)s of %(games)s")
    name, address = str(TABLE_NAME), _addresses("desk_table", tournament.slug)
    chips, since, now = _chips(), _times(), states or {}
    is_in_play = round.status == Round.Status.STARTED
    without_sheet = _chip("plain", pgettext("status", "Playing" if is_in_play else "Not started"))
    html, unranked = [], " " + _unranked()
    for card in cards:
        sheet, state = card.sheet, now.get(card.pk)
        colour = state.tone if state else tone(sheet.status) if sheet else "plain"
        words = chips[sheet.status] if sheet else without_sheet
        if state is not None and (sheet is None or colour == "bad"):
            words = _chip(colour, state.words)
        words += since(sheet.reported_at) if sheet else ""
        words += f" <small>{escape(state.until)}</small>" if state and state.until else ""
        words += unranked if card.is_unranked else ""
        if games and card.pk in games:
            words += f" <small>{game % {'game': games[card.pk], 'games': of_games}}</small>"
        html.append(
            f'<li><a class="{colour}" href="{address(card.pk)}" data-table="{card.number}">'
            f"<strong>{name % {'number': f'<b>{card.number}</b>'}}</strong> <span>{words}</span>"
            f' <small class="names">{"".join(map(_tile_line, card.seats))}</small></a></li>\n'
        )
    return SafeString("".join(html))


@register.simple_tag
def table_cards(
    cards: Iterable[TableCard],
    *,
    round: Round,
    tournament: Tournament,
    units: int,
    games: Mapping[int, GameInPlay] | None = None,
    heading: str = "h2",
) -> SafeString:
    """One `<li>` for each table of a published round: a link to it, how far it is, the seats and what they have.
    Below a heading of the second order (`heading="h3"`) there may be several rounds, and cards have no ids.

    `games` are those in play, by the table's id.

    `units` are the rulebook's of a point. `find.js` looks for a name in `data-names`.
    """
    name, address = str(TABLE_NAME), _addresses("table", tournament.slug)
    chips, seats = _chips(), _seats(tournament, units)
    without_sheet = (
        _chip("plain", pgettext("status", "Playing")) if round.status == Round.Status.STARTED else ""
    )
    html, unranked, has_ids = [], _unranked() + " ", heading == "h2"
    for card in cards:
        at = f' id="table-{card.number}"' if has_ids else ""
        names = " ".join(f"{seat.name} {seat.reading} {seat.number}" for seat in card.seats)
        game = None if card.sheet or not games else games.get(card.pk)
        so_far = _chip("plain", game.hand) if game and game.hand else without_sheet
        html.append(
            f'<li data-names="{escape(names)}"><div class="card"{at}><div class="head">'
            f'<{heading}><a href="{address(card.pk)}">{name % {"number": card.number}}</a></{heading}> '
            f"{unranked if card.is_unranked else ''}"
            f"{chips[card.sheet.status] if card.sheet else so_far}</div>"
            f"{seats(card.seats, game)}</div></li>\n"
        )
    return SafeString("".join(html))


def _tile_line(seat: CardSeat) -> str:
    figure = f' <span class="figure">{formatting.points(seat.result.points)}</span>' if seat.result else ""
    return f"<span><bdi>{escape(seat.name)}</bdi>{figure}</span> "


def _seats(tournament: Tournament, units: int = 1) -> Callable[..., str]:
    """A function that lists seats, as `includes/_seats.html` does, with the results there are, or points so far."""
    wind, place = cache(formatting.wind), cache(formatting.place)
    player, team = player_links(), team_links(tournament.slug)
    plays_for = pgettext("player", "for %(name)s")

    def line(seat: CardSeat, wind_now: int, points_now: int | None) -> str:
        below = ""
        if seat.replaces:
            below = f" <small>{plays_for % {'name': player(seat.replaced_id, seat.replaces)}}</small>"
        elif seat.team:
            below = f" <small>{team(seat.team_id, seat.team)}</small>"
        figures = ""
        if seat.result:
            points, won, place_won = seat.result
            figures = (
                f' <span class="figure">{total(won, units)}<br><small>{formatting.points(points)}</small></span>'
                f" {place(place_won)}"
            )
        elif points_now is not None:
            figures = f' <span class="figure">{formatting.points(points_now)}</span>'
        name = player(seat.player_id, seat.name) if seat.player_id else team(seat.team_id, seat.name)
        return f'<li>{wind(wind_now)} <span class="who">{name}{below}</span>{figures}</li>'

    def listed(seats: Sequence[CardSeat], game: GameInPlay | None = None) -> str:
        points = game.points if game else repeat(None)
        winds = game.winds if game else (seat.wind for seat in seats)
        lines = map(line, seats, winds, points)
        return f'<ul class="seats">{"".join(lines)}</ul>'

    return listed


def _chips() -> dict[str, str]:
    """What says how far a table is, by the status of its sheet."""
    return {status: _chip(tone(status), str(status.label)) for status in Scoresheet.LIVE}


def _unranked() -> str:
    return _chip("plain", pgettext("status", "Unranked"))


def _chip(colour: str, words: str) -> str:
    return format_html('<span class="chip {}">{}</span>', colour, words)


def _times() -> Callable[[datetime], str]:
    """A function that says since when, to the minute."""
    words = pgettext("time", "since %(time)s")

    @cache
    def at(minute: datetime) -> str:
        return f" <small>{words % {'time': escape(time_format(minute, 'TIME_FORMAT'))}}</small>"

    return lambda when: at(localtime(when).replace(second=0, microsecond=0))


def _addresses(page: str, *of: str) -> Callable[[int], str]:
    """A function that gives the address of this page of a row; `of` is what stands before it in the address."""
    before, after = reverse(page, args=[*of, 0]).rsplit("0", 1)
    return lambda pk: f"{before}{pk}{after}"
