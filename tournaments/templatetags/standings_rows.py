"""The rows of a table of standings: a thousand of them in milliseconds, since what they share is looked up once."""

from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cache
from html import escape

from django import template
from django.template.context import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, pgettext

from rules.formatting import place, points
from scoring.standing.shown_totals import PAD, Column
from tournaments.models import Entry, TeamStanding
from tournaments.models.teams.looks import classes_of
from tournaments.standings import Tally
from tournaments.standings.lately import Lately
from tournaments.standings.needs.needed import Need
from tournaments.standings.qualifying import Tied
from tournaments.standings.stages.cuts import Across, Line
from tournaments.standings.stages.published_rows import PublishedRow
from tournaments.templatetags.jantaku import deduction, match_points, team_deduction, total
from tournaments.templatetags.last_round import need_in_words
from tournaments.templatetags.names import player_links, team_links, team_mark
from web.charts.spark import place_bar, spark

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


MOVES = {True: ("up", "▲"), False: ("down", "▼")}


class _Cells:
    """The cells that players and teams share, each figure written once."""

    def __init__(
        self, column: Column, last_round: int | None, lately: Mapping[int, Lately], places: int
    ) -> None:
        self.lately, self.places, self.has_round = lately, places, last_round is not None
        self.figure = cache(lambda units: str(total(units, column)))
        self.chips = cache(lambda places: "".join(map(place, places)))
        self.moved = cache(self._moved)

    def _moved(self, by: int | None) -> str:
        if by is None:
            return ""
        if not by:
            words = escape(gettext("same rank as before"))
            return f' <small class="move"><span aria-hidden="true">–</span><span class="vh">, {words}</span></small>'
        way, sign = MOVES[by > 0]
        words = (
            ngettext("up %(n)s rank", "up %(n)s ranks", by)
            if by > 0
            else ngettext("down %(n)s rank", "down %(n)s ranks", -by)
        ) % {"n": abs(by)}
        return (
            f' <small class="move {way}"><span aria-hidden="true">{sign}{abs(by)}</span>'
            f'<span class="vh">, {escape(words)}</span></small>'
        )

    def of_lately(self, key: int) -> str:
        """What the last round brought, the run and the last places."""
        if not self.has_round:
            return ""
        one = self.lately[key]
        last = "" if one.last is None else self.figure(one.last)
        return (
            f'<td class="last">{last}</td><td class="run">{spark(one.run)}</td>'
            f'<td class="form">{self.chips(tuple(one.places))}</td>'
        )

    def of_places(self, counts: tuple[int, ...]) -> str:
        return f'<td class="taken">{place_bar(counts)}<small>{"-".join(map(str, counts))}</small></td>'

    def of_gaps(self, gap: int | None, distance: int | None, *, gaps: bool, lines: bool) -> str:
        """How far it is to the next above, and to the line."""
        found = ""
        if gaps:
            found += f'<td class="gap">{"" if gap is None else self.figure(gap)}</td>'
        if lines:
            found += f'<td class="far">{"" if distance is None else self.figure(distance)}</td>'
        return found


def _own(team: int | None) -> str:
    """The classes that give a row its team's colour."""
    return "" if team is None else classes_of(team)


def _class(*names: str) -> str:
    found = " ".join(filter(None, names))
    return f' class="{found}"' if found else ""


