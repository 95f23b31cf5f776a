"""The JSON of tenhou.net/6, which common tools also write for games of Mahjong Soul.

A hand is a list: [hand, counters, sticks], points, dora, ura dora, then deal, draws and discards of each of four
seats, and last its end. A string among the draws is a call; among the discards, one with ``r`` is a riichi. The end
is ``["和了", changes, [winner, discarder, liable, "30符4飜7700点", "断幺九(1飜)", …], …]``, the name of an abortive
draw, or ``["流局", changes]``. Changes include sticks taken by a winner, but not those paid for riichi.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.game.outcome import Outcome
from scoring.hand.payment import STICK
from scoring.hand.value import KIRIAGE
from scoring.hand.win import Win
from scoring.online.exhausted import paid_as_nagashi, paid_as_tenpai
from scoring.online.online_game import OnlineGame, OnlineHand, checked, points_of, whole
from scoring.online.refusals import unreadable
from scoring.online.yaku import Counted, bonuses_of, by_name, win_of

WIN = "和了"
_EXHAUSTED = {
    "流局": None,
    "Ryuukyoku": None,
    "Exhaustive Draw": None,
    "全員聴牌": True,
    "全員不聴": False,
}
"""The names of an exhaustive draw, and whether all or none were tenpai by its name."""
_NAGASHI = ("流し満貫", "Nagashi Mangan", "Mangan at Draw")
_ABORTS = {
    "九種九牌": "kyuushu",
    "Kyuushu Kyuuhai": "kyuushu",
    "Nine Terminal Abortion": "kyuushu",
    "四風連打": "suufon",
    "Suufon Renda": "suufon",
    "Four Wind Abortion": "suufon",
    "四家立直": "suuriichi",
    "Suucha Riichi": "suuriichi",
    "Four Riichi Abortion": "suuriichi",
    "四槓散了": "suukan",
    "四開槓": "suukan",
    "Suukaikan": "suukan",
    "Four Kan Abortion": "suukan",
    "三家和了": "sanchahou",
    "三家和": "sanchahou",
    "Sanchahou": "sanchahou",
    "Three Ron Abortion": "sanchahou",
}
_FU = re.compile(r"(\d{2,3})(?:符|Fu)")
_ROUNDED_UP = ("切り上げ満貫", "Kiriage Mangan", "Rounded Mangan")
_YAKU = re.compile(r"(.{1,60})\((?:(\d{1,3})飜|役満)\)", re.DOTALL)
_ROUNDS = re.compile(r"(東|南|\bEast|\bSouth)風?[喰赤速祝\d]{0,6}\s*$")
_SEATS = 4


@dataclass(frozen=True, slots=True)
class _Begin:
    """The start of a hand."""

    number: int
    round: int
    dealer: int
    honba: int
    deposits: int
    points: tuple[int, ...]


def read_tenhou_json(data: Mapping[str, Any]) -> OnlineGame:
    """Return the game of a whole log. LogRefused ``unreadable_log`` or ``unknown_yaku``."""
    names, hands = data.get("name"), data.get("log")
    if not isinstance(names, list) or not 3 <= len(names) <= _SEATS:
        raise unreadable("name")
    if any(not isinstance(name, str) for name in names):
        raise unreadable("name")
    players = 3 if len(names) == 3 or not names[3] else _SEATS
    if not isinstance(hands, list) or not hands:
        raise unreadable("log")
    begins = [_begin(hand, number, players) for number, hand in enumerate(hands, start=1)]
    later: list[_Begin | None] = [*begins[1:], None]
    rule = data.get("rule")
    return checked(
        "mahjong_soul" if _is_mahjong_soul(data) else "tenhou",
        tuple(names[:players]),
        tuple(_hand(hand, begin, after) for hand, begin, after in zip(hands, begins, later, strict=True)),
        _red_fives(rule) if isinstance(rule, Mapping) else None,
        _length(rule) if isinstance(rule, Mapping) else "",
    )


def _is_mahjong_soul(data: Mapping[str, Any]) -> bool:
    """Whether it is from Mahjong Soul: its ranks contain 雀, Tenhou's do not, and Tenhou's log names begin with the
    date.
    """
    ranks = data.get("dan")
    return isinstance(ranks, list) and any(
        "雀" in rank or "魂" in rank for rank in ranks if isinstance(rank, str)
    )


def _red_fives(rule: Mapping[str, Any]) -> bool | None:
    counts = [rule[name] for name in ("aka", "aka51", "aka52", "aka53") if type(rule.get(name)) is int]
    return any(count > 0 for count in counts) if counts else None


def _length(rule: Mapping[str, Any]) -> str:
    """Return whether only the east round is played, by the rule's name: 般東喰赤, 玉の間南, Jade Room East."""
    name = rule.get("disp")
    found = _ROUNDS.search(name) if isinstance(name, str) else None
    return "" if found is None else "tonpuu" if found[1] in ("東", "East") else "hanchan"


