"""The 44 patterns, each in a hand that has it and in one that just misses it."""

import pytest

from scoring.errors import ScoringError
from scoring.hand.hand_tiles import read_hand
from scoring.hand.tiles import parse_wind
from scoring.hand.wsom.patterns import BY_CODE, LIMIT, MISPRINTS, PATTERNS
from scoring.hand.wsom.recognise import Circumstances, recognise


def codes(text, win_tile, win="ron", seat="N", **how):
    recognised = recognise(
        read_hand(text, (), win_tile), Circumstances(win == "tsumo", parse_wind(seat), **how)
    )
    assert recognised.total == sum(pattern.value for pattern in recognised.patterns)
    return " ".join(pattern.code for pattern in recognised.patterns)


def value(text, win_tile, win="ron", seat="N", **how):
    return recognise(
        read_hand(text, (), win_tile), Circumstances(win == "tsumo", parse_wind(seat), **how)
    ).value


# Open melds are in round brackets, closed kans in square ones. Every line is a hand and ALL its patterns.
HANDS = [
    # 1 trivial patterns
    ("1.1", "(123m) 456m 789p 234s 99s", "4s", "1.1"),
    ("1.1 with a dragon pair", "(123m) 456m 789p 234s 55z", "4s", "1.1"),
    ("no 1.1: a triplet", "(123m) 456m 789p 222s 99s", "9s", ""),
    ("1.2", "123m 456m 789p 222s 99s", "9s", "1.2"),
    ("1.2 with a closed kan", "123m 456m 789p [2222s] 99s", "9s", "1.2 4.3.1"),
    ("no 1.2: one claim", "123m 456m (789p) 222s 99s", "9s", ""),
    ("1.3", "(234m) 456m 678p 222s 88s", "8s", "1.3"),
    ("no 1.3: a terminal", "(234m) 456m 789p 222s 88s", "8s", ""),
    ("no 1.3: an honour", "(234m) 456m 678p 222s 11z", "1z", ""),
    # 2 one suit
    ("2.1.1", "(234m) 456m 678m 222m 11z", "1z", "2.1.1"),
    ("2.1.2", "(234m) 456m 678m 222m 99m", "9m", "2.1.2"),
    ("no 2.1: two suits", "(234m) 456m 678m 222m 99p", "9p", ""),
    ("2.2", "11123456789995m", "5m", "1.2 2.1.2 2.2 4.2.1"),
    ("2.2 on a terminal", "11112345678999p", "1p", "1.2 2.1.2 2.2 7.1"),
    ("no 2.2: the wait was not on nine tiles", "11123456789995m", "9m", "1.2 2.1.2"),
    ("no 2.2: honours", "111234567m 99m 111z", "9m", "1.2 2.1.1 4.2.1"),
    # 3 honours
    ("3.1 of a dragon", "(123m) 456m 789p (555z) 99s", "9s", "3.1"),
    ("3.1 of the own wind", "(123m) 456m 789p (444z) 99s", "9s", "3.1"),
    ("3.1 for each set", "(123m) (777z) 678p (444z) 99s", "9s", "3.1 3.1"),
    ("no 3.1: another wind", "(123m) 456m 789p (111z) 99s", "9s", ""),
    ("3.2.1", "(123m) 456p (555z) (666z) 77z", "7z", "3.1 3.1 3.2.1"),
    ("no 3.2.1: the pair is no dragon", "(123m) 456p (555z) (666z) 11z", "1z", "3.1 3.1"),
    ("3.2.2", "(123m) (555z) (666z) (777z) 44p", "4p", "3.1 3.1 3.1 3.2.2"),
    ("3.3.1", "(123m) 456p (111z) (222z) 33z", "3z", "3.3.1"),
    ("no 3.3.1: the pair is a dragon", "(123m) 456p (111z) (222z) 77z", "7z", ""),
    ("3.3.2", "(123m) (111z) (222z) (333z) 44p", "4p", "3.3.2"),
    ("3.3.3", "(123m) (111z) (222z) (333z) 44z", "4z", "2.1.1 3.3.3 8.1.1"),
    ("3.3.4", "(111z) (222z) (333z) (4444z) 55m", "5m", "2.1.1 3.1 3.3.4 4.1 4.3.1"),
    ("3.4", "(111z) (222z) (555z) (777z) 33z", "3z", "3.1 3.1 3.3.1 3.4 4.1 8.1.3"),
    ("3.4 as seven pairs", "11223344556677z", "3z", "3.4 8.1.3 10.2"),
    ("no 3.4: a pair of a suit", "(111z) (222z) (555z) (777z) 33m", "3m", "2.1.1 3.1 3.1 4.1"),
    # 4 triplets and kongs
    ("4.1", "(111m) (444p) (777s) 999p 22s", "2s", "4.1"),
    ("4.1 with a kong", "(111m) (444p) (7777s) 999p 22s", "2s", "4.1 4.3.1"),
    ("no 4.1: a sequence", "(111m) (444p) (789s) 999p 22s", "2s", ""),
    ("4.2.1", "(123m) (456m) 999p 222s 77s", "7s", "4.2.1"),
    ("4.2.1 with a closed kan", "(123m) (456m) [9999p] 222s 77s", "7s", "4.2.1 4.3.1"),
    ("no 4.2.1: the discard made the triplet", "(123m) (456m) 999p 222s 77s", "9p", ""),
    ("4.2.1: the discard made the sequence", "(123m) 789p 999p 222s 77s", "9p", "4.2.1"),
    ("4.2.2", "(123m) 444m 999p 222s 77s", "7s", "4.2.2"),
    ("4.2.1, not 4.2.2: the discard made one", "(123m) 444m 999p 222s 77s", "2s", "4.2.1"),
    ("4.2.3", "111m 444m 999p 222s 77s", "7s", "1.2 4.1 4.2.3"),
    ("4.2.2, not 4.2.3: the discard made one", "111m 444m 999p 222s 77s", "2s", "1.2 4.1 4.2.2"),
    ("4.3.1", "(123m) 456m 789p (2222s) 99s", "9s", "4.3.1"),
    ("4.3.1 of an added kong", "(123m) 456m 789p (222+2s) 99s", "9s", "4.3.1"),
    ("no 4.3.1: not declared", "(123m) 456m 789p 222s 234s 9s", "9s", None),
    ("no 4.3.1: four in two sets", "(123m) 789p 222s 234s 99s", "9s", ""),
    ("4.3.2", "(123m) 456m (7777p) (2222s) 99s", "9s", "4.3.2"),
    ("4.3.3", "(123m) (1111p) (7777p) (2222s) 99s", "9s", "4.3.3"),
    ("4.3.4", "(3333m) (1111p) (7777p) (2222s) 99s", "9s", "4.1 4.3.4"),
    # 5 identical sequences
    ("5.1.1", "(123m) 123m 789p 222s 99s", "9s", "5.1.1"),
    ("no 5.1.1: two suits", "(123m) 123p 789p 222s 99s", "9s", ""),
    ("5.1.2", "(123m) 123m 456p 456p 99s", "9s", "1.1 5.1.2"),
    ("5.1.2 in one suit", "(123m) 123m 456m 456m 99s", "9s", "1.1 5.1.2"),
    ("5.1.3", "(123m) (123m) (123m) 567p 99s", "9s", "1.1 5.1.3"),
    ("5.1.4", "(123m) (123m) (123m) 123m 99s", "9s", "1.1 5.1.4 8.1.2"),
    # 6 similar sets
    ("6.1", "(234m) 234p 234s 777p 99s", "9s", "6.1"),
    ("no 6.1: two suits", "(234m) 234p 345s 777p 99s", "9s", ""),
    ("6.2.1", "(444m) (444p) 44s 123m 789p", "9p", "6.2.1"),
    ("no 6.2.1: the pair is another number", "(444m) (444p) 55s 123m 789p", "9p", ""),
    ("6.2.2", "(444m) (444p) (4444s) 123m 99p", "9p", "4.3.1 6.2.2"),
    ("no 6.2.2: another number", "(444m) (444p) (555s) 123m 99p", "9p", ""),
    # 7 consecutive sets
    ("7.1", "(123p) 456p 789p 222s 99m", "9m", "7.1"),
    ("no 7.1: two suits", "(123p) 456m 789p 222s 99m", "9m", ""),
    ("no 7.1: the nine numbers, not the three sequences", "(234p) (567p) 789p 11p 222s", "2s", ""),
    ("7.2.1", "(444p) (555p) (666p) 123s 99m", "9m", "7.2.1"),
    ("no 7.2.1: two suits", "(444p) (555s) (666p) 123s 99m", "9m", ""),
    ("no 7.2.1: across suits", "(888m) (999m) (111p) 234s 99s", "9s", ""),
    ("7.2.2", "(444p) (555p) (666p) (7777p) 99m", "9m", "4.1 4.3.1 7.2.2"),
    # 8 terminals
    ("8.1.1", "(123p) 789m 999s (111z) 99m", "9m", "8.1.1"),
    ("no 8.1.1: a plain sequence", "(234p) 789m 999s (111z) 99m", "9m", ""),
    ("no 8.1.1: a plain pair", "(123p) 789m 999s (111z) 55m", "5m", ""),
    ("8.1.2", "(123p) 789m 999s (111s) 99m", "9m", "8.1.2"),
    ("8.1.3", "(111p) (999m) (999s) (111z) 22z", "2z", "4.1 8.1.3"),
    ("8.1.3 as seven pairs", "1199m 1199p 11s 1122z", "2z", "8.1.3 10.2"),
    ("8.1.4", "(111p) (999m) (999s) (111m) 99p", "9p", "4.1 6.2.1 8.1.4"),
    ("8.1.4 as seven pairs with four of a kind", "1199m 1199p 1199s 99s", "9s", "8.1.4 10.2"),
    # 10 irregular hands
    ("10.1", "19m 19p 19s 12345677z", "7z", "10.1"),
    ("10.2", "1133m 5577p 2288s 33z", "3z", "10.2"),
    ("10.2 without terminals", "2233m 5577p 2288s 33s", "3s", "1.3 10.2"),
    ("10.2 of one suit", "11224455778899p", "2p", "2.1.2 10.2"),
    ("10.2 with four of a kind", "1133m 5577p 228888s", "8s", "10.2"),
    ("two identical sequences twice beat seven pairs", "223344m 667788p 55s", "5s", "1.1 1.2 1.3 5.1.2"),
]


