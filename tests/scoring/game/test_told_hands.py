"""Hands of which a table tells the yaku or the tiles: what they are worth, and what is refused."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from scoring.errors import NeedsEventSetting, ScoringError
from scoring.game.game import State, play, start
from scoring.game.outcome import Outcome, as_json, from_json
from scoring.game.told_hands import complete_outcome
from scoring.hand.hand_tiles import LaidOut
from scoring.hand.riichi.named_yaku import bonuses_of, yaku_of
from scoring.hand.tiles import print_tiles
from scoring.rulebook.rulebook import Rulebook, load
from scoring.text.errors import say_refusal
from tests.scoring.random_hands import random_hand
from tests.thorough import part

BOOK = load("mleague")


def win(*, riichi: bool = False, loser: int | None = 1, winner: int = 0, **more: Any) -> dict[str, Any]:
    """A win as JSON, East's from South unless it is said otherwise."""
    outcome = {"kind": "win", "wins": [{"winner": winner, **more}]}
    if loser is not None:
        outcome["loser"] = loser
    if riichi:
        outcome["riichi"] = [winner]
    return outcome


def yaku(*codes: str, **more: Any) -> dict[str, Any]:
    return {"yaku": list(codes), **more}


def found(outcome: dict[str, Any], book: Rulebook = BOOK, state: State | None = None) -> dict[str, Any]:
    """The one win, with all that follows; completing it again changes nothing, and it is paid."""
    state = state or start(book)
    complete = complete_outcome(book, state, from_json(outcome))
    assert complete_outcome(book, state, complete) == complete == from_json(as_json(complete))
    assert play(book, state, complete) == play(book, state, from_json(outcome))
    [one] = as_json(complete)["wins"]
    return one


def test_from_yaku_come_the_han_and_what_the_game_knows() -> None:
    told = win(riichi=True, loser=None, details=yaku("pinfu", dora={"dora": 1, "ura_dora": 0, "red_dora": 2}))

    assert found(told) == {
        "winner": 0,
        "han": 6,
        "fu": 20,
        "details": {"yaku": ["tsumo", "riichi", "pinfu"], "dora": {"dora": 1, "red_dora": 2}},
    }


@pytest.mark.parametrize(
    ("details", "said", "worth"),
    [
        (yaku("tanyao", open=True), {"fu": 30}, (1, 30)),
        (yaku("honitsu", "haku", open=True), {"fu": 40}, (3, 40)),
        (yaku("honitsu", "haku"), {"fu": 40}, (4, 40)),
        (yaku("chinitsu", open=True), {}, (5, None)),
        (yaku("chinitsu"), {}, (6, None)),
        (yaku("chiitoitsu", dora={"dora": 2}), {}, (4, 25)),
        (yaku("pinfu", "tanyao"), {}, (2, 30)),
        # East's triplet of east is both winds in the east round.
        (yaku("seat_wind", open=True), {"fu": 30}, (2, 30)),
        # What is said and agrees is no contradiction; from a mangan up the limit has to.
        (yaku("tanyao", dora={"dora": 5}), {"han": 6, "fu": 40}, (6, 40)),
        (yaku("tanyao", dora={"dora": 6}), {"han": 6}, (7, None)),
    ],
)
def test_yaku_have_their_han_and_some_their_fu(
    details: dict[str, Any], said: dict[str, int], worth: tuple[int, int | None]
) -> None:
    one = found(win(details=details, **said))

    assert (one["han"], one.get("fu")) == worth


def test_from_tiles_comes_everything() -> None:
    hand = {"tiles": "234m406p11z789s", "win_tile": "9s", "melds": ["(777z)"], "dora": "3s 8s"}

    assert found(win(details={"hand": hand})) == {
        "winner": 0,
        "han": 3,
        "fu": 30,
        "details": {
            "yaku": ["chun"],
            "open": True,
            "dora": {"dora": 1, "red_dora": 1},
            "hand": {**hand, "dora": "38s"},
        },
    }


