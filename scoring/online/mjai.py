"""mjai, the event format of riichi programs and reviewers: one JSON object per line.

A hand goes from ``start_kyoku`` to one or several ``hora``, or a ``ryukyoku``. Most logs give only the winner and
the changes of points of a win, with all tiles, so the table's rules value them. If tiles are hidden, ``fan`` and
``fu`` are given.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.game.outcome import Outcome
from scoring.hand.details import Details, LaidTiles
from scoring.hand.payment import STICK
from scoring.hand.tiles import TilesError, parse_tile
from scoring.hand.win import Liability, Win
from scoring.online.exhausted import paid_as_nagashi, paid_as_tenpai
from scoring.online.online_game import OnlineGame, OnlineHand, checked, points_of, whole
from scoring.online.refusals import unreadable

_HONOURS = dict(zip("ESWNPFC", ("1z", "2z", "3z", "4z", "5z", "6z", "7z"), strict=True))
_WINDS = "ESWN"
_ABORTS = {
    **dict.fromkeys(("kyushukyuhai", "kyuushukyuuhai", "kyuushu_kyuuhai", "yao9"), "kyuushu"),
    **dict.fromkeys(("sufonrenta", "suufonrenta", "suufon_renda", "kaze4"), "suufon"),
    **dict.fromkeys(("suchareach", "suucharichi", "suucha_riichi", "reach4"), "suuriichi"),
    **dict.fromkeys(("sukaikan", "suukaikan", "suukansansen", "kan4"), "suukan"),
    **dict.fromkeys(("sanchaho", "sanchahou", "ron3"), "sanchahou"),
}
_NAGASHI = ("nagashimangan", "nagashi_mangan", "nm")
_CALLS = ("chi", "pon", "daiminkan")
_KANS = ("daiminkan", "ankan", "kakan")
# Tiles that can be drawn in a hand, including those for kans.
_WALL = {4: 70, 3: 55}
_DRAGONS, _ALL_WINDS = ("5z", "6z", "7z"), ("1z", "2z", "3z", "4z")


def is_mjai(documents: Sequence[Any]) -> bool:
    """Whether these are mjai events."""
    return bool(documents) and all(
        isinstance(one, Mapping) and isinstance(one.get("type"), str) for one in documents
    )


@dataclass
class _Set:
    """A declared set: its tiles, how it was made, and from whose discard."""

    tiles: list[str]
    kind: str
    fed_by: int | None


@dataclass
class _Open:
    """A hand being read, and what counts for a win."""

    number: int
    round: int
    dealer: int
    first: int
    """Who dealt first in the game: its seats are counted from there."""
    honba: int
    deposits: int
    points: tuple[int, ...]
    tiles: list[list[str]]
    dora: list[str]
    riichi: list[int] = field(default_factory=list)
    doubled: set[int] = field(default_factory=set)
    ippatsu: set[int] = field(default_factory=set)
    calls: set[int] = field(default_factory=set)
    sets: list[list[_Set]] = field(default_factory=list)
    norths: list[int] = field(default_factory=list)
    discards: list[list[str]] = field(default_factory=list)
    drawn: int = 0
    is_quiet: bool = True
    """Nobody has claimed a tile or declared a set."""
    last: Mapping[str, Any] = field(default_factory=dict)
    is_replacement: bool = False
    wins: list[Win] = field(default_factory=list)
    losers: set[int | None] = field(default_factory=set)
    changes: list[int] = field(default_factory=list)
    reason: str | None = None
    tenpai: tuple[int, ...] | None = None


def read_mjai(events: Sequence[Mapping[str, Any]]) -> OnlineGame:
    """Return the game of a whole log. LogRefused ``unreadable_log``."""
    names: list[str] = []
    hands: list[_Open] = []
    hand: _Open | None = None
    red: bool | None = None
    for event in events:
        kind = event["type"]
        if kind == "start_game":
            names = _names(event)
            red = event["aka_flag"] if type(event.get("aka_flag")) is bool else red
        elif kind == "start_kyoku":
            if hand is not None:
                raise unreadable("hora, ryukyoku", hand.number)
            hand = _begin(event, len(hands) + 1, hands[0] if hands else None)
        elif hand is not None and kind == "end_kyoku":
            hands.append(hand)
            hand = None
        elif hand is not None:
            _follow(hand, event)
    if hand is not None:
        hands.append(hand)
    if not hands:
        raise unreadable("start_kyoku")
    players = len(hands[0].points)
    names = [*names, *[""] * players][:players]
    first = hands[0].first
    later: list[_Open | None] = [*hands[1:], None]
    return checked(
        "mjai",
        tuple(names[(seat + first) % players] for seat in range(players)),
        tuple(_closed(one, after, first) for one, after in zip(hands, later, strict=True)),
        red,
    )


def _names(event: Mapping[str, Any]) -> list[str]:
    names = event.get("names", [])
    if not isinstance(names, list) or len(names) > 4 or any(not isinstance(name, str) for name in names):
        raise unreadable("names")
    return list(names)


def _begin(event: Mapping[str, Any], number: int, first: _Open | None) -> _Open:
    wind, deals = event.get("bakaze"), event.get("tehais")
    if not isinstance(wind, str) or wind not in _WINDS or not isinstance(deals, list):
        raise unreadable("bakaze, tehais", number)
    scores = event.get("scores", [25_000] * len(deals))
    players = len(first.points) if first else _players(deals, scores)
    if any(deal is not None and not isinstance(deal, list) for deal in deals):
        raise unreadable("tehais", number)
    tiles = [[_tile(tile, number) for tile in deal or []] for deal in deals[:players]]
    if len(tiles) != players or any(len(deal) > 14 for deal in tiles):
        raise unreadable("tehais", number)
    dealer = whole(event.get("oya"), 0, players - 1, "oya", number)
    return _Open(
        number,
        _WINDS.index(wind),
        dealer,
        (dealer - whole(event.get("kyoku", 1), 1, players, "kyoku", number) + 1) % players,
        whole(event.get("honba", 0), 0, 1_000, "honba", number),
        whole(event.get("kyotaku", event.get("riichi_sticks", 0)), 0, 1_000, "kyotaku", number),
        points_of(scores, players, "scores", number),
        tiles,
        [_tile(event["dora_marker"], number)] if "dora_marker" in event else [],
        sets=[[] for _seat in range(players)],
        norths=[0] * players,
        discards=[[] for _seat in range(players)],
        changes=[0] * players,
    )


def _players(deals: Sequence[Any], scores: Any) -> int:
    """Return the number of players by the first hand: in a game of three, the fourth starts with nothing."""
    is_empty = len(deals) == 4 and isinstance(scores, list) and scores[3:] == [0]
    return 3 if len(deals) == 3 or is_empty else 4


def _follow(hand: _Open, event: Mapping[str, Any]) -> None:
    kind = event["type"]
    if kind == "dora":
        hand.dora.append(_tile(event.get("dora_marker"), hand.number))
        return
    if kind == "hora":
        _win(hand, event)
        return
    if kind == "ryukyoku":
        _drawn(hand, event)
        return
    if kind not in ("tsumo", "dahai", "reach", "reach_accepted", "kita", "nukidora", *_CALLS, *_KANS):
        return  # other messages of programs
    seat = _seat(hand, event, "actor")
    if kind == "tsumo":
        if hand.last.get("type") == "kakan":
            # It was not robbed.
            hand.ippatsu.clear()
        hand.drawn += 1
        hand.is_replacement = hand.last.get("type") in (*_KANS, "kita", "nukidora")
        hand.tiles[seat].append(_tile(event.get("pai"), hand.number))
    elif kind == "dahai":
        tile = _tile(event.get("pai"), hand.number)
        _take(hand, seat, [tile])
        hand.discards[seat].append(tile)
        hand.ippatsu.discard(seat)
    elif kind == "reach":
        if hand.is_quiet and not hand.discards[seat]:
            hand.doubled.add(seat)
    elif kind == "reach_accepted":
        hand.riichi.append(seat)
        hand.ippatsu.add(seat)
    else:
        _declare(hand, event, seat)
    if kind not in ("reach", "reach_accepted"):
        hand.last = event


def _declare(hand: _Open, event: Mapping[str, Any], seat: int) -> None:
    """Declare a set, or set a north aside."""
    kind = event["type"]
    hand.is_quiet = False
    if kind != "kakan":
        hand.ippatsu.clear()
    if kind in ("kita", "nukidora"):
        hand.norths[seat] += 1
        _take(hand, seat, ["4z"])
        return
    used = event.get("consumed")
    if not isinstance(used, list) or not 1 <= len(used) <= 4:
        raise unreadable("consumed", hand.number)
    consumed = [_tile(tile, hand.number) for tile in used]
    if kind == "kakan":
        added = _tile(event.get("pai"), hand.number)
        _take(hand, seat, [added])
        made = next(
            (one for one in hand.sets[seat] if one.kind == "pon" and _kind(one.tiles[0]) == _kind(added)),
            None,
        )
        if made is None:
            raise unreadable("kakan", hand.number)
        made.tiles.append(added)
        return
    _take(hand, seat, consumed)
    if kind == "ankan":
        hand.sets[seat].append(_Set(consumed, kind, None))
        return
    hand.calls.add(seat)
    claimed = _tile(event.get("pai"), hand.number)
    hand.sets[seat].append(_Set([*consumed, claimed], kind, _seat(hand, event, "target")))


def _take(hand: _Open, seat: int, tiles: Sequence[str]) -> None:
    """Remove tiles from a hand; from a hidden hand any may go."""
    for tile in tiles:
        held = hand.tiles[seat]
        if tile in held:
            held.remove(tile)
        elif "?" in held:
            held.remove("?")
        else:
            raise unreadable("pai", hand.number)


def _win(hand: _Open, event: Mapping[str, Any]) -> None:
    number = hand.number
    winner = _seat(hand, event, "actor")
    discarder = _seat(hand, event, "target") if "target" in event else winner
    is_tsumo = discarder == winner
    if len(hand.wins) >= len(hand.points) - 1:
        raise unreadable("hora", number)
    _add_changes(hand, event)
    hand.losers.add(None if is_tsumo else discarder)
    is_north = hand.last.get("type") in ("kita", "nukidora")
    won = _tile(event.get("pai", "N" if is_north else hand.last.get("pai")), number)
    tiles = list(hand.tiles[winner]) if is_tsumo else [*hand.tiles[winner], won]
    is_open = any(one.kind != "ankan" for one in hand.sets[winner])
    if "?" in tiles or won == "?":
        han, fu = event.get("fan", event.get("han")), event.get("fu")
        hand.wins.append(
            Win(
                winner,
                han=whole(han, 1, 200, "fan", number),
                fu=None if fu is None else whole(fu, 0, 200, "fu", number),
            )
        )
        return
    ura = event.get("ura_markers", event.get("uradora_markers", event.get("ura_dora_markers", [])))
    if not isinstance(ura, list):
        raise unreadable("ura_markers", number)
    laid = LaidTiles(
        "".join(tiles),
        won,
        tuple(_written(one) for one in hand.sets[winner]),
        "".join(hand.dora[:5]),
        "".join(_tile(tile, number) for tile in ura[:5]) if winner in hand.riichi else "",
        hand.norths[winner],
        _chances(hand, winner, is_tsumo=is_tsumo),
    )
    hand.wins.append(
        Win(winner, pao=_liability(hand.sets[winner]), details=Details(is_open=is_open, hand=laid))
    )


def _chances(hand: _Open, winner: int, *, is_tsumo: bool) -> tuple[str, ...]:
    """Return the circumstances of a win that its tiles do not show."""
    is_last = hand.drawn >= _WALL[len(hand.points)]
    is_first = hand.is_quiet and not hand.discards[winner]
    found = {
        "double_riichi": winner in hand.riichi and winner in hand.doubled,
        "ippatsu": winner in hand.riichi and winner in hand.ippatsu,
        "rinshan": is_tsumo and hand.is_replacement,
        "haitei": is_tsumo and is_last and not hand.is_replacement,
        "chankan": not is_tsumo and hand.last.get("type") in ("kakan", "ankan"),
        "houtei": not is_tsumo and is_last and hand.last.get("type") == "dahai",
        "tenhou": is_tsumo and is_first and winner == hand.dealer,
        "chiihou": is_tsumo and is_first and winner != hand.dealer,
    }
    return tuple(name for name, is_so in found.items() if is_so)


def _liability(sets: Sequence[_Set]) -> Liability | None:
    """Return who gave the last set of dragons or winds, if all were declared."""
    for yaku, honours in (("daisangen", _DRAGONS), ("daisuushii", _ALL_WINDS)):
        declared = [one for one in sets if one.tiles[0] in honours]
        if len(declared) == len(honours) and declared[-1].fed_by is not None:
            return Liability(declared[-1].fed_by, yaku)
    return None


def _drawn(hand: _Open, event: Mapping[str, Any]) -> None:
    _add_changes(hand, event)
    reason, tenpai = event.get("reason"), event.get("tenpais")
    hand.reason = reason if isinstance(reason, str) else ""
    if isinstance(tenpai, list) and len(tenpai) >= len(hand.points):
        hand.tenpai = tuple(seat for seat, is_so in enumerate(tenpai[: len(hand.points)]) if is_so is True)


def _closed(hand: _Open, later: _Open | None, first: int) -> OnlineHand:
    """Return the finished hand, its seats counted from the game's first dealer."""
    players, number = len(hand.points), hand.number
    if hand.wins:
        if len(hand.losers) != 1 or hand.reason is not None:
            raise unreadable("hora", number)
        outcome = Outcome(
            "win",
            wins=tuple(hand.wins),
            loser=next(iter(hand.losers)),
            riichi=tuple(sorted(hand.riichi)),
            open_hands=tuple(sorted(hand.calls)),
        )
    elif hand.reason is not None:
        outcome = _draw(hand, later)
    else:
        raise unreadable("hora, ryukyoku", number)
    after = tuple(
        points - STICK * (seat in hand.riichi) + change
        for seat, (points, change) in enumerate(zip(hand.points, hand.changes, strict=True))
    )
    turned = [(seat + first) % players for seat in range(players)]
    return OnlineHand(
        hand.round,
        (hand.dealer - first) % players,
        hand.honba,
        hand.deposits,
        tuple(hand.points[seat] for seat in turned),
        tuple(after[seat] for seat in turned),
        outcome if not first else _turned(outcome, first, players),
    )


