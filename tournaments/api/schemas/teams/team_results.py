"""A team's results, by player and round."""

from typing import Annotated, TypedDict

from tournaments.models import Entry
from tournaments.standings.teams.results import Game, Member, RoundResult, Stint, TeamResults
from web.api.answers import Of, filled


class BoundaryShape(TypedDict):
    """A round by its number and that of its stage."""

    stage: int
    round: Annotated[int, "Number of the round."]


def _boundary(place: tuple[int, int]) -> BoundaryShape:
    stage, round_ = place
    return {"stage": stage, "round": round_}


class StintShape(TypedDict):
    """A period in a team: from a round (null: the beginning) until before another (null: today)."""

    since: Annotated[
        BoundaryShape | None,
        Of("since", _boundary),
        "Round from which on they played for it; null for the beginning.",
    ]
    before: Annotated[
        BoundaryShape | None, Of("until", _boundary), "Round before which it ended; null if it has not."
    ]


stint_shape = filled(StintShape, Stint)


class MemberShape(TypedDict):
    """A current or former player of a team, with the total of their confirmed games for it, in units; without
    penalties. `stints`: when they were in it; empty for players there from the beginning.
    """

    entry: Annotated[int, Of("entry.pk")]
    number: Annotated[int, Of("entry.number"), "Start number in the tournament."]
    player: Annotated[int, Of("entry.player_id")]
    name: Annotated[str, Of("entry.player.name"), "Name of the player."]
    status: Annotated[str, Of("entry.status"), "Whether the player takes part.", Entry.Status]
    is_substitute: Annotated[bool, Of("entry.is_substitute")]
    is_captain: Annotated[bool, "True for the captain."]
    is_present: Annotated[bool, "True for a player who is in the team now."]
    stints: Annotated[list[StintShape], "When they were in the team; empty if from the beginning."]
    games: Annotated[int, "Confirmed games for the team."]
    total: Annotated[int, "Sum of their results for the team, in units, without penalties."]
    deducted: Annotated[int, "Units deducted from the player by penalties."]


member_shape = filled(MemberShape, Member)


class TeamGameShape(TypedDict):
    """A game of a player of the team; `table` is its id."""

    entry: int
    table: int
    place: int
    total: Annotated[int, "Result of the game, in units."]


team_game_shape = filled(TeamGameShape, Game)


class TeamRoundShape(TypedDict):
    """The team's games in a round, the `number`th of a stage."""

    stage: int
    number: Annotated[int, "Number of the round in its stage."]
    total: Annotated[int, "Result of the team in it, in units."]
    games: Annotated[list[TeamGameShape], "Games of its players."]


team_round_shape = filled(TeamRoundShape, RoundResult)


class TeamResultsShape(TypedDict):
    """A team's members and its results by round, from confirmed games only, in units.

    Starting totals and counting rules are in the standings. `deducted`: penalties of the team itself.
    """

    id: Annotated[int, Of("team.pk")]
    name: Annotated[str, Of("team.name"), "Name of the team."]
    games: Annotated[int, "Confirmed games of its players."]
    total: Annotated[int, "Sum of their results, in units."]
    deducted: Annotated[int, "Units deducted from the team itself."]
    members: Annotated[list[MemberShape], "Its players, past ones too."]
    rounds: Annotated[list[TeamRoundShape], "Its results by round."]


team_results_shape = filled(TeamResultsShape, TeamResults)