@pytest.mark.parametrize(
    ("text", "win_tile", "expected"), [line[1:] for line in HANDS], ids=[line[0] for line in HANDS]
)
def test_a_hand_has_exactly_these_patterns(text, win_tile, expected):
    if expected is None:
        with pytest.raises(ScoringError):
            codes(text, win_tile)
        return
    assert codes(text, win_tile) == expected


PLAIN = "123m 456m 789p (222s) 99s"
FULL = "123m 456m 789p 222s 99s"

CIRCUMSTANCES = [
    ("9.1.1", PLAIN, "9s", "tsumo", "N", {"final_tile": True}, "9.1.1"),
    ("9.1.2", PLAIN, "9s", "ron", "N", {"final_tile": True}, "9.1.2"),
    ("9.2", "123m 456m 789p (2222s) 99s", "9s", "tsumo", "N", {"on_kong": True}, "4.3.1 9.2"),
    (
        "9.1.1 and 9.2: the supplement tile was the last",
        *("123m 456m 789p (2222s) 99s", "9s", "tsumo", "N"),
        {"on_kong": True, "final_tile": True},
        "4.3.1 9.1.1 9.2",
    ),
    ("9.3", PLAIN, "1m", "ron", "N", {"robbing_kong": True}, "9.3"),
    (
        "9.3 with thirteen terminals",
        "19m 19p 19s 12345677z",
        "1z",
        "ron",
        "N",
        {"robbing_kong": True},
        "9.3 10.1",
    ),
    ("9.4.1", FULL, "9s", "tsumo", "E", {"heaven": True}, "1.2 9.4.1"),
    ("9.4.2", FULL, "9s", "ron", "S", {"earth": True}, "1.2 9.4.2"),
    ("none of them", PLAIN, "9s", "tsumo", "N", {}, ""),
]


