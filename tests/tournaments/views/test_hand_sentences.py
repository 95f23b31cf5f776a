"""What happened in a hand, as one sentence."""

import pytest
from django.utils.translation import override

from scoring.game.game import State, start
from scoring.game.outcome import Outcome
from scoring.hand.dead_hand import DeadHand
from scoring.hand.details import Details
from scoring.hand.win import Liability, Win
from scoring.rulebook.rulebook import Rulebook, load
from tournaments.views.hand_sentences import outcome_as_html, say_outcome

MLEAGUE, TENHOU, MCR = load("mleague"), load("tenhou"), load("mcr")
SANMA = load("tenhou_sanma")
SHINHOCHI = load("shinhochi").with_house_rules("x", {"table.starting_points": 30_000})
WAREME = MLEAGUE.with_house_rules("house", {"overlay.wareme": "wareme"})
WITH_ABORTS = MLEAGUE.with_house_rules("x", {"draw.aborts": ["suufon"], "draw.abort_dealer": "stays"})
NAGASHI = MLEAGUE.with_house_rules("x", {"draw.nagashi_mangan": "mangan_tsumo"})
OPEN_KAN = MLEAGUE.with_house_rules("x", {"settlement.daiminkan_pao": True})
REVERSED = MLEAGUE.with_house_rules("x", {"chombo.kind": "mangan"})
MINIPOINTS = MCR.with_house_rules(
    "x", {"chombo.kind": "minipoints", "chombo.amount": 30, "chombo.replay": True}
)