@register.simple_tag(takes_context=True)
def standings_rows(
    context: Context,
    rows: Iterable[tuple[PublishedRow, Sequence[tuple[str, str]], tuple[int | None, Line | None]]],
) -> SafeString:
    """One `<tr>` for each row and the figures, by name, that decided about it; and one for every line behind which
    players go on to a later stage.

    Of the page `column` is that of the totals, `lately` a `StageLately`, `places` how many places are counted,
    `points_column` the name of the points' column, where there is one. With `has_carried` there is a column for what
    was carried over, with `has_penalties` one for deductions, with `has_gaps` one for the distance to the next above
    (`gaps`, by entry), with `has_lines` one for that to the line. With `needs`, by entry, there is a column for what
    is enough in the last round. Until they have played `fewest_games`, players see how many are missing. `plays_in`
    has the stages of players who qualify regardless of the lines. Those who are `unplayed`, by entry, share the last
    rank, which says nothing yet: it is not shown, nor their total while it is 0.
    On a phone a row is a grid of two lines, and what has no place in it follows below the name.
    """
    column: Column = context["column"]
    places, points_column, fewest_games = (
        context[name] for name in ("places", "points_column", "fewest_games")
    )
    has_carried, has_lines, has_penalties = (
        context[name] for name in ("has_carried", "has_lines", "has_penalties")
    )
    has_gaps, gaps = context["has_gaps"], context["gaps"]
    needs: Mapping[int, Need] = context["needs"]
    cells = _Cells(column, context["lately"].round, context["lately"].players, places)
    player, team = player_links(), team_links(context["tournament"].slug, marked=False)
    no_rank = format_html('<span class="vh">{}</span>', pgettext("status", "No rank"))
    substitute = format_html(' <span class="chip">{}</span>', pgettext("status", "Substitute"))
    withdrawn = format_html(' <span class="chip">{}</span>', pgettext("status", "Withdrawn"))
    carried_name = escape(pgettext("before a value", "Carried over"))
    penalties, points_name = escape(pgettext("column", "Penalties")), escape(points_column)
    needed_name = escape(pgettext("before a value", "Needed:"))

    @cache
    def missing(games: int) -> str:
        left = fewest_games - games
        if context["missing_games_cost"]:
            return ngettext("%(n)s game missing", "%(n)s games missing", left) % {"n": left}
        return ngettext("%(n)s more game until ranked", "%(n)s more games until ranked", left) % {"n": left}

    @cache
    def deducted(units: int) -> str:
        return str(deduction(units, column.units_per_point))

    def carried_points(made: int) -> str:
        return f" <small>({carried_name} {points(made)})</small>" if made else ""

    @cache
    def need_words(need: Need | None) -> str:
        return "" if need is None else escape(need_in_words(need))

    plays_in: dict[int, list[str]] = context["plays_in"]
    width = (
        5
        + 3 * cells.has_round
        + sum(map(bool, (points_column, has_carried, has_penalties, has_gaps, has_lines, needs)))
    )
    html = []
    unplayed: Set[int] = context["unplayed"]
    for row, decided, (distance, line) in rows:
        has_rank = row.is_ranked and row.entry_id not in unplayed
        below, middle, after = list[str](), "", ""
        if points_column:
            made = points(row.points) + carried_points(row.carried_points)
            middle += f"<td>{made}</td>"
            if not decided:
                below.append(f"{points_name} {made}")
        if has_carried:
            middle += f"<td>{cells.figure(row.carried)}</td>"
            below.append(f"{carried_name} {cells.figure(row.carried)}")
        if has_penalties:
            after = f"<td>{deducted(row.penalty)}</td>"
            if row.penalty:
                below.append(f"{penalties} {deducted(row.penalty)}")
        if row.games < fewest_games:
            below.append(missing(row.games))
        needed = ""
        if needs:
            said = need_words(needs.get(row.entry_id))
            needed = f'<td class="enough">{said}</td>'
            if said:
                below.append(f'<span class="enough">{needed_name} {said}</span>')
        beside = ""
        if row.team_name:
            beside = f'<span class="team">{team(row.team_id, row.team_name)}</span>'
        elif row.club_name:
            beside = f'<span class="team club"><bdi>{escape(row.club_name)}</bdi></span>'
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
        mark = team_mark(row.team_id) if row.team_id else ""
        kind = _class(_own(row.team_id), "" if has_rank else "unranked")
        one = cells.lately.get(row.entry_id)
        moved = cells.moved(one.moved) if one is not None and has_rank else ""
        made = cells.figure(row.total) if has_rank or row.total or row.games else ""
        sub = f' <span class="sub">{" · ".join(below)}</span>' if below else ""
        html.append(
            f'<tr id="e{row.entry_id}"{kind}>'
            f'<td class="rank">{row.rank if has_rank else no_rank}{moved}</td>'
            f'<td class="who">{mark}{player(row.player_id, row.player_name)}{beside}{chips}{sub}</td>'
            f'<td class="number sum">{made}{figures}</td>'
            f"{cells.of_lately(row.entry_id)}{cells.of_places(row.places[:places])}{middle}"
            f'<td class="games">{row.games}</td>{after}'
            f"{cells.of_gaps(gaps.get(row.entry_id), distance, gaps=has_gaps, lines=has_lines)}{needed}</tr>\n"
        )
        if line is not None:
            html.append(_cut(line, width, column))
    return SafeString("".join(html))


