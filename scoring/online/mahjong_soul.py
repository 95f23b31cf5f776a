"""Mahjong Soul's records as JSON, as written by tools that fetch them from the game.

``head`` (or ``mjshead``) names the players, ``data`` (or ``mjslog`` with ``mjsrecordtypes``) holds the records, each
with a ``name`` and its ``data``. Default values (0, false, nothing) may be left out, and names have underscores
(``delta_scores``) or not (``deltaScores``), depending on the tool.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.game.outcome import Outcome
from scoring.hand.payment import STICK
from scoring.online.exhausted import paid_as_nagashi
from scoring.online.online_game import OnlineGame, OnlineHand, checked, points_of, whole
from scoring.online.refusals import unreadable
from scoring.online.yaku import RED_FIVES, Counted, bonuses_of, by_mahjong_soul, win_of

# As numbered by the client (E_LiuJu: jiuzhongjiupai, sifenglianda, sigangsanle, sijializhi, sanjiahule).
_ABORTS = {1: "kyuushu", 2: "suufon", 3: "suukan", 4: "suuriichi", 5: "sanchahou"}
_KANS = 4
# For four and three players; leagues do not use other modes.
_LENGTHS = {1: "tonpuu", 2: "hanchan", 11: "tonpuu", 12: "hanchan"}
_CHI, _PON, _OPEN_KAN, _CLOSED_KAN = 0, 1, 2, 3
_WINDS, _DRAGONS = ("1z", "2z", "3z", "4z"), ("5z", "6z", "7z")
_COMPLETE = {_WINDS: 4, _DRAGONS: 3}
"""The sets of honours of which the last one that is called makes liable, and how many there are."""


@dataclass
class _Open:
    """A hand being read. ``pending``: whose riichi waits for its discard to pass."""

    number: int
    round: int
    dealer: int
    honba: int
    deposits: int
    points: tuple[int, ...]
    riichi: list[int] = field(default_factory=list)
    pending: int | None = None
    discarder: int | None = None
    calls: set[int] = field(default_factory=set)
    kans: int = 0
    sets: dict[tuple[int, tuple[str, ...]], int] = field(default_factory=dict)
    liable: dict[tuple[int, str], int] = field(default_factory=dict)

    def closed(
        self, outcome: Outcome, changes: tuple[int, ...], bonuses: frozenset[str] = frozenset()
    ) -> OnlineHand:
        after = tuple(
            points - STICK * (seat in self.riichi) + change
            for seat, (points, change) in enumerate(zip(self.points, changes, strict=True))
        )
        return OnlineHand(
            self.round, self.dealer, self.honba, self.deposits, self.points, after, outcome, bonuses
        )


def is_mahjong_soul(data: Mapping[str, Any]) -> bool:
    """Whether this object holds records of Mahjong Soul."""
    return "mjslog" in data or ("head" in data and "data" in data)


def read_mahjong_soul(data: Mapping[str, Any]) -> OnlineGame:
    """Return the game of a whole record. LogRefused ``unreadable_log`` or ``unknown_yaku``."""
    hands: list[OnlineHand] = []
    hand: _Open | None = None
    for name, record in _records(data):
        if name == "RecordNewRound":
            if hand is not None:
                raise unreadable("RecordHule, RecordNoTile, RecordLiuJu", hand.number)
            hand = _begin(record, len(hands) + 1)
        elif hand is not None and (over := _follow(hand, name, record)) is not None:
            hands.append(over)
            hand = None
    if hand is not None:
        raise unreadable("RecordHule, RecordNoTile, RecordLiuJu", hand.number)
    if not hands:
        raise unreadable("RecordNewRound")
    players = len(hands[0].points)
    if any(len(one.points) != players for one in hands):
        raise unreadable("scores")
    head = data.get("head", data.get("mjshead"))
    names = _names(head, players) if isinstance(head, Mapping) else ("",) * players
    has_red = any(RED_FIVES in one.bonuses for one in hands)
    length = _length(head) if isinstance(head, Mapping) else ""
    return checked("mahjong_soul", names, tuple(hands), True if has_red else None, length)


def _length(head: Mapping[str, Any]) -> str:
    """Return whether only the east round is played, if the record has its settings."""
    mode: Any = head
    for name in ("config", "mode", "mode"):
        mode = mode.get(name) if isinstance(mode, Mapping) else None
    return _LENGTHS.get(mode, "") if type(mode) is int else ""


def _records(data: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the records with their names, in order, for all tools' formats."""
    found = data["mjslog"] if "mjslog" in data else data["data"]
    names = data.get("mjsrecordtypes")
    if isinstance(found, Mapping):
        found = found.get("actions", found.get("records"))
    if not isinstance(found, list):
        raise unreadable("data")
    for place, one in enumerate(found):
        if not isinstance(one, Mapping):
            raise unreadable("data")
        one = one.get("result", one)
        if not isinstance(one, Mapping):
            continue  # an action that is not a record, such as a chat
        name, record = one.get("name"), one.get("data", one)
        if "data" not in one and isinstance(names, list) and place < len(names):
            name = names[place]
        if isinstance(name, str) and isinstance(record, Mapping):
            yield name.rpartition(".")[2], record