def test_the_game_says_winds_and_riichi_of_tiles() -> None:
    hand = {"tiles": "234m567p11z789s222z", "win_tile": "9s"}
    south_round = replace_state(round=1)

    by_round = found(win(winner=2, loser=1, details={"hand": hand}), state=south_round)
    as_both = found(win(winner=1, loser=2, riichi=True, details={"hand": hand}), state=south_round)
    by_dealer = found(win(winner=2, loser=1, details={"hand": hand}), state=replace_state(dealer=1))

    assert [one["details"]["yaku"] for one in (by_round, as_both, by_dealer)] == [
        ["round_wind"],
        ["riichi", "seat_wind", "round_wind"],
        ["seat_wind"],
    ]


def replace_state(**changes: Any) -> State:
    return start(BOOK)._replace(**changes)


def test_tiles_of_a_yakuman_name_it() -> None:
    one = found(win(details={"hand": {"tiles": "19m19p19s12345677z", "win_tile": "7z"}}))

    assert one == {
        "winner": 0,
        "yakuman": ["kokushi_13"],
        "details": {"hand": {"tiles": "19m19p19s12345677z", "win_tile": "7z"}},
    }


def test_chances_are_told_with_the_tiles() -> None:
    hand = {"tiles": "234m567p11s789s345m", "win_tile": "5m", "ippatsu": True, "haitei": True}

    assert found(win(riichi=True, loser=None, details={"hand": hand}))["details"]["yaku"] == [
        "tsumo",
        "riichi",
        "ippatsu",
        "haitei",
        "pinfu",
    ]


