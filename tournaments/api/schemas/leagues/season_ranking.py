from collections.abc import Sequence
from typing import Annotated, TypedDict

from tournaments.actions.leagues.season_ranking_wording import season_ranking_in_words
from tournaments.models import Season, SeasonRankingRule, Tournament
from tournaments.standings.seasons.table import RankedPlayer, SeasonTable, Worth, season_table
from web.api.answers import By, Given, Of, filled


class SeasonRankingRuleShape(TypedDict):
    """What a tournament is worth: its `total`, points for the `rank` (`by_rank`, from the 1st), or the
    `share_beaten`: 1000 for the first, 0 for the last. The `best` results count (0: all); a rank requires `minimum`
    tournaments.
    """

    worth: Annotated[str, "What a tournament brings.", SeasonRankingRule.Worth]
    by_rank: Annotated[list[int], "Points for each rank, from the 1st; only if `worth` is rank."]
    best: Annotated[int, "How many of the best tournaments count; 0 for all."]
    minimum: Annotated[int, "Tournaments needed for a rank; 0 if none are needed."]


class TournamentWorthShape(TypedDict):
    """`tournament` is its number among `tournaments`, from 1."""

    tournament: Annotated[int, Of("number"), "Its position among `tournaments`, from 1."]
    value: Annotated[int, "What it brought, `units_per_point` to a point."]
    counts: Annotated[bool, "True if it counts."]


filled(TournamentWorthShape, Worth)


class RankedPlayerShape(TypedDict):
    """`rank` is null for players with too few tournaments."""

    player: Annotated[int, Of("player.pk")]
    name: Annotated[str, Of("player.name"), "Name of the player."]
    rank: int | None
    value: Annotated[int, "Sum of what counts, `units_per_point` to a point."]
    worths: Annotated[list[TournamentWorthShape], "What each tournament brought."]


filled(RankedPlayerShape, RankedPlayer)


class SeasonRankingShape(TypedDict):
    """`rule` is null if the season has no ranking. `tournaments` are the finished public ones, in order of play.
    Values are integers, of which `units_per_point` make a point.
    """

    season: Annotated[int, Given()]
    rule: Annotated[
        SeasonRankingRuleShape | None, Given(), "Rule of the ranking; null if the season has none."
    ]
    in_words: Annotated[list[str], Given()]
    units_per_point: Annotated[int, Of("units")]
    tournaments: Annotated[
        list[str],
        By(lambda table: [one.slug for one in table.tournaments]),
        "Addresses (slugs) of finished public tournaments, in the order of play.",
    ]
    players: Annotated[list[RankedPlayerShape], "Players, best first."]


def season_ranking_shape(
    season: Season, stored: SeasonRankingRule | None, tournaments: Sequence[Tournament]
) -> SeasonRankingShape:
    table = season_table(stored.rule, tournaments) if stored is not None else SeasonTable(False, [], 1, [])
    return _ranking(
        table,
        season=season.pk,
        rule=_rule_shape(stored) if stored is not None else None,
        in_words=season_ranking_in_words(stored.rule) if stored is not None else [],
    )


_rule_shape = filled(SeasonRankingRuleShape, SeasonRankingRule)
_ranking = filled(SeasonRankingShape, SeasonTable)