def _names(head: Mapping[str, Any], players: int) -> tuple[str, ...]:
    accounts, names = head.get("accounts"), [""] * players
    if not isinstance(accounts, list):
        raise unreadable("accounts")
    for account in accounts:
        if not isinstance(account, Mapping) or not isinstance(account.get("nickname"), str):
            raise unreadable("accounts")
        seat = account.get("seat", 0)
        if type(seat) is not int or not 0 <= seat < players:
            raise unreadable("accounts")
        names[seat] = account["nickname"]
    return tuple(names)


def _value(record: Mapping[str, Any], name: str, usual: Any = None) -> Any:
    """Return a value by its name with or without underscores; `usual` if it is left out."""
    first, *more = name.split("_")
    for key in (name, first + "".join(part.title() for part in more)):
        if record.get(key) is not None:
            return record[key]
    return usual


def _seat(record: Mapping[str, Any], players: int, number: int) -> int:
    return whole(_value(record, "seat", 0), 0, players - 1, "seat", number)


def _begin(record: Mapping[str, Any], number: int) -> _Open:
    scores = _value(record, "scores")
    if not isinstance(scores, list) or len(scores) not in (3, 4):
        raise unreadable("scores", number)
    return _Open(
        number,
        whole(_value(record, "chang", 0), 0, 3, "chang", number),
        whole(_value(record, "ju", 0), 0, len(scores) - 1, "ju", number),
        whole(_value(record, "ben", 0), 0, 1_000, "ben", number),
        whole(_value(record, "liqibang", 0), 0, 1_000, "liqibang", number),
        points_of(scores, len(scores), "scores", number),
    )


def _follow(hand: _Open, name: str, record: Mapping[str, Any]) -> OnlineHand | None:
    """Record an action; return the hand once it is over."""
    players, number = len(hand.points), hand.number
    if name == "RecordHule":
        return _won(hand, record)
    if hand.pending is not None:
        hand.riichi.append(hand.pending)
        hand.pending = None
    if name == "RecordDiscardTile":
        hand.discarder = _seat(record, players, number)
        if _value(record, "is_liqi") or _value(record, "is_wliqi"):
            hand.pending = hand.discarder
    elif name == "RecordChiPengGang":
        _called(hand, record)
    elif name == "RecordAnGangAddGang":
        # The tile of a kan may be won on.
        hand.discarder = _seat(record, players, number)
        hand.kans += 1
        if _value(record, "type", 0) == _CLOSED_KAN:
            _count_honours(hand, hand.discarder, _value(record, "tiles", ""), None)
    elif name == "RecordBaBei":
        hand.discarder = _seat(record, players, number)
    elif name == "RecordNoTile":
        return _exhausted(hand, record)
    elif name == "RecordLiuJu":
        kind = whole(_value(record, "type", 0), 1, len(_ABORTS), "type", number)
        riichi, calls = tuple(sorted(hand.riichi)), tuple(sorted(hand.calls))
        outcome = Outcome("abort", abort=_abort_of(hand, kind), riichi=riichi, open_hands=calls)
        return hand.closed(outcome, (0,) * players)
    elif name.startswith("RecordHule"):
        raise unreadable(name, number)  # of another game, such as blood battle
    return None


def _abort_of(hand: _Open, kind: int) -> str:
    """Return why the hand was aborted.

    Some tools swap the numbers of four kans and four riichi; if only one is possible, it is taken.
    """
    abort = _ABORTS[kind]
    if abort in ("suukan", "suuriichi"):
        can_be = {"suukan": hand.kans >= _KANS, "suuriichi": len(hand.riichi) == len(hand.points)}
        if not can_be[abort] and any(can_be.values()):
            return next(other for other, is_so in can_be.items() if is_so)
    return abort


