"""Where the rules lead everyone at the end of a season, to be reviewed and edited before it is confirmed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from tournaments.actions.errors import ActionError, RulesRefuse, StateRefuses
from tournaments.actions.seasons.final_rankings import (
    FinalRanking,
    Member,
    final_rankings,
    rankings_so_far,
    teams_of,
)
from tournaments.models import Move, Season, Team
from tournaments.models.digests import sha256
from tournaments.models.ledger import canonical
from tournaments.models.units import Unit
from tournaments.standings.seasons.who_moves import (
    History,
    Place,
    TeamsAtTheEnd,
    Tie,
    WhoMoves,
    points_kept,
    who_moves,
)


@dataclass(frozen=True)
class Unranked:
    """A player of a division without a rank: below the minimum of games, absent, or a substitute.

    They stay unless the organizer decides otherwise, and follow their team if it has a place (`has_team`).
    """

    player: int
    level: int
    to_level: int
    way: str
    is_substitute: bool
    has_team: bool


@dataclass(frozen=True)
class Proposal:
    """The next season by the rules: each division's players in order, play-offs, and ties that only a lot decides. If
    teams move, `teams` has their places, and `play_offs` and `ties` name teams.

    `members` has everyone's entry of this season. `tag` is the version of all its inputs: ledger ends, rules, points
    kept.
    """

    season: Season
    rankings: Sequence[FinalRanking]
    places: Mapping[int, Place]
    next_season: Sequence[Sequence[int]]
    play_offs: Sequence[Sequence[int]]
    ties: Sequence[Tie]
    tag: str
    unranked: Mapping[int, Unranked] = field(default_factory=dict)
    teams: Mapping[int, Place] = field(default_factory=dict)
    team_names: Mapping[int, str] = field(default_factory=dict)
    members: Mapping[int, Member] = field(default_factory=dict)

    def team_of(self, player: int) -> int | None:
        """Return the id of the team with which a player moves; None if players move one by one."""
        member = self.members.get(player)
        return member.team if member is not None and member.team in self.teams else None


def propose_next_season(season: Season) -> Proposal:
    """Work out where everyone goes. Changes nothing; eight queries, and three more for teams.

    Refuses what `final_rankings` does, a season that already has a successor, a player in two divisions, and a
    division too small for its rules.
    """
    if season.followed_by.exists():
        raise StateRefuses(
            _("The next season has already been opened from this one."), code="season_confirmed"
        )
    rankings = final_rankings(season)
    kept, teams = points_kept(season), teams_of(rankings)
    moves = _by_the_rules(rankings, kept, teams)
    members = _members(rankings, moves.places)
    unranked = {one.player: one for one in _unranked(rankings, moves, members)}
    return Proposal(
        season,
        rankings,
        moves.places,
        [
            [*players, *(one.player for one in unranked.values() if one.to_level == ranking.division.level)]
            for ranking, players in zip(rankings, moves.next_season, strict=True)
        ],
        moves.play_offs,
        moves.ties,
        _tag(rankings, kept),
        unranked,
        moves.teams,
        dict(Team.objects.filter(pk__in=moves.teams).values_list("pk", "name")) if moves.teams else {},
        members,
    )


def moves_so_far(season: Season) -> WhoMoves | None:
    """Return where the rules would lead everyone if the season ended with today's published standings; None while
    divisions are incomplete. Six queries, two more for teams.
    """
    try:
        rankings = rankings_so_far(season)
        return _by_the_rules(rankings, points_kept(season), teams_of(rankings))
    except ActionError:
        return None


def _by_the_rules(rankings: Sequence[FinalRanking], kept: History, teams: TeamsAtTheEnd | None) -> WhoMoves:
    try:
        return who_moves(
            [one.division for one in rankings],
            {one.division.level: one.places for one in rankings},
            kept,
            teams,
        )
    except ScoringError as error:
        messages = {
            "in_two_divisions": _("One player is in two divisions. Please withdraw them from one."),
            "moves_overlap": Unit.of(teams=teams is not None).choose(
                player=_(
                    "A division has too few players for its rules: the same player would be both promoted "
                    "and relegated."
                ),
                team=_(
                    "A division has too few teams for its rules: the same team would be both promoted "
                    "and relegated."
                ),
            ),
        }
        raise RulesRefuse(messages.get(error.code, str(error)), code=error.code) from error


def _members(rankings: Sequence[FinalRanking], places: Mapping[int, Place]) -> dict[int, Member]:
    """Return one entry per player: where they are ranked, else where they are not a substitute, else in the highest
    division.
    """
    found: dict[int, Member] = {}
    for one in rankings:
        for player, member in one.members.items():
            is_ranked_here = player in places and places[player].level == one.division.level
            before = found.get(player)
            if is_ranked_here or (
                player not in places
                and (before is None or (before.is_substitute and not member.is_substitute))
            ):
                found[player] = member
    return found


def _unranked(
    rankings: Sequence[FinalRanking], moves: WhoMoves, members: Mapping[int, Member]
) -> list[Unranked]:
    found = []
    for one in rankings:
        level = one.division.level
        for player, member in one.members.items():
            if player in moves.places or members[player].entry != member.entry:
                continue
            team = moves.teams.get(member.team or 0)
            to_level, way = (team.to_level, team.way) if team is not None else (level, Move.Way.STAYS)
            has_team = team is not None
            found.append(Unranked(player, level, to_level, way, member.is_substitute, has_team))
    return found


def _tag(rankings: Sequence[FinalRanking], history: History) -> str:
    made_of = [
        [
            one.division.level,
            one.division.name,
            one.division.boundary,
            [head.hash for head in one.heads],
            list(one.players),
        ]
        for one in rankings
    ]
    kept = [[player, [list(row) for row in rows]] for player, rows in sorted(history.items())]
    return "e" + sha256(canonical([made_of, kept]))[:16]