REFUSED = [
    # Other than was said.
    (
        win(han=4, fu=30, details=yaku("pinfu")),
        "worth_differs",
        "These yaku make 1 han 30 fu, but 4 han 30 fu was entered. Please correct one of them.",
    ),
    (
        win(han=4, details={"hand": {"tiles": "234m567p11s789s345m", "win_tile": "5m"}}),
        "worth_differs",
        "These tiles make 1 han 30 fu, but 4 han was entered. Please correct one of them.",
    ),
    (
        win(yakuman=["kokushi"], details={"hand": {"tiles": "234m567p11s789s345m", "win_tile": "5m"}}),
        "worth_differs",
        "These tiles make 1 han 30 fu, but kokushi musou was entered. Please correct one of them.",
    ),
    (
        win(details=yaku("tanyao", hand={"tiles": "234m567p11s789s345m", "win_tile": "5m"})),
        "worth_differs",
        "These tiles have other yaku: pinfu. Entered were tanyao.",
    ),
    (
        win(details={"dora": {"dora": 3}, "hand": {"tiles": "234m567p11s789s345m", "win_tile": "5m"}}),
        "worth_differs",
        "These tiles and indicators have 0 dora in all; 3 were entered, or of another kind.",
    ),
    # No such hand.
    (
        win(details={"hand": {"tiles": "125m567p11s789s123p", "win_tile": "1m", "melds": []}, "dora": {}}),
        "not_complete",
        "These tiles are neither four sets and a pair, nor seven pairs, nor thirteen orphans.",
    ),
    (
        win(details={"hand": {"tiles": "11112m567p11s789s", "win_tile": "1m"}}),
        "too_many_of_a_tile",
        "There are only four 1m (1 of characters); this hand holds 5.",
    ),
    (
        win(details={"hand": {"tiles": "234m567p11s789s", "win_tile": "5m", "melds": ["(345p)"]}}),
        "winning_tile_unknown",
        "The winning tile 5m is not among the tiles 234m567p11789s.",
    ),
    (
        win(details={"hand": {"tiles": "234m567p11s789s", "win_tile": "4m", "melds": ["(345m)"]}}),
        "no_yaku",
        "The hand is complete but has no yaku; dora alone do not win.",
    ),
    (win(details={"dora": {"dora": 3}}), "no_yaku", "Dora alone do not win: please choose a yaku."),
    # Yaku that exclude each other.
    (
        win(details=yaku("tanyao", "chanta")),
        "no_such_hand",
        "Tanyao, chanta cannot occur together.",
    ),
    (
        win(details=yaku("pinfu", "haku")),
        "no_such_hand",
        "Pinfu, haku cannot occur together.",
    ),
    (
        win(details=yaku("sanshoku", "haku", "hatsu")),
        "no_such_hand",
        "Sanshoku, haku, hatsu cannot occur together.",
    ),
    (
        win(details=yaku("chiitoitsu", "toitoi")),
        "no_such_hand",
        "Chiitoitsu, toitoi cannot occur together.",
    ),
    (
        win(details=yaku("haku", "hatsu", "chun", open=True)),
        "no_such_hand",
        "Three triplets of dragons are a yakuman, daisangen.",
    ),
    (
        win(details=yaku("shousangen", "haku")),
        "no_such_hand",
        "Shousangen has two triplets of dragons: please choose both.",
    ),
    (
        win(details=yaku("honroutou")),
        "no_such_hand",
        "Honroutou always comes with toitoi or chiitoitsu: please choose it too.",
    ),
    (
        win(details=yaku("toitoi")),
        "no_such_hand",
        "A concealed hand of all triplets also has three concealed triplets: please choose them.",
    ),
    (
        win(loser=None, details=yaku("toitoi", "sanankou")),
        "no_such_hand",
        "A concealed toitoi won by tsumo is a yakuman, suuankou.",
    ),
    # Not in this way.
    (
        win(details=yaku("pinfu", open=True)),
        "no_such_hand",
        "A hand that has called a tile cannot have pinfu.",
    ),
    (
        win(riichi=True, details=yaku("tanyao", open=True)),
        "no_such_hand",
        "A hand that has called a tile cannot have riichi.",
    ),
    (
        win(details=yaku("riichi")),
        "no_such_hand",
        "Riichi: this player has not declared riichi in this hand.",
    ),
    (
        win(details=yaku("tanyao", "ippatsu")),
        "no_such_hand",
        "Ippatsu requires riichi, which this player has not declared.",
    ),
    (
        win(riichi=True, details=yaku("riichi", "double_riichi")),
        "no_such_hand",
        "Riichi, double riichi cannot occur together.",
    ),
    (
        win(details=yaku("tsumo", "pinfu")),
        "no_such_hand",
        "Menzen tsumo requires tsumo; this hand was won by ron.",
    ),
    (
        win(loser=None, details=yaku("houtei", "pinfu")),
        "no_such_hand",
        "Houtei requires ron; this hand was won by tsumo.",
    ),
    (
        win(riichi=True, loser=None, details=yaku("ippatsu", "rinshan")),
        "no_such_hand",
        "Ippatsu, rinshan kaihou cannot occur together.",
    ),
    (
        win(details={"hand": {"tiles": "234m567p11s789s345m", "win_tile": "5m", "double_riichi": True}}),
        "no_such_hand",
        "Double riichi: this player has not declared riichi in this hand.",
    ),
    (
        win(
            riichi=True, details={"hand": {"tiles": "234m567p11s789s", "win_tile": "4m", "melds": ["(345m)"]}}
        ),
        "open_hand_riichi",
        "Riichi requires a concealed hand; this hand is open.",
    ),
    # Dora.
    (
        win(details=yaku("pinfu", dora={"ura_dora": 1})),
        "no_such_hand",
        "Ura dora count only after riichi.",
    ),
    (
        win(details=yaku("pinfu", dora={"red_dora": 4})),
        "no_such_hand",
        "Red fives: at most 3 in a hand, not 4.",
    ),
    (
        win(details=yaku("pinfu", dora={"kita": 1})),
        "no_such_hand",
        "By this rulebook no hand has norths set aside.",
    ),
    (
        win(yakuman=["kokushi"], details={"dora": {"dora": 1}}),
        "no_such_hand",
        "A yakuman counts no other yaku and no dora.",
    ),
    # Fu that other yaku have.
    (
        win(fu=25, details=yaku("tanyao", "sanankou")),
        "no_such_hand",
        "A hand of 25 fu won this way has chiitoitsu, which is not among its yaku.",
    ),
    (
        win(fu=30, details=yaku("tanyao")),
        "no_such_hand",
        "A hand of 30 fu won this way has pinfu, which is not among its yaku.",
    ),
    (win(details=yaku("tanyao")), "fu_needed", "A hand of 1 han needs its fu."),
    # Not written as they have to be.
    (
        win(details=yaku("tanjao", open=True)),
        "unknown_yaku",
        "There is no yaku “tanjao”. Known yaku: tanyao.",
    ),
    (win(details=yaku("pinfu", "pinfu")), "no_such_hand", "Pinfu is listed twice."),
    (win(details={"hands": {}}), "invalid_outcome", None),
    (win(details={"hand": []}), "invalid_outcome", '"hand" must be an object with some of tiles'),
    (win(details={"yaku": "pinfu"}), "invalid_outcome", '"yaku" must be a list of at most 20 texts.'),
    (win(details={"yaku": [1]}), "invalid_outcome", '"yaku" must be a text of at most 80 characters.'),
    (
        win(details={"dora": {"dora": True}}),
        "invalid_outcome",
        '"dora" must be a whole number from 0 to 100.',
    ),
    (win(details={"open": 1}), "invalid_outcome", '"open" must be true or false.'),
    (win(details=3), "invalid_outcome", '"details" must be an object with some of yaku, open, dora, hand.'),
]


