"""Elo ratings by places at a table, as if all players had played each other.

>>> rated([1_500_000, 1_500_000, 1_500_000, 1_500_000], [1, 2, 3, 4])
[1518000, 1506000, 1494000, 1482000]
"""

from collections.abc import Sequence
from itertools import combinations

# In thousandths of a point: the initial rating.
START = 1_500_000
# Four hundred points of difference mean ten times the odds of finishing ahead (A. Elo, 1978).
SCALE = 400_000
# A player who wins against equals gains half of this, at any table.
STEP = 36_000


def rated(ratings: Sequence[int], places: Sequence[int]) -> list[int]:
    """Return the ratings after a game, in thousandths of a point. Gains and losses cancel exactly.

    `places` count from 1; a shared place is a draw. At larger tables each opponent counts less, so that a game moves
    ratings equally everywhere.
    """
    after = list(ratings)
    for one, other in combinations(range(len(ratings)), 2):
        expected = 1 / (1 + 10.0 ** ((ratings[other] - ratings[one]) / SCALE))
        made = 0.5 if places[one] == places[other] else float(places[one] < places[other])
        change = round(STEP * (made - expected) / (len(ratings) - 1))
        after[one] += change
        after[other] -= change
    return after
