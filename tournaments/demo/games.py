"""How the demo's made-up games end."""

from seating.drbg import Drbg

START = 25_000
RONS = (1_000, 2_000, 3_900, 5_200, 8_000, 12_000)


def points_of_a_game(chance: Drbg) -> list[int]:
    """A game that could have been: ten wins."""
    points = [START] * 4
    for _hand in range(10):
        winner, loser = chance.shuffled(range(4))[:2]
        price = RONS[chance.below(len(RONS))]
        points[winner] += price
        points[loser] -= price
    return points