def _called(hand: _Open, record: Mapping[str, Any]) -> None:
    number = hand.number
    seat, tiles = _seat(record, len(hand.points), number), _value(record, "tiles", [])
    hand.calls.add(seat)
    hand.kans += _value(record, "type", 0) == _OPEN_KAN
    if not isinstance(tiles, list) or not tiles:
        raise unreadable("tiles", number)
    if _value(record, "type", 0) in (_PON, _OPEN_KAN):
        _count_honours(hand, seat, tiles[0], hand.discarder)


def _count_honours(hand: _Open, seat: int, tile: object, giver: int | None) -> None:
    """Note liability for giving the last set of winds or dragons."""
    for kind, complete in _COMPLETE.items():
        if tile in kind:
            hand.sets[seat, kind] = hand.sets.get((seat, kind), 0) + 1
            if hand.sets[seat, kind] == complete and giver is not None:
                yaku = "daisuushii" if kind == _WINDS else "daisangen"
                hand.liable[seat, yaku] = giver


def _won(hand: _Open, record: Mapping[str, Any]) -> OnlineHand:
    players, number = len(hand.points), hand.number
    hules = _value(record, "hules", [])
    if not isinstance(hules, list) or not 0 < len(hules) < players:
        raise unreadable("hules", number)
    wins, bonuses, by_tsumo = [], frozenset[str](), set()
    for one in hules:
        if not isinstance(one, Mapping):
            raise unreadable("hules", number)
        winner, fans = _seat(one, players, number), _value(one, "fans", [])
        if not isinstance(fans, list) or any(not isinstance(fan, Mapping) for fan in fans):
            raise unreadable("fans", number)
        counted = [
            Counted(
                by_mahjong_soul(whole(_value(fan, "id", 0), 0, 10_000, "fans", number), number),
                whole(_value(fan, "val", 0), 0, 100, "fans", number),
            )
            for fan in fans
        ]
        liable = next(
            (hand.liable[key] for key in hand.liable if key[0] == winner and _has(counted, key[1])), None
        )
        fu = _value(one, "fu")
        fu = None if fu is None else whole(fu, 0, 200, "fu", number)
        wins.append(win_of(winner, counted, fu, liable, number, is_open=winner in hand.calls))
        bonuses |= bonuses_of(counted, is_open=winner in hand.calls)
        by_tsumo.add(bool(_value(one, "zimo")))
    if by_tsumo == {True} and len(wins) == 1:
        loser = None
    elif by_tsumo == {False} and hand.discarder is not None:
        loser = hand.discarder
    else:
        raise unreadable("zimo", number)
    if hand.pending is not None and loser != hand.pending:
        hand.riichi.append(hand.pending)
    outcome = Outcome(
        "win",
        wins=tuple(wins),
        loser=loser,
        riichi=tuple(sorted(hand.riichi)),
        open_hands=tuple(sorted(hand.calls)),
    )
    changes = points_of(_value(record, "delta_scores"), players, "delta_scores", number)
    return hand.closed(outcome, changes, bonuses)


def _has(counted: list[Counted], code: str) -> bool:
    return any(one.code == code for one in counted)


def _exhausted(hand: _Open, record: Mapping[str, Any]) -> OnlineHand:
    players, number = len(hand.points), hand.number
    shown, scores = _value(record, "players", []), _value(record, "scores", [])
    if not isinstance(shown, list) or len(shown) < players or not isinstance(scores, list):
        raise unreadable("players", number)
    if any(not isinstance(one, Mapping) for one in (*shown, *scores)):
        raise unreadable("players, scores", number)
    changes = [0] * players
    for one in scores:
        delta = _value(one, "delta_scores")
        if delta is not None:
            for seat, change in enumerate(points_of(delta, players, "delta_scores", number)):
                changes[seat] += change
    tenpai = tuple(seat for seat, one in enumerate(shown[:players]) if _value(one, "tingpai"))
    nagashi: tuple[int, ...] = ()
    if _value(record, "liujumanguan"):
        nagashi = paid_as_nagashi(changes, hand.dealer)
        if not nagashi:
            raise unreadable("delta_scores", number)
    outcome = Outcome(
        "draw",
        tenpai=tenpai,
        nagashi=nagashi,
        riichi=tuple(sorted(hand.riichi)),
        open_hands=tuple(sorted(hand.calls)),
    )
    return hand.closed(outcome, tuple(changes))