def _turned(outcome: Outcome, first: int, players: int) -> Outcome:
    """Return the outcome with seats counted from another one."""

    def of(seat: int) -> int:
        return (seat - first) % players

    def all_of(seats: Sequence[int]) -> tuple[int, ...]:
        return tuple(sorted(map(of, seats)))

    return Outcome(
        outcome.kind,
        wins=tuple(
            win._replace(
                winner=of(win.winner), pao=win.pao._replace(seat=of(win.pao.seat)) if win.pao else None
            )
            for win in outcome.wins
        ),
        loser=None if outcome.loser is None else of(outcome.loser),
        tenpai=all_of(outcome.tenpai),
        nagashi=all_of(outcome.nagashi),
        abort=outcome.abort,
        riichi=all_of(outcome.riichi),
        open_hands=all_of(outcome.open_hands),
    )


def _draw(hand: _Open, later: _Open | None) -> Outcome:
    riichi, calls = tuple(sorted(hand.riichi)), tuple(sorted(hand.calls))
    changes = tuple(hand.changes)
    kind = _ABORTS.get(hand.reason or "") or (_abort_as_played(hand) if not hand.reason else None)
    if kind:
        return Outcome("abort", abort=kind, riichi=riichi, open_hands=calls)
    nagashi = paid_as_nagashi(changes, hand.dealer)
    if hand.reason in _NAGASHI and not nagashi:
        raise unreadable("deltas", hand.number)
    stays = later is not None and (later.round, later.dealer) == (hand.round, hand.dealer)
    if nagashi:
        tenpai = (
            hand.tenpai
            if hand.tenpai is not None
            else tuple(sorted({*riichi, hand.dealer} if stays else riichi))
        )
    else:
        tenpai = (
            hand.tenpai if hand.tenpai is not None else paid_as_tenpai(changes, riichi=riichi, stays=stays)
        )
    return Outcome("draw", tenpai=tenpai, nagashi=nagashi, riichi=riichi, open_hands=calls)


