"""Which han and fu a hand can have: every choice of sets, pair and wait, counted by hand and valued from tiles."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import pytest

from scoring.conditions.win_levels import levels
from scoring.errors import ScoringError
from scoring.hand.han_and_fu import ANY, OPEN, OPEN_KAN, RIICHI, least_han
from scoring.hand.hand_tiles import lay_out
from scoring.hand.payment import Hand, Win, settle_win
from scoring.hand.riichi.hand_value import value_hand
from scoring.hand.riichi.situation import HandRefused, Situation
from scoring.hand.tiles import EAST, Tile, parse_meld, parse_tiles
from scoring.hand.value import value_of_han
from scoring.rulebook.rulebook import load
from tests.thorough import part

BOOK = load("mleague")
FUS = (20, 25, *range(30, 150, 10))


class Set(NamedTuple):
    """A set by what counts: a run, or equal tiles with their fu when concealed and called."""

    is_run: bool
    is_called: bool
    is_kan: bool
    is_orphan: bool
    han: int

    def fu(self, *, by_ron: bool) -> int:
        if self.is_run:
            return 0
        fu = 4 if self.is_orphan else 2
        return fu * (4 if self.is_kan else 1) * (1 if self.is_called or by_ron else 2)


RUN = Set(True, False, False, False, 0)
EQUAL = [
    Set(False, called, kan, *kind)
    for called in (False, True)
    for kan in (False, True)
    for kind in ((False, 0), (True, 0), (True, 1))
]


def counted_by_hand(double_wind: int, rinshan: int) -> dict[tuple[bool, str, int], int]:
    """The fewest han of every (tsumo, how, fu), over every choice of four sets, a pair and a wait.

    What is no yaku by itself is won on the last tile: one han. Everything else that any hand of this kind has to
    count is counted: all triplets, three concealed triplets, three kans, a valued set, pinfu, riichi, a concealed
    self-draw.
    """
    least: dict[tuple[bool, str, int], int] = {}

    def seen(tsumo: bool, how: str, fu: int, han: int) -> None:
        key = (tsumo, how, fu)
        least[key] = min(least.get(key, 99), max(han, 1))

    for sets in combinations_with_replacement([RUN, *EQUAL], 4):
        for pair in {0, 2, double_wind}:
            for called_run in (False, True) if RUN in sets else (False,):
                for wait, wait_fu, ron_set in waits(sets, called_run):
                    for tsumo in (False, True):
                        count(seen, sets, pair, called_run, wait, wait_fu, ron_set, tsumo, rinshan)
    for tsumo in (False, True):
        seen(tsumo, ANY, 25, 2 + tsumo)
        seen(tsumo, RIICHI, 25, 3 + tsumo)
    return least


def waits(sets: tuple[Set, ...], called_run: bool) -> Iterator[tuple[str, int, int | None]]:
    yield "pair", 2, None
    if sets.count(RUN) > called_run:
        yield "sides", 0, None
        yield "middle", 2, None
    for index, one in enumerate(sets):
        if not (one.is_run or one.is_called or one.is_kan):
            yield "triplet", 0, index


def count(seen, sets, pair, called_run, wait, wait_fu, ron_set, tsumo, rinshan) -> None:
    is_open = called_run or any(one.is_called for one in sets)
    concealed = sum(
        not (one.is_run or one.is_called) and (tsumo or index != ron_set) for index, one in enumerate(sets)
    )
    kans = sum(one.is_kan for one in sets)
    if concealed == 4 or kans == 4:
        return  # a yakuman
    han = sum(one.han for one in sets) + 2 * (RUN not in sets) + 2 * (concealed == 3) + 2 * (kans == 3)
    fu = pair + wait_fu
    fu += sum(one.fu(by_ron=not tsumo and index == ron_set) for index, one in enumerate(sets))
    pinfu = not is_open and sets.count(RUN) == 4 and not pair and wait == "sides"
    total = 20 if pinfu and tsumo else 20 + fu + 2 * tsumo + 10 * (not tsumo and not is_open)
    total = -(-total // 10) * 10
    if is_open:
        total = max(total, 30)
        seen(tsumo, OPEN, total, han)
        seen(tsumo, ANY, total, han)
        if tsumo and any(one.is_kan and one.is_called for one in sets):
            on_the_tile = -(-(20 + fu + rinshan) // 10) * 10
            seen(True, OPEN_KAN, on_the_tile, han + 1)
        return
    seen(tsumo, ANY, total, han + tsumo + pinfu)
    seen(tsumo, RIICHI, total, han + tsumo + pinfu + 1)


@pytest.mark.parametrize("rinshan", [0, 2])
@pytest.mark.parametrize("double_wind", [2, 4])
def test_the_fewest_han_are_those_of_every_choice_of_sets_pair_and_wait(double_wind, rinshan):
    changes = {"fu.double_wind_pair": double_wind, "fu.rinshan_tsumo": rinshan}
    book = BOOK.with_house_rules("case", changes)
    expected = counted_by_hand(double_wind, rinshan)

    for how in (ANY, RIICHI, OPEN, OPEN_KAN):
        for tsumo in (True, False):
            for fu in FUS:
                fewest = least_han(book, fu, tsumo=tsumo, how=how)
                assert fewest == expected.get((tsumo, how, fu)), (how, tsumo, fu)


# --- from tiles ----------------------------------------------------------------------------------------------

RUNS = ["234m", "567s"]
TRIPLETS = part(["222p", "111m", "333z", "555z"], ["888s", "999p"])
PAIRS = part(["55s", "22z"], ["99s", "66z"])
"""A simple, a terminal, a dragon, and the double wind."""


@cache
def from_tiles() -> dict[tuple[bool, bool, bool, int], set[int]]:
    """(tsumo, riichi, open, fu) to all han that some hand of these sets and pairs has, with up to four dora."""
    by_situation: dict[tuple[bool, bool, bool, int], set[int]] = {}
    shapes = [("run", run) for run in RUNS]
    shapes += [(form, three) for three in TRIPLETS for form in ("held", "pon", "open kan", "closed kan")]
    for sets in combinations_with_replacement(shapes, 4):
        tiles = [tiles for _, tiles in sets]
        if len(set(tiles)) < 4 or sum(form == "run" for form, _ in sets) < 1:
            continue
        for pair in PAIRS:
            held = [one for form, one in sets if form in ("run", "held")]
            melds = [meld(form, one) for form, one in sets if form not in ("run", "held")]
            value_all(by_situation, held, melds, pair)
    return by_situation


def meld(form: str, three: str) -> str:
    four = three[0] + three
    return {"pon": f"({three})", "open kan": f"({four})", "closed kan": f"[{four}]"}[form]


def value_all(by_situation, held: list[str], melds: list[str], pair: str) -> None:
    concealed = parse_tiles("".join([*held, pair]))
    parsed = [parse_meld(one) for one in melds]
    lasts = {Tile(parse_tiles(pair)[0].kind)}
    if held:
        lasts |= {Tile(parse_tiles(held[0])[0].kind), Tile(parse_tiles(held[0])[1].kind)}
    for last in lasts:
        try:
            hand = lay_out(concealed, parsed, last)
        except ScoringError:
            return
        for tsumo in (False, True):
            for riichi in (False, True) if not hand.is_open else (False,):
                how = Situation(tsumo, EAST + 1, EAST + 1, riichi=riichi, haitei=tsumo, houtei=not tsumo)
                try:
                    value = value_hand(BOOK, hand, how)
                except HandRefused:
                    continue
                if not value.yakuman:
                    by_situation.setdefault((tsumo, riichi, hand.is_open, value.fu), set()).add(value.han)


@pytest.mark.slow
def test_no_hand_from_tiles_has_fewer_han_than_the_table_says():
    """Many hundred hands of runs, triplets and kans: none is refused when it is given in han and fu."""
    fewest = from_tiles()

    assert sum(map(len, fewest.values())) > 100
    for (tsumo, riichi, is_open, fu), hans in fewest.items():
        how = RIICHI if riichi else OPEN if is_open else ANY
        least = least_han(BOOK, fu, tsumo=tsumo, how=how)
        assert least is not None, (tsumo, how, fu)
        # Every hand was won on the last tile, which is a han of its own where there was a yaku already.
        assert least <= min(hans), (tsumo, how, fu, hans)
        for han in hans:
            assert value_of_han(BOOK, han, fu, tsumo=tsumo, how=how)


def test_a_riichi_alone_by_ron_has_40_fu_and_by_tsumo_there_is_none():
    """リーチのみ: 30 fu of a concealed ron are pinfu, the second han."""
    refused = []
    for fu in FUS:
        for loser in (2, None):
            try:
                settle_win(BOOK, Hand(0, deposits=1, riichi=(1,)), [Win(1, han=1, fu=fu)], loser)
            except ScoringError:
                refused.append((fu, loser))

    assert [fu for fu in FUS if (fu, 2) not in refused] == [40, 50, 60, 70, 80, 90, 100]
    assert all((fu, None) in refused for fu in FUS)


@pytest.mark.parametrize(("fu", "loser"), [(110, 2), (110, None), (170, 2), (20, 2), (25, 2)])
def test_a_hand_of_one_han_that_cannot_be_is_not_paid(fu, loser):
    """110符1翻: 無し [S3]."""
    with pytest.raises(ScoringError) as refused:
        settle_win(BOOK, Hand(0), [Win(1, han=1, fu=fu)], loser)

    assert refused.value.code == "no_such_hand"


def test_110_fu_of_one_han_are_a_ron_with_a_double_wind_pair_of_4_fu():
    jpml = load("jpml_a")

    assert settle_win(jpml, Hand(0), [Win(1, han=1, fu=110)], 2).delta == (0, 3_600, -3_600, 0)
    with pytest.raises(ScoringError):
        settle_win(jpml, Hand(0), [Win(1, han=1, fu=110)])


@pytest.mark.parametrize("fu", [20, 0, 33, 1_000])
def test_from_a_mangan_up_the_fu_do_not_matter(fu):
    assert settle_win(BOOK, Hand(0), [Win(0, han=5, fu=fu)], 1).delta == (12_000, -12_000, 0, 0)


def test_the_worths_offered_in_riichi_are_those_of_a_hand_in_riichi():
    least = {
        (tsumo, how): levels(BOOK, tsumo=tsumo, dealer=False, how=how)[0].worth
        for tsumo in (True, False)
        for how in (ANY, RIICHI)
    }

    assert least == {
        (True, ANY): 1_100,
        (True, RIICHI): 2_000,
        (False, ANY): 1_000,
        (False, RIICHI): 1_300,
    }
