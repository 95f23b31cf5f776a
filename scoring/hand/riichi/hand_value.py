"""A riichi hand from tiles to yaku, fu and value, by any rulebook that counts han.

>>> from scoring.hand.hand_tiles import read_hand
>>> from scoring.rulebook.rulebook import load
>>> from scoring.hand.tiles import parse_tiles
>>> found = value_hand(
...     load("mleague"),
...     read_hand("123m406p11z789s", ["(777z)"], "9s"),
...     Situation(tsumo=False, seat_wind=28, dora=parse_tiles("3s")),
... )
>>> [(one.name.code, one.han) for one in found.yaku], found.han, found.fu
([('chun', 1), ('red_dora', 1)], 2, 30)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from scoring.errors import NeedsEventSetting, ScoringError
from scoring.hand.hand_tiles import LaidOut
from scoring.hand.riichi.library import Engine, Failed, Reading, engine_for
from scoring.hand.riichi.names import (
    BASE,
    BY_CODE,
    CONCEALED_RON,
    DORA,
    FU,
    KITA,
    RED_DORA,
    URA_DORA,
    YAKU,
    Name,
)
from scoring.hand.riichi.responsible import check_liability, check_open_kan
from scoring.hand.riichi.settled_yaku import check_settled
from scoring.hand.riichi.situation import HandRefused, Situation, check
from scoring.hand.tiles import EAST, NORTH, ORPHANS, RED, WHITE, Tile, TilesError
from scoring.hand.value import Value, is_riichi, value_of_han, value_of_yakuman
from scoring.hand.win import Liability, Win
from scoring.rulebook.fields import UNSET, Limits
from scoring.rulebook.rulebook import Rulebook

_RENHOU = BY_CODE["renhou"]


@dataclass(frozen=True, slots=True)
class Counted:
    """A yaku or bonus with its han (a yakuman: 13 or 26 han, or its value without limits)."""

    name: Name
    han: int


@dataclass(frozen=True, slots=True)
class FuPart:
    """One part of the fu."""

    name: Name
    fu: int


@dataclass(frozen=True, slots=True)
class HandValue:
    """The value of a hand. `han` are those of ordinary yaku and dora: 0 for a yakuman under limits.

    `fu` is rounded; `fu_parts` are not and sum to it before rounding; there are none for a mangan paid without
    counting. `yakuman` are codes. `not_counted` names declared items that this rulebook does not have (ippatsu, ura,
    kan_dora, renhou). `inputs` are the arguments of `value_hand`.
    """

    yaku: tuple[Counted, ...]
    han: int
    fu: int | None
    fu_parts: tuple[FuPart, ...]
    yakuman: tuple[str, ...]
    value: Value
    not_counted: tuple[str, ...] = ()
    inputs: tuple[Rulebook, LaidOut, Situation] | None = field(default=None, repr=False, compare=False)

    def win(self, winner: int, *, pao: Liability | None = None, open_kan_from: int | None = None) -> Win:
        """Return the win as `scoring.hand.payment.settle_win` takes it.

        Refuses what the tiles contradict (`no_such_liability`), and asks who gave the open kan whose replacement
        tile won, if the rulebook makes that player pay (`open_kan_giver_needed`).
        """
        if self.inputs:
            book, hand, how = self.inputs
            if pao is not None:
                check_liability(hand, pao)
            check_open_kan(book, hand, how, open_kan_from)
        han = None if self.yakuman and not self.han else self.han
        return Win(winner, han=han, fu=self.fu, yakuman=self.yakuman, pao=pao, open_kan_from=open_kan_from)


def value_hand(book: Rulebook, hand: LaidOut, how: Situation) -> HandValue:
    """Value a hand by a rulebook, in the reading that pays most.

    Refuses with `HandRefused` (codes `not_complete`, `no_yaku`, `below_minimum`, `furiten`, `open_hand_riichi`,
    `cannot_happen`, `red_fives`), `YakuRefused` (`atozuke`), `TilesError` (`too_many_of_a_tile`), `ScoringError`
    (`not_riichi`) and, if the rulebook leaves open what this hand depends on, `NeedsEventSetting`.
    """
    if not is_riichi(book):
        raise ScoringError("not_riichi", "This rulebook does not count han and fu.", fields=("rulebook",))
    check(hand, how, book.hand_players)
    engine = engine_for(book)
    not_counted: list[str] = []
    ippatsu = how.ippatsu and _knows(book.bonus.ippatsu, "bonus.ippatsu", not_counted)
    bonus = _bonus(book, hand, how, not_counted)
    _settle_open_questions(book, hand, how)
    renhou = how.renhou and book.yaku.renhou
    if renhou == "none":
        not_counted.append("renhou")
    reading = engine.read(
        hand,
        how,
        bonus_han=sum([one.han for one in bonus]),
        ippatsu=ippatsu,
        renhou=renhou in ("mangan", "yakuman"),
    )
    if isinstance(reading, Reading):
        check_settled(engine, hand, how, reading)
    finish = _or_mangan if renhou == "mangan_alternative" else _finished
    return replace(finish(engine, reading, hand, how, bonus, tuple(not_counted)), inputs=(book, hand, how))


def _knows(value: object, path: str, not_counted: list[str]) -> bool:
    """Whether the rulebook counts a declared item; notes it if not, raises if it is open."""
    if value is UNSET:
        raise NeedsEventSetting([path])
    if value is not True:
        not_counted.append(path.rpartition(".")[2])
    return value is True


def _settle_open_questions(book: Rulebook, hand: LaidOut, how: Situation) -> None:
    """Raise for open questions of the rulebook that this hand depends on."""
    counts = hand.counts
    open_fields = []
    if book.yaku.kuitan is UNSET and hand.is_open and not any(counts[kind] for kind in ORPHANS):
        open_fields.append("yaku.kuitan")
    if book.yaku.renhou is UNSET and how.renhou:
        open_fields.append("yaku.renhou")
    if book.fu.rinshan_tsumo is UNSET and how.rinshan:
        open_fields.append("fu.rinshan_tsumo")
    is_double_pair = how.seat_wind == how.round_wind and counts[how.seat_wind] == 2
    if book.fu.double_wind_pair is UNSET and is_double_pair:
        open_fields.append("fu.double_wind_pair")
    if open_fields:
        raise NeedsEventSetting(open_fields)


def _bonus(book: Rulebook, hand: LaidOut, how: Situation, not_counted: list[str]) -> list[Counted]:
    """Return dora of all kinds, as this rulebook counts them."""
    counted = []
    dora = how.dora
    if len(dora) > 1 and not _knows(book.bonus.kan_dora, "bonus.kan_dora", not_counted):
        dora = dora[:1]
    three = book.hand_players == 3
    for name, indicators in ((DORA, dora), (URA_DORA, _ura(book, how, len(dora), not_counted))):
        han = sum([_tiles_of_kind(hand, how, _next_kind(tile, three)) for tile in indicators])
        if han:
            counted.append(Counted(name, han))
    reds = _red_fives(book, hand)
    if reds:
        counted.append(Counted(RED_DORA, reds))
    if how.kita:
        counted.append(Counted(KITA, how.kita))
    return counted


def _ura(book: Rulebook, how: Situation, at_most: int, not_counted: list[str]) -> Sequence[Tile]:
    if not how.ura or not _knows(book.bonus.ura, "bonus.ura", not_counted):
        return ()
    return how.ura[:at_most]


def _tiles_of_kind(hand: LaidOut, how: Situation, kind: int) -> int:
    return hand.counts[kind] + (how.kita if kind == NORTH else 0)


def _next_kind(indicator: Tile, three_players: bool) -> int:
    """Return the dora of an indicator: the next tile, cyclically in its suit, winds or dragons."""
    kind = indicator.kind
    if kind >= WHITE:
        return WHITE if kind == RED else kind + 1
    if kind >= EAST:
        return EAST if kind == NORTH else kind + 1
    if three_players and kind == 0:
        return 8
    return kind - 8 if kind % 9 == 8 else kind + 1


def _red_fives(book: Rulebook, hand: LaidOut) -> int:
    reds = [tile.kind for tile in hand.concealed if tile.red]
    reds += [tile.kind for meld in hand.melds for tile in meld.tiles if tile.red]
    if not reds:
        return 0
    allowed = book.bonus.red_fives
    if allowed is UNSET:
        raise NeedsEventSetting(["bonus.red_fives"])
    most = -(-allowed // 3) if isinstance(allowed, int) else 0
    worst = max(reds, key=reds.count)
    if reds.count(worst) > most or len(reds) > most * 3:
        raise TilesError(
            "red_fives",
            _too_many_reds(most, reds, worst),
            fields=("tiles",),
            given=len(reds),
        )
    return len(reds)


def _too_many_reds(most: int, reds: Sequence[int], worst: int) -> str:
    if not most:
        return f"This rulebook has no red fives; the hand shows {len(reds)}."
    suit = Tile(worst).en.rpartition(" ")[2]
    return f"This rulebook has {most} red five of each suit; the hand shows {reds.count(worst)} of {suit}."


def _or_mangan(
    engine: Engine,
    reading: Reading | Failed,
    hand: LaidOut,
    how: Situation,
    bonus: list[Counted],
    not_counted: tuple[str, ...],
) -> HandValue:
    """Return renhou as a mangan to which nothing is added, or the hand without it if that pays more."""
    book = engine.book
    mangan = book.score.limits.mangan if isinstance(book.score.limits, Limits) else 5
    fu = 30 if engine.unlimited else None
    as_renhou = HandValue(
        yaku=(Counted(_RENHOU, mangan),),
        han=mangan,
        fu=fu,
        fu_parts=(),
        yakuman=(),
        value=value_of_han(book, mangan, fu, tsumo=False),
        not_counted=not_counted,
    )
    if isinstance(reading, Failed) and reading.code == "no_yaku":
        return as_renhou
    try:
        without = _finished(engine, reading, hand, how, bonus, not_counted)
    except HandRefused as refused:
        if refused.code == "below_minimum":
            return as_renhou
        raise
    return without if without.value.basic > as_renhou.value.basic else as_renhou


def _finished(
    engine: Engine,
    reading: Reading | Failed,
    hand: LaidOut,
    how: Situation,
    bonus: list[Counted],
    not_counted: tuple[str, ...],
) -> HandValue:
    """Apply the rulebook's fu, minimum, dora and limits to the library's reading."""
    book = engine.book
    if isinstance(reading, Failed):
        raise HandRefused(reading.code, _WHY_NOT[reading.code], fields=("tiles",))
    yaku, yakuman, han = _summed(reading.yaku)
    if not yakuman and han < book.score.min_han:
        raise HandRefused(
            "below_minimum",
            f"A win needs at least {book.score.min_han} han without dora here; this hand has {han}.",
            fields=("tiles",),
        )
    fu, parts = reading.fu, reading.fu_parts
    if how.rinshan and book.fu.rinshan_tsumo == 0:
        fu, parts = _without_tsumo_fu(parts)
    if not yakuman or engine.unlimited:
        yaku += tuple(bonus)
        han += sum([one.han for one in bonus])
    if yakuman:
        value = value_of_yakuman(book, yakuman, None, han=han, fu=fu)
    else:
        value = value_of_han(book, han, fu, tsumo=how.tsumo)
    return HandValue(yaku, han, fu, _named(parts), yakuman, value, not_counted)


_WHY_NOT = {
    "not_complete": "These tiles are neither four sets and a pair, nor seven pairs, nor thirteen orphans.",
    "no_yaku": "The hand is complete but has no yaku; dora alone do not win.",
}


def _without_tsumo_fu(parts: tuple[tuple[str, int], ...]) -> tuple[int, tuple[tuple[str, int], ...]]:
    """Return the fu of a win on a replacement tile without fu for the self-draw.

    All readings lose the same 2 fu, and none overtakes the best: a reading with one han less can only pay more with
    more than twice the fu, and readings of one hand with a kan differ by less than 20 fu while all have at least 28.
    """
    remaining = tuple([part for part in parts if part[0] != "tsumo"])
    return -(-sum([fu for _, fu in remaining]) // 10) * 10, remaining


@lru_cache(maxsize=4096)
def _summed(yaku: tuple[tuple[int, int], ...]) -> tuple[tuple[Counted, ...], tuple[str, ...], int]:
    """Return the library's yaku by name, the codes of the yakuman among them, and the han of the others."""
    counted = tuple([Counted(YAKU[number], han) for number, han in yaku])
    yakuman = tuple([one.name.code for one in counted if one.name.is_yakuman])
    return counted, yakuman, sum([one.han for one in counted if not one.name.is_yakuman])


@lru_cache(maxsize=4096)
def _named(parts: tuple[tuple[str, int], ...]) -> tuple[FuPart, ...]:
    """Return the parts by name, the base first and the concealed ron separate."""
    named = []
    for reason, fu in sorted(parts, key=lambda part: part[0] != "base"):
        if reason == "base" and fu == 30:
            named += [FuPart(BASE, 20), FuPart(CONCEALED_RON, 10)]
        else:
            named.append(FuPart(FU[reason], fu))
    return tuple(named)
