"""The steps of the draws of seats and of the wall as people read them, in English and Japanese."""

import pytest

from scoring.ceremony.seeded import draw_ceremony, draw_wall

PLAYERS = ["Ann", "Ben", "古川", "D"]


def in_words(steps, language):
    return [step.in_language(language) for step in steps]


SHINHOCHI = {
    "en": [
        "古川 rolls 8: left, chair 1 (Ben).",
        "East will sit on chair 1.",
        "Ben rolls 4: left, chair 0 (Ann).",
        "The row is o S E W N e; 4 is even, so winds are taken from the right.",
        "Ann takes North.",
        "Ben takes West.",
        "古川 takes East.",
        "D takes South.",
        "East sits on chair 1: East 古川, South D, West Ben, North Ann.",
        "古川 rolls 10: right, chair 2 (D).",
        "D rolls 7: opposite, chair 0 (Ann).",
        "Ann deals first.",
    ],
    "ja": [
        "古川がサイコロを振り8（上家）。Benの席。",
        "1番の席を（仮）東とする。",
        "Benがサイコロを振り4（上家）。Annの席。",
        "並びは奇南東西北偶。4は偶数なので右から取る。",
        "Annは北を引く。",
        "Benは西を引く。",
        "古川は東を引く。",
        "Dは南を引く。",
        "東は1番の席に着く（東家古川、南家D、西家Ben、北家Ann）。",
        "古川がサイコロを振り10（下家）。Dの席。",
        "Dがサイコロを振り7（対面）。Annの席。",
        "起家はAnn。",
    ],
}
FIVE_TILES = {
    "en": [
        "Ben takes white.",
        "古川 takes West.",
        "D takes South.",
        "Ann takes East.",
        "Ben takes North.",
        "East will sit on chair 1.",
        "East sits on chair 1: East Ann, South D, West 古川, North Ben.",
        "Ann rolls 5: self, chair 1 (Ann).",
        "Ann rolls 7: opposite, chair 3 (古川).",
        "古川 deals first.",
    ],
    "ja": [
        "Benは白を引く。",
        "古川は西を引く。",
        "Dは南を引く。",
        "Annは東を引く。",
        "Benは北を引く。",
        "1番の席を（仮）東とする。",
        "東は1番の席に着く（東家Ann、南家D、西家古川、北家Ben）。",
        "Annがサイコロを振り5（自）。Annの席。",
        "Annがサイコロを振り7（対面）。古川の席。",
        "起家は古川。",
    ],
}
TILE_DRAW = {
    "en": [
        "The four winds are turned face down and mixed; each player takes one, Ann the last.",
        "Ben takes South.",
        "古川 takes East.",
        "D takes West.",
        "Ann takes North.",
        "East sits on chair 3: East 古川, South Ben, West D, North Ann.",
        "Assumed: the player who took East deals first. The rulebook only specifies the draw of seats.",
        "古川 deals first.",
    ],
    "ja": [
        "東南西北を1枚ずつ伏せて混ぜ、順に1枚取る。Annは残った1枚を取る。",
        "Benは南を引く。",
        "古川は東を引く。",
        "Dは西を引く。",
        "Annは北を引く。",
        "東は3番の席に着く（東家古川、南家Ben、西家D、北家Ann）。",
        "推定：東を引いた者を起家とする。ルールには場決めの方法しか示されていない。",
        "起家は古川。",
    ],
}
LOT = {
    "en": [
        "The seats are drawn by lot.",
        "Ben takes East.",
        "D takes South.",
        "古川 takes West.",
        "Ann takes North.",
        "East sits on chair 0: East Ben, South D, West 古川, North Ann.",
        "Assumed: every order of seats is equally likely, and East deals first. The platforms do not "
        "publish how they draw.",
        "Ben deals first.",
    ],
    "ja": [
        "席は抽選で決める。",
        "Benは東を引く。",
        "Dは南を引く。",
        "古川は西を引く。",
        "Annは北を引く。",
        "東は0番の席に着く（東家Ben、南家D、西家古川、北家Ann）。",
        "推定：どの席順も同じ確率とし、東家を起家とする。各サイトの抽選方法は公表されていない。",
        "起家はBen。",
    ],
}


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(
    ("procedure", "expected"),
    [
        ("shinhochi_two_roll", SHINHOCHI),
        ("five_tiles", FIVE_TILES),
        ("tile_draw", TILE_DRAW),
        ("random", LOT),
    ],
)
def test_every_step_of_a_draw_of_seats_is_a_sentence(procedure, expected, language):
    steps = draw_ceremony(procedure, "s1", PLAYERS).seats.steps

    assert in_words(steps, language) == expected[language]


def test_tiles_that_are_drawn_again_say_why():
    again = next(step for step in draw_ceremony("five_tiles", "s4").seats.steps if step.code == "draw_again")

    assert again.in_language("en") == "White is left over: mix and draw again."
    assert again.in_language("ja") == "白が残ったので引き直し。"


@pytest.mark.parametrize(
    ("seed", "english", "japanese"),
    [
        (
            "s3",
            [
                "The dealer, seat 0, rolls 12: left, seat 3.",
                "Seat 3 rolls 6: 12 + 6 = 18 stacks from the right end of that wall.",
                "Assumed: both totals together are counted, from the wall of the second roller. The "
                "official book was not available; printed descriptions of the Chinese game say so.",
                "Assumed: the wall has only 17 stacks, so the count continues in the next wall, clockwise.",
                "1 stack at the right end of seat 2's wall stays; the deal starts with the next, clockwise.",
            ],
            [
                "親（席0）が振って12（上家）。席3の山。",
                "席3がもう一度振って6。12＋6＝18幢を、その山の右端から数える。",
                "推定：2回の目の合計を、2回目に振った者の山から数える。公式の規則書は未確認で、中国麻将の解説書による。",
                "推定：山は17幢しかないため、時計回りに次の山へ続けて数える。",
                "席2の山の右端から1幢を残し、次の幢から時計回りに取る。",
            ],
        ),
    ],
)
def test_every_step_of_two_rolls_for_the_wall_is_a_sentence(seed, english, japanese):
    steps = draw_wall("two_roll", seed, 0).steps

    assert in_words(steps, "en") == english
    assert in_words(steps, "ja") == japanese


def test_a_wall_opened_by_lot_says_what_is_assumed():
    steps = draw_wall("random", "s1", 0).steps

    assert in_words(steps, "en") == [
        "Assumed: every stack is equally likely. The platforms do not publish how they draw.",
        "4 stacks at the right end of seat 0's wall stay; the deal starts with the next, clockwise.",
    ]
    assert in_words(steps, "ja") == [
        "推定：どの幢も同じ確率とする。各サイトの抽選方法は公表されていない。",
        "席0の山の右端から4幢を残し、次の幢から時計回りに取る。",
    ]
