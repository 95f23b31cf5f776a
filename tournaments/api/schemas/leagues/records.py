"""The records of a league."""

from typing import Annotated, TypedDict

from tournaments.standings.seasons.records import LeagueRecords


class BestGameShape(TypedDict):
    """One game's result: `total` in units, `units_per_point` of which make a point in `tournament`."""

    rank: int
    player: int
    name: Annotated[str, "Name of the player."]
    tournament: str
    total: Annotated[int, "Result of the game, in units."]
    units_per_point: int


class RecordHolderShape(TypedDict):
    """Somebody on one of the first ranks; the level share one, and of many no more than twelve are listed. `value` is
    an exact number: "12", "7/30".
    """

    rank: int
    player: int
    name: Annotated[str, "Name of the player."]
    value: Annotated[str, "Exact number or fraction, such as 9/10."]


class RecordTeamShape(TypedDict):
    """The same of a team, by its name."""

    rank: int
    name: Annotated[str, "Name of the team."]
    value: Annotated[str, "Exact number or fraction, such as 9/10."]


class LeagueRecordsShape(TypedDict):
    """Over the public tournaments of a league. `tournaments_won` leaves out those that teams play: `teams` have won
    them. `firsts` is the number of 1st places; games in a row are two at least;
    `wins` is the rate of 1st places, which as `mean_place` is of whoever has played `minimum_games`.
    """

    minimum_games: Annotated[int, "Games needed for rates and averages."]
    best_games: Annotated[list[BestGameShape], "Best results of a single game."]
    games: Annotated[list[RecordHolderShape], "Most games."]
    firsts: Annotated[list[RecordHolderShape], "Most 1st places."]
    tournaments_won: Annotated[list[RecordHolderShape], "Most tournaments won; those of teams are left out."]
    firsts_in_a_row: Annotated[list[RecordHolderShape], "Most 1st places in a row, from two on."]
    not_last_in_a_row: Annotated[
        list[RecordHolderShape], "Most games in a row without a last place, from two on."
    ]
    wins: Annotated[list[RecordHolderShape], "Highest rate of 1st places."]
    mean_place: Annotated[list[RecordHolderShape], "Best mean place."]
    teams: Annotated[list[RecordTeamShape], "Teams that have won most tournaments."]


def league_records_shape(records: LeagueRecords, minimum: int) -> LeagueRecordsShape:
    def holders(name: str) -> list[RecordHolderShape]:
        return [
            {"rank": one.rank, "player": one.player, "name": one.name, "value": str(one.value)}
            for one in records.holders[name]
        ]

    return {
        "minimum_games": minimum,
        "best_games": [
            {
                "rank": one.rank,
                "player": one.player,
                "name": one.name,
                "tournament": one.tournament.slug,
                "total": one.units,
                "units_per_point": one.units_per_point,
            }
            for one in records.best_games
        ],
        "games": holders("games"),
        "firsts": holders("firsts"),
        "tournaments_won": holders("tournaments_won"),
        "firsts_in_a_row": holders("firsts_in_a_row"),
        "not_last_in_a_row": holders("not_last_in_a_row"),
        "wins": holders("wins"),
        "mean_place": holders("mean_place"),
        "teams": [{"rank": one.rank, "name": one.name, "value": str(one.value)} for one in records.teams],
    }
