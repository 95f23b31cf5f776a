"""Every payment of every riichi rulebook, against the `mahjong` library's own score table where it can express it."""

from itertools import product

import pytest
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.scores import ScoresCalculator

from scoring.errors import ScoringError
from scoring.hand.payment import settle_win
from scoring.hand.win import Hand, Win
from scoring.rulebook.rulebook import editions, load
from tests.thorough import in_turn

BOOKS = [e for e in editions() if load(e).score.table == "formula" and load(e).table.players == 4]
SETTLED = {"settlement.honba_ron": 300, "settlement.honba_tsumo_each": 100}


# Every day each edition with one or two of its four houses.
HOUSES = in_turn([*product(BOOKS, (True, False), ("yakuman", "sanbaiman_cap"))], 0, of=3)


@pytest.mark.parametrize(("edition", "kiriage", "kazoe"), HOUSES)
def test_payments_agree_with_the_library(edition, kiriage, kazoe):
    book = load(edition).with_house_rules("house", SETTLED | {"score.kiriage": kiriage, "score.kazoe": kazoe})
    limit = HandConfig.KAZOE_LIMITED if kazoe == "yakuman" else HandConfig.KAZOE_SANBAIMAN
    options = OptionalRules(kiriage=kiriage, kazoe_limit=limit)
    compared = 0
    for han in range(1, 15):
        for fu in (20, 25, *range(30, 180, 10)):
            for dealer in (True, False):
                for tsumo in (True, False):
                    for honba in (0, 2):
                        try:
                            paid = settle_win(
                                book,
                                Hand(0 if dealer else 1, honba),
                                [Win(0, han=han, fu=fu)],
                                None if tsumo else 2,
                            )
                        except ScoringError:
                            continue
                        config = HandConfig(
                            is_tsumo=tsumo,
                            player_wind=27 if dealer else 28,
                            tsumi_number=honba,
                            options=options,
                        )
                        cost = ScoresCalculator.calculate_scores(han, fu, config)
                        main, other = (
                            cost["main"] + cost["main_bonus"],
                            cost["additional"] + cost["additional_bonus"],
                        )
                        if not tsumo:
                            expected = (main, 0, -main, 0)
                        elif dealer:
                            expected = (3 * main, -main, -main, -main)
                        else:
                            expected = (main + 2 * other, -main, -other, -other)
                        assert paid.delta == expected, (han, fu, dealer, tsumo, honba)
                        compared += 1
    assert compared > 1_000
