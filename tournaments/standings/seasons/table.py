"""The ranking of a season, worked out from the published standings of its finished tournaments."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import lcm

from players.models import Player
from scoring.standing.season_ranking import Result, Row, SeasonRanking, season_ranking
from tournaments.models import Tournament
from tournaments.standings.seasons.final_places import final_places


@dataclass(frozen=True)
class Worth:
    """What a tournament, by its number in the table, has brought a player; `counts`: it is in the player's value."""

    number: int
    value: int
    counts: bool


@dataclass(frozen=True)
class RankedPlayer:
    """A player of the season; without a `rank`, too few tournaments were played."""

    player: Player
    rank: int | None
    value: int
    worths: tuple[Worth, ...]


@dataclass(frozen=True)
class SeasonTable:
    """All players, the best first, over the tournaments that are finished, numbered from 1 in the order of play.

    Where totals count, values are in units, `units` of which make a point.
    """

    is_of_totals: bool
    tournaments: Sequence[Tournament]
    units: int
    players: list[RankedPlayer]


def season_table(rule: SeasonRanking, tournaments: Sequence[Tournament]) -> SeasonTable:
    """The ranking over these tournaments in the order of play, of which those that are finished count. Two queries.

    Expects the usual table format of each to be loaded: totals of rulebooks with other units are compared as points.
    """
    finished = [one for one in tournaments if one.status == Tournament.Status.FINISHED]
    # Points for ranks and shares are whole; totals are in units of a point.
    own = [one.rulebook.units_per_point if rule.worth == "total" else 1 for one in finished]
    units = lcm(*own)
    places = final_places([one.pk for one in finished])
    results: list[Mapping[Hashable, Result]] = []
    for tournament, own_units in zip(finished, own, strict=True):
        played = [place for place in places.get(tournament.pk, ()) if place.games]
        # A bonus alone may be a place among them; theirs are counted without it.
        ranks: dict[int, int] = {}
        for rank, place in enumerate(played, 1):
            ranks.setdefault(place.rank, rank)
        results.append(
            {
                place.player: Result(ranks[place.rank], len(played), place.total * (units // own_units))
                for place in played
            }
        )
    rows = season_ranking(rule, results)
    players = Player.objects.in_bulk([row.key for row in rows])
    return SeasonTable(rule.worth == "total", finished, units, [_ranked(row, players) for row in rows])


def _ranked(row: Row, players: Mapping[int, Player]) -> RankedPlayer:
    worths = tuple(
        Worth(number + 1, worth, number in row.counted)
        for number, worth in enumerate(row.worths)
        if worth is not None
    )
    return RankedPlayer(players[int(str(row.key))], row.rank, row.value, worths)
