"""The tables of a match day as cards, each with its games as rows: hundreds in milliseconds."""

from collections.abc import Iterable
from functools import cache
from html import escape

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from rules import formatting
from tournaments.models import Tournament
from tournaments.models.play.match_days import GameOfDay, TableOfDay
from tournaments.models.play.rounds import TABLE_NAME
from tournaments.models.play.table_cards import CardSeat
from tournaments.templatetags.jantaku import total
from tournaments.templatetags.names import player_links

register = template.Library()


@register.simple_tag
def day_cards(
    tables: Iterable[TableOfDay], *, tournament: Tournament, units: int, heading: str = "h2"
) -> SafeString:
    """One `<li>` for each table of a match day: its players across, a row for each game with the way to its page, and
    the sum of the day. Below a heading of the second order (`heading="h3"`) cards have no ids. `units` are the
    rulebook's of a point. `find.js` looks for a name in `data-names`.
    """
    before, after = reverse("table", args=[tournament.slug, 0]).rsplit("0", 1)
    wind, player, of_total = cache(formatting.wind), player_links(), cache(lambda won: total(won, units))
    table_name, game_name = str(TABLE_NAME), pgettext("a match day", "Game %(game)s")
    games_name, sum_name = pgettext("a match day", "Games"), pgettext("a match day", "Sum")

    def cell(seat: CardSeat | None) -> str:
        if seat is None:
            return "<td></td>"
        won = f' <span class="figure">{of_total(seat.result.total)}</span>' if seat.result else ""
        by = f"<small><bdi>{escape(seat.name)}</bdi></small>" if seat.replaces else ""
        return f"<td>{wind(seat.wind)}{won}{by}</td>"

    def row(one: GameOfDay) -> str:
        words = game_name % {"game": one.game}
        return (
            f'<tr><th scope="row"><a href="{before}{one.card.pk}{after}" title="{words}">'
            f'<span class="vh">{words}</span><span aria-hidden="true">{one.game}</span></a></th>'
            f"{''.join(map(cell, one.seats))}</tr>"
        )

    html = []
    for table in tables:
        names = " ".join(
            f"{seat.name} {seat.reading} {seat.number}" for one in table.games[:1] for seat in one.card.seats
        )
        people = "".join(
            f'<th scope="col">{player(one.player_id, one.name) if one.player_id else escape(one.name)}</th>'
            for one in table.players
        )
        sums = "".join(
            f'<td class="figure">{"–" if one.total is None else of_total(one.total)}</td>'
            for one in table.players
        )
        at = f' id="table-{table.number}"' if heading == "h2" else ""
        html.append(
            f'<li data-names="{escape(names)}"><div class="card"{at}>'
            f"<{heading}>{table_name % {'number': table.number}}</{heading}>"
            f'<table class="day"><thead><tr><th scope="col"><span class="vh">{games_name}</span></th>{people}</tr>'
            f"</thead><tbody>{''.join(map(row, table.games))}</tbody>"
            f'<tfoot><tr><th scope="row">{sum_name}</th>{sums}</tr></tfoot></table></div></li>\n'
        )
    return SafeString("".join(html))