@pytest.mark.parametrize(
    ("text", "win_tile", "win", "seat", "how", "expected"),
    [line[1:] for line in CIRCUMSTANCES],
    ids=[line[0] for line in CIRCUMSTANCES],
)
def test_how_a_hand_was_won_adds_its_pattern(text, win_tile, win, seat, how, expected):
    assert codes(text, win_tile, win, seat, **how) == expected


@pytest.mark.parametrize(
    ("text", "win_tile", "win", "seat", "how"),
    [
        (PLAIN, "9s", "tsumo", "N", {"on_kong": True}),
        ("123m 456m 789p (2222s) 99s", "9s", "ron", "N", {"on_kong": True}),
        (PLAIN, "1m", "tsumo", "N", {"robbing_kong": True}),
        (PLAIN, "9s", "ron", "N", {"robbing_kong": True}),
        (PLAIN, "1m", "ron", "N", {"robbing_kong": True, "final_tile": True}),
        (FULL, "9s", "tsumo", "E", {"heaven": True, "earth": True}),
        (FULL, "9s", "ron", "E", {"heaven": True}),
        (FULL, "9s", "tsumo", "S", {"heaven": True}),
        (FULL, "9s", "tsumo", "S", {"earth": True}),
        (FULL, "9s", "ron", "E", {"earth": True}),
        (PLAIN, "9s", "tsumo", "E", {"heaven": True}),
        ("123m 456m 789p [2222s] 99s", "9s", "tsumo", "E", {"heaven": True}),
        (FULL, "9s", "tsumo", "E", {"heaven": True, "final_tile": True}),
        (FULL, "1m", "ron", "S", {"earth": True, "robbing_kong": True}),
    ],
)
def test_what_cannot_have_happened_is_refused(text, win_tile, win, seat, how):
    with pytest.raises(ScoringError) as refused:
        codes(text, win_tile, win, seat, **how)
    assert refused.value.code == "cannot_happen"