def _abort_as_played(hand: _Open) -> str | None:
    """Return how a hand was aborted if its log only says that it was drawn; None if all tiles were drawn."""
    if hand.drawn >= _WALL[len(hand.points)] or any(hand.changes):
        return None
    if len(hand.riichi) == 4:
        return "suuriichi"
    if sum(len(one.tiles) == 4 for sets in hand.sets for one in sets) == 4:
        return "suukan"
    firsts = {tile for tiles in hand.discards for tile in tiles}
    if [len(tiles) for tiles in hand.discards] == [1] * 4 and len(firsts) == 1 and firsts <= {*_ALL_WINDS}:
        return "suufon"
    return "kyuushu" if hand.is_quiet and hand.last.get("type") == "tsumo" else "sanchahou"


def _add_changes(hand: _Open, event: Mapping[str, Any]) -> None:
    changes = event.get("deltas", event.get("delta", [0] * len(hand.points)))
    for seat, change in enumerate(points_of(changes, len(hand.points), "deltas", hand.number)):
        hand.changes[seat] += change


def _seat(hand: _Open, event: Mapping[str, Any], name: str) -> int:
    return whole(event.get(name), 0, len(hand.points) - 1, name, hand.number)


def _tile(text: object, number: int) -> str:
    """Convert a tile to our notation: 5mr is 0m, E is 1z; “?” is hidden."""
    if not isinstance(text, str) or len(text) > 3:
        raise unreadable("pai", number)
    tile = _HONOURS.get(
        text, f"0{text[1]}" if len(text) == 3 and text.endswith("r") and text[0] == "5" else text
    )
    if tile == "?":
        return tile
    try:
        parse_tile(tile)
    except TilesError as error:
        raise unreadable("pai", number) from error
    return tile


def _kind(tile: str) -> str:
    return tile.replace("0", "5")


def _written(one: _Set) -> str:
    tiles = "".join(one.tiles)
    return f"[{tiles}]" if one.kind == "ankan" else f"({tiles})"
