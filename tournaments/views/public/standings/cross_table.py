"""The cross-table of a stage: a row for each player, a column for each round, in it what the round brought."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import NamedTuple
from urllib.parse import urlencode

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules.formatting import place
from scoring.standing.shown_totals import Column
from tournaments.models import Publication, Stage
from tournaments.standings.ahead import ahead_of_each_other
from tournaments.standings.lately import RoundGame, games_of_rounds
from tournaments.standings.stages.published_rows import PublishedRow, published_rows
from tournaments.templatetags.jantaku import total
from tournaments.templatetags.names import player_links, team_links
from tournaments.views.public.standings.parts import ROWS, Part
from tournaments.views.public.standings.shown import Shown
from web.charts.figure import About, Figure
from web.charts.heat_map import MOST_TOLD, heat_map

# No page has more rounds; there are others for the rest.
COLUMNS = 30
_MOST_DIGITS = 5


class CrossAsked(NamedTuple):
    """`start` is a row as typed, `until` the number of the last round that is shown, `sort` that of the round by
    which players are ordered; 0 for the usual ones.
    """

    start: str = ""
    until: int = 0
    sort: int = 0

    @classmethod
    def of(cls, words: Mapping[str, str]) -> "CrossAsked":
        return cls(words.get("from", ""), _number(words.get("until", "")), _number(words.get("sort", "")))

    def address(self, **other: object) -> str:
        """The address of the same with something else."""
        asked = {"from": self.start, "until": self.until, "sort": self.sort} | other
        return f"?{urlencode({name: value for name, value in asked.items() if value})}"


class _Round(NamedTuple):
    number: int
    address: str
    is_order: bool


def made_cross_table(publication: Publication, asked: CrossAsked) -> Shown:
    """Three queries. By total, or by what a round brought, the best first; who did not play in it comes last."""
    stage = publication.stage
    rows = [row for row in published_rows(stage.pk) if row.games or row.total]
    last = publication.last_round or 0
    until = min(asked.until or last, last)
    first = max(1, until - COLUMNS + 1)
    part = Part.with_row(asked.start, max(1, len(rows)))
    made: dict[tuple[int, int], list[RoundGame]] = {}
    if 0 < asked.sort <= last:
        everybody = _by_round(games_of_rounds(stage, [row.entry_id for row in rows], asked.sort, asked.sort))
        rows.sort(key=lambda row: _order(everybody.get((row.entry_id, asked.sort))))
    here = rows[part.first - 1 : part.last]
    if last:
        made = _by_round(games_of_rounds(stage, [row.entry_id for row in here], first, until))
    numbers = sorted({number for _entry, number in made})
    column = Column.of(
        stage.tournament.rulebook.units_per_point,
        [row.total for row in here] + [game.total for games in made.values() for game in games],
    )
    content = {
        "tournament": stage.tournament,
        "stage": stage,
        "part": part,
        "is_by_total": not asked.sort,
        "by_total": asked.address(sort=0),
        "rounds": [
            _Round(one, asked.address(sort=one, **{"from": ""}), one == asked.sort) for one in numbers
        ],
        "earlier": asked.address(until=first - 1) if first > 1 else "",
        "later": asked.address(until=min(until + COLUMNS, last)) if until < last else "",
        "previous": asked.address(**{"from": part.first - ROWS}) if part.first > 1 else "",
        "next": asked.address(**{"from": part.last + 1}) if part.last < part.rows else "",
        "ahead": _ahead(stage, here[:MOST_TOLD]) if last else None,
        "rows": SafeString("".join(_lines(here, numbers, made, column, stage.tournament.slug))),
    }
    html = render_to_string("public/standings/_cross_table.html", content)
    return Shown(html, Part.with_row("", max(1, len(rows))))


def _ahead(stage: Stage, rows: Sequence[PublishedRow]) -> Figure | None:
    """Who of the first in the table came in ahead of whom; None where no two of them met. One query."""
    found = ahead_of_each_other(stage, [row.entry_id for row in rows])
    if not found:
        return None
    at = {row.entry_id: index for index, row in enumerate(rows)}
    about = About(
        "ahead",
        _("Who came in ahead of whom"),
        _("In how many games each player came in ahead of another, for the first %(n)s of the table.")
        % {"n": len(rows)},
        _("Row ahead of column"),
    )
    values = {(at[one], at[other]): times for (one, other), times in found.items()}
    return heat_map(
        about,
        [row.player_name for row in rows],
        values,
        corner=pgettext("column", "Name"),
        urls=[reverse("player", args=[row.player_id]) for row in rows],
    )


def _by_round(games: Sequence[RoundGame]) -> dict[tuple[int, int], list[RoundGame]]:
    found = defaultdict[tuple[int, int], list[RoundGame]](list)
    for game in games:
        found[game.entry, game.round].append(game)
    return found


def _order(games: Sequence[RoundGame] | None) -> tuple[bool, int]:
    return not games, -sum(game.total for game in games or ())


def _lines(
    rows: Sequence[PublishedRow],
    numbers: Sequence[int],
    made: Mapping[tuple[int, int], Sequence[RoundGame]],
    column: Column,
    slug: str,
) -> Iterator[str]:
    player, team = player_links(), team_links(slug, marked=False)
    for row in rows:
        cells = ""
        for number in numbers:
            games = made.get((row.entry_id, number))
            if games is None:
                cells += "<td></td>"
                continue
            chips = "".join(place(game.place) for game in games[:3])
            cells += f"<td>{chips} {total(sum(game.total for game in games), column)}</td>"
        small = ""
        if row.team_name:
            small = f' <span class="team">{team(row.team_id, row.team_name)}</span>'
        elif row.club_name:
            small = f' <span class="team club"><bdi>{escape(row.club_name)}</bdi></span>'
        rank = row.rank if row.is_ranked else ""
        yield (
            f'<tr id="e{row.entry_id}"><th scope="row" class="who"><span class="rank">{rank}</span> '
            f"{player(row.player_id, row.player_name)}{small}</th>"
            f'<td class="sum">{total(row.total, column)}</td>{cells}</tr>\n'
        )


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS else 0
