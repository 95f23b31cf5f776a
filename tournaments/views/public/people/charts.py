"""Pictures of players: a run and places, two against each other, how often they win and deal in."""

from collections.abc import Iterable, Sequence
from itertools import accumulate

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import npgettext, pgettext, pgettext_lazy

from players.models import Player
from scoring.standing.head_to_head import HeadToHead
from scoring.standing.shown_totals import PAD, Column
from scoring.statistics.rates import rates
from tournaments.models import Standing
from tournaments.standings.hands.reading import PlayersHands
from tournaments.templatetags.games_rows import Game
from tournaments.views.public.people.rates_wording import NAMES
from web.charts.bars import Duel, Sides, duel_chart, places_chart
from web.charts.figure import About, Figure
from web.charts.lines import Line, Positions, Values, line_chart
from web.charts.scatter import Axis, Point, scatter
from web.text.figures import in_figures, with_minus

# Of fewer a picture says nothing.
FEWEST_GAMES, FEWEST_POINTS = 3, 4
PLACES = (
    pgettext_lazy("place", "1st"),
    pgettext_lazy("place", "2nd"),
    pgettext_lazy("place", "3rd"),
    pgettext_lazy("place", "4th"),
    pgettext_lazy("place", "5th"),
)


def run_of(player: Player, games: Sequence[Game], counted: int, tournament: str, units: int) -> Figure | None:
    """What a player's games of a tournament, the newest first, add up to one after the other; `counted` is how many
    there are. None of fewer than `FEWEST_GAMES`.
    """
    if len(games) < FEWEST_GAMES:
        return None
    totals = list(accumulate((game.total for game in reversed(games)), initial=0))
    column = Column.of(units, totals)

    def show(total: int) -> str:
        return with_minus(column.show(total).rstrip(PAD))

    numbers = [str(counted - len(games) + number) for number in range(1, len(totals))]
    about = About(
        "run",
        pgettext("of a chart", "Game by game"),
        _("The sum of the games so far, after each of them: %(total)s after the last.")
        % {"total": show(totals[-1])},
        tournament,
    )
    return line_chart(
        about,
        [Line(player.name, totals, show(totals[-1]), 3, _page_of(player.pk))],
        Positions(
            pgettext("column", "Game"), [pgettext("of a chart", "Start"), *numbers], words=["", *numbers]
        ),
        Values(show, unit=units),
        kind="lines small",
    )


def places_of(rows: Sequence[Standing], players: int) -> Figure | None:
    """How often a player took which place in all these stages, at tables of up to so many; None of fewer games than
    `FEWEST_GAMES`.
    """
    counts = [sum(taken) for taken in zip(*(row.places for row in rows), strict=True)]
    counts = counts[: 5 if counts[4:] and counts[4] else players]
    if sum(counts) < FEWEST_GAMES:
        return None
    names = [str(name) for name in PLACES[: len(counts)]]
    said = ", ".join(f"{name} {count}" for name, count in zip(names, counts, strict=True))
    games = sum(counts)
    note = npgettext("figure", "%(n)s game", "%(n)s games", games) % {"n": games}
    about = About("places", pgettext("column", "Places"), said, note)
    columns = [pgettext("column", "Place"), pgettext("column", "Games"), pgettext("column", "Share")]
    return places_chart(about, counts, names, columns=columns)


def duel_of(player: Player, other: Player, made: HeadToHead) -> Figure | None:
    """How often each of two was placed higher; None before their first game."""
    if not made.games:
        return None
    duels = [Duel(pgettext("column", "Placed higher"), made.higher, made.lower, made.level)]
    # A bar has no room for less than nothing.
    if made.points >= 0 and made.others_points >= 0:
        duels.append(Duel(pgettext("column", "Points"), made.points, made.others_points))
    about = About(
        "duel",
        pgettext("of a chart", "Head to head"),
        _("Placed higher: %(one)s %(higher)s, %(other)s %(lower)s. Shared places: %(level)s.")
        % {
            "one": player.name,
            "higher": made.higher,
            "other": other.name,
            "lower": made.lower,
            "level": made.level,
        },
    )
    corner, level = pgettext("column", "Compared"), pgettext("column", "Shared place")
    urls = _page_of(player.pk), _page_of(other.pk)
    return duel_chart(
        about, Sides(player.name, other.name, level, urls), duels, corner=corner, show=in_figures
    )


def attack_and_defence(players: Iterable[PlayersHands]) -> Figure | None:
    """How often players win and how often they deal in; None where fewer than `FEWEST_POINTS` have both rates."""
    points = []
    for one in players:
        found = rates(one.counts)
        wins, deals = found["win_rate"].value, found["deal_in_rate"].value
        if wins is not None and deals is not None:
            points.append(Point(one.name, round(1000 * wins), round(1000 * deals), _page_of(one.player)))
    if len(points) < FEWEST_POINTS:
        return None
    about = About(
        "attack",
        pgettext("of a chart", "Attack and defence"),
        _("How often each player wins a hand and deals in. The dotted lines are the medians."),
    )
    across, up = (Axis(str(NAMES[key]), _in_hundred) for key in ("win_rate", "deal_in_rate"))
    return scatter(about, points, across, up, corner=pgettext("column", "Name"))


def _page_of(player: int) -> str:
    return reverse("player", args=[player])


def _in_hundred(thousandths: int) -> str:
    return f"{thousandths / 10:.1f} %"
