"""The recogniser and a slow one that shares no code with it agree on random hands."""

from random import Random

import pytest

from scoring.errors import ScoringError
from scoring.hand.hand_tiles import lay_out
from scoring.hand.tiles import ORPHANS, Tile
from scoring.hand.wsom.recognise import Circumstances, recognise
from tests.scoring.hand.wsom.slow_recogniser import VALUES, slow_value
from tests.scoring.random_hands import random_hand
from tests.thorough import examples


def compare(hand, self_drawn, seat_wind):
    concealed = [tile.kind for tile in hand.concealed]
    melds = [(tuple(tile.kind for tile in meld.tiles), meld.is_open) for meld in hand.melds]
    expected = slow_value(concealed, melds, hand.win_tile.kind, self_drawn, seat_wind)
    how = Circumstances(self_drawn, seat_wind)
    if expected is None:
        with pytest.raises(ScoringError, match="neither four sets and a pair"):
            recognise(hand, how)
        return
    fast = recognise(hand, how)
    value, lists = expected
    codes = sorted(pattern.code for pattern in fast.patterns)
    assert fast.value == value
    assert codes in [sorted(one) for one in lists]
    assert fast.total == max(sum(VALUES[code] for code in one) for one in lists)


@pytest.mark.parametrize("seed", range(examples(2, of=6)))
def test_random_complete_hands_get_the_same_value_and_patterns(seed):
    random = Random(f"wsom {seed}")
    for _ in range(250):
        compare(random_hand(random), random.random() < 0.5, 27 + random.randrange(4))


def test_random_tiles_of_one_suit_are_complete_for_both_or_for_neither():
    random = Random("one suit")
    complete = 0
    for _ in range(examples(200, of=400)):
        tiles = sorted(random.sample(range(36), 14))
        hand = lay_out([Tile(tile // 4) for tile in tiles], (), Tile(random.choice(tiles) // 4))
        compare(hand, random.random() < 0.5, 27)
        complete += slow_value([tile // 4 for tile in tiles], [], hand.win_tile.kind, True, 27) is not None
    assert complete > 5


def test_all_thirteen_terminals_and_any_fourteenth_tile_win_for_both_or_for_neither():
    for fourteenth in range(34):
        kinds = sorted([*ORPHANS, fourteenth])
        for won in {*kinds}:
            compare(lay_out([Tile(kind) for kind in kinds], (), Tile(won)), fourteenth % 2 == 0, 27)
