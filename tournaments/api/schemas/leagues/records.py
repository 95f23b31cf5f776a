from typing import Annotated, TypedDict

from tournaments.standings.seasons.records import BestGame, Holding, LeagueRecords, TeamHolding
from web.api.answers import Given, Of, filled


class BestGameShape(TypedDict):
    """A game's result: `total` in units, of which `units_per_point` make a point in `tournament`."""

    rank: int
    player: int
    name: Annotated[str, "Name of the player."]
    tournament: Annotated[str, Of("tournament.slug")]
    total: Annotated[int, Of("units"), "Result of the game, in units."]
    units_per_point: int


class RecordHolderShape(TypedDict):
    """A holder of one of the first ranks; tied holders share one, and at most twelve are listed. `value` is an exact
    number: "12", "7/30".
    """

    rank: int
    player: int
    name: Annotated[str, "Name of the player."]
    value: Annotated[str, Of("value", str), "Exact number or fraction, such as 9/10."]


class RecordTeamShape(TypedDict):
    """As RecordHolder, for a team by its name."""

    rank: int
    name: Annotated[str, "Name of the team."]
    value: Annotated[str, Of("value", str), "Exact number or fraction, such as 9/10."]


_holder = filled(RecordHolderShape, Holding)
filled(BestGameShape, BestGame)
filled(RecordTeamShape, TeamHolding)


class LeagueRecordsShape(TypedDict):
    """Records over a league's public tournaments. `tournaments_won` leaves out team tournaments, which count in
    `teams`. `firsts` counts 1st places; streaks have at least two games; `wins`, the rate of 1st places, and
    `mean_place` are of players with `minimum_games`.
    """

    minimum_games: Annotated[int, Given(), "Games needed for rates and averages."]
    best_games: Annotated[list[BestGameShape], "Best results of a single game."]
    games: Annotated[list[RecordHolderShape], Given(), "Most games."]
    firsts: Annotated[list[RecordHolderShape], Given(), "Most 1st places."]
    tournaments_won: Annotated[
        list[RecordHolderShape], Given(), "Most tournaments won; those of teams are left out."
    ]
    firsts_in_a_row: Annotated[list[RecordHolderShape], Given(), "Most 1st places in a row, from two on."]
    not_last_in_a_row: Annotated[
        list[RecordHolderShape], Given(), "Most games in a row without a last place, from two on."
    ]
    wins: Annotated[list[RecordHolderShape], Given(), "Highest rate of 1st places."]
    mean_place: Annotated[list[RecordHolderShape], Given(), "Best mean place."]
    teams: Annotated[list[RecordTeamShape], "Teams that have won most tournaments."]


_records = filled(LeagueRecordsShape, LeagueRecords)


def league_records_shape(records: LeagueRecords, minimum: int) -> LeagueRecordsShape:
    held = {name: [_holder(one) for one in holders] for name, holders in records.holders.items()}
    return _records(records, minimum_games=minimum, **held)
