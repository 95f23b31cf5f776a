"""Elo ratings by the places of a table: everybody has played everybody else there.

>>> rated([1_500_000, 1_500_000, 1_500_000, 1_500_000], [1, 2, 3, 4])
[1518000, 1506000, 1494000, 1482000]
"""

from collections.abc import Sequence
from itertools import combinations

# In thousandths of a point. Nobody has played yet: everybody is worth the same.
START = 1_500_000
# Four hundred points of difference make one ten times as likely to finish ahead (A. Elo, 1978).
SCALE = 400_000
# Whoever finishes ahead of everybody gains half of it among equals, at any table.
STEP = 36_000


def rated(ratings: Sequence[int], places: Sequence[int]) -> list[int]:
    """The ratings after a game, in thousandths of a point. What some win others lose, to the last digit.

    `places` count from 1; whoever shares one has drawn. At larger tables each of the others counts for less, so that
    a game moves as much everywhere.
    """
    after = list(ratings)
    for one, other in combinations(range(len(ratings)), 2):
        expected = 1 / (1 + 10.0 ** ((ratings[other] - ratings[one]) / SCALE))
        made = 0.5 if places[one] == places[other] else float(places[one] < places[other])
        change = round(STEP * (made - expected) / (len(ratings) - 1))
        after[one] += change
        after[other] -= change
    return after
