"""What a team has made, and by whom."""

from typing import Annotated, TypedDict

from tournaments.models import Entry
from tournaments.standings.teams.results import RoundResult, TeamResults


class BoundaryShape(TypedDict):
    """A round by its number and that of its stage."""

    stage: int
    round: Annotated[int, "Number of the round."]


class StintShape(TypedDict):
    """A time in a team: from a round on (null: from the beginning) until before another (null: until today)."""

    since: Annotated[BoundaryShape | None, "Round from which on they played for it; null for the beginning."]
    before: Annotated[BoundaryShape | None, "Round before which it ended; null if it has not."]


class MemberShape(TypedDict):
    """A player who is in a team, or once was, with the sum of their confirmed games for it, in units; penalties are
    apart. `stints` say when they were in it; there are none for whoever is from the beginning.
    """

    entry: int
    number: Annotated[int, "Start number in the tournament."]
    player: int
    name: Annotated[str, "Name of the player."]
    status: Annotated[str, "Whether the player takes part.", Entry.Status]
    is_substitute: bool
    is_captain: Annotated[bool, "True for the captain."]
    is_present: Annotated[bool, "True for a player who is in the team now."]
    stints: Annotated[list[StintShape], "When they were in the team; empty if from the beginning."]
    games: Annotated[int, "Confirmed games for the team."]
    total: Annotated[int, "Sum of their results for the team, in units, without penalties."]
    deducted: Annotated[int, "Units deducted from the player by penalties."]


class TeamGameShape(TypedDict):
    """One game of one of the team's players; `table` is its id."""

    entry: int
    table: int
    place: int
    total: Annotated[int, "Result of the game, in units."]


class TeamRoundShape(TypedDict):
    """The team's games of a round, the `number`th of a stage."""

    stage: int
    number: Annotated[int, "Number of the round in its stage."]
    total: Annotated[int, "Result of the team in it, in units."]
    games: Annotated[list[TeamGameShape], "Games of its players."]


class TeamResultsShape(TypedDict):
    """A team's members and its results by round, from confirmed games alone, in units.

    What stages begin with and which games count is in the standings. `deducted` is what the team itself was
    penalized with.
    """

    id: int
    name: Annotated[str, "Name of the team."]
    games: Annotated[int, "Confirmed games of its players."]
    total: Annotated[int, "Sum of their results, in units."]
    deducted: Annotated[int, "Units deducted from the team itself."]
    members: Annotated[list[MemberShape], "Its players, past ones too."]
    rounds: Annotated[list[TeamRoundShape], "Its results by round."]


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
