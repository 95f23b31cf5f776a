"""Payments and consequences of hands as a small table, which a phone uses while offline.

The rules are not implemented twice: payments come from ``settle_win`` and others for one hand of each kind, and
consequences from ``scoring.game`` once for each case. A program looks up the payment, adds, and moves on.
``static/js/hand_rules.js`` does so; a test plays the same games with both.

None marks what the rulebook leaves open; missing keys are impossible. Neither is looked up. ``UNTABLED`` names what
no table has. Phones show these as pending until the server has played the hand.

>>> from scoring.rulebook.rulebook import load
>>> table = hand_table(load("mleague"))
>>> row, ways = table["worth"]["3/40"]
>>> table["rows"][row], ways
((5200, 7700, 1300, 2600), 255)
>>> table["stays"], table["end"]["last"], table["noten"]
({'win': True, 'draw': (False, True), 'abort': None}, 7, [0, 1000, 750, 1000, 0])
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TypedDict, TypeVar

from scoring.ceremony.dice import CHAIRS, indicated
from scoring.errors import ScoringError
from scoring.game.ending import dealer_stays_after_win, rounds
from scoring.hand.chombo import punish
from scoring.hand.exhaustive_draw import (
    dealer_stays_after_abort,
    dealer_stays_after_draw,
    has_counters,
    nagashi_payments,
    noten_payments,
)
from scoring.hand.han_and_fu import FU
from scoring.hand.liability import counter_values, usual
from scoring.hand.payment import settle_win
from scoring.hand.value import MAX_HAN, MAX_PATTERN_POINTS, is_riichi
from scoring.hand.win import Award, Hand, Liability, Win
from scoring.hand.yakuman import YAKUMAN
from scoring.rulebook.fields import Mark
from scoring.rulebook.rulebook import Rulebook

T = TypeVar("T")

# A child's ron, the dealer's ron; a tsumo between children, and from or to the dealer.
Row = tuple[int, int, int, int]
# Between children, and from or to the dealer.
Pair = tuple[int, int]
# From this number of points on: what the discarder, the others, and all on a self-draw pay, and the increase per
# point.
Run = tuple[int, int, int, int, int, int, int]

UNTABLED = ("several_yakuman", "units", "open_kan_from", "open_hands", "unlimited", "adjust")
"""What no table has: more than one yakuman in a hand, yakuman without their names, a win on an open kan's replacement
tile, hands of which it is said who has called a tile, 13 han and more and yakuman where there are no limits, and a
referee's correction.
"""
_LONGEST = 13
_DEALER, _CHILD, _OTHER = 0, 1, 2


class Wareme(TypedDict):
    """The doubled seat: the factor, and whether counters, noten penalties and chombo are multiplied too. With
    ``deposits``, hands that take sticks are not settled.
    """

    times: int
    honba: bool
    noten: bool
    chombo: bool
    deposits: bool


class Pao(TypedDict):
    """Liability for a yakuman: what the liable player pays of a child's and the dealer's tsumo; what the liable
    player and the discarder pay of a ron.
    """

    tsumo: Pair | None
    ron: tuple[Pair, Pair] | None


class Stays(TypedDict):
    """Whether the dealer deals again: after winning, after a draw when noten and when tenpai, after an abort."""

    win: bool
    draw: tuple[bool | None, bool | None]
    abort: bool | None


class Chombo(TypedDict):
    """What an offender pays each other player at the table, how many chombo they carry to the end, whether the
    sticks of the hand are returned, and the increase in counters.
    """

    pays: Pair
    after: int
    returns: bool | None
    honba: int


class End(TypedDict):
    """The end of a game. ``bust``: bankruptcy below this (False: never). ``last``: the position (round x players +
    dealer) of the last hand (False: none); ``always``: the game is over after it, whatever the points. ``extra``:
    whether a round follows while no player has the ``goal`` (False: any points are enough). ``stop``: whether a
    leading dealer who won, or was tenpai, may or must end it. ``shared``: whether tied players share the first
    place.
    """

    bust: int | bool | None
    last: int | bool
    always: bool
    extra: bool | None
    goal: int | bool | None
    stop: dict[str, str | None]
    shared: bool | None


class HandTable(TypedDict):
    """All points are game points; names are those of ``scoring.game.outcome``."""

    players: int
    start: int | None
    """What each seat begins with."""
    riichi: bool
    """Whether hands are told in han and fu, and there are riichi sticks."""
    short: bool | None
    """Whether a player with less than 1,000 points may declare riichi."""
    rows: list[Row]
    worth: dict[str, tuple[int, int]]
    """By "han/fu" ("5/" where fu do not matter) and by the name of a yakuman: the row of what it pays, and the ways
    in which it is won, a bit for each. 1 for riichi, 2 for the dealer and 4 for tsumo make the number of a way.
    """
    most_han: int
    """What has 13 han or more pays the same, up to so many."""
    runs: list[Run]
    """What pays in a game of patterns, by the points of the hand; ``most_points`` at most."""
    most_points: int
    honba: tuple[int, int] | None
    """What a counter costs the discarder, and each payer of a tsumo."""
    pao: dict[str, Pao | bool]
    """By yakuman; False where nobody is liable for it under this rulebook."""
    pao_honba: str | None
    """Who pays the counters of a ron: liable or discarder."""
    rons: tuple[str | None, str | None]
    """Who is paid if two, and if three, win one discard: all, head_bump (the next in turn) or abort."""
    sticks: str | None
    """Who of several winners takes counters and sticks."""
    wareme: Wareme | None
    rolls: list[int] | None
    """How many seats after the dealer the doubled one is, for each roll from 2 on; None where no roll says it."""
    noten: list[int | None]
    """What each noten player pays each tenpai player, by how many are tenpai."""
    noten_riichi: bool
    """Whether a player in riichi may be noten at a draw."""
    nagashi: Pair | None
    aborts: list[str]
    stays: Stays
    counters: bool
    """Are counters put on the table?"""
    chombo: Chombo | None
    end: End


@lru_cache(maxsize=256)
def hand_table(rulebook: Rulebook) -> HandTable:
    """Return the table of a rulebook for three or four players; ScoringError ``hands_of_four`` for five.

    Cached: do not change it.
    """
    # Doubling is applied by the reader of the table.
    book = replace(rulebook, overlay=replace(rulebook.overlay, wareme="none"))
    rows: list[Row] = []
    worth = dict(_worth(book, rows))
    settlement = rulebook.settlement
    return {
        "players": rulebook.hand_players,
        "start": _whole(rulebook.table.starting_points),
        "riichi": is_riichi(rulebook),
        "short": _known(rulebook.yaku.riichi_below_1000, lambda rule: rule == "allowed"),
        "rows": rows,
        "worth": worth,
        "most_han": MAX_HAN,
        "runs": list(_runs(book)),
        "most_points": MAX_PATTERN_POINTS,
        "honba": _answer_or_none(lambda: counter_values(rulebook, 1)[::-1]),
        "pao": dict(_liabilities(book)),
        "pao_honba": _known(settlement.pao_honba, str),
        "rons": (_known(settlement.ron_two, str), _known(settlement.ron_three, str)),
        "sticks": _known(settlement.multi_ron_sticks, str),
        "wareme": _wareme(rulebook),
        "rolls": _rolls(rulebook),
        "noten": [_noten(book, tenpai) for tenpai in range(rulebook.hand_players + 1)],
        "noten_riichi": rulebook.draw.noten_total == 0,
        "nagashi": _answer_or_none(lambda: _pair(nagashi_payments(book, _DEALER, [_CHILD]))),
        "aborts": list(rulebook.draw.aborts) if isinstance(rulebook.draw.aborts, tuple) else [],
        "stays": {
            "win": dealer_stays_after_win(rulebook),
            "draw": (_after_draw(rulebook, tenpai=False), _after_draw(rulebook, tenpai=True)),
            "abort": _answer_or_none(lambda: dealer_stays_after_abort(rulebook)),
        },
        "counters": has_counters(rulebook),
        "chombo": _answer_or_none(lambda: _chombo(book)),
        "end": _end(rulebook),
    }


def _answer_or_none(ask: Callable[[], T]) -> T | None:
    """Return the answer; None if the rulebook leaves it open, or if it is impossible."""
    try:
        return ask()
    except ScoringError:
        return None


def _known(value: object, said: Callable[[object], T]) -> T | None:
    return None if isinstance(value, Mark) else said(value)


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) else None


def _worth(book: Rulebook, rows: list[Row]) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield all hands by han and fu, or by one yakuman."""
    if not is_riichi(book):
        return
    named = set()
    for name, win in _hands():
        if win.fu is not None and f"{win.han}/" in named:
            continue
        ways, basic = 0, 0
        for way in range(8):
            award = _won(book, win, way)
            if award is not None:
                ways, basic = ways | 1 << way, award.value.basic
        if ways:
            row = _row(book, basic)
            if row not in rows:
                rows.append(row)
            named.add(name)
            yield name, (rows.index(row), ways)


