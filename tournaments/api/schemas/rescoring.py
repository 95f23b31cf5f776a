"""A stage settled by another rulebook."""

from collections.abc import Mapping, Sequence
from typing import Annotated, TypedDict

from scoring.rulebook.rulebook import Rulebook
from scoring.standing.ranking import Ranked
from tournaments.models import Stage, TeamStanding
from tournaments.standings import Tally
from tournaments.standings.rescoring import Rescored
from tournaments.standings.stages.published_rows import published_rows
from web.api.answers import Given, Of, filled


class RescoredLineShape(TypedDict):
    """A line by the other rulebook: `total` and `penalty` in its `units_per_point`. `entry` is an entry id, or a
    team id in `teams`. Unranked lines come last, without `rank`; `official_rank` and `official_total` are those of
    the published standings, in the tournament's own units.
    """

    position: Annotated[int, Given()]
    rank: Annotated[int | None, Given()]
    entry: Annotated[int, Of("key"), "Id of the entry; of the team among `teams`."]
    name: Annotated[str, Given(), "Name of the player or team."]
    total: Annotated[int, "Total by the other rulebook, in its units."]
    penalty: Annotated[int, "Penalties, in units of the other rulebook."]
    games: Annotated[int, "Games that count."]
    official_rank: Annotated[int | None, Given(), "Published rank; null if not ranked."]
    official_total: Annotated[int, Given(), "Published total, in units of the tournament."]


class RescoredShape(TypedDict):
    """A stage's confirmed games as another rulebook would settle them: each counts by the points won and lost from
    the start. `games_left_out`: games at tables of another size.
    """

    stage: int
    tournament: str
    rulebook: Annotated[str, "Id of the other rulebook edition."]
    units_per_point: Annotated[int, "Units of the other rulebook that make a point."]
    official_units_per_point: Annotated[int, "Units of the tournament that make a point."]
    games: Annotated[int, "Games that were settled again."]
    games_left_out: Annotated[int, "Games at tables of another size."]
    standings: Annotated[list[RescoredLineShape], "Players by the other rulebook, best first."]
    teams: Annotated[list[RescoredLineShape], "Teams by the other rulebook, best first."]


_line = filled(RescoredLineShape, Tally)


def rescored_shape(stage: Stage, book: Rulebook, found: Rescored) -> RescoredShape:
    """Reads the published standings; entries added since are left out."""
    official = {row.entry_id: (row.player_name, row.rank, row.total) for row in published_rows(stage.pk)}
    teams = TeamStanding.objects.filter(stage=stage).values_list("team_id", "team__name", "rank", "total")
    official_teams = {team: (name, rank, total) for team, name, rank, total in teams}
    return {
        "stage": stage.pk,
        "tournament": stage.tournament.slug,
        "rulebook": book.identity.id,
        "units_per_point": found.units_per_point,
        "official_units_per_point": stage.tournament.rulebook.units_per_point,
        "games": found.games,
        "games_left_out": found.left_out,
        "standings": _lines(found.entries, official),
        "teams": _lines(found.teams, official_teams),
    }


def _lines(
    found: Sequence[tuple[Ranked, Tally]], official: Mapping[int, tuple[str, int | None, int]]
) -> list[RescoredLineShape]:
    return [
        _line(
            tally,
            position=place.rank,
            rank=place.shared_rank,
            name=name,
            official_rank=rank,
            official_total=total,
        )
        for place, tally in found
        if tally.key in official
        for name, rank, total in [official[tally.key]]
    ]