def test_a_seat_has_one_of_four_winds():
    with pytest.raises(ScoringError) as refused:
        recognise(read_hand(PLAIN, (), "9s"), Circumstances(True, 31))
    assert refused.value.code == "unknown_wind"


@pytest.mark.parametrize(
    ("text", "win_tile"),
    [
        ("123m 456m 789p 13579s", "9s"),
        ("1122m 3344p 5566s 12z", "2z"),
        ("18m 19p 19s 12345672z", "2z"),
        ("19m 19p 139s 1234567z", "9m"),
        ("19m 159p 19s 1234567z", "5p"),
        ("(123m) 1122m 3344p 555s", "5s"),
        ("123m 456m 789p 123z 99s", "9s"),
        ("1111222m 33334p 44z", "4z"),
    ],
)
def test_tiles_that_make_no_winning_hand_are_refused(text, win_tile):
    with pytest.raises(ScoringError) as refused:
        codes(text, win_tile)
    assert refused.value.code == "not_complete"


def test_every_pattern_has_a_hand_here():
    seen = {code for *_, expected in [*HANDS, *CIRCUMSTANCES] if expected for code in expected.split()}

    assert seen == set(BY_CODE)


def test_the_best_reading_is_taken():
    """111222333444 as triplets, not as sequences, and 123 three times when that is worth more."""
    assert codes("111222333444m 99p", "9p", "tsumo") == "1.2 4.1 4.2.3 7.2.2"
    assert codes("(111m) 222333m 789p 99s", "9s", "tsumo") == "4.2.1 7.2.1"
    assert codes("111222333m 789p 99s", "9s", "ron") == "1.1 1.2 5.1.3 8.1.2"
    assert codes("111222333m 678p 99s", "9s", "ron") == "1.2 4.2.2 7.2.1"
    assert codes("112233m 112233p 99s", "9s", "ron") == "1.1 1.2 5.1.2 8.1.2"


