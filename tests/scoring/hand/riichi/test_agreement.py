"""2,500 random hands, the 24 riichi rulebooks in turn, agree with the library used raw; thoroughly 20,000.

The long run of 400,000 is ``python -m tests.scoring.hand.riichi.agreement 400000``.
"""

from collections import Counter
from random import Random

import pytest

from scoring.hand.riichi.situation import Situation
from scoring.rulebook.rulebook import load
from tests.scoring.hand.riichi.agreement import compare, run
from tests.scoring.random_hands import random_hand
from tests.thorough import examples


@pytest.mark.parametrize("part", range(examples(1, of=4)))
def test_yaku_fu_and_payment_are_those_of_the_library(part):
    seen = run(examples(2_500, of=5_000), f"part {part}")

    assert seen["paid alike"] > examples(1_500, of=3_000)
    common = {"tsumo", "tanyao", "pinfu", "chiitoitsu", "kokushi", "rinshan", "ittsuu", "no_yaku", "red_dora"}
    assert common <= set(seen)


@pytest.mark.parametrize("edition", ["jpml_a", "mleague"])
def test_a_replacement_tile_keeps_the_best_reading_whatever_its_fu(edition):
    random, seen = Random(f"rinshan {edition}"), Counter()
    while sum(seen.values()) < examples(1_000, of=3_000):
        hand = random_hand(random)
        if hand.kans:
            seat, round_wind = 27 + random.randrange(4), 27 + random.randrange(2)
            compare(load(edition), hand, Situation(True, seat, round_wind, rinshan=True), seen)

    assert seen["paid alike"] > examples(150, of=300)
