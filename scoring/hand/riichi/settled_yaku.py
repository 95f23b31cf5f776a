"""No atozuke (完全先付け): the parts of this rule that a hand's tiles show.

The rule has many interpretations. What they share, and tiles can show, is refused:

* a yaku on some of the winning tiles, and none on another (片アガリ);
* no yaku with the first call: neither one of the whole hand, nor one of concealed sets alone, nor one that includes
  the set called first (中付け).

The rest is left to the table: whether another yaku on each tile is enough, when concealed sets were completed, and
yaku by chance (the last tile, a replacement tile, a robbed kan), which every tile would have.
"""

from collections.abc import Iterator

from scoring.errors import NeedsEventSetting
from scoring.hand.hand_tiles import LaidOut, lay_out
from scoring.hand.riichi.library import Engine, Failed, Reading
from scoring.hand.riichi.names import YAKU
from scoring.hand.riichi.refusals import YakuRefused
from scoring.hand.riichi.situation import Situation
from scoring.hand.tiles import ORPHANS, WHITE, Tile
from scoring.rulebook.fields import UNSET
from scoring.translation import Sentence
from scoring.translation import gettext_noop as _

Set = tuple[int, ...]
_DRAGONS = {"haku": WHITE, "hatsu": WHITE + 1, "chun": WHITE + 2}
_NOT_OF_THREE = range(1, 8)


def check_settled(engine: Engine, hand: LaidOut, how: Situation, reading: Reading) -> None:
    """Refuse (``YakuRefused``, code ``atozuke``) a hand whose yaku was visibly not settled.

    Melds are in the order of calls. A concealed hand wins by tsumo, and in riichi, on any tile.
    """
    if engine.book.yaku.atozuke is not False or how.riichi or how.double_riichi or how.is_first_turn:
        return
    if how.tsumo and not hand.is_open:
        return
    for other in _other_waits(engine, hand):
        if _is_without_yaku(engine, other, how):
            text = _(
                "By these rules (no atozuke), a hand must have a yaku on every tile it waits on. This one "
                "has none on %(tile)s, so it does not win."
            )
            raise YakuRefused("atozuke", Sentence(text, {"tile": other.win_tile}), "win_tile")
    called = [meld for meld in hand.melds if meld.is_open]
    if not called:
        return
    first = tuple(tile.kind for tile in called[0].tiles[:3])
    codes = [YAKU[number].code for number, _han in reading.yaku if not YAKU[number].is_yakuman]
    has_yakuman = len(codes) < len(reading.yaku)
    if not has_yakuman and not any(_is_settled(code, hand, how, first) for code in codes):
        text = _(
            "By these rules (no atozuke), the first call must show a yaku, but %(meld)s is not part of one "
            "in this hand. Please enter melds in the order they were called; if this is the order, the hand "
            "does not win."
        )
        raise YakuRefused("atozuke", Sentence(text, {"meld": called[0]}), "melds")


def _other_waits(engine: Engine, hand: LaidOut) -> Iterator[LaidOut]:
    """Yield the hand with each other tile that could have completed it, whether it is complete or not."""
    held = list(hand.concealed)
    held.remove(hand.win_tile)
    counts = list(hand.counts)
    counts[hand.win_tile.kind] -= 1
    near = {tile.kind + step for tile in held for step in (-2, -1, 0, 1, 2)}
    missing = _NOT_OF_THREE if engine.book.hand_players == 3 else ()
    for kind in sorted(near - {hand.win_tile.kind}):
        if 0 <= kind <= 33 and counts[kind] < 4 and kind not in missing:
            yield lay_out((*held, Tile(kind)), hand.melds, Tile(kind))


def _is_without_yaku(engine: Engine, hand: LaidOut, how: Situation) -> bool:
    read = engine.read(hand, how, bonus_han=0, ippatsu=False, renhou=False)
    if not isinstance(read, Failed) or read.code != "no_yaku":
        return False
    if engine.book.yaku.kuitan is UNSET and hand.is_open and not any(hand.counts[kind] for kind in ORPHANS):
        raise NeedsEventSetting(["yaku.kuitan"])
    return True


def _is_settled(code: str, hand: LaidOut, how: Situation, first: Set) -> bool:
    """Whether the set called first belongs to this yaku, or the yaku needs no call."""
    sets = _sets_of(code, hand, how)
    return first in sets or all(_is_concealed(hand, one) for one in sets)


def _sets_of(code: str, hand: LaidOut, how: Situation) -> tuple[Set, ...]:
    """Return the sets that make a yaku; none if it depends on the whole hand or on chance."""
    kinds = {**_DRAGONS, "seat_wind": how.seat_wind, "round_wind": how.round_wind}
    if code in kinds:
        return ((kinds[code],) * 3,)
    if code == "shousangen":
        return tuple((kind,) * 3 for kind in _DRAGONS.values() if hand.counts[kind] > 2)
    held = {tuple(tile.kind for tile in meld.tiles[:3]) for meld in hand.melds}
    ways = [way for way in _WAYS.get(code, ()) if all(one in held or _is_concealed(hand, one) for one in way)]
    return ways[0] if ways else ()


def _is_concealed(hand: LaidOut, one: Set) -> bool:
    """Whether these tiles are concealed, or a closed kan, in any arrangement of the concealed tiles."""
    closed = {meld.tiles[0].kind for meld in hand.melds if not meld.is_open}
    in_hand = all(hand.concealed_counts[kind] >= one.count(kind) for kind in one)
    return in_hand or (one[0] == one[2] and one[0] in closed)


def _run(first: int) -> Set:
    return first, first + 1, first + 2


_SUITS = (0, 9, 18)
_WAYS: dict[str, list[tuple[Set, ...]]] = {
    "ittsuu": [tuple(_run(suit + low) for low in (0, 3, 6)) for suit in _SUITS],
    "sanshoku": [tuple(_run(suit + low) for suit in _SUITS) for low in range(7)],
    "sanshoku_doukou": [tuple((suit + low,) * 3 for suit in _SUITS) for low in range(9)],
}
"""The sets of which each of these yaku can be made."""
