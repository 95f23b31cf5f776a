"""``count``: which games of an entry count, and their sum.

Request: ``games`` (objects with ``total``, ``place`` and ``tied``, the number of players who share the place) in
order of play, and the rule: ``worth`` (``total``, ``place``, ``match_points`` with their list by place),
``selection`` (``all``, ``best``, ``best_run``, ``all_but_worst``) with its ``number`` of games, ``mean``,
``minimum_games``, ``maximum_games``, ``missing_game_penalty``; ``left``, the games still to come. Answer: ``value``
(higher is better; negative for places), ``counted`` (indexes of games), ``games``, ``missing``, ``penalty``,
``ranked``, and ``can_reach`` if ``left`` is given.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import Any, cast

from scoring.result.formatting import show_points
from scoring.standing.counting import (
    SELECTIONS,
    WORTHS,
    Counting,
    Game,
    Selection,
    Worth,
    check_counting,
    count,
    reach,
)
from scoring.verbs.request import amount, amount_of, choice, flag, listed, objects, only, whole

RULE = ("worth", "match_points", "selection", "number", "mean", "minimum_games", "maximum_games")
KEYS = ("do", "id", "language", "games", *RULE, "missing_game_penalty", "left")
GAME = ("total", "place", "tied")
MOST = 10_000


def count_games(request: Mapping[str, Any]) -> dict[str, Any]:
    """Count one entry's games."""
    only(request, KEYS)
    games = objects(request, "games", GAME)
    totals = [amount(game, "total", default=Fraction(0)) for game in games]
    match_points = [
        amount_of("match_points", one) for one in listed(request, "match_points", default=(), at_most=10)
    ]
    each_missing = amount(request, "missing_game_penalty", default=Fraction(0))
    unit = lcm(*(one.denominator for one in (*totals, *match_points, each_missing)))
    rule = check_counting(
        Counting(
            worth=cast(Worth, choice(request, "worth", WORTHS, default="total")),
            selection=cast(Selection, choice(request, "selection", SELECTIONS, default="all")),
            number=whole(request, "number", low=0, high=MOST, default=0),
            is_mean=flag(request, "mean"),
            match_points=tuple(int(one * unit) for one in match_points),
            minimum_games=whole(request, "minimum_games", low=0, high=MOST, default=0),
            maximum_games=whole(request, "maximum_games", low=0, high=MOST, default=0),
            missing_game_penalty=int(each_missing * unit),
        )
    )
    found = count(rule, [_game(game, int(total * unit)) for game, total in zip(games, totals, strict=True)])
    # Places are plain numbers, not points.
    scale = 1 if rule.worth == "place" else unit
    value = found.value / scale
    answer: dict[str, Any] = {
        "value": show_points(value.numerator, value.denominator),
        "counted": list(found.counted),
        "games": found.games,
        "missing": found.missing,
        "penalty": show_points(found.penalty, scale),
        "ranked": found.is_ranked,
    }
    if request.get("left") is not None:
        left = whole(request, "left", low=0, high=MOST)
        answer["can_reach"] = reach(rule, found.games, left).is_possible
    return answer


def _game(game: Mapping[str, Any], total: int) -> Game:
    place = whole(game, "place", low=1, high=10, default=1)
    return Game(total, place, whole(game, "tied", low=1, high=11 - place, default=1))