def test_patterns_of_two_readings_never_add_up():
    """222333444 is three concealed triplets or three identical sequences, never both."""
    listed = codes("222333444m 678p 88s", "8s", "tsumo")

    assert listed == "1.2 1.3 4.2.2 7.2.1"
    assert "5.1.3" not in listed


def test_the_winner_says_which_set_the_discard_finished():
    """Won on 3: as 345 the three 333 are concealed."""
    assert codes("333345m 222p (789s) 11z", "3m", "ron") == "4.2.1"
    assert codes("333345m 222p (789s) 11z", "3m", "tsumo") == "4.2.1"


def test_a_hand_without_patterns_is_a_chicken_hand():
    assert codes(PLAIN, "9s") == ""
    assert value(PLAIN, "9s") == 1


def test_patterns_add_up_to_320_at_most():
    assert codes("111222333444m 99m", "9m", "tsumo") == "1.2 2.1.2 4.1 4.2.3 7.2.2"
    assert value("111222333444m 99m", "9m", "tsumo") == 320 == LIMIT


@pytest.mark.parametrize(
    ("text", "win_tile", "worth"),
    [
        ("(111z) (222z) (333z) (4444z) 55m", "5m", 400),
        ("(3333m) (1111p) (7777p) (2222s) 99s", "9s", 480),
        ("11123456789995m", "5m", 480),
        ("(123m) (111z) (222z) (333z) 44z", "4z", 320),
        ("(111p) (999m) (999s) (111m) 99p", "9p", 400),
    ],
)
def test_a_single_pattern_of_320_or_more_counts_alone(text, win_tile, worth):
    assert value(text, win_tile) == worth


def test_the_example_of_the_rule_text():
    """混一色 40, 対々和 30, 三連刻 100: the winner is north and the triplet of east adds nothing."""
    recognised = recognise(read_hand("(111z) (333p) (444p) 555p 99p", (), "9p"), Circumstances(False, 30))

    assert [pattern.ja for pattern in recognised.patterns] == ["混一色", "対々和", "三連刻"]
    assert (recognised.value, recognised.total) == (170, 170)


def test_the_sets_of_the_reading_are_answered():
    recognised = recognise(read_hand("(111z) 123p 444s 789m 55s", (), "5s"), Circumstances(False, 30))

    assert recognised.sets == ((27, 27, 27), (6, 7, 8), (9, 10, 11), (21, 21, 21), (22, 22))


def test_there_are_44_patterns_in_10_categories():
    assert len(PATTERNS) == len(BY_CODE) == 44
    assert len({pattern.code.split(".")[0] for pattern in PATTERNS}) == 10
    assert all(pattern.code.startswith(pattern.series) for pattern in PATTERNS)
    assert all(pattern.en and pattern.ja and pattern.zh for pattern in PATTERNS)


def test_the_misprints_of_the_japanese_text_are_noted_and_corrected():
    wrong = {"三色同刻": "6.1", "混一色": "8.1.3", "清一色": "8.1.4", "混老頭": "10.1", "二色二順": "5.1.2"}
    noted = {misprint.printed: misprint for misprint in MISPRINTS}

    for printed, code in wrong.items():
        assert noted[printed].meant.startswith(BY_CODE[code].ja)
        assert BY_CODE[code].ja != printed
    assert len(MISPRINTS) == 11