def _begin(hand: object, number: int, players: int) -> _Begin:
    if not isinstance(hand, list) or len(hand) not in (4 + 3 * players + 1, 4 + 3 * _SEATS + 1):
        raise unreadable("log", number)
    head = hand[0]
    if not isinstance(head, list) or len(head) != 3:
        raise unreadable("[hand, counters, sticks]", number)
    position = whole(head[0], 0, 4 * _SEATS - 1, "[hand, counters, sticks]", number)
    if position % _SEATS >= players:
        raise unreadable("[hand, counters, sticks]", number)
    return _Begin(
        number,
        position // _SEATS,
        position % _SEATS,
        whole(head[1], 0, 1_000, "[hand, counters, sticks]", number),
        whole(head[2], 0, 1_000, "[hand, counters, sticks]", number),
        points_of(hand[1], players, "points", number),
    )


def _hand(hand: list[Any], begin: _Begin, later: _Begin | None) -> OnlineHand:
    players, number = len(begin.points), begin.number
    seats = [_Seen.of(hand[4 + 3 * seat : 7 + 3 * seat], number) for seat in range(players)]
    end = hand[-1]
    if not isinstance(end, list) or not end or not isinstance(end[0], str):
        raise unreadable("result", number)
    calls = tuple(seat for seat, seen in enumerate(seats) if seen.has_called)
    if end[0] == WIN:
        changes, wins, loser, bonuses = _wins(end[1:], calls, players, number)
        riichi = tuple(
            seat
            for seat, seen in enumerate(seats)
            if seen.riichi and not (seat == loser and seen.riichi_is_last)
        )
        outcome = Outcome("win", wins=wins, loser=loser, riichi=riichi, open_hands=calls)
    else:
        changes = _changes(end[1], players, number) if len(end) > 1 else (0,) * players
        riichi = _riichi_of_draw(seats, begin, later, changes)
        outcome, bonuses = _draw(end[0], begin, later, changes, riichi, calls), frozenset()
    after = tuple(
        points - STICK * (seat in riichi) + change
        for seat, (points, change) in enumerate(zip(begin.points, changes, strict=True))
    )
    return OnlineHand(
        begin.round, begin.dealer, begin.honba, begin.deposits, begin.points, after, outcome, bonuses
    )


@dataclass(frozen=True, slots=True)
class _Seen:
    """What is known of a seat in a hand. ``riichi_is_last``: its riichi discard was its last."""

    has_called: bool
    riichi: bool
    riichi_is_last: bool

    @classmethod
    def of(cls, parts: Sequence[object], number: int) -> "_Seen":
        _deal, draws, discards = parts
        if not isinstance(draws, list) or not isinstance(discards, list):
            raise unreadable("draws, discards", number)
        declared = [place for place, tile in enumerate(discards) if isinstance(tile, str) and "r" in tile]
        return cls(
            any(isinstance(tile, str) for tile in draws),
            bool(declared),
            bool(declared) and declared[-1] == len(discards) - 1,
        )


