"""The divisions of a season, with everybody's place and who moves: the one source of its page, its call and its file.

While a season goes on that is what the rules would make of the places as they are published; once the next one is
open it is what was confirmed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from players.models import Player
from scoring.errors import ScoringError
from tournaments.models import Division, Move, Season, Team, TeamMove, Tournament
from tournaments.standings.seasons.confirmed import ranks_of_moves
from tournaments.standings.seasons.final_places import FinalPlace, final_places
from tournaments.standings.seasons.teams_at_the_end import is_played_by_teams, teams_that_move
from tournaments.standings.seasons.who_moves import (
    History,
    Place,
    TeamsAtTheEnd,
    Tie,
    WhoMoves,
    keeps_points,
    points_kept,
    points_rules,
    still_counts,
    who_moves,
)


@dataclass(frozen=True)
class Line:
    """A player's place in a division, or a team's, whose id is `key` then, and where they go.

    `rank` is shared by those who are level, `total` is in units of the division's rulebook, made in `stage` as far as
    it is today's. `way` is a `Move.Way`, or empty where nothing is known. `team` is a player's where teams move.
    `kept_up` and `kept_down` are the points of earlier seasons that still count with those of this one.
    """

    key: int
    name: str
    rank: int
    total: int | None
    stage: int | None
    way: str = ""
    to_level: int | None = None
    points_up: int = 0
    points_down: int = 0
    kept_up: int = 0
    kept_down: int = 0
    plays_off: bool = False
    is_tied: bool = False
    team: int | None = None
    team_name: str = ""


class Newcomer(NamedTuple):
    """A player of the next season who was in none of these divisions, and why the organizer has them there."""

    player: int
    name: str
    reason: str


@dataclass(frozen=True)
class DivisionAtTheEnd:
    """A division with its public tournaments. Where teams move (`is_of_teams`) `teams` are the lines of those who do,
    and `players` theirs; else players move. Nobody has a line before the first game, nor where no tournament is
    public.

    `tied` are those of who moves between whom only the lot decides, or decided; `tied_for_title` share the first rank
    of the season. `has_changed`: results were corrected after the next season was opened (`is_confirmed`).
    """

    division: Division
    tournaments: Sequence[Tournament]
    is_of_teams: bool
    is_confirmed: bool
    teams: Sequence[Line] = ()
    players: Sequence[Line] = ()
    tied: Sequence[str] = ()
    tied_for_title: Sequence[str] = ()
    joined: Sequence[Newcomer] = ()
    has_changed: bool = False
    # How many of those who move have a place, seen or not.
    size: int = 0

    @property
    def moving(self) -> Sequence[Line]:
        """Those who move: teams, or players."""
        return self.teams if self.is_of_teams else self.players

    @property
    def units(self) -> int:
        return self.tournaments[0].rulebook.units_per_point if self.tournaments else 1


def divisions_at_the_end(season: Season, divisions: Sequence[Division]) -> list[DivisionAtTheEnd]:
    """The divisions of a season, given from the top. Four queries, however much was played; one more where points are
    kept over seasons, and four more where teams move.
    """
    tournaments = list(
        Tournament.objects.not_discarded()
        .filter(season=season)
        .annotate(is_of_teams=is_played_by_teams())
        .in_order_of_play()
        .with_frame()
    )
    by_level = {one.level: [t for t in tournaments if t.level == one.level] for one in divisions}
    places = final_places([one.pk for one in tournaments])
    # Where a division is several tournaments nobody moves by one of them.
    ended = {level: places.get(of_it[0].pk, []) for level, of_it in by_level.items() if len(of_it) == 1}
    history = points_kept(season) if keeps_points(divisions) else {}
    teams = teams_that_move(by_level)
    moves = list(season.moves.order_by("level", "position", "pk"))
    players = {stood.player for of_it in ended.values() for stood in of_it}
    players.update(move.player_id for move in moves)
    of_teams = {stood.player for of_it in teams.ended.values() for stood in of_it} if teams else set()
    found = _Season(
        divisions=divisions,
        by_level=by_level,
        ended=ended,
        history=history,
        teams=teams,
        moves=moves,
        team_moves=list(season.team_moves.order_by("level", "position")) if teams else [],
        names=dict(Player.objects.filter(pk__in=players).values_list("pk", "name")),
        team_names=dict(Team.objects.filter(pk__in=of_teams).values_list("pk", "name")) if teams else {},
    )
    return [found.division(one) for one in divisions]


@dataclass(frozen=True, kw_only=True)
class _Season:
    """What is known of a season: places as they are published today (`ended`), and moves as they were confirmed."""

    divisions: Sequence[Division]
    by_level: Mapping[int, Sequence[Tournament]]
    ended: Mapping[int, Sequence[FinalPlace]]
    history: History
    teams: TeamsAtTheEnd | None
    moves: Sequence[Move]
    team_moves: Sequence[TeamMove]
    names: Mapping[int, str]
    team_names: Mapping[int, str]

    @cached_property
    def now(self) -> WhoMoves | None:
        """Who moves as far as is published; None where the rules lead nowhere, and once it is confirmed."""
        if self.moves:
            return None
        try:
            return who_moves(self.divisions, self.ended, self.history, self.teams)
        except ScoringError:
            return None

    def division(self, division: Division) -> DivisionAtTheEnd:
        level, is_of_teams = division.level, self.teams is not None
        public = [one for one in self.by_level[level] if one.visibility == Tournament.Visibility.PUBLIC]
        players, teams = self._players(level), self._teams(level)
        moving = teams if is_of_teams else players
        found = DivisionAtTheEnd(division, public, is_of_teams, bool(self.moves), size=len(moving))
        if not public:
            return found
        ties = list(self._ties(level, moving))
        tied = {key for tie in ties if not tie.is_of_title for key in tie.players}
        names = self.team_names if is_of_teams else self.names
        marked = [replace(line, is_tied=line.key in tied) for line in moving]
        return replace(
            found,
            teams=marked if is_of_teams else (),
            players=players if is_of_teams else marked,
            tied=[names[key] for tie in ties if not tie.is_of_title for key in tie.players],
            tied_for_title=[names[key] for tie in ties if tie.is_of_title for key in tie.players],
            joined=[
                Newcomer(move.player_id, self.names[move.player_id], move.reason)
                for move in self.moves
                if move.level is None and move.to_level == level
            ],
            has_changed=bool(self.moves) and self._has_changed(level, players, teams),
        )

    def _players(self, level: int) -> list[Line]:
        places = self.now.places if self.now is not None else {}
        ended = self.ended.get(level, ())
        lines = self._confirmed(level) if self.moves else _so_far(ended, places, self.names)
        up, down = points_rules(self.divisions, level)
        of_team = self.teams.of if self.teams is not None else {}
        return [
            replace(
                line,
                team=of_team.get(line.key),
                team_name=self.team_names.get(of_team.get(line.key) or 0, ""),
                kept_up=still_counts(up, "up", line.key, level, self.history),
                kept_down=still_counts(down, "down", line.key, level, self.history),
            )
            for line in lines
        ]

    def _teams(self, level: int) -> list[Line]:
        if self.teams is None:
            return []
        places = self.now.teams if self.now is not None else {}
        if not self.team_moves:
            # Before the end, or confirmed when teams had no moves of their own.
            return _so_far(self.teams.ended.get(level, ()), places, self.team_names)
        return [
            Line(
                move.team_id,
                self.team_names.get(move.team_id, ""),
                move.rank,
                move.total,
                None,
                move.way,
                move.to_level,
            )
            for move in self.team_moves
            if move.level == level
        ]

    def _confirmed(self, level: int) -> list[Line]:
        """As it was confirmed; players without a rank have no place. Moves of before ranks were kept have today's."""
        today = {stood.player: stood for stood in self.ended.get(level, ())}
        of_it = [move for move in self.moves if move.level == level and move.position is not None]
        ranks = ranks_of_moves([(move.player_id, move.rank) for move in of_it], self.ended.get(level, ()))
        return [
            Line(
                move.player_id,
                self.names[move.player_id],
                ranks[move.player_id],
                move.total if move.rank or move.player_id not in today else today[move.player_id].total,
                None,
                move.way,
                move.to_level,
                move.points_up,
                move.points_down,
            )
            for move in of_it
        ]

    def _ties(self, level: int, moving: Sequence[Line]) -> Iterator[Tie]:
        """By the rules; once it is confirmed, those who shared a rank and went different ways."""
        if self.now is not None and moving:
            yield from (tie for tie in self.now.ties if tie.level == level)
        if not self.moves:
            return
        position = 1
        for rank, of_rank in groupby(moving, lambda line: line.rank):
            group = list(of_rank)
            ways = {(line.way, line.to_level, line.points_up, line.points_down) for line in group}
            is_of_title = len(ways) == 1
            if len(group) > 1 and (not is_of_title or (level == 1 and rank == 1)):
                yield Tie(level, position, tuple(line.key for line in group), is_of_title)
            position += len(group)

    def _has_changed(self, level: int, players: Sequence[Line], teams: Sequence[Line]) -> bool:
        """Is a place or a total of today another one than was confirmed?"""
        ended = [(self.ended.get(level, ()), players)]
        if self.teams is not None:
            ended.append((self.teams.ended.get(level, ()), teams))
        return any(
            [(line.key, line.rank, line.total) for line in lines]
            != [(stood.player, stood.rank, stood.total) for stood in today]
            for today, lines in ended
        )


def _so_far(ended: Sequence[FinalPlace], places: Mapping[int, Place], names: Mapping[int, str]) -> list[Line]:
    """As far as is published; nobody before the first game."""
    if not any(stood.games for stood in ended):
        return []
    return [_line(stood, places.get(stood.player), names) for stood in ended]


def _line(stood: FinalPlace, place: Place | None, names: Mapping[int, str]) -> Line:
    line = Line(stood.player, names[stood.player], stood.rank, stood.total, stood.stage)
    if place is None:
        return line
    return replace(
        line,
        way=place.way,
        to_level=place.to_level,
        points_up=place.points_up,
        points_down=place.points_down,
        plays_off=place.plays_off,
    )