# The first dealer, A, deals; B, C and D follow.
SENTENCES: list[tuple[Rulebook, Outcome, str, str]] = [
    (
        MLEAGUE,
        Outcome("win", wins=(Win(1, han=3, fu=40),), loser=2, riichi=(1, 3)),
        "B ron 5,200 (3 han 40 fu) from C · riichi: B, D",
        "B ロン 5,200（40符3翻） 放銃 C · リーチ：B・D",
    ),
    (
        MLEAGUE,
        Outcome("win", wins=(Win(0, han=2, fu=30),)),
        "A tsumo 1,000 all (2 han 30 fu)",
        "A ツモ 1,000オール（30符2翻）",
    ),
    (
        MLEAGUE,
        Outcome("win", wins=(Win(1, han=3, fu=40),)),
        "B tsumo 1,300 / 2,600 (3 han 40 fu)",
        "B ツモ 1,300・2,600（40符3翻）",
    ),
    (
        SANMA,
        Outcome("win", wins=(Win(2, han=5),)),
        "C tsumo 2,000 / 4,000 (mangan, 5 han)",
        "C ツモ 2,000・4,000（5翻 満貫）",
    ),
    (
        MLEAGUE,
        Outcome(
            "win",
            wins=(Win(1, han=8, details=Details(("riichi", "iipeikou"), dora=(("dora", 3),))),),
            loser=0,
        ),
        "B ron 16,000 (baiman, 8 han) from A – riichi, iipeikou, dora 3",
        "B ロン 16,000（8翻 倍満） 放銃 A – 立直・一盃口・ドラ 3",
    ),
    # Which yakuman it was, and who is liable for it.
    (
        MLEAGUE,
        Outcome("win", wins=(Win(1, yakuman=("kokushi",)),), loser=3),
        "B ron 32,000 (yakuman: kokushi musou) from D",
        "B ロン 32,000（役満 国士無双） 放銃 D",
    ),
    (
        MLEAGUE,
        Outcome(
            "win", wins=(Win(1, yakuman=("daisangen", "tsuuiisou"), pao=Liability(3, "daisangen")),), loser=2
        ),
        "B ron 64,000 (2 x yakuman: daisangen, tsuuiisou) from C · D liable for daisangen (pao)",
        "B ロン 64,000（2倍役満 大三元・字一色） 放銃 C · D 責任払い（大三元の包）",
    ),
    (
        MLEAGUE,
        Outcome("win", wins=(Win(1, yakuman=("daisangen",), pao=Liability(3, "daisangen")),)),
        "B tsumo 32,000 from D (yakuman: daisangen) · D liable for daisangen (pao)",
        "B ツモ Dから32,000（役満 大三元） · D 責任払い（大三元の包）",
    ),
    (
        OPEN_KAN,
        Outcome("win", wins=(Win(1, han=3, fu=40, open_kan_from=2),)),
        "B tsumo 5,200 from C (3 han 40 fu) · C liable for the open kan",
        "B ツモ Cから5,200（40符3翻） · C 責任払い（大明槓の包）",
    ),
    # Where payers pay in another way than by dealer and children, each is named.
    (
        WAREME,
        Outcome("win", wins=(Win(1, han=3, fu=40),), marked=2),
        "B tsumo 2,600 from A, 2,600 from C, 1,300 from D (3 han 40 fu)",
        "B ツモ Aから2,600・Cから2,600・Dから1,300（40符3翻）",
    ),
    # Several winners: each is paid, only the nearest, or none.
    (
        TENHOU,
        Outcome("win", wins=(Win(0, han=5), Win(1, han=1, fu=30)), loser=3),
        "A ron 12,000 (mangan, 5 han) from D; B ron 1,000 (1 han 30 fu) from D",
        "A ロン 12,000（5翻 満貫） 放銃 D、B ロン 1,000（30符1翻） 放銃 D",
    ),
    (
        MLEAGUE,
        Outcome("win", wins=(Win(0, han=5), Win(1, han=1, fu=30)), loser=3),
        "A ron 12,000 (mangan, 5 han) from D; ron by B too, only the nearest is paid",
        "A ロン 12,000（5翻 満貫） 放銃 D、Bもロン（頭ハネ）",
    ),
    (
        TENHOU,
        Outcome("win", wins=(Win(0, han=5), Win(1, han=5), Win(2, han=5)), loser=3),
        "Ron by A, B, C: the hand is aborted",
        "A・B・Cのロンで流局",
    ),
    # Draws.
    (MLEAGUE, Outcome("draw", tenpai=(0, 2)), "Draw, tenpai: A, C", "流局　テンパイ：A・C"),
    (MLEAGUE, Outcome("draw"), "Draw, no one tenpai", "流局　全員ノーテン"),
    (MLEAGUE, Outcome("draw", tenpai=(0, 1, 2, 3)), "Draw, everyone tenpai", "流局　全員テンパイ"),
    (
        NAGASHI,
        Outcome("draw", nagashi=(3,), tenpai=(0,), riichi=(0,)),
        "Nagashi mangan: D · tenpai: A · riichi: A",
        "流し満貫：D · テンパイ：A · リーチ：A",
    ),
    (WITH_ABORTS, Outcome("abort", abort="suufon"), "Abortive draw: four winds", "途中流局：四風子連打"),
    # What a chombo costs, at the table or after the game.
    (
        MLEAGUE,
        Outcome("chombo", offenders=(3,), riichi=(1,)),
        "Chombo: D, −20 after the game · riichi, returned: B",
        "チョンボ：D（終了後に▲20） · リーチ（返却）：B",
    ),
    (
        SHINHOCHI,
        Outcome("chombo", offenders=(1,)),
        "Chombo: B pays 3,000 all",
        "チョンボ：B（3,000オール払い）",
    ),
    (
        REVERSED,
        Outcome("chombo", offenders=(0, 1)),
        "Chombo: A pays 4,000 all; Chombo: B pays 2,000 / 4,000",
        "チョンボ：A（4,000オール払い）、チョンボ：B（2,000・4,000払い）",
    ),
    # Whose hand was dead, and why.
    (
        MLEAGUE,
        Outcome("draw", tenpai=(0,), riichi=(3,), dead_hands=(DeadHand(3, "too_many_tiles"),)),
        "Draw, tenpai: A · riichi: D · D dead hand after riichi (too many tiles)",
        "流局　テンパイ：A · リーチ：D · D リーチ後にアガリ放棄（多牌）",
    ),
    (
        WITH_ABORTS,
        Outcome("abort", abort="suufon", dead_hands=(DeadHand(0, "wrong_call"), DeadHand(1, "other"))),
        "Abortive draw: four winds · A dead hand (wrong call) · B dead hand (other reason)",
        "途中流局：四風子連打 · A アガリ放棄（誤った鳴き） · B アガリ放棄（その他）",
    ),
    (MLEAGUE, Outcome("gong", hands_left=0), "Time is up: the game ends", "時間切れ：ここで終局"),
    (MLEAGUE, Outcome("gong", hands_left=2), "Time is up: 2 hands left", "時間切れ：残り2局"),
    (
        MLEAGUE,
        Outcome("adjust", reason="A stick fell", sticks=1),
        "Corrected by the referee: A stick fell",
        "審判による訂正：A stick fell",
    ),
    # Games of patterns: a draw has no tenpai, a foul is taken off the score.
    (MCR, Outcome("draw"), "Draw, no winner", "流局（アガリなし）"),
    (
        MCR,
        Outcome("win", wins=(Win(1, points=24),), loser=0),
        "B wins on a discard of A: 24 points",
        "B ロンアガリ 24点 放銃 A",
    ),
    (
        MCR,
        Outcome("win", wins=(Win(1, points=24),)),
        "B wins by self-draw: 24 points, 32 all",
        "B ツモアガリ 24点（32オール）",
    ),
    (
        MINIPOINTS,
        Outcome("chombo", offenders=(0,)),
        "Chombo: A, −30 before places are determined",
        "チョンボ：A（着順を決める前に▲30）",
    ),
]


