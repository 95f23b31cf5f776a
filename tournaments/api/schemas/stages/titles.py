"""Titles of a stage besides its ranking."""

from collections.abc import Iterable
from typing import TypedDict

from tournaments.models import Stage
from tournaments.standings.stages.titles import Titled


class HolderShape(TypedDict):
    """`value` as an exact fraction such as "9/10": units of `units_per_point` to a point, a rate, or a mean place."""

    rank: int
    entry: int
    name: str
    games: int
    value: str


class TitleShape(TypedDict):
    """`title`: total, best_game, wins, first_or_second, not_last (rates of games) or mean_place."""

    title: str
    holders: list[HolderShape]


class TitlesShape(TypedDict):
    """Those on the first five ranks of each title, from `minimum_games` on; the best game counts for everybody."""

    stage: int
    units_per_point: int
    minimum_games: int
    titles: list[TitleShape]


def titles_shape(stage: Stage, minimum: int, found: Iterable[tuple[str, list[Titled]]]) -> TitlesShape:
    return {
        "stage": stage.pk,
        "units_per_point": stage.tournament.rulebook.units_per_point,
        "minimum_games": minimum,
        "titles": [
            {
                "title": name,
                "holders": [
                    {
                        "rank": holder.rank,
                        "entry": row.entry_id,
                        "name": row.player_name,
                        "games": row.games,
                        "value": str(holder.value),
                    }
                    for holder, row in holders
                ],
            }
            for name, holders in found
        ],
    }
