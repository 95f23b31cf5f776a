"""How the demo's made-up games end."""

from collections.abc import Sequence

from scoring.errors import ScoringError
from scoring.game.game import State, play, start
from scoring.game.outcome import Outcome
from scoring.game.told_hands import complete_outcome
from scoring.hand.details import Details, LaidTiles
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


# Hands as they are laid out: the concealed tiles, the melds, and the tile they were won with. What they are worth the
# rules say; without riichi not each of them has a yaku for everybody.
LAID = (
    ("234m567p345678s55p", (), "2m"),
    ("123m456p789s23499s", (), "1m"),
    ("1155m2288p3399s44z", (), "4z"),
    ("123m456p789s11p555z", (), "1p"),
    ("123m567p999s345s22z", (), "4s"),
    ("345m678p234s456s11z", (), "3s"),
    ("223344m567p789s11s", (), "4m"),
    ("234m234p234s678s99m", (), "2p"),
    ("123456789p345s22m", (), "9p"),
    ("123m567m99m555z222z", (), "9m"),
    ("567p678s55s", ("(234m)", "(345p)"), "6p"),
    ("345m66p", ("(234s)", "(678s)", "(456p)"), "3m"),
    ("456p789s22m", ("(777z)", "(123s)"), "4p"),
    ("456m678p11s", ("(111z)", "(345s)"), "4m"),
    ("234m567s88p", ("(666z)", "(789p)"), "7s"),
    ("888p44s", ("(222m)", "(999s)", "(555p)"), "4s"),
    ("234p66p", ("(777z)", "(789p)", "(456p)"), "4p"),
)
INDICATORS = ("3p", "8s", "2m", "9p", "5z", "1z", "4s")


def told_game(chance: Drbg, rulebook: Rulebook) -> list[Outcome]:
    """A game that could have been, hand by hand to its end, with the tiles of those who won."""
    hands: list[Outcome] = []
    state = start(rulebook)
    while not state.over:
        try:
            hand = complete_outcome(rulebook, state, _hand(chance, state))
            state = play(rulebook, state, hand)
        except ScoringError:  # a riichi without the points for it, a hand without a yaku
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
    tiles, melds, last = LAID[chance.below(len(LAID))]
    laid = LaidTiles(tiles, last, melds, dora=INDICATORS[chance.below(len(INDICATORS))])
    if winner in riichi and not chance.below(5):
        laid = laid._replace(chances=("ippatsu",))
    return Outcome("win", wins=(Win(winner, details=Details(hand=laid)),), loser=loser, riichi=riichi)


def _with(chance: Drbg, riichi: Sequence[int], seats: Sequence[int]) -> tuple[int, ...]:
    """Those in riichi are tenpai, and perhaps one or two more."""
    return tuple(sorted({*riichi, *seats[: chance.below(3)]}))
