"""A season: all its divisions, the top of each table, and the lines of promotion and relegation."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.actions.leagues.boundaries_wording import movements_in_words
from tournaments.models import Division, Season, Standing, Tournament
from tournaments.models.leagues.boundaries import boundary_of
from web.policies import public


@dataclass(frozen=True)
class Line:
    """A player of a division: whether they would move as it stands, and how far it is to the line.

    `distance` is in units of the rulebook: to the last who goes up where nobody has to go down, else to the first
    who goes down.
    """

    standing: Standing
    moves: str
    is_last_before_a_line: bool
    distance_up: int | None
    distance_down: int | None


@dataclass(frozen=True)
class DivisionTable:
    """A division with the standings of its tournament's last stage that has games."""

    division: Division
    tournaments: list[Tournament]
    units: int
    lines: list[Line]
    words: list[str]


@public
@require_safe
def season(request: HttpRequest, slug: str, ordinal: int) -> HttpResponse:
    """Three queries, however much was played; four where a season has no divisions yet."""
    divisions = list(
        Division.objects.filter(
            season__league__slug=slug, season__league__removed_at=None, season__ordinal=ordinal
        )
        .select_related("season__league", "season__ranking_rule")
        .order_by("level")
    )
    found = divisions[0].season if divisions else _season(slug, ordinal)
    tournaments = list(Tournament.objects.listed().filter(season=found).in_order_of_play().with_frame())
    standings = _standings(tournaments)
    by_level = {one.level: [t for t in tournaments if t.level == one.level] for one in divisions}
    ranked = {
        level: standings.get(played[0].pk, []) if len(played) == 1 else []
        for level, played in by_level.items()
    }
    words = movements_in_words(
        [one.boundary for one in divisions], [len(ranked[one.level]) for one in divisions]
    )
    tables = [
        DivisionTable(
            one,
            by_level[one.level],
            by_level[one.level][0].rulebook.units_per_point if by_level[one.level] else 1,
            _lines(
                one, divisions[number - 1] if number else None, number + 1 < len(divisions), ranked[one.level]
            ),
            words[number] if ranked[one.level] else [],
        )
        for number, one in enumerate(divisions)
    ]
    context = {
        "season": found,
        "league": found.league,
        "tables": tables,
        "has_ranking": hasattr(found, "ranking_rule"),
    }
    return render(request, "leagues/season.html", context)


def _season(slug: str, ordinal: int) -> Season:
    found = (
        Season.objects.select_related("league", "ranking_rule")
        .filter(league__slug=slug, league__removed_at=None, ordinal=ordinal)
        .first()
    )
    if found is None:
        raise Http404
    return found


def _standings(tournaments: list[Tournament]) -> dict[int, list[Standing]]:
    """By tournament, who is ranked in its last stage that has games, the first first."""
    rows = (
        Standing.objects.filter(
            stage__tournament__in=tournaments, rank__isnull=False, stage__publication__games_counted__gt=0
        )
        .select_related("stage", "entry__player")
        .order_by("stage__tournament", "-stage__ordinal", "position")
    )
    found: dict[int, list[Standing]] = {}
    for row in rows:
        of_it = found.setdefault(row.stage.tournament_id, [])
        if not of_it or of_it[0].stage_id == row.stage_id:
            of_it.append(row)
    return found


def _lines(
    division: Division, above: Division | None, has_below: bool, standings: list[Standing]
) -> list[Line]:
    players = len(standings)
    up = boundary_of(above.boundary).up.of(players) if above else 0
    down = boundary_of(division.boundary).down.of(players) if has_below else 0
    last_up = standings[up - 1].total if 0 < up <= players else None
    first_down = standings[players - down].total if 0 < down <= players else None
    return [
        Line(
            standing,
            "up" if number <= up else "down" if number > players - down else "",
            number == up < players or number == players - down < players,
            last_up - standing.total if last_up is not None and number > up else None,
            standing.total - first_down if first_down is not None and number <= players - down else None,
        )
        for number, standing in enumerate(standings, 1)
    ]
