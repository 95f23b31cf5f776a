"""Who is liable for what, edition by edition: worked by hand from the texts, beyond the cases of `tests/vectors`."""

import pytest

from tests.scoring.verbs.test_batch import ask

DRAGONS, WINDS = {"seat": 2, "yaku": "daisangen"}, {"seat": 2, "yaku": "daisuushii"}
OPEN = {"settlement.pao_yaku": ["daisuushii"], "settlement.pao_honba": "discarder"}


def paid(rulebook, win, names, pao, *, honba=0, dealer=0, loser=3, winner=1, assume=None):
    request = {
        "do": "payment",
        "rulebook": rulebook,
        "dealer": dealer,
        "win": win,
        "loser": loser if win == "ron" else None,
        "honba": honba,
    }
    return ask(request | {"wins": [{"winner": winner, "yakuman": names, "pao": pao}], "assume": assume or {}})


@pytest.mark.parametrize(
    ("rulebook", "names", "pao", "honba", "assume", "delta"),
    [
        # 3.3.9: shares the payment equally, only the discarder pays for any counters [P18]
        ("ema_2016", ["daisangen"], DRAGONS, 2, {}, [0, 32_600, -16_000, -16_600]),
        ("ema_2025", ["daisuushii", "tsuuiisou"], WINDS, 1, {}, [0, 32_300, -16_000, -16_300]),
        # the bonus sticks are paid by the discarder [P21]; liable for that yakuman only [P05]
        ("wrc_2025", ["daisangen", "tsuuiisou"], DRAGONS, 1, {}, [0, 64_300, -16_000, -48_300]),
        # 包発生時には積み棒は包の責任者が支払う [P45]; four winds are a double yakuman, and owed as one [C23]
        ("mahjongsoul", ["daisuushii", "tsuuiisou"], WINDS, 1, {}, [0, 96_300, -32_300, -64_000]),
        # half of the whole hand, counters by the liable player [P24, P05]
        ("tenhou", ["daisangen", "tsuuiisou"], DRAGONS, 1, {}, [0, 64_300, -32_300, -32_000]),
        # 別の放銃者がいたら折半払い [S4]: which yakuman and who pays counters is the event's to say
        ("danching", ["daisuushii"], WINDS, 1, OPEN, [0, 64_300, -32_000, -32_300]),
        # パオ 無し [P13], パオなし [P05]
        ("saikouisen", ["daisangen"], DRAGONS, 2, {}, [0, 32_600, 0, -32_600]),
        ("rmu_a", ["daisangen", "tsuuiisou"], DRAGONS, 0, {}, [0, 64_000, 0, -64_000]),
    ],
)
def test_a_ron_with_somebody_liable(rulebook, names, pao, honba, assume, delta):
    assert paid(rulebook, "ron", names, pao, honba=honba, assume=assume) == {"delta": delta}


@pytest.mark.parametrize(
    ("rulebook", "names", "pao", "honba", "delta"),
    [
        ("tenhou", ["daisangen", "tsuuiisou"], DRAGONS, 1, [0, 64_300, -64_300, 0]),
        # the double yakuman and the counters by one; of the other, everybody their own
        ("mahjongsoul", ["daisuushii", "tsuuiisou"], WINDS, 2, [-16_000, 96_600, -72_600, -8_000]),
        ("wrc_2017", ["daisuushii"], WINDS, 2, [0, 32_600, -32_600, 0]),
        # no liability for four kans there [C21]
        ("tenhou", ["suukantsu"], {"seat": 2, "yaku": "suukantsu"}, 0, [-16_000, 32_000, -8_000, -8_000]),
        ("wrc_2025", ["suukantsu"], {"seat": 2, "yaku": "suukantsu"}, 0, [0, 32_000, -32_000, 0]),
    ],
)
def test_a_tsumo_with_somebody_liable(rulebook, names, pao, honba, delta):
    assert paid(rulebook, "tsumo", names, pao, honba=honba) == {"delta": delta}


def test_the_dealers_big_four_winds_are_owed_whole_by_tsumo():
    """ツモアガリされた時は全額を [S2 art. 67]."""
    owed = {"seat": 3, "yaku": "daisuushii"}

    assert paid("shinhochi", "tsumo", ["daisuushii"], owed, winner=0) == {"delta": [48_000, 0, 0, -48_000]}


def test_at_a_table_of_three_the_liable_player_pays_what_the_two_would():
    """The share of the missing North is lost, as without liability."""
    assert paid("mahjongsoul_sanma", "tsumo", ["daisangen"], DRAGONS, honba=1, loser=2) == {
        "delta": [0, 24_200, -24_200]
    }


@pytest.mark.parametrize(
    ("rulebook", "owed"), [("jpml_b", True), ("uspml_interim", True), ("jpml_a_2026", False)]
)
def test_a_win_on_the_replacement_tile_of_an_open_kan(rulebook, owed):
    """明カンのリンシャンカイホウはカンさせた者の責任払い [S0]; 嶺上開花は全てツモアガリとして扱う [P03]."""
    won = {"winner": 1, "han": 3, "fu": 40, "open_kan_from": 3}

    answer = ask(
        {"do": "payment", "rulebook": rulebook, "dealer": 0, "win": "tsumo", "honba": 1, "wins": [won]}
    )

    assert answer == {"delta": [0, 5_500, 0, -5_500] if owed else [-2_700, 5_500, -1_400, -1_400]}


def test_a_doubled_liable_player_pays_their_part_twice():
    """割れ目: もらっても支払っても2倍 [S0], counters too [P39]; the discarder's part stays as it is."""
    wareme = {"overlay.wareme": "wareme"}
    request = {"do": "payment", "rulebook": "jpml_a", "dealer": 0, "win": "ron", "loser": 3, "honba": 1}
    won = {"winner": 1, "yakuman": ["daisangen"], "pao": DRAGONS}

    answer = [ask(request | {"wins": [won], "assume": wareme, "marked": seat})["delta"] for seat in range(4)]

    assert answer == [
        [0, 32_300, -16_000, -16_300],
        [0, 64_600, -32_000, -32_600],
        [0, 48_300, -32_000, -16_300],
        [0, 48_600, -16_000, -32_600],
    ]