@pytest.mark.parametrize(("outcome", "code", "message"), REFUSED)
def test_what_cannot_be_is_refused_and_says_why(
    outcome: dict[str, Any], code: str, message: str | None
) -> None:
    with pytest.raises(ScoringError) as error:
        play(BOOK, start(BOOK), from_json(outcome))

    assert (error.value.code, error.value.message) == (code, message) or (
        error.value.code == code and (message is None or error.value.message.startswith(message))
    )


def test_a_refusal_is_in_the_language_of_the_reader() -> None:
    with pytest.raises(ScoringError) as error:
        play(BOOK, start(BOOK), from_json(win(han=4, fu=30, details=yaku("pinfu"))))

    assert (
        say_refusal(error.value, "ja")
        == "この役では30符1翻ですが、30符4翻と入力されています。どちらかを直してください。"
    )


@pytest.mark.parametrize(
    ("edition", "changes", "outcome", "message"),
    [
        ("jpml_a", {}, win(riichi=True, details=yaku("ippatsu")), "By this rulebook no hand has ippatsu."),
        (
            "mleague",
            {"yaku.kuitan": False},
            win(fu=30, details=yaku("tanyao", open=True)),
            "By this rulebook no open hand has tanyao.",
        ),
        (
            "mleague",
            {"score.min_han": 2},
            win(fu=40, details=yaku("haku", dora={"dora": 3})),
            "A win here needs at least 2 han without dora; these yaku make 1.",
        ),
        ("wsom", {}, win(points=8, details=yaku("pinfu")), "This rulebook does not count han and fu."),
    ],
)
def test_what_a_rulebook_does_not_have_is_refused(
    edition: str, changes: dict[str, Any], outcome: dict[str, Any], message: str
) -> None:
    book = load(edition).with_house_rules("x", changes) if changes else load(edition)

    with pytest.raises(ScoringError) as error:
        complete_outcome(book, State((25_000,) * 4, chombo=(0,) * 4), from_json(outcome))

    assert error.value.message == message


@pytest.mark.parametrize(
    ("path", "details"),
    [
        ("yaku.kuitan", yaku("tanyao", open=True)),
        ("bonus.ippatsu", yaku("ippatsu")),
        ("bonus.ura", yaku("pinfu", dora={"ura_dora": 1})),
        ("bonus.red_fives", yaku("pinfu", dora={"red_dora": 1})),
    ],
)
def test_what_a_rulebook_leaves_open_is_asked_for(path: str, details: dict[str, Any]) -> None:
    book = BOOK.with_house_rules("x", {path: "unset"})

    with pytest.raises(NeedsEventSetting) as error:
        play(
            book,
            start(book),
            from_json(
                win(riichi="open" not in details, details={**details, "dora": details.get("dora", {})})
            ),
        )

    assert error.value.fields == (path,)


def test_tables_of_three_have_norths_and_no_three_colours() -> None:
    book = load("tenhou_sanma")

    assert "kita" in bonuses_of(book)
    assert "sanshoku" not in yaku_of(book)
    assert found(win(details=yaku("chiitoitsu", dora={"kita": 2})), book)["han"] == 4


def test_who_is_said_to_have_called_has_no_concealed_hand() -> None:
    outcome = from_json(win(details=yaku("haku"), fu=40))

    with pytest.raises(ScoringError) as error:
        play(BOOK, start(BOOK), replace(outcome, open_hands=(0,)))

    assert error.value.fields == ("open",)