@pytest.mark.parametrize(("book", "outcome", "en", "ja"), SENTENCES)
def test_a_hand_is_said_in_one_sentence(book: Rulebook, outcome: Outcome, en: str, ja: str) -> None:
    said = []
    for language in ("en", "ja"):
        with override(language):
            said.append(say_outcome(book, start(book), outcome, "ABCD"[: book.hand_players]))

    assert said == [en, ja]


def test_the_dealers_share_of_a_tsumo_is_that_of_who_deals_this_hand() -> None:
    south_1 = start(MLEAGUE)._replace(round=1, dealer=2)

    assert say_outcome(MLEAGUE, south_1, Outcome("win", wins=(Win(2, han=2, fu=30),)), "ABCD") == (
        "C tsumo 1,000 all (2 han 30 fu)"
    )


def test_as_html_each_name_leads_to_its_player_and_everything_is_escaped() -> None:
    names = ["A<b", "Tea & Cake", "C%s", "\ue000"]
    addresses = [f"/players/{number}/" for number in range(4)]
    state: State = start(MLEAGUE)
    ron = Outcome("win", wins=(Win(0, han=3, fu=40),), loser=1, riichi=(2, 3))

    assert outcome_as_html(MLEAGUE, state, ron, names, addresses) == (
        '<a href="/players/0/"><bdi>A&lt;b</bdi></a> ron 7,700 (3 han 40 fu) from '
        '<a href="/players/1/"><bdi>Tea &amp; Cake</bdi></a>'
    )
    draw = Outcome("draw", tenpai=(2, 3), riichi=(3,))
    assert outcome_as_html(MLEAGUE, state, draw, names, addresses) == (
        'Draw, tenpai: <a href="/players/2/"><bdi>C%s</bdi></a>, <a href="/players/3/"><bdi>\ue000</bdi></a>'
    )
    adjusted = Outcome("adjust", reason="<i>\ue001</i>", sticks=1)
    assert outcome_as_html(MLEAGUE, state, adjusted, names) == "Corrected by the referee: &lt;i&gt;&lt;/i&gt;"
