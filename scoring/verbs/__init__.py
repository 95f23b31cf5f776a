"""The verbs of ``python -m scoring``.

A verb is a function ``(request) -> answer``: both are plain JSON objects. It is in a separate module of this folder,
parses its request with the helpers of ``scoring.verbs.request``, and raises RuleError (or a subclass) for malformed
or undefined input; `scoring.verbs.batch` turns that into ``{"error": …}``. To add one, write the module, import its
function here, and name it in ``VERBS``. Unknown keys are refused, also in nested objects: a misspelt one would
silently omit a stick or a circumstance.
"""

from collections.abc import Callable, Mapping
from typing import Any

from scoring.verbs.ceremony import ceremony, wall
from scoring.verbs.chombo import chombo
from scoring.verbs.conditions import what_is_needed
from scoring.verbs.draw import draw
from scoring.verbs.hand import hand
from scoring.verbs.next import next_state
from scoring.verbs.payment import payment
from scoring.verbs.result import result
from scoring.verbs.standing.carry import carry
from scoring.verbs.standing.count import count_games
from scoring.verbs.standing.promote import promote_players
from scoring.verbs.standing.qualify import qualify_players
from scoring.verbs.standing.season import rank_season
from scoring.verbs.wsom import wsom

Verb = Callable[[Mapping[str, Any]], dict[str, Any]]

OF_STANDINGS: dict[str, Verb] = {
    "carry": carry,
    "count": count_games,
    "promote": promote_players,
    "qualify": qualify_players,
    "season": rank_season,
}
"""Those that ask no rulebook."""
VERBS: dict[str, Verb] = {
    **OF_STANDINGS,
    "ceremony": ceremony,
    "chombo": chombo,
    "conditions": what_is_needed,
    "draw": draw,
    "hand": hand,
    "next": next_state,
    "payment": payment,
    "result": result,
    "wall": wall,
    "wsom": wsom,
}

EXAMPLES = {
    "result": '{"do": "result", "rulebook": "mleague", "points": [35000, 35000, 20000, 10000]}',
    "payment": (
        '{"do": "payment", "rulebook": "jpml_a", "dealer": 0, "win": "ron", "loser": 2, '
        '"wins": [{"winner": 1, "han": 3, "fu": 40}]}'
    ),
    "draw": '{"do": "draw", "rulebook": "mleague", "dealer": 0, "tenpai": [0, 2]}',
    "chombo": '{"do": "chombo", "rulebook": "shinhochi", "dealer": 0, "offenders": [1], "riichi": [2]}',
    "next": (
        '{"do": "next", "rulebook": "mleague", '
        '"outcome": {"kind": "win", "wins": [{"winner": 0, "han": 3, "fu": 40}], "loser": 2}}'
    ),
    "conditions": (
        '{"do": "conditions", "rulebook": "mleague", "state": {"points": [30000, 28000, 24000, 18000], "round": 1, '
        '"dealer": 3}, "goal": {"seat": 2, "place": 1}}'
    ),
    "hand": (
        '{"do": "hand", "rulebook": "mleague", "tiles": "345m406p99s678s(555z)", "win_tile": "8s", "win": "ron", '
        '"seat_wind": "S"}'
    ),
    "wsom": '{"do": "wsom", "patterns": ["2.1.1", "4.1"], "win": "tsumo", "winner": 3}',
    "ceremony": '{"do": "ceremony", "procedure": "shinhochi_two_roll", "seed": "published"}',
    "wall": '{"do": "wall", "dealer": 0, "total": 7}',
    "carry": '{"do": "carry", "total": "-41.5", "ratio": [1, 2], "quantum": "0.1", "mode": "half_up"}',
    "count": (
        '{"do": "count", "games": [{"total": "30"}, {"total": "-2"}, {"total": "5"}], "selection": "best", '
        '"number": 2}'
    ),
    "qualify": (
        '{"do": "qualify", "ranking": ["Ann", "Ben", "Cy", "Dee"], "rules": [{"first": 1, "last": 2}, '
        '{"named": ["Dee"]}]}'
    ),
    "promote": (
        '{"do": "promote", "divisions": [{"players": ["Ann", "Ben"]}, {"players": ["Cy", "Dee"]}], '
        '"boundaries": [{"up": 1, "down": 1}]}'
    ),
    "season": (
        '{"do": "season", "worth": "rank", "by_rank": [5, 3], "best": 1, "tournaments": [{"results": '
        '[{"player": "Ann", "rank": 1}, {"player": "Ben", "rank": 2}]}, {"results": [{"player": "Ben", "rank": 1}]}]}'
    ),
}
"""A request for each verb, as `--help` shows them; a test asks every one."""