def test_outcomes_without_details_are_themselves() -> None:
    outcome = Outcome("draw", tenpai=(0,))

    assert complete_outcome(BOOK, start(BOOK), outcome) is outcome


def one_win(random: Random, hand: LaidOut, book: Rulebook) -> dict[str, Any]:
    """A random hand, won by somebody in some way."""
    winner = random.randrange(4)
    loser = None if random.random() < 0.4 else (winner + 1 + random.randrange(3)) % 4
    laid: dict[str, Any] = {"tiles": print_tiles(hand.concealed), "win_tile": str(hand.win_tile)}
    laid["melds"] = list(map(str, hand.melds))
    laid["dora"] = random.choice(["", "1m", "3p5z"])
    for name in ("ippatsu", "double_riichi", "haitei", "houtei", "rinshan", "chankan"):
        if random.random() < 0.15:
            laid[name] = True
    return win(winner=winner, loser=loser, riichi=random.random() < 0.4, details={"hand": laid})


@pytest.mark.slow
@pytest.mark.parametrize("edition", part(["jpml_a", "beginner"], ["mleague", "ema_2025"]))
def test_the_yaku_of_every_hand_are_worth_what_its_tiles_are(edition: str) -> None:
    """What the engine finds in tiles is a list of yaku that is accepted, with the same han and fu."""
    book, random = load(edition), Random(f"told {edition}")
    counted = 0
    while counted < 400:
        state = start(book)._replace(round=random.randrange(2), dealer=random.randrange(4))
        outcome = from_json(one_win(random, random_hand(random), book))
        try:
            complete = complete_outcome(book, state, outcome)
        except ScoringError:
            continue
        [by_tiles] = complete.wins
        if by_tiles.yakuman:
            continue
        assert by_tiles.details is not None
        listed = by_tiles._replace(han=None, details=by_tiles.details._replace(hand=None))
        [by_yaku] = complete_outcome(book, state, replace(complete, wins=(listed,))).wins

        assert by_yaku._replace(details=None) == by_tiles._replace(details=None)
        assert by_yaku.details == by_tiles.details._replace(hand=None)
        counted += 1


OPEN_RUNS = {"tiles": "77m678678p678m", "melds": ["(678s)"], "win_tile": "6p"}


@pytest.mark.parametrize("open_pinfu", [20, 30])
def test_an_open_hand_of_runs_has_the_two_fu_of_its_self_draw_by_every_rulebook(open_pinfu: int) -> None:
    """Saikouisen: 「ツモあがりの場合は副露していても2符つきます」; JPML, article 56, 4: only pinfu is exempt."""
    book = BOOK.with_house_rules("Friday", {"fu.open_pinfu": open_pinfu})

    by_tiles = found(win(loser=None, details={"hand": OPEN_RUNS}), book)
    by_yaku = found(win(loser=None, fu=30, details=yaku("tanyao", "sanshoku", open=True)), book)
    by_han = found(win(loser=None, han=2, fu=30), book)

    worth = {"winner": 0, "han": 2, "fu": 30}
    assert [{key: one[key] for key in worth} for one in (by_tiles, by_yaku, by_han)] == [worth] * 3


def test_where_pinfu_does_not_count_on_a_self_draw_it_is_refused_beside_one() -> None:
    book = BOOK.with_house_rules("Friday", {"fu.pinfu_tsumo": False})
    tiles = {"tiles": "22m678p345p123s456s", "win_tile": "6s"}

    by_tiles = found(win(riichi=True, loser=None, details={"hand": tiles}), book)
    by_yaku = found(win(riichi=True, loser=None, fu=30, details=yaku("tsumo")), book)
    by_ron = found(win(riichi=True, details=yaku("pinfu")), book)
    with pytest.raises(ScoringError) as refused:
        complete_outcome(book, start(book), from_json(win(riichi=True, loser=None, details=yaku("pinfu"))))

    worth = {"winner": 0, "han": 2, "fu": 30}
    assert [{key: one[key] for key in worth} for one in (by_tiles, by_yaku, by_ron)] == [worth] * 3
    assert say_refusal(refused.value, "en") == "By this rulebook, a hand won by tsumo cannot have pinfu."