def _hands() -> Iterator[tuple[str, Win]]:
    for han in range(1, _LONGEST + 1):
        yield f"{han}/", Win(_CHILD, han=han)
        for fu in FU if han < _LONGEST else ():
            yield f"{han}/{fu}", Win(_CHILD, han=han, fu=fu)
    for name in YAKUMAN:
        yield name, Win(_CHILD, yakuman=(name,))


def _won(book: Rulebook, win: Win, way: int, *, is_liable: bool = False) -> Award | None:
    """Return the award for a win in this way; None if impossible."""
    riichi, dealer, tsumo = way & 1, way & 2, way & 4
    winner = _DEALER if dealer else _CHILD
    hand = Hand(_DEALER, riichi=(winner,) if riichi else ())
    # Neither the winner nor the discarder.
    pao = Liability(_CHILD if dealer else _DEALER, win.yakuman[0]) if is_liable else None
    win = win._replace(winner=winner, pao=pao)
    paid = _answer_or_none(lambda: settle_win(book, hand, [win], None if tsumo else _OTHER))
    return paid and paid.awards[0]


def _row(book: Rulebook, basic: int) -> Row:
    ron, ron_of_dealer = (
        usual(book, _DEALER, winner, basic, _OTHER, (0, 0))[_OTHER][0] for winner in (_CHILD, _DEALER)
    )
    tsumo = usual(book, _DEALER, _CHILD, basic, None, (0, 0))
    return ron, ron_of_dealer, tsumo[_OTHER][0], tsumo[_DEALER][0]


