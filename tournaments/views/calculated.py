"""A hand's worth as a referee reads it aloud: every step from tiles to payment."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.laid_out import LaidOut, lay_out
from scoring.payment import STICK
from scoring.riichi.hand_value import HandValue, pay_hand, value_hand
from scoring.riichi.situation import Situation
from scoring.rulebook import Rulebook
from scoring.tiles import EAST, Meld, Tile, parse_hand, parse_tile, parse_tiles, parse_wind
from scoring.value import is_riichi
from scoring.wins import Award, Hand
from scoring.words import say_award, say_value
from scoring.wsom.payment import settle
from scoring.wsom.recognise import Circumstances, Recognised, recognise
from tournaments.views.rulebook_words import language


@dataclass(frozen=True, slots=True)
class Line:
    """Something that counts, and for how much."""

    name: str
    worth: str


@dataclass(frozen=True, slots=True)
class Answer:
    """`headline` is what the winner receives, `steps` how it comes about, `payers` who pays what."""

    worth: str
    headline: int
    steps: list[str]
    payers: list[Line]
    counted: list[Line]
    fu: list[Line]
    fu_sum: str
    not_counted: list[str]


@dataclass(frozen=True, slots=True)
class Shown:
    """The tiles as they lie before the referee."""

    concealed: tuple[Tile, ...]
    winning: Tile | None
    melds: tuple[Meld, ...]


def laid_out(asked: Mapping[str, Any]) -> LaidOut:
    """The hand; the winning tile is the one named, else the last, unless the hand is still without it."""
    concealed, melds = parse_hand(asked["tiles"])
    winning = parse_tile(asked["last"]) if asked["last"] else None
    if winning is None and concealed and len(concealed) != 13 - 3 * len(melds):
        winning = concealed[-1]
    return lay_out(concealed, melds, winning)


def shown(asked: Mapping[str, Any]) -> Shown:
    """The tiles so far, complete or not, sorted, the winning tile apart."""
    concealed, melds = parse_hand(asked["tiles"])
    winning = parse_tile(asked["last"]) if asked.get("last") else None
    rest = list(concealed)
    if winning is None and len(rest) % 3 == 2:
        winning = rest.pop()
    elif winning in rest and len(rest) % 3 == 2:
        rest.remove(winning)
    return Shown(tuple(sorted(rest)), winning, melds)


def answer(book: Rulebook, asked: Mapping[str, Any], *, tsumo: bool) -> Answer:
    """What the hand brings by this rulebook. RuleError says why it does not win."""
    hand = laid_out(asked)
    if not is_riichi(book):
        return _patterns(hand, asked, tsumo)
    seat = parse_wind(asked.get("seat") or "E")
    how = Situation(
        tsumo=tsumo,
        seat_wind=seat,
        round_wind=parse_wind(asked.get("round") or "E"),
        riichi=asked.get("riichi") == "riichi",
        double_riichi=asked.get("riichi") == "double",
        ippatsu=asked["ippatsu"],
        haitei=asked["end"] and tsumo,
        houtei=asked["end"] and not tsumo,
        rinshan=asked["kan"],
        chankan=asked["rob"],
        tenhou=asked["first"] and tsumo and seat == EAST,
        chiihou=asked["first"] and tsumo and seat != EAST,
        renhou=asked["first"] and not tsumo,
        dora=parse_tiles(asked["dora"]),
        ura=parse_tiles(asked["ura"]),
        kita=asked.get("kita") or 0,
    )
    found = value_hand(book, hand, how)
    winner = seat - EAST
    table = Hand(dealer=0, honba=asked["honba"] or 0, deposits=asked["sticks"] or 0)
    loser = None if tsumo else (winner + 1) % book.table.players
    (award,) = pay_hand(book, found, table, winner, loser).awards
    return _riichi(book, found, award)


def _riichi(book: Rulebook, found: HandValue, award: Award) -> Answer:
    ja = language() == "ja"
    fu = [Line(part.name.ja if ja else part.name.en, str(part.fu)) for part in found.fu_parts]
    exact = sum(part.fu for part in found.fu_parts)
    return Answer(
        worth=say_value(book, found.value, language()),
        headline=sum(t.points + t.counters for t in award.transfers) + award.sticks * STICK,
        steps=say_award(book, award, language()),
        payers=_payers(award),
        counted=[
            Line(one.name.ja if ja else one.name.en, _("yakuman") if one.name.is_yakuman else _han(one.han))
            for one in found.yaku
        ],
        fu=fu,
        fu_sum=_("%(exact)s, rounded up to %(fu)s fu") % {"exact": exact, "fu": found.fu}
        if found.fu and exact != found.fu
        else _("%(fu)s fu") % {"fu": found.fu},
        not_counted=list(found.not_counted),
    )


def _han(han: int) -> str:
    return ngettext("%(n)s han", "%(n)s han", han) % {"n": han}


def _payers(award: Award) -> list[Line]:
    """Who pays what, counters included. Seat 0 deals."""
    paid = {t.payer: t.points + t.counters for t in award.transfers}
    if not award.tsumo:
        return [Line(_("The discarder"), f"{sum(paid.values()):,}")]
    children = {points for payer, points in paid.items() if payer != 0}
    lines = [Line(_("Each child"), f"{points:,}") for points in children]
    if 0 in paid:
        lines.append(Line(_("The dealer"), f"{paid[0]:,}"))
    return lines


def _patterns(hand: LaidOut, asked: Mapping[str, Any], tsumo: bool) -> Answer:
    """The World Series of Mahjong."""
    seat = parse_wind(asked.get("seat") or "E")
    found = recognise(
        hand,
        Circumstances(
            tsumo,
            seat,
            final_tile=asked["end"],
            on_kong=asked["kan"],
            robbing_kong=asked["rob"],
            heaven=asked["first"] and tsumo and seat == EAST,
            earth=asked["first"] and not (tsumo and seat == EAST),
        ),
    )
    delta = settle(found.value, 0, None if tsumo else 1)
    payers = (
        [Line(_("Each of the three"), f"{found.value:,}")]
        if delta[1] == delta[2]
        else [Line(_("The discarder"), f"{-delta[1]:,}"), Line(_("Each of the others"), f"{-delta[2]:,}")]
    )
    return Answer(
        worth=_("%(points)s points") % {"points": found.value},
        headline=delta[0],
        steps=_pattern_steps(found),
        payers=payers,
        counted=[
            Line(f"{one.code} {one.ja if language() == 'ja' else one.en}", str(one.value))
            for one in found.patterns
        ],
        fu=[],
        fu_sum="",
        not_counted=[],
    )


def _pattern_steps(found: Recognised) -> list[str]:
    values = " + ".join(str(one.value) for one in found.patterns)
    steps = [f"{values} = {found.total}" if len(found.patterns) > 1 else str(found.total)]
    if not found.patterns:
        steps = [_("no pattern: a chicken hand, 1 point")]
    elif found.value != found.total:
        steps.append(_("→ %(value)s by the limit") % {"value": found.value})
    steps.append(f"{found.value} × 3 = {3 * found.value}")
    return steps