@register.simple_tag(takes_context=True)
def team_rows(
    context: Context,
    rows: Iterable[tuple[TeamStanding, Tally, Sequence[tuple[str, str]], tuple[int | None, Line | None]]],
) -> SafeString:
    """The same for teams, with what each has made, where `column` is `team_column`, and `gaps` are `team_gaps`.

    With `has_matches` match points have a column, and with `has_shares` the name has each player's share below it.
    Of `unplayed_teams` neither the rank is shown nor a total of 0.
    """
    column, units, points_column = context["team_column"], context["units"], context["points_column"]
    has_matches, has_lines, has_gaps = (
        context[name] for name in ("has_matches", "has_team_lines", "has_team_gaps")
    )
    gaps, shares, plays_in = (context[name] for name in ("team_gaps", "shares", "teams_play_in"))
    cells = _Cells(column, context["lately"].round, context["lately"].teams, context["team_places"])
    team, player = team_links(context["tournament"].slug), player_links()
    carried_name = escape(pgettext("before a value", "Carried over"))
    points_name = escape(points_column or context["points_name"])
    width = 5 + 3 * cells.has_round + has_matches + has_gaps + has_lines
    no_rank = format_html('<span class="vh">{}</span>', pgettext("status", "No rank"))
    unplayed: Set[int] = context["unplayed_teams"]
    html = []
    for row, made, decided, (distance, line) in rows:
        below = list[str]()
        if row.carried:
            carried = f"{carried_name} {total(row.carried, units)}"
            if row.carried_points:
                carried += f" · {points_name} {points(row.carried_points)}"
            below.append(carried)
        if points_column:
            below.append(f"{points_name} {points(made.points)}")
        if row.own_penalty:
            below.append(str(team_deduction(row.own_penalty, units)))
        if row.left_out:
            below.append(f"{escape(gettext('Games that do not count'))} {total(row.left_out, units)}")
        below += [
            f"{player(share.player_id, share.player_name)} {total(share.total, units)}"
            for share in shares.get(row.team_id, ())
        ]
        chips = "".join(
            format_html(
                ' <span class="chip good">{}</span>', gettext("Plays in %(stage)s") % {"stage": stage}
            )
            for stage in plays_in.get(row.team_id, ())
        )
        figures = "".join(
            f'<small class="decided">{escape(name)} {escape(figure)}</small>' for name, figure in decided
        )
        has_rank = row.team_id not in unplayed
        one = cells.lately.get(row.team_id)
        moved = cells.moved(one.moved) if one is not None and has_rank else ""
        figure = cells.figure(row.total) if has_rank or row.total else ""
        matches = f'<td class="number sum">{match_points(row.match_points)}</td>' if has_matches else ""
        extra = f' <span class="extra">{" · ".join(below)}</span>' if below else ""
        html.append(
            f'<tr id="t{row.team_id}"{_class(_own(row.team_id))}>'
            f'<td class="rank">{row.rank if has_rank else no_rank}{moved}</td>'
            f'<td class="who">{team(row.team_id, row.team.name)}{chips}{extra}</td>{matches}'
            f'<td class="number sum">{figure}{figures}</td>'
            f"{cells.of_lately(row.team_id)}{cells.of_places(made.places[: cells.places])}"
            f'<td class="games">{row.games}</td>'
            f"{cells.of_gaps(gaps.get(row.team_id), distance, gaps=has_gaps, lines=has_lines)}</tr>\n"
        )
        if line is not None:
            html.append(_cut(line, width, column))
    return SafeString("".join(html))


def _cut(line: Line, width: int, column: Column) -> str:
    words = escape(line_in_words(line))
    if line.across is not None and not line.is_tied:
        words += f' <span class="across">{_sides(line.across, column)}</span>'
    return f'<tr class="cut"><td colspan="{width}">{words}</td></tr>\n'


def _sides(across: Across, column: Column) -> SafeString:
    """Who is on both sides of a line, and how far apart."""
    (rank, above), (next_rank, below) = across
    if across.gap:
        words = gettext("Rank %(rank)s has %(above)s, rank %(next)s %(below)s: %(gap)s apart")
    else:
        words = gettext("Ranks %(rank)s and %(next)s both have %(above)s")
    figures = {
        "rank": rank,
        "next": next_rank,
        "above": total(above, column),
        "below": total(below, column),
        "gap": column.show(across.gap).lstrip("+").rstrip(PAD),
    }
    return SafeString(escape(words) % figures)
