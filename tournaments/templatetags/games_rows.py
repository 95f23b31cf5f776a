"""The rows of a player's games and opponents: hundreds of them in milliseconds, since what they share is looked up
once.
"""

from collections.abc import Iterable
from functools import cache, partial
from html import escape
from typing import NamedTuple

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import npgettext, pgettext

from rules.formatting import place, points, wind
from tournaments.models.play.rounds import TABLE_NAME, round_name
from tournaments.standings.people.head_to_head import Opponent
from tournaments.templatetags.jantaku import signed_total
from web.text.figures import minus_sign

register = template.Library()


class Game(NamedTuple):
    """What is said of a game of a player. A round without a name is called by its number."""

    stage: str
    round: int
    round_name: str
    match_day: int | None
    game: int | None
    table: int
    table_id: int
    wind: int
    points: int
    place: int
    total: int


GAME = (
    *(
        "stage__name",
        "seat__round__number",
        "seat__round__name",
        "seat__round__match_day",
        "seat__round__game",
    ),
    *("seat__table__number", "seat__table_id"),
    *("seat__wind", "points", "place", "total"),
)
"""Where each comes from, as a path from a score."""


@register.simple_tag
def games_rows(games: Iterable[Game], slug: str, units: int, has_stages: bool) -> SafeString:
    """One `<tr>` for each game, with the stage's name where there are several, and the way to its table."""
    before_table, after_table = reverse("table", args=[slug, 0]).rsplit("0", 1)
    table_name = str(TABLE_NAME)
    both = pgettext("with a value", "%(round)s, %(table)s")
    tile, of_place, of_points = cache(wind), cache(place), cache(points)
    # Games end with the same totals again and again.
    of_total = cache(partial(signed_total, how=units, sign=minus_sign()))

    html = []
    for one in games:
        where = both % {
            "round": round_name(one.round, one.round_name, one.match_day, one.game),
            "table": table_name % {"number": one.table},
        }
        stage = f'<small class="muted"><bdi>{escape(one.stage)}</bdi></small>' if has_stages else ""
        html.append(
            f'<tr><td class="who"><a href="{before_table}{one.table_id}{after_table}">'
            f"<bdi>{escape(where)}</bdi></a>{stage}</td><td>{tile(one.wind)}</td>"
            f'<td class="number">{of_points(one.points)}</td><td class="number">{of_place(one.place)}</td>'
            f'<td class="number">{of_total(one.total)}</td></tr>\n'
        )
    return SafeString("".join(html))


@register.simple_tag
def opponents_rows(player: int, opponents: Iterable[Opponent]) -> SafeString:
    """One `<li>` for each opponent of a player, with the way to what came of their games, and a bar of the games in
    which the player came in ahead and behind.
    """
    before_opponent, after_opponent = reverse("head_to_head", args=[player, 0]).rsplit("0", 1)
    html = []
    for one in opponents:
        met = npgettext("figure", "%(n)s game", "%(n)s games", one.met) % {"n": one.met}
        won, lost = (100 * games // one.met for games in (one.behind, one.ahead))
        told = pgettext("of two players", "ahead %(ahead)s, behind %(behind)s")
        html.append(
            f'<li><span class="who"><a href="{before_opponent}{one.pk}{after_opponent}"><bdi>{escape(one.name)}</bdi>'
            f'</a></span> <span class="number muted">{met}</span>'
            f'<svg class="versus" width="64" height="8" aria-hidden="true"><rect width="{won}%" height="8"/>'
            f'<rect class="lost" x="{100 - lost}%" width="{lost}%" height="8"/></svg>'
            f'<span class="number score" aria-hidden="true">{one.behind}–{one.ahead}</span>'
            f'<span class="vh">{told % {"ahead": one.behind, "behind": one.ahead}}</span></li>\n'
        )
    return SafeString("".join(html))
