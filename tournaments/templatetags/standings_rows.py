"""The rows of a table of standings: a thousand of them in milliseconds, since what they share is looked up once."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape

from django import template
from django.template.context import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, npgettext, pgettext

from rules.formatting import points
from scoring.standing.shown_totals import Column
from tournaments.models import Entry
from tournaments.standings.qualifying import Tied
from tournaments.standings.stages.cuts import Line
from tournaments.standings.stages.published_rows import PublishedRow
from tournaments.templatetags.jantaku import deduction, total
from tournaments.templatetags.names import player_links, team_links

register = template.Library()


@register.filter
def line_in_words(line: Line) -> str:
    """Which places lead where, and whether people on both sides of the line are level."""
    if line.first == line.last > 1:
        words = gettext("Place %(last)s qualifies for %(stage)s")
    elif line.first > 1:
        words = gettext("Places %(first)s to %(last)s qualify for %(stage)s")
    else:
        words = ngettext(
            "1st place qualifies for %(stage)s", "Places 1 to %(last)s qualify for %(stage)s", line.last
        )
    said = words % {"first": line.first, "last": line.last, "stage": line.leads_to}
    return f"{said}. {_tied(line)}" if line.is_tied else said


@register.filter
def tie_in_words(tied: Tied, names: Sequence[str]) -> str:
    """Who is level, by their names, where no line is drawn between them."""
    if tied.table and tied.is_confirmed:
        words = gettext(
            "Table %(table)s: %(names)s were tied at the line for %(stage)s. A play-off or the lot decided."
        )
    elif tied.table:
        words = gettext(
            "Table %(table)s: %(names)s are tied at the line for %(stage)s. A play-off or the lot decides."
        )
    elif tied.is_confirmed:
        words = gettext("%(names)s were tied at the line for %(stage)s. A play-off or the lot decided.")
    else:
        words = gettext("%(names)s are tied at the line for %(stage)s. A play-off or the lot decides.")
    comma = pgettext("between the items of a list", ", ")
    return words % {"table": tied.table, "names": comma.join(names), "stage": tied.leads_to}


def _tied(line: Line) -> str:
    if line.is_confirmed:
        return gettext("Tied at the line: a play-off or the lot decided.")
    return gettext("Tied at the line: a play-off or the lot decides.")


@register.filter
def at_key(found: Mapping[int, Sequence[str]], key: int) -> Sequence[str]:
    """What is found at a key, which is nothing for most."""
    return found.get(key, ())


@register.simple_tag(takes_context=True)
def standings_rows(
    context: Context,
    rows: Iterable[tuple[PublishedRow, Sequence[tuple[str, str]], tuple[int | None, Line | None]]],
) -> SafeString:
    """One `<tr>` for each row and the figures, by name, that decided about it; and one for every line behind which
    players go on to a later stage.

    Of the page `column` is that of the totals, `places` how many places have a column, `points_column` the name of
    the points' column, where there is one. With `has_carried` there is a column for what was carried over, with
    `has_lines` one for the distance to the line. Until they have played `fewest_games`, players read how many are
    missing. Whoever goes on otherwise than a line says has the stages of `plays_in`. On a phone the line below the
    name has what is in the columns left out there: those from the fourth on, which the style sheet knows by
    `table.players`, so that no row says so of each cell.
    """
    column: Column = context["column"]
    places, points_column, fewest_games = (
        context[name] for name in ("places", "points_column", "fewest_games")
    )
    has_carried, has_lines = context["has_carried"], context["has_lines"]
    player, team = player_links(), team_links(context["tournament"].slug)
    no_rank = format_html('<span class="vh">{}</span>', pgettext("status", "No rank"))
    substitute = format_html(' <span class="chip">{}</span>', pgettext("status", "Substitute"))
    withdrawn = format_html(' <span class="chip">{}</span>', pgettext("status", "Withdrawn"))
    carried_name, distance_name = (
        escape(pgettext("before a value", "Carried over")),
        escape(gettext("Distance to the line")),
    )
    penalties, points_name = escape(pgettext("column", "Penalties")), escape(points_column)

    @cache
    def in_games(games: int) -> str:
        return npgettext("figure", "%(n)s game", "%(n)s games", games) % {"n": games}

    @cache
    def missing(games: int) -> str:
        left = fewest_games - games
        if context["missing_games_cost"]:
            return ngettext("%(n)s game missing", "%(n)s games missing", left) % {"n": left}
        return ngettext("%(n)s more game until ranked", "%(n)s more games until ranked", left) % {"n": left}

    @cache
    def deducted(units: int) -> str:
        return str(deduction(units, column.units_per_point))

    leads_to = cache(line_in_words)

    def carried_points(made: int) -> str:
        return f" <small>({carried_name} {points(made)})</small>" if made else ""

    plays_in: dict[int, list[str]] = context["plays_in"]
    html = []
    for row, decided, (distance, line) in rows:
        counts = row.places[:places]
        below = [in_games(row.games), "-".join(map(str, counts))]
        cells = [row.games, *counts, deducted(row.penalty)]
        if points_column:
            cells.insert(0, points(row.points) + carried_points(row.carried_points))
            if not decided:
                below.append(f"{points_name} {points(row.points)}{carried_points(row.carried_points)}")
        if has_carried:
            cells.insert(0, total(row.carried, column))
            below.append(f"{carried_name} {total(row.carried, column)}")
        if has_lines:
            cells.append("" if distance is None else total(distance, column))
            if distance is not None:
                below.append(f"{distance_name} {total(distance, column)}")
        if row.games < fewest_games:
            below.append(missing(row.games))
        if row.penalty:
            below.append(f"{penalties} {deducted(row.penalty)}")
        of_team = f'<span class="team">{team(row.team_id, row.team_name)}</span>' if row.team_name else ""
        chips = (substitute if row.is_substitute else "") + (
            withdrawn if row.status == Entry.Status.WITHDRAWN else ""
        )
        for stage in plays_in.get(row.entry_id, ()):
            chips += format_html(
                ' <span class="chip good">{}</span>', gettext("Plays in %(stage)s") % {"stage": stage}
            )
        figures = "".join(
            f'<small class="decided">{escape(name)} {escape(figure)}</small>' for name, figure in decided
        )
        unranked = "" if row.is_ranked else ' class="unranked"'
        html.append(
            f'<tr id="e{row.entry_id}"{unranked}><td class="rank">{row.rank if row.is_ranked else no_rank}</td>'
            f'<td class="who">{player(row.player_id, row.player_name)}{of_team}{chips}'
            f' <span class="sub">{" · ".join(below)}</span></td>'
            f'<td class="number sum">{total(row.total, column)}{figures}</td>'
            + "".join(f"<td>{cell}</td>" for cell in cells)
            + "</tr>\n"
        )
        if line is not None:
            html.append(
                f'<tr class="cut"><td colspan="{3 + len(cells)}">{escape(leads_to(line))}</td></tr>\n'
            )
    return SafeString("".join(html))