def _wins(
    parts: Sequence[object], calls: tuple[int, ...], players: int, number: int
) -> tuple[tuple[int, ...], tuple[Win, ...], int | None, frozenset[str]]:
    """Return all wins: the total changes, the wins, the discarder, and what the hands count."""
    if not parts or len(parts) % 2 or len(parts) > 2 * (players - 1):
        raise unreadable("result", number)
    total, wins, losers = [0] * players, [], set()
    bonuses: frozenset[str] = frozenset()
    for change, described in zip(parts[::2], parts[1::2], strict=True):
        for seat, points in enumerate(_changes(change, players, number)):
            total[seat] += points
        if (
            not isinstance(described, list)
            or len(described) < 5
            or any(not isinstance(one, str) for one in described[3:])
        ):
            raise unreadable("result", number)
        winner, discarder, liable = (whole(seat, 0, players - 1, "result", number) for seat in described[:3])
        counted = [_counted(text, number) for text in described[4:]]
        wins.append(
            win_of(winner, counted, _fu(described[3], counted), liable, number, is_open=winner in calls)
        )
        losers.add(None if discarder == winner else discarder)
        bonuses |= bonuses_of(counted, is_open=winner in calls)
    if len(losers) != 1:
        raise unreadable("result", number)
    return tuple(total), tuple(wins), losers.pop(), bonuses


def _fu(worth: str, counted: Sequence[Counted]) -> int | None:
    """Return the fu of a hand from the text of its value; of a rounded-up mangan, the actual ones."""
    found = _FU.search(worth)
    if found is not None:
        return int(found[1])
    if worth.startswith(_ROUNDED_UP):
        return dict(KIRIAGE).get(sum(one.han for one in counted))
    return None


def _counted(text: str, number: int) -> Counted:
    found = _YAKU.fullmatch(text)
    if found is None:
        raise unreadable(text, number)
    return Counted(by_name(found[1], number), int(found[2] or 0))


def _changes(value: object, players: int, number: int) -> tuple[int, ...]:
    return points_of(value, players, "changes of points", number)


def _riichi_of_draw(
    seats: Sequence[_Seen], begin: _Begin, later: _Begin | None, changes: Sequence[int]
) -> tuple[int, ...]:
    """Return who has paid for riichi in a hand without a winner. A riichi whose discard is won by three is not paid:
    the next hand shows who had paid.
    """
    declared = tuple(seat for seat, seen in enumerate(seats) if seen.riichi)
    if later is None:
        return declared
    return tuple(
        seat for seat in declared if later.points[seat] - begin.points[seat] - changes[seat] == -STICK
    ) or tuple(seat for seat in declared if not seats[seat].riichi_is_last)


def _draw(
    name: str,
    begin: _Begin,
    later: _Begin | None,
    changes: tuple[int, ...],
    riichi: tuple[int, ...],
    calls: tuple[int, ...],
) -> Outcome:
    stays = later is not None and (later.round, later.dealer) == (begin.round, begin.dealer)
    if name in _ABORTS:
        return Outcome("abort", abort=_ABORTS[name], riichi=riichi, open_hands=calls)
    if name in _NAGASHI:
        nagashi = paid_as_nagashi(changes, begin.dealer)
        if not nagashi:
            raise unreadable(name, begin.number)
        tenpai = tuple(sorted({*riichi, begin.dealer} if stays else riichi))
        return Outcome("draw", tenpai=tenpai, nagashi=nagashi, riichi=riichi, open_hands=calls)
    if name not in _EXHAUSTED:
        raise unreadable(name, begin.number)
    all_or_none = _EXHAUSTED[name]
    if all_or_none is None:
        tenpai = paid_as_tenpai(changes, riichi=riichi, stays=stays)
    else:
        tenpai = tuple(range(len(changes))) if all_or_none else ()
    return Outcome("draw", tenpai=tenpai, riichi=riichi, open_hands=calls)
