"""The records of a league."""

from typing import TypedDict

from tournaments.standings.seasons.records import LeagueRecords


class BestGameShape(TypedDict):
    """One game's result: `total` in units, `units_per_point` of which make a point in `tournament`."""

    rank: int
    player: int
    name: str
    tournament: str
    total: int
    units_per_point: int


class RecordHolderShape(TypedDict):
    """Somebody on one of the first ranks; the level share one, and of many no more than twelve are listed. `value` is
    an exact number: "12", "7/30".
    """

    rank: int
    player: int
    name: str
    value: str


class RecordTeamShape(TypedDict):
    """The same of a team, by its name."""

    rank: int
    name: str
    value: str


class LeagueRecordsShape(TypedDict):
    """Over the public tournaments of a league. `tournaments_won` leaves out those that teams play: `teams` have won
    them. `firsts` is the number of 1st places; games in a row are two at least;
    `wins` is the rate of 1st places, which as `mean_place` is of whoever has played `minimum_games`.
    """

    minimum_games: int
    best_games: list[BestGameShape]
    games: list[RecordHolderShape]
    firsts: list[RecordHolderShape]
    tournaments_won: list[RecordHolderShape]
    firsts_in_a_row: list[RecordHolderShape]
    not_last_in_a_row: list[RecordHolderShape]
    wins: list[RecordHolderShape]
    mean_place: list[RecordHolderShape]
    teams: list[RecordTeamShape]


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
