"""mjlog, Tenhou's XML format.

A hand goes from ``INIT`` (``seed``: hand, counters, sticks, …; ``ten``: points in hundreds; ``oya``: the dealer) to
one or several ``AGARI``, or a ``RYUUKYOKU``. Between them ``N`` is a call, ``REACH`` with ``step="2"`` a paid
riichi. ``sc`` has the points of each seat and their changes, in hundreds.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from scoring.game.outcome import Outcome
from scoring.hand.win import Win
from scoring.online.exhausted import paid_as_nagashi
from scoring.online.online_game import LONGEST_NAME, OnlineGame, OnlineHand, checked, points_of, whole
from scoring.online.refusals import unreadable
from scoring.online.yaku import Counted, bonuses_of, by_mjlog, win_of

_ABORTS = {"yao9": "kyuushu", "kaze4": "suufon", "reach4": "suuriichi", "kan4": "suukan", "ron3": "sanchahou"}
_SEATS = 4
_WHOLE_NUMBERS = re.compile(r"-?[0-9]{1,8}(,-?[0-9]{1,8}){0,99}")
# Rule bits in GO.
_WITHOUT_RED, _SOUTH_TOO, _OF_THREE = 0x02, 0x08, 0x10
_CHI, _PON, _ADDED, _NORTH, _FROM = 0x04, 0x08, 0x10, 0x20, 0x03


@dataclass
class _Open:
    """A hand being read."""

    number: int
    round: int
    dealer: int
    honba: int
    deposits: int
    points: tuple[int, ...]
    riichi: list[int] = field(default_factory=list)
    calls: set[int] = field(default_factory=set)
    wins: list[Win] = field(default_factory=list)
    losers: set[int | None] = field(default_factory=set)
    bonuses: frozenset[str] = frozenset()
    after: tuple[int, ...] = ()
    draw: Outcome | None = None


def read_mjlog(root: Element) -> OnlineGame:
    """Return the game of a whole log. LogRefused ``unreadable_log`` or ``unknown_yaku``."""
    go = root.find("GO")
    rules = _number(go.attrib, "type", 0, 0xFFFF) if go is not None else 0
    players = 3 if rules & _OF_THREE else _SEATS
    hands: list[_Open] = []
    for element in root:
        if element.tag == "INIT":
            hands.append(_begin(element.attrib, len(hands) + 1, players))
        elif hands:
            _follow(hands[-1], element, players)
    return checked(
        "tenhou",
        _names(root, players),
        tuple(_closed(hand) for hand in hands),
        None if go is None else not rules & _WITHOUT_RED,
        "" if go is None else "hanchan" if rules & _SOUTH_TOO else "tonpuu",
    )


def _names(root: Element, players: int) -> tuple[str, ...]:
    """Return the nicknames from the first UN; later ones are of players who reconnected."""
    element = root.find("UN")
    if element is None:
        raise unreadable("UN")
    names = [element.get(f"n{seat}", "") for seat in range(players)]
    return tuple(unquote(name[: 12 * LONGEST_NAME]) for name in names)


def _begin(attributes: Mapping[str, str], number: int, players: int) -> _Open:
    seed = _numbers(attributes, "seed", number)
    if len(seed) < 3:
        raise unreadable("seed", number)
    position = whole(seed[0], 0, 4 * _SEATS - 1, "seed", number)
    dealer = _number(attributes, "oya", 0, players - 1, number)
    if position % _SEATS != dealer:
        raise unreadable("oya", number)
    return _Open(
        number,
        position // _SEATS,
        dealer,
        whole(seed[1], 0, 1_000, "seed", number),
        whole(seed[2], 0, 1_000, "seed", number),
        _hundreds(_numbers(attributes, "ten", number), players, "ten", number),
    )


def _follow(hand: _Open, element: Element, players: int) -> None:
    attributes, number = element.attrib, hand.number
    if element.tag == "N":
        meld = _number(attributes, "m", 0, 0xFFFF, number)
        if meld & (_CHI | _PON | _ADDED) or (meld & _FROM and not meld & _NORTH):
            hand.calls.add(_number(attributes, "who", 0, players - 1, number))
    elif element.tag == "REACH" and attributes.get("step") == "2":
        hand.riichi.append(_number(attributes, "who", 0, players - 1, number))
    elif element.tag == "AGARI":
        _win(hand, attributes, players)
    elif element.tag == "RYUUKYOKU":
        _drawn(hand, attributes, players)


def _win(hand: _Open, attributes: Mapping[str, str], players: int) -> None:
    number = hand.number
    winner = _number(attributes, "who", 0, players - 1, number)
    discarder = _number(attributes, "fromWho", 0, players - 1, number)
    liable = _number(attributes, "paoWho", 0, players - 1, number) if "paoWho" in attributes else None
    ten = _numbers(attributes, "ten", number)
    if "yakuman" in attributes:
        counted = [Counted(by_mjlog(one, number), 0) for one in _numbers(attributes, "yakuman", number)]
    else:
        pairs = _numbers(attributes, "yaku", number)
        if len(pairs) % 2:
            raise unreadable("yaku", number)
        counted = [
            Counted(by_mjlog(one, number), whole(han, 0, 100, "yaku", number))
            for one, han in zip(pairs[::2], pairs[1::2], strict=True)
        ]
    if len(hand.wins) >= players - 1:
        raise unreadable("AGARI", number)
    hand.wins.append(
        win_of(winner, counted, ten[0] if ten else None, liable, number, is_open=winner in hand.calls)
    )
    hand.losers.add(None if discarder == winner else discarder)
    hand.bonuses |= bonuses_of(counted, is_open=winner in hand.calls)
    hand.after = _after(attributes, players, number)


def _drawn(hand: _Open, attributes: Mapping[str, str], players: int) -> None:
    kind, number = attributes.get("type", ""), hand.number
    hand.after = _after(attributes, players, number)
    riichi, calls = tuple(sorted(hand.riichi)), tuple(sorted(hand.calls))
    if kind in _ABORTS:
        hand.draw = Outcome("abort", abort=_ABORTS[kind], riichi=riichi, open_hands=calls)
        return
    if kind not in ("", "nm"):
        raise unreadable("type", number)
    shown = tuple(seat for seat in range(players) if f"hai{seat}" in attributes)
    nagashi: tuple[int, ...] = ()
    if kind == "nm":
        changes = _changes(attributes, players, number)
        nagashi = paid_as_nagashi(changes, hand.dealer)
        if not nagashi:
            raise unreadable("sc", number)
    hand.draw = Outcome("draw", tenpai=shown, nagashi=nagashi, riichi=riichi, open_hands=calls)


def _closed(hand: _Open) -> OnlineHand:
    outcome = hand.draw
    if hand.wins and outcome is None and len(hand.losers) == 1:
        outcome = Outcome(
            "win",
            wins=tuple(hand.wins),
            loser=next(iter(hand.losers)),
            riichi=tuple(sorted(hand.riichi)),
            open_hands=tuple(sorted(hand.calls)),
        )
    elif hand.wins or outcome is None:
        raise unreadable("AGARI, RYUUKYOKU", hand.number)
    return OnlineHand(
        hand.round, hand.dealer, hand.honba, hand.deposits, hand.points, hand.after, outcome, hand.bonuses
    )


def _after(attributes: Mapping[str, str], players: int, number: int) -> tuple[int, ...]:
    numbers = _numbers(attributes, "sc", number)
    before = _hundreds(numbers[::2], players, "sc", number)
    changes = _hundreds(numbers[1::2], players, "sc", number)
    return tuple(points + change for points, change in zip(before, changes, strict=True))


def _changes(attributes: Mapping[str, str], players: int, number: int) -> tuple[int, ...]:
    return _hundreds(_numbers(attributes, "sc", number)[1::2], players, "sc", number)


def _hundreds(numbers: Sequence[int], players: int, part: str, number: int) -> tuple[int, ...]:
    return points_of([100 * one for one in numbers], players, part, number)


def _number(attributes: Mapping[str, str], name: str, low: int, high: int, hand: int = 0) -> int:
    numbers = _numbers(attributes, name, hand)
    if len(numbers) != 1 or not low <= numbers[0] <= high:
        raise unreadable(name, hand or None)
    return numbers[0]


def _numbers(attributes: Mapping[str, str], name: str, hand: int) -> list[int]:
    """Parse the integers of an attribute, separated by commas."""
    text = attributes.get(name, "")
    if _WHOLE_NUMBERS.fullmatch(text) is None:
        raise unreadable(name, hand or None)
    return [int(part) for part in text.split(",")]
