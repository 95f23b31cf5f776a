"""What a team has made, and by whom."""

from typing import TypedDict

from tournaments.standings.teams.results import RoundResult, TeamResults


class BoundaryShape(TypedDict):
    """A round by its number and that of its stage."""

    stage: int
    round: int


class StintShape(TypedDict):
    """A time in a team: from a round on (null: from the beginning) until before another (null: until today)."""

    since: BoundaryShape | None
    before: BoundaryShape | None


class MemberShape(TypedDict):
    """A player who is in a team, or once was, with the sum of their confirmed games for it, in units; penalties are
    apart. `stints` say when they were in it; there are none for whoever is from the beginning.
    """

    entry: int
    number: int
    player: int
    name: str
    status: str
    is_substitute: bool
    is_captain: bool
    is_present: bool
    stints: list[StintShape]
    games: int
    total: int
    deducted: int


class TeamGameShape(TypedDict):
    """One game of one of the team's players; `table` is its id."""

    entry: int
    table: int
    place: int
    total: int


class TeamRoundShape(TypedDict):
    """The team's games of a round, the `number`th of a stage."""

    stage: int
    number: int
    total: int
    games: list[TeamGameShape]


class TeamResultsShape(TypedDict):
    """A team's members and its results by round, from confirmed games alone, in units.

    What stages begin with and which games count is in the standings. `deducted` is what the team itself was
    penalized with.
    """

    id: int
    name: str
    games: int
    total: int
    deducted: int
    members: list[MemberShape]
    rounds: list[TeamRoundShape]


def team_results_shape(results: TeamResults) -> TeamResultsShape:
    return {
        "id": results.team.pk,
        "name": results.team.name,
        "games": results.games,
        "total": results.total,
        "deducted": results.deducted,
        "members": [
            {
                "entry": member.entry.pk,
                "number": member.entry.number,
                "player": member.entry.player_id,
                "name": member.entry.player.name,
                "status": member.entry.status,
                "is_substitute": member.entry.is_substitute,
                "is_captain": member.is_captain,
                "is_present": member.is_present,
                "stints": [
                    {"since": _boundary(stint.since), "before": _boundary(stint.until)}
                    for stint in member.stints
                ],
                "games": member.games,
                "total": member.total,
                "deducted": member.deducted,
            }
            for member in results.members
        ],
        "rounds": [_round(one) for one in results.rounds],
    }


def _boundary(place: tuple[int, int] | None) -> BoundaryShape | None:
    return None if place is None else {"stage": place[0], "round": place[1]}


def _round(one: RoundResult) -> TeamRoundShape:
    return {
        "stage": one.stage,
        "number": one.number,
        "total": one.total,
        "games": [
            {"entry": game.entry, "table": game.table, "place": game.place, "total": game.total}
            for game in one.games
        ],
    }
