from collections.abc import Iterable
from typing import Annotated, TypedDict

from tournaments.models import Stage
from tournaments.standings.stages.published_rows import PublishedRow
from tournaments.standings.stages.titles import Titled
from web.api.answers import Given, Of, filled


class HolderShape(TypedDict):
    """`value` as an exact fraction such as "9/10": units of `units_per_point` to a point, a rate, or a mean place."""

    rank: Annotated[int, Given(), "Rank, from 1; equals share one."]
    entry: Annotated[int, Of("entry_id")]
    name: Annotated[str, Of("player_name"), "Name of the player."]
    games: Annotated[int, "Games that count."]
    value: Annotated[str, Given(), "Exact fraction such as 9/10: units, a rate or a mean place, by title."]


class TitleShape(TypedDict):
    """`title`: total, best_game, wins, first_or_second, not_last (rates of games) or mean_place."""

    title: Annotated[
        str,
        "Which title: total, best_game, wins, first_or_second and not_last (rates of games), or mean_place.",
    ]
    holders: Annotated[list[HolderShape], "Players on the first five ranks."]


class TitlesShape(TypedDict):
    """The first five ranks of each title, from `minimum_games` on; the best game has no minimum."""

    stage: int
    units_per_point: int
    minimum_games: Annotated[int, "Games needed for rates and averages."]
    titles: Annotated[list[TitleShape], "Each title with those who lead it."]


_holder = filled(HolderShape, PublishedRow)


def titles_shape(stage: Stage, minimum: int, found: Iterable[tuple[str, list[Titled]]]) -> TitlesShape:
    return {
        "stage": stage.pk,
        "units_per_point": stage.tournament.rulebook.units_per_point,
        "minimum_games": minimum,
        "titles": [
            {
                "title": name,
                "holders": [
                    _holder(row, rank=holder.rank, value=str(holder.value)) for holder, row in holders
                ],
            }
            for name, holders in found
        ],
    }
