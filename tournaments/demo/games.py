"""How the demo's made-up games end."""

from collections.abc import Sequence

from scoring.errors import ScoringError
from scoring.game.game import State, play, start
from scoring.game.outcome import Outcome
from scoring.hand.win import Win
from scoring.rulebook.rulebook import Rulebook
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


# Han and fu of a hand, the usual ones several times.
VALUES = (
    *((1, 30), (1, 40), (2, 30), (2, 30), (2, 40), (3, 30), (3, 30), (3, 40), (4, 30), (5, None), (5, None)),
    *((6, None), (8, None)),
)


def told_game(chance: Drbg, rulebook: Rulebook) -> list[Outcome]:
    """A game that could have been, hand by hand to its end."""
    hands: list[Outcome] = []
    state = start(rulebook)
    while not state.over:
        hand = _hand(chance, state)
        try:
            state = play(rulebook, state, hand)
        except ScoringError:  # a riichi without the points for it, say
            continue
        hands.append(hand)
    return hands


def _hand(chance: Drbg, state: State) -> Outcome:
    """One hand in six is drawn, and of the others two in five are won by tsumo."""
    seats = chance.shuffled(range(len(state.points)))
    riichi = tuple(sorted(seats[: (0, 0, 1, 1, 2)[chance.below(5)]]))
    if not chance.below(6):
        return Outcome("draw", tenpai=_with(chance, riichi, seats), riichi=riichi)
    winner, other = seats[:2] if chance.below(2) else seats[::-1][:2]
    loser = other if chance.below(5) > 1 else None
    if not chance.below(60):
        return Outcome("win", wins=(Win(winner, yakuman=("kokushi",)),), loser=loser)
    han, fu = VALUES[chance.below(len(VALUES))]
    return Outcome("win", wins=(Win(winner, han=han, fu=fu),), loser=loser, riichi=riichi)


def _with(chance: Drbg, riichi: Sequence[int], seats: Sequence[int]) -> tuple[int, ...]:
    """Those in riichi are tenpai, and perhaps one or two more."""
    return tuple(sorted({*riichi, *seats[: chance.below(3)]}))
