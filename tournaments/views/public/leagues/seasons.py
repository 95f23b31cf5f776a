"""A season: its divisions with everybody's place, who moves between them, and how far it is to the lines."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from tournaments.actions.leagues.boundaries_wording import movements_in_words
from tournaments.models import Division, Move, Season, Tournament
from tournaments.models.teams.looks import looks_address
from tournaments.models.units import Unit
from tournaments.standings import publish_for_readers, tie_breaks_of
from tournaments.standings.seasons.divisions_at_the_end import (
    DivisionAtTheEnd,
    Line,
    Newcomer,
    divisions_at_the_end,
)
from tournaments.standings.seasons.match_days import match_days
from tournaments.standings.seasons.road import StageOnRoad, roads_of
from tournaments.standings.seasons.transfers import Transfer, transfers_of
from tournaments.standings.seasons.who_moves import points_rules
from tournaments.views.awards_wording import TitleShown, awarded_titles, title_name
from tournaments.views.public.leagues.days_in_brief import in_brief
from tournaments.views.public.leagues.road import made_road
from web.charts.figure import Figure
from web.policies import public

Way = Move.Way
# Ways by rank, and those by points kept: chips in the colours of what they mean.
TONES = {Way.UP: "good", Way.POINTS_UP: "good", Way.DOWN: "wait", Way.POINTS_DOWN: "wait"}


@dataclass(frozen=True)
class Row:
    """A row of a division, with its distance to the lines of promotion and relegation, in units of the rulebook: to
    the last who goes up, from below, and to the first who goes down. `points` are the points kept; `chip` says how
    the player goes on, empty for those who stay or go with their team.
    """

    line: Line
    chip: str
    is_last_before_a_line: bool = False
    distance_up: int | None = None
    distance_down: int | None = None
    points: Sequence[str] = ()

    @property
    def tone(self) -> str:
        return TONES.get(Way(self.line.way), "") if self.line.way else ""


@dataclass(frozen=True)
class DivisionTable:
    """A division as it is shown: `rows` are of those who move, `members` of the players of teams."""

    found: DivisionAtTheEnd
    rows: Sequence[Row]
    members: Sequence[Row]
    words: Sequence[str]
    road: Figure | None
    transfers: Sequence[Transfer]
    titles: Sequence[TitleShown]

    @property
    def division(self) -> Division:
        return self.found.division

    @property
    def tournaments(self) -> Sequence[Tournament]:
        return self.found.tournaments

    @property
    def joined(self) -> Sequence[Newcomer]:
        return self.found.joined

    @property
    def has_points(self) -> bool:
        return any(row.points for row in self.rows)

    @property
    def has_distances(self) -> bool:
        """Whether any row has a distance to a line."""
        return any(row.distance_up is not None or row.distance_down is not None for row in self.rows)


@public
@require_safe
def season(request: HttpRequest, slug: str, ordinal: int) -> HttpResponse:
    """Eleven queries, however much was played; one more where points are kept over seasons, and without workers; four
    more where stages lead to a final, and more where teams move.
    """
    found, divisions = season_with_divisions(slug, ordinal)
    tables = _tables(found, divisions) if divisions else []
    tournaments = [one for table in tables for one in table.tournaments]
    following, last = match_days(tournaments) if tournaments else (None, None)
    context = {
        "season": found,
        "following": following,
        "last": last,
        "in_brief": in_brief(following, last),
        "league": found.league,
        "team_looks": looks_address([one.pk for one in tournaments]),
        "tables": tables,
        "has_ranking": hasattr(found, "ranking_rule"),
        "titles_to_come": _titles_to_come(found, tables),
        "formats": ("csv", "xlsx"),
    }
    return render(request, "leagues/season.html", context)


def season_with_divisions(slug: str, ordinal: int) -> tuple[Season, list[Division]]:
    """Find a season by its address, with its divisions from the top. One query, two without divisions."""
    divisions = list(
        Division.objects.filter(
            season__league__slug=slug, season__league__removed_at=None, season__ordinal=ordinal
        )
        .select_related("season__league__rating_rule", "season__ranking_rule", "season__award_rule")
        .order_by("level")
    )
    return divisions[0].season if divisions else _season(slug, ordinal), divisions


def _season(slug: str, ordinal: int) -> Season:
    found = (
        Season.objects.select_related("league__rating_rule", "ranking_rule", "award_rule")
        .filter(league__slug=slug, league__removed_at=None, ordinal=ordinal)
        .first()
    )
    if found is None:
        raise Http404
    return found


def _tables(season: Season, divisions: Sequence[Division]) -> list[DivisionTable]:
    publish_for_readers(Tournament.objects.not_discarded().filter(season=season).order_by().values("pk"))
    found = divisions_at_the_end(season, divisions)
    unit = Unit.of(teams=any(one.is_of_teams for one in found))
    words = movements_in_words([one.boundary for one in divisions], [one.size for one in found], unit)
    # A division of several tournaments is a series: each has its road on its own page.
    alone = [one.tournaments[0].pk for one in found if len(one.tournaments) == 1]
    roads = roads_of(alone) if alone else {}
    transfers = transfers_of(alone) if any(one.is_of_teams for one in found) else []
    awarded = awarded_titles(season.pk, is_public=True) if hasattr(season, "award_rule") else []
    return [
        _table(
            one,
            divisions,
            said if one.moving else [],
            _Besides(roads, transfers, [title for title in awarded if title.level == one.division.level]),
        )
        for one, said in zip(found, words, strict=True)
    ]


class _Besides(NamedTuple):
    """What is told of divisions besides their tables: roads by tournament, transfers of all, titles of this one."""

    roads: Mapping[int, Sequence[StageOnRoad]]
    transfers: Sequence[Transfer]
    titles: Sequence[TitleShown]


def _titles_to_come(season: Season, tables: Sequence[DivisionTable]) -> list[str]:
    """The names of the titles that will be awarded; none once they were."""
    if not hasattr(season, "award_rule") or any(table.titles for table in tables):
        return []
    return [title_name(title) for title in season.award_rule.titles]


def _table(
    found: DivisionAtTheEnd,
    divisions: Sequence[Division],
    words: Sequence[str],
    besides: _Besides,
) -> DivisionTable:
    here = {one.pk for one in found.tournaments}
    lines, level = found.moving, found.division.level
    # What decides before the total cannot be told as a distance.
    is_by_total = bool(found.tournaments) and tie_breaks_of(found.tournaments[0])[0] == "total"
    has_distances = is_by_total and not found.is_of_teams and not found.is_confirmed
    ways = {line.key: (line.way, line.to_level) for line in found.teams}
    return DivisionTable(
        found,
        [
            Row(
                line,
                _chip(line, divisions),
                _is_before_a_line(lines, number),
                *(_distances(lines, number) if has_distances else (None, None)),
                _points(line, divisions, level),
            )
            for number, line in enumerate(lines)
        ],
        [
            Row(line, "" if ways.get(line.team or 0) == (line.way, line.to_level) else _chip(line, divisions))
            for line in (found.players if found.is_of_teams else ())
        ],
        words,
        _road(found, besides.roads),
        [one for one in besides.transfers if one.tournament in here],
        besides.titles,
    )


def _road(found: DivisionAtTheEnd, roads: Mapping[int, Sequence[StageOnRoad]]) -> Figure | None:
    """The picture of a division whose stages lead to a final, with the winners once it is finished."""
    stages = [roads[one.pk] for one in found.tournaments if one.pk in roads]
    if not stages:
        return None
    is_over = found.tournaments[0].status == Tournament.Status.FINISHED
    winners = [line.name for line in found.moving if line.rank == 1] if is_over else []
    return made_road(f"road-{found.division.level}", stages[0], found.units, winners)


def _chip(line: Line, divisions: Sequence[Division]) -> str:
    if line.way in ("", Way.STAYS):
        return ""
    if line.way == Way.PLACED:
        names = {one.level: str(one) for one in divisions}
        return _("Placed in %(division)s") % {"division": names.get(line.to_level or 0, line.to_level)}
    return str(Way(line.way).label)


def _is_before_a_line(lines: Sequence[Line], number: int) -> bool:
    """Is this the last who goes up by rank, or the last before those who go down by rank?"""
    below = [line.way for line in lines[number + 1 :]]
    is_last_up = lines[number].way == Way.UP and Way.UP not in below
    return bool(below) and (is_last_up or (below[0] == Way.DOWN and lines[number].way != Way.DOWN))


def _distances(lines: Sequence[Line], number: int) -> tuple[int | None, int | None]:
    """To the last who goes up, and to the first who goes down; only within one stage totals can be compared."""
    line = lines[number]
    last_up = next((one for one in reversed(lines) if one.way == Way.UP), None)
    first_down = next((one for one in lines if one.way == Way.DOWN), None)
    return (
        _between(last_up, line) if line.way != Way.UP else None,
        _between(line, first_down) if line.way != Way.DOWN else None,
    )


def _between(above: Line | None, below: Line | None) -> int | None:
    if above is None or below is None or above.total is None or below.total is None:
        return None
    return above.total - below.total if above.stage == below.stage else None


def _points(line: Line, divisions: Sequence[Division], level: int) -> list[str]:
    """What of points kept over seasons a player has, of how many that move them."""
    up, down = points_rules(divisions, level)
    said = []
    for rule, direction, points in (
        (up, pgettext("points kept", "up"), line.points_up + line.kept_up),
        (down, pgettext("points kept", "down"), line.points_down + line.kept_down),
    ):
        if rule is not None and points:
            figures = {"direction": direction, "points": points, "threshold": rule.threshold}
            said.append(_("%(direction)s: %(points)s of %(threshold)s points") % figures)
    return said
