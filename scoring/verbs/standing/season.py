"""``season``: one ranking over several tournaments.

Request: ``tournaments`` in order of play (objects with ``results``, each with ``player``, ``rank`` and ``total``),
and the rule: ``worth`` (``total``, ``rank`` with ``by_rank``, ``share_beaten``: 1000 for the first, 0 for the last),
``best`` (how many tournaments of each player count, 0: all), ``minimum`` (fewer have no rank). Answer: ``ranking``,
best first: ``player``, ``rank`` (null below the minimum), ``value``, ``counted`` (indexes of tournaments).
"""

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, cast

from scoring.result.formatting import show_points
from scoring.standing.season_ranking import (
    WORTHS,
    Result,
    SeasonRanking,
    Worth,
    check_season_ranking,
    season_ranking,
)
from scoring.verbs.request import amount, choice, malformed, objects, only, text, whole, wholes

KEYS = ("do", "id", "language", "tournaments", "worth", "by_rank", "best", "minimum")
RESULT = ("player", "rank", "total")
MOST = 10_000


def rank_season(request: Mapping[str, Any]) -> dict[str, Any]:
    """Rank all players over all tournaments."""
    only(request, KEYS)
    played = [objects(one, "results", RESULT) for one in objects(request, "tournaments", ("results",))]
    totals = [[amount(line, "total", default=Fraction(0)) for line in lines] for lines in played]
    unit = lcm(*(total.denominator for some in totals for total in some))
    rule = check_season_ranking(
        SeasonRanking(
            worth=cast(Worth, choice(request, "worth", WORTHS, default="total")),
            by_rank=tuple(wholes(request, "by_rank", at_most=1_000)) if "by_rank" in request else (),
            best=whole(request, "best", low=0, high=MOST, default=0),
            minimum=whole(request, "minimum", low=0, high=MOST, default=0),
        )
    )
    results = [
        _results(lines, [int(total * unit) for total in some])
        for lines, some in zip(played, totals, strict=True)
    ]
    scale = unit if rule.worth == "total" else 1
    return {
        "ranking": [
            {
                "player": row.key,
                "rank": row.rank,
                "value": show_points(row.value, scale),
                "counted": list(row.counted),
            }
            for row in season_ranking(rule, results)
        ]
    }


def _results(lines: Sequence[Mapping[str, Any]], totals: Sequence[int]) -> dict[Hashable, Result]:
    players = [text(line, "player") for line in lines]
    if len(set(players)) != len(players):
        raise malformed("player", "each player once in a tournament")
    return {
        player: Result(whole(line, "rank", low=1, high=MOST), len(lines), total)
        for player, line, total in zip(players, lines, totals, strict=True)
    }