def _liabilities(book: Rulebook) -> Iterator[tuple[str, Pao | bool]]:
    """Yield the yakuman with possible liability, whether or not it matters here."""
    bound = book.settlement.pao_yaku
    if not is_riichi(book) or not isinstance(bound, tuple):
        return
    for name in YAKUMAN:
        won = [_won(book, Win(_CHILD, yakuman=(name,)), way, is_liable=True) for way in (0, 2, 4, 6)]
        paid = [None if award is None else [one.points for one in award.transfers] for award in won]
        if name in bound:
            child, dealer, child_tsumo, dealer_tsumo = paid
            yield (
                name,
                {
                    "tsumo": (child_tsumo[0], dealer_tsumo[0]) if child_tsumo and dealer_tsumo else None,
                    "ron": ((child[0], child[1]), (dealer[0], dealer[1])) if child and dealer else None,
                },
            )
        elif any(paid):
            yield name, False


def _runs(book: Rulebook) -> Iterator[Run]:
    """Yield payments by points, in runs with a constant increase per point."""
    if is_riichi(book):
        return
    least = max(book.score.min_han, 1)
    paid = [_pays(book, points) for points in range(least, MAX_PATTERN_POINTS + 1)]
    at = 0
    while at < len(paid):
        here, after = paid[at], paid[min(at + 1, len(paid) - 1)]
        step = [b - a for a, b in zip(here, after, strict=True)]
        end = at + 1
        while end < len(paid) and all(
            b - a == more for a, b, more in zip(paid[end - 1], paid[end], step, strict=True)
        ):
            end += 1
        yield least + at, here[0], step[0], here[1], step[1], here[2], step[2]
        at = end


def _pays(book: Rulebook, points: int) -> tuple[int, int, int]:
    """Return payments of the discarder, each other, and each on a self-draw."""
    ron = usual(book, _DEALER, _CHILD, points, _OTHER, (0, 0))
    tsumo = usual(book, _DEALER, _CHILD, points, None, (0, 0))
    return ron[_OTHER][0], ron[_DEALER][0], tsumo[_DEALER][0]


def _wareme(rulebook: Rulebook) -> Wareme | None:
    overlay = rulebook.overlay
    if overlay.wareme == "none":
        return None
    return {
        "times": overlay.wareme_multiplier,
        "honba": overlay.wareme_on_honba,
        "noten": overlay.wareme_on_noten,
        "chombo": overlay.wareme_on_chombo,
        "deposits": overlay.wareme_on_deposits,
    }


def _rolls(rulebook: Rulebook) -> list[int] | None:
    if rulebook.overlay.wareme != "wareme" or rulebook.hand_players != CHAIRS:
        return None
    return [indicated(_DEALER, roll) for roll in range(2, 13)]


def _noten(book: Rulebook, tenpai: int) -> int | None:
    """Return what each noten player pays each of `tenpai` tenpai players."""
    paid = _answer_or_none(lambda: noten_payments(book, range(tenpai)))
    noten = book.hand_players - tenpai
    return None if paid is None else paid[0] // noten if tenpai and noten else 0


def _pair(delta: tuple[int, ...]) -> Pair:
    """Return the payments of a player besides the dealer, and of the dealer."""
    return abs(delta[_OTHER]), abs(delta[_DEALER])


def _after_draw(rulebook: Rulebook, *, tenpai: bool) -> bool | None:
    return _answer_or_none(lambda: dealer_stays_after_draw(rulebook, _DEALER, [_DEALER] if tenpai else []))


def _chombo(book: Rulebook) -> Chombo:
    foul = punish(book, Hand(_DEALER), [_CHILD])
    in_riichi = _answer_or_none(lambda: punish(book, Hand(_DEALER, deposits=1, riichi=(_OTHER,)), [_CHILD]))
    return {
        "pays": _pair(foul.delta),
        "after": foul.after_game[_CHILD],
        "returns": in_riichi and bool(in_riichi.returned),
        "honba": foul.honba,
    }


def _end(rulebook: Rulebook) -> End:
    rules, count = rulebook.game_end, rounds(rulebook)
    goal = _whole(rules.goal_points)
    busts: dict[object, int | bool] = {"below_zero": 0, "zero_or_less": 1}
    return {
        "bust": _known(rules.tobi, lambda rule: busts.get(rule, False)),
        "last": False if count is None else count * rulebook.hand_players - 1,
        "always": rulebook.table.dealer_rotation == "always",
        "extra": _known(rules.west_entry, bool),
        "goal": goal if goal is None else goal or False,
        "stop": {"win": _known(rules.agariyame, str), "draw": _known(rules.tenpaiyame, str)},
        "shared": _known(rulebook.result.tie, lambda tie: tie != "seat_order"),
    }
