"""A season's divisions with places and moves, as on its page; teams first if teams move."""

from collections.abc import Iterator, Mapping, Sequence
from math import lcm
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from publishing.tables.amounts import Amounts, amounts_of
from tournaments.models import Move, Season
from tournaments.standings.seasons.divisions_at_the_end import DivisionAtTheEnd, Line, divisions_at_the_end
from web.sheets.tables import Cell, Column, Table


class _Row(NamedTuple):
    """A line, with its total in units common to all divisions."""

    level: int
    line: Line
    is_team: bool
    total: int | None


def season_standings(season: Season) -> Table:
    """Return all lines, division by division from the top. The season's league must be loaded."""
    divisions = divisions_at_the_end(season, list(season.divisions.order_by("level")))
    names = {one.division.level: str(one.division) for one in divisions}
    units = lcm(*(one.units for one in divisions))
    rows = list(_rows(divisions, units))
    amounts = amounts_of(units, rows, ["total"])
    columns = [
        Column("division", pgettext("column", "Division")),
        Column("rank", pgettext("column", "Rank")),
        Column("team", pgettext("column", "Team")),
        Column("name", pgettext("column", "Name")),
        amounts.column("total", pgettext("column", "Total")),
        Column("way", pgettext("how somebody leaves a division", "Next season")),
        Column("to_division", _("Division in the next season")),
        Column("plays_off", pgettext("column", "Plays off")),
        Column("tied", _("Tied at the line")),
        Column("points_up", _("Points kept for going up")),
        Column("points_down", _("Points kept for going down")),
    ]
    about = [
        (Column("league", pgettext("which tournaments", "League")), season.league.name),
        (Column("season", pgettext("which tournaments", "Season")), season.name),
    ]
    lines = [_cells(row, names, amounts) for row in rows]
    return Table(_("Divisions and standings"), columns, lines, about, units)


def _rows(divisions: Sequence[DivisionAtTheEnd], units: int) -> Iterator[_Row]:
    for one in divisions:
        for lines, is_team in ((one.teams, True), (one.players, False)):
            for line in lines:
                total = None if line.total is None else line.total * (units // one.units)
                yield _Row(one.division.level, line, is_team, total)


def _cells(row: _Row, names: Mapping[int, str], amounts: Amounts) -> Sequence[Cell]:
    line = row.line
    return [
        names[row.level],
        line.rank,
        line.name if row.is_team else line.team_name,
        None if row.is_team else line.name,
        amounts.of(row.total),
        str(Move.Way(line.way).label) if line.way else None,
        names.get(line.to_level) if line.to_level is not None else None,
        line.plays_off,
        line.is_tied,
        line.points_up + line.kept_up,
        line.points_down + line.kept_down,
    ]
