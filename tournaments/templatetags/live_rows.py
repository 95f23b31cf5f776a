"""The rows of live totals: a thousand of them in milliseconds for a page that is made anew after every hand."""

from collections.abc import Iterable
from html import escape

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from rules.formatting import points
from tournaments.models import Tournament
from tournaments.models.play.rounds import TABLE_NAME
from tournaments.standings.in_play.live_totals import LiveRow
from tournaments.templatetags.jantaku import total
from tournaments.templatetags.names import player_links, team_links

register = template.Library()


@register.simple_tag
def live_rows(rows: Iterable[tuple[LiveRow, str]], *, tournament: Tournament, units: int) -> SafeString:
    """One `<tr>` for each player: the live rank, who it is and where they play, this game, the live total; beside
    rank and total what is confirmed, where that is something else. With each row comes the hand that is played at its
    table, in words. `units` are the rulebook's of a point.
    """
    player, team = player_links(), team_links(tournament.slug)
    before_table, after_table = reverse("table", args=[tournament.slug, 0]).rsplit("0", 1)
    table_name, over = str(TABLE_NAME), escape(pgettext("a game", "over"))
    waits = escape(gettext("to be confirmed"))
    confirmed = escape(pgettext("a total", "confirmed"))
    was = format_html(
        ' <small class="muted was">← <span class="vh">{}</span> ', pgettext("a rank", "confirmed")
    )
    html = []
    for row, hand in rows:
        rank = "–" if row.live_rank is None else str(row.live_rank)
        if row.live_rank and row.rank and row.live_rank != row.rank:
            rank += f"{was}{row.rank}</small>"
        who = player(row.player, row.name)
        if row.team:
            who += f' <small class="team">{team(row.team_id, row.team)}</small>'
        this_game = "–"
        if row.seat and row.game:
            how_far = escape(hand) if hand else over if row.game.state else waits
            who += (
                f' <small class="team"><a href="{before_table}{row.game.table}{after_table}">'
                f"{escape(table_name % {'number': row.game.number})}</a> · {how_far}</small>"
            )
            this_game = (
                f'{total(row.seat.made, units)}<br><small class="muted">{points(row.seat.points)}</small>'
            )
        live_total = f'<span class="sum">{total(row.live_total, units)}</span>'
        if row.live_total != row.total:
            live_total += f'<br><small class="muted">{confirmed} {total(row.total, units)}</small>'
        html.append(
            f'<tr id="e{row.entry}"><td class="rank">{rank}</td><td class="who">{who}</td>'
            f'<td class="number">{this_game}</td><td class="number">{live_total}</td></tr>\n'
        )
    return SafeString("".join(html))
