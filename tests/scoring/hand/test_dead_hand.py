"""Dead hands (アガリ放棄): no win and no tenpai for whoever has one, and what was declared before stays."""

import pytest

from scoring.errors import ScoringError
from scoring.game.game import play, start
from scoring.game.outcome import Outcome, as_json, from_json
from scoring.hand.dead_hand import REASONS, DeadHand
from scoring.hand.win import Win
from scoring.rulebook.rulebook import editions, load
from scoring.text.errors import say_refusal

SOUTH = DeadHand(1, "too_many_tiles")


def book_of(name):
    book = load(name)
    changes = {"table.starting_points": 30_000, "draw.noten_total": 3_000}
    return book.with_house_rules("x", {path: value for path, value in changes.items() if unset(book, path)})


def unset(book, path):
    section, name = path.split(".")
    return not isinstance(getattr(getattr(book, section), name), int)


def points(book, outcome):
    return play(book, start(book), outcome).points


@pytest.mark.parametrize("name", editions())
def test_by_every_rulebook_a_dead_hand_neither_wins_nor_is_tenpai(name):
    book = book_of(name)

    wins = Outcome("win", wins=(Win(1, han=3, fu=40),), loser=0, dead_hands=(SOUTH,))
    draw = Outcome("draw", tenpai=(0, 1), dead_hands=(SOUTH,))

    assert [refusal(book, outcome) for outcome in (wins, draw)] == [
        ("dead_hand_wins", ("dead_hands",)),
        ("dead_hand_tenpai", ("dead_hands",)),
    ]


def refusal(book, outcome):
    with pytest.raises(ScoringError) as refused:
        play(book, start(book), outcome)
    return refused.value.code, refused.value.fields


def test_the_refusals_say_what_is_so_and_what_to_do():
    book = load("mleague")
    said = []
    for outcome in (
        Outcome("win", wins=(Win(1, han=3, fu=40),), dead_hands=(SOUTH,)),
        Outcome("draw", tenpai=(1,), dead_hands=(SOUTH,)),
    ):
        with pytest.raises(ScoringError) as refused:
            play(book, start(book), outcome)
        said.append([refused.value.message, say_refusal(refused.value, "ja")])

    assert said == [
        [
            "A dead hand cannot win. Please correct who won, or whose hand was dead.",
            "アガリ放棄の手はアガれません。アガった人かアガリ放棄の人を直してください。",
        ],
        [
            "A dead hand counts as noten at a draw. Please correct who was tenpai, or whose hand was dead.",
            "アガリ放棄の手は流局時にノーテン扱いです。テンパイの人かアガリ放棄の人を直してください。",
        ],
    ]


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        (
            Outcome("draw", nagashi=(0, 1), dead_hands=(SOUTH,)),
            (
                "dead_hand_nagashi",
                "A dead hand has no nagashi mangan. Please correct whose it is, or whose hand was dead.",
                "アガリ放棄の手に流し満貫はありません。流し満貫の人かアガリ放棄の人を直してください。",
            ),
        ),
        (
            Outcome("draw", riichi=(1,), dead_hands=(DeadHand(1, "kuikae"),)),
            (
                "dead_hand_riichi",
                "Kuikae follows a call, and an open hand cannot be in riichi. "
                "Please correct the riichi, or why it was dead.",
                "喰い替えは鳴いた後の反則で、鳴いた手はリーチできません。リーチかアガリ放棄の理由を直してください。",
            ),
        ),
    ],
)
def test_nor_is_it_paid_for_its_discards_nor_was_it_in_riichi_after_a_call(outcome, said):
    """No text lets a dead hand win, and a nagashi mangan is paid as a win; riichi needs a concealed hand."""
    book = load("tenhou").with_house_rules("x", {"draw.nagashi_mangan": "mangan_tsumo"})

    with pytest.raises(ScoringError) as refused:
        play(book, start(book), outcome)

    assert (refused.value.code, refused.value.message, say_refusal(refused.value, "ja")) == said


def test_another_hand_is_paid_for_its_discards_beside_a_dead_one():
    book = load("tenhou").with_house_rules("x", {"draw.nagashi_mangan": "mangan_tsumo"})

    assert points(book, Outcome("draw", nagashi=(0,), dead_hands=(SOUTH,))) == (
        37_000,
        21_000,
        21_000,
        21_000,
    )


def test_one_of_several_winners_is_refused_with_a_dead_hand_as_well():
    book = load("mleague").with_house_rules("x", {"settlement.ron_two": "all"})
    both = Outcome("win", wins=(Win(0, han=5), Win(1, han=5)), loser=2, dead_hands=(SOUTH,))

    assert refusal(book, both) == ("dead_hand_wins", ("dead_hands",))


def test_at_a_draw_a_dead_hand_pays_as_noten():
    book = load("mleague")

    assert points(book, Outcome("draw", tenpai=(0,), dead_hands=(SOUTH,))) == (28_000, 24_000, 24_000, 24_000)


def test_a_dealer_with_a_dead_hand_passes_the_deal():
    book = load("mleague")

    after = play(book, start(book), Outcome("draw", tenpai=(1,), dead_hands=(DeadHand(0, "kuikae"),)))

    assert (after.dealer, after.honba) == (1, 1)


def test_a_riichi_declared_before_stays_on_the_table_and_is_no_noten_riichi():
    """Shin-Hochi, art. 72 and 73: such a player is noten, and shows the hand."""
    book = load("mleague")

    after = play(book, start(book), Outcome("draw", tenpai=(0,), riichi=(1,), dead_hands=(SOUTH,)))

    assert (after.points, after.deposits) == ((28_000, 23_000, 24_000, 24_000), 1)
    assert (
        refusal(book, Outcome("draw", tenpai=(0,), riichi=(1, 2), dead_hands=(SOUTH,)))[0] == "noten_riichi"
    )


def test_others_win_pay_and_foul_as_ever():
    book = load("mleague").with_house_rules("x", {"draw.aborts": ["suufon"], "draw.abort_dealer": "stays"})
    for outcome in (
        Outcome("win", wins=(Win(0, han=3, fu=40),), loser=1, riichi=(1,)),
        Outcome("abort", abort="suufon"),
        Outcome("chombo", offenders=(1,)),
        Outcome("draw", tenpai=(2, 3)),
    ):
        with_dead = from_json(as_json(outcome) | {"dead_hands": [{"seat": 1, "why": "other"}]})

        assert play(book, start(book), with_dead) == play(book, start(book), outcome)


def test_where_nobody_sits_no_hand_is_dead():
    book = load("tenhou_sanma")

    outcome = Outcome("draw", tenpai=(), dead_hands=(DeadHand(3, "other"),))

    assert refusal(book, outcome) == ("no_such_seat", ("dead_hands",))


def test_each_reason_has_a_name_in_both_languages():
    assert {why: tuple(term) for why, term in REASONS.items()} == {
        "too_many_tiles": ("too many tiles", "多牌"),
        "too_few_tiles": ("too few tiles", "少牌"),
        "wrong_call": ("wrong call", "誤った鳴き"),
        "kuikae": ("kuikae (swap calling)", "喰い替え"),
        "out_of_turn": ("drew out of turn", "先ヅモ"),
        "tiles_seen": ("tiles exposed or looked at", "牌の露出・のぞき見"),
        "withdrawn_win": ("win or riichi called and withdrawn", "発声の取り消し"),
        "other": ("other reason", "その他"),
    }
