"""A season: its divisions with everybody's place, who moves between them, and how far it is to the lines.

While it goes on that is what the rules would make of the places as they are published; once the next season is open
it is what was confirmed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from players.models import Player
from scoring.errors import ScoringError
from tournaments.actions.leagues.boundaries_wording import movements_in_words
from tournaments.models import Division, Move, Season, Team, Tournament
from tournaments.standings import publish_for_readers, tie_breaks_of
from tournaments.standings.seasons.confirmed import ranks_as_confirmed
from tournaments.standings.seasons.final_places import FinalPlace, final_places
from tournaments.standings.seasons.teams_at_the_end import is_played_by_teams, teams_that_move
from tournaments.standings.seasons.who_moves import (
    History,
    WhoMoves,
    keeps_points,
    points_kept,
    points_rules,
    still_counts,
    who_moves,
)
from web.policies import public

Way = Move.Way
# Ways by rank, and those by points kept: chips in the colours of what they mean.
TONES = {Way.UP: "good", Way.POINTS_UP: "good", Way.DOWN: "wait", Way.POINTS_DOWN: "wait"}


@dataclass(frozen=True)
class Line:
    """A player of a division: whether they move, and how far it is to the line.

    `way` is a `Move.Way`, or empty where nothing is known. Distances are in units of the rulebook: to the last who
    goes up where nobody has to go down, else to the first who goes down. `points` says what of points kept there is.
    """

    player: Player
    rank: int
    total: int | None
    way: str
    chip: str
    plays_off: bool
    is_tied: bool
    is_last_before_a_line: bool
    distance_up: int | None
    distance_down: int | None
    points: list[str]

    @property
    def tone(self) -> str:
        return TONES.get(Way(self.way), "") if self.way else ""


@dataclass(frozen=True)
class DivisionTable:
    """A division with everybody's place at its end, as far as is published.

    `tied` are names of those between whom only the lot decides, `joined` newcomers of the next season with the
    organizer's reason.
    """

    division: Division
    tournaments: list[Tournament]
    units: int
    lines: list[Line]
    words: list[str]
    tied: list[str]
    tied_for_title: list[str]
    joined: list[tuple[Player, str]]
    has_changed: bool

    @property
    def has_points(self) -> bool:
        return any(line.points for line in self.lines)

    @property
    def has_distances(self) -> bool:
        """Is there a line to which somebody has a distance?"""
        return any(line.distance_up is not None or line.distance_down is not None for line in self.lines)


@dataclass(frozen=True)
class _Row:
    """What a line is made of, from the places as they are or from a move as it was confirmed."""

    player: int
    level: int
    rank: int
    stood: FinalPlace | None
    way: str
    to_level: int | None
    points_up: int = 0
    points_down: int = 0
    plays_off: bool = False


@public
@require_safe
def season(request: HttpRequest, slug: str, ordinal: int) -> HttpResponse:
    """Five queries, however much was played; one more where points are kept over seasons, and without workers."""
    divisions = list(
        Division.objects.filter(
            season__league__slug=slug, season__league__removed_at=None, season__ordinal=ordinal
        )
        .select_related("season__league", "season__ranking_rule")
        .order_by("level")
    )
    found = divisions[0].season if divisions else _season(slug, ordinal)
    context = {
        "season": found,
        "league": found.league,
        "tables": _tables(found, divisions) if divisions else [],
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


def _tables(season: Season, divisions: Sequence[Division]) -> list[DivisionTable]:
    tournaments = list(
        Tournament.objects.not_discarded()
        .filter(season=season)
        .annotate(is_of_teams=is_played_by_teams())
        .in_order_of_play()
        .with_frame()
    )
    by_level = {one.level: [t for t in tournaments if t.level == one.level] for one in divisions}
    publish_for_readers([one.pk for one in tournaments])
    places = final_places([one.pk for one in tournaments])
    # Where a division is several tournaments nobody moves by one of them.
    ended = {level: places.get(of_it[0].pk, []) for level, of_it in by_level.items() if len(of_it) == 1}
    history = points_kept(season) if keeps_points(divisions) else {}
    moves = list(season.moves.order_by("level", "position", "pk"))
    teams = teams_that_move(by_level)
    try:
        now = who_moves(divisions, ended, history, teams)
    except ScoringError:
        now = None
    listed = {
        level: [one for one in of_it if one.visibility == Tournament.Visibility.PUBLIC]
        for level, of_it in by_level.items()
    }
    rows = {
        level: (_confirmed(level, moves, ended) if moves else _so_far(level, ended, now))
        if listed[level]
        else []
        for level in by_level
    }
    new = [move for move in moves if move.level is None]
    people = Player.objects.in_bulk(
        [*(row.player for of_it in rows.values() for row in of_it), *(move.player_id for move in new)]
    )
    moving = teams.ended if teams is not None else rows
    words = movements_in_words(
        [one.boundary for one in divisions], [len(moving.get(one.level, ())) for one in divisions]
    )
    of_team = teams.of if teams is not None else {}
    names = {one.pk: one.name for one in people.values()}
    if now is not None and now.teams:
        names = dict(Team.objects.filter(pk__in=now.teams).values_list("pk", "name"))
    return [
        _table(
            one,
            divisions,
            listed[one.level],
            rows[one.level],
            _Season(now, bool(moves), history, people, new, of_team, names),
            said if rows[one.level] else [],
        )
        for one, said in zip(divisions, words, strict=True)
    ]


@dataclass(frozen=True)
class _Season:
    """What the tables of a season share."""

    now: WhoMoves | None
    is_confirmed: bool
    history: History
    people: Mapping[int, Player]
    new: Sequence[Move]
    # By player the team; empty where players move one by one.
    of_team: Mapping[int, int | None]
    # Of those who move: players, or teams.
    names: Mapping[int, str]


def _so_far(level: int, ended: Mapping[int, Sequence[FinalPlace]], now: WhoMoves | None) -> list[_Row]:
    """By the rules, as far as is published; nobody before the first game."""
    ranking = ended.get(level, ())
    if not any(stood.games for stood in ranking):
        return []
    if now is None:
        return [_Row(stood.player, level, stood.rank, stood, "", None) for stood in ranking]
    return [
        _Row(
            *(place.player, level, stood.rank, stood, place.way, place.to_level),
            *(place.points_up, place.points_down, place.plays_off),
        )
        for stood, place in ((stood, now.places[stood.player]) for stood in ranking)
    ]


def _confirmed(level: int, moves: Iterable[Move], ended: Mapping[int, Sequence[FinalPlace]]) -> list[_Row]:
    """As it was confirmed. Totals are those of today."""
    stood = {one.player: one for one in ended.get(level, ())}
    # Who had no rank has no place on the page.
    of_it = [move for move in moves if move.level == level and move.position is not None]
    ranks = ranks_as_confirmed([move.player_id for move in of_it], ended.get(level, ()))
    return [
        _Row(
            move.player_id,
            level,
            ranks[move.player_id],
            stood.get(move.player_id),
            move.way,
            move.to_level,
            move.points_up,
            move.points_down,
        )
        for move in of_it
    ]


def _table(
    division: Division,
    divisions: Sequence[Division],
    tournaments: list[Tournament],
    rows: Sequence[_Row],
    season: _Season,
    words: list[str],
) -> DivisionTable:
    now = season.now
    # Once results were corrected nobody knows any more who was level when it was confirmed.
    is_same = now is None or [row.player for row in rows] == [
        place.player for place in now.places.values() if place.level == division.level
    ]
    ties = [tie for tie in now.ties if tie.level == division.level] if now and is_same and rows else []
    tied = [player for tie in ties if not tie.is_of_title for player in tie.players]
    is_of_teams = now is not None and bool(now.teams)
    is_by_total = bool(tournaments) and tie_breaks_of(tournaments[0])[0] == "total" and not is_of_teams
    names = {str(one.level): str(one) for one in divisions}
    return DivisionTable(
        division,
        tournaments,
        tournaments[0].rulebook.units_per_point if tournaments else 1,
        [
            Line(
                season.people[row.player],
                row.rank,
                row.stood.total if row.stood is not None else None,
                row.way,
                _chip(row, names),
                row.plays_off,
                (season.of_team.get(row.player) if is_of_teams else row.player) in tied,
                not is_of_teams and _is_before_a_line(rows, number),
                *(_distances(rows, number) if is_by_total and not season.is_confirmed else (None, None)),
                _points(row, divisions, season.history),
            )
            for number, row in enumerate(rows)
        ],
        words,
        [season.names[one] for one in tied],
        [season.names[one] for tie in ties if tie.is_of_title for one in tie.players],
        [
            (season.people[move.player_id], move.reason)
            for move in season.new
            if move.to_level == division.level and tournaments
        ],
        season.is_confirmed and not is_same,
    )


def _chip(row: _Row, names: Mapping[str, str]) -> str:
    if row.way in ("", Way.STAYS):
        return ""
    if row.way == Way.PLACED:
        return _("Placed in %(division)s") % {"division": names.get(str(row.to_level), row.to_level)}
    return str(Way(row.way).label)


def _is_before_a_line(rows: Sequence[_Row], number: int) -> bool:
    """Is this the last who goes up by rank, or the last before those who go down by rank?"""
    below = [row.way for row in rows[number + 1 :]]
    is_last_up = rows[number].way == Way.UP and Way.UP not in below
    return bool(below) and (is_last_up or (below[0] == Way.DOWN and rows[number].way != Way.DOWN))


def _distances(rows: Sequence[_Row], number: int) -> tuple[int | None, int | None]:
    """To the last who goes up, and to the first who goes down; only within one stage totals can be compared."""
    row = rows[number]
    last_up = next((one for one in reversed(rows) if one.way == Way.UP), None)
    first_down = next((one for one in rows if one.way == Way.DOWN), None)
    return (
        _between(last_up, row) if row.way != Way.UP else None,
        _between(row, first_down) if row.way != Way.DOWN else None,
    )


def _between(above: _Row | None, below: _Row | None) -> int | None:
    if above is None or below is None or above.stood is None or below.stood is None:
        return None
    if above.stood.stage != below.stood.stage:
        return None
    return above.stood.total - below.stood.total


def _points(row: _Row, divisions: Sequence[Division], history: History) -> list[str]:
    """What of points kept over seasons a player has, of how many that move them."""
    up, down = points_rules(divisions, row.level)
    said = []
    for rule, which, direction, gained in (
        (up, "up", pgettext("points kept", "up"), row.points_up),
        (down, "down", pgettext("points kept", "down"), row.points_down),
    ):
        kept = still_counts(rule, which, row.player, row.level, history)
        if rule is not None and gained + kept:
            figures = {"direction": direction, "points": gained + kept, "threshold": rule.threshold}
            said.append(_("%(direction)s: %(points)s of %(threshold)s points") % figures)
    return said
