"""A hand's value as a referee reads it aloud: every step from tiles to payment, for every winner."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from rules.forms.calculator import LIABLE, OTHERS
from scoring.ceremony.dice import indicated
from scoring.hand.doubled_seat import dokasen_seat
from scoring.hand.hand_tiles import LaidOut, lay_out
from scoring.hand.payment import settle_win
from scoring.hand.riichi.hand_value import HandValue, value_hand
from scoring.hand.riichi.situation import Situation
from scoring.hand.tiles import EAST, Meld, Tile, TilesError, parse_hand, parse_tile, parse_tiles, parse_wind
from scoring.hand.value import is_riichi
from scoring.hand.win import Hand, Liability, Payment, Win
from scoring.hand.wsom.recognise import Circumstances, Recognised, recognise
from scoring.rulebook.rulebook import Rulebook

CleanedData = Mapping[str, Any]


class Unclear(Exception):
    """Input is missing for settling the hand. The message is translated and says what."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One winner's tiles as laid out. `key` is the winner's letter, "" for the first."""

    key: str
    concealed: tuple[Tile, ...]
    winning: Tile | None
    melds: tuple[Meld, ...]


@dataclass(frozen=True, slots=True)
class Winner:
    """A winner: the seat, and the tiles with their value unless han and fu were given."""

    seat: int
    hand: LaidOut | None
    valued: HandValue | Recognised | None
    win: Win
    in_riichi: bool


@dataclass(frozen=True, slots=True)
class Settled:
    """Winners and payments. `loser` is None for a tsumo; `is_loser_named`: the form named the discarder."""

    book: Rulebook
    winners: tuple[Winner, ...]
    table: Hand
    loser: int | None
    is_loser_named: bool
    payment: Payment

    @property
    def are_seats_known(self) -> bool:
        return self.loser is None or self.is_loser_named


def shown(data: CleanedData) -> list[Shown]:
    """Return the tiles so far, complete or not, sorted, with the winning tile apart; at least the first winner's."""
    return [_shown_hand(data, key) for key in ("", *OTHERS) if not key or data.get(f"{key}_tiles")]


def _shown_hand(data: CleanedData, key: str) -> Shown:
    concealed, melds = parse_hand(data[_name(key, "tiles")])
    winning = parse_tile(data["last"]) if not key and data.get("last") else None
    rest = list(concealed)
    if winning is None and len(rest) % 3 == 2:
        winning = rest.pop()
    elif winning in rest and len(rest) % 3 == 2:
        rest.remove(winning)
    return Shown(key, tuple(sorted(rest)), winning, melds)


def settle(book: Rulebook, data: CleanedData, *, tsumo: bool) -> Settled:
    """Value and settle the hands in a form's cleaned data. Raises RuleError or Unclear."""
    winners = _winners(book, data, tsumo)
    named = _seat(data.get("discarder"))
    if not tsumo and named is None and _depends_on_the_discarder(book, data, winners):
        raise Unclear(_("Choose who discarded the winning tile: the payment depends on it."))
    first = winners[0].seat
    loser = None
    if not tsumo:
        loser = named if named is not None else (first + 1) % book.table.players
    table = Hand(
        dealer=0,
        honba=data.get("honba") or 0,
        deposits=data.get("sticks") or 0,
        riichi=tuple(one.seat for one in winners if one.in_riichi),
        marked=_marked(book, data),
    )
    payment = settle_win(book, table, [one.win for one in winners], loser)
    return Settled(book, tuple(winners), table, loser, named is not None, payment)


def _depends_on_the_discarder(book: Rulebook, data: CleanedData, winners: list[Winner]) -> bool:
    return len(winners) > 1 or bool(data.get("liable")) or book.overlay.wareme != "none"


def _marked(book: Rulebook, data: CleanedData) -> int | None:
    """Return the doubled seat: as named, or by the dice and, for dokasen, the tiles drawn."""
    if book.overlay.wareme == "none":
        return None
    named = _seat(data.get("doubled"))
    dice = data.get("dice")
    if named is not None or dice is None:
        return named
    if book.overlay.wareme == "wareme" or book.table.players != 4:
        return indicated(0, dice, "dice", book.table.players)
    if data.get("drawn") is None:
        raise Unclear(_("Enter how many tiles have left the wall, including the deal (53)."))
    return dokasen_seat(0, dice, data["drawn"])


def _winners(book: Rulebook, data: CleanedData, tsumo: bool) -> list[Winner]:
    first = _winner(book, data, "", tsumo, None, data.get("ura") or "")
    winners = [first]
    winning = first.hand.win_tile if first.hand else None
    for key in OTHERS:
        if data.get(f"{key}_tiles") or data.get(f"{key}_han"):
            ura = data.get("ura") or "" if data.get(f"{key}_riichi") else ""
            winners.append(_winner(book, data, key, tsumo, winning, ura))
    _no_fifth_tile([one.hand for one in winners if one.hand])
    return winners


def _winner(
    book: Rulebook, data: CleanedData, key: str, tsumo: bool, winning: Tile | None, ura: str
) -> Winner:
    seat = _seat(data.get(_name(key, "seat"))) or 0
    han, fu = data.get(_name(key, "han")), data.get(_name(key, "fu"))
    riichi = data.get(_name(key, "riichi")) or ""
    if han is not None:
        if data[_name(key, "tiles")]:
            raise Unclear(_("Enter either the tiles of a hand or its han and fu, not both."))
        if data.get(_name(key, "liable")):
            raise Unclear(_("Liability needs tiles, because it applies to a yakuman."))
        return Winner(seat, None, None, Win(seat, han=han, fu=fu), bool(riichi))
    hand = _hand_of(data, key, winning)
    valued = (
        value_hand(book, hand, _situation(data, key, tsumo, seat, ura))
        if is_riichi(book)
        else recognise(hand, _circumstances(data, tsumo, seat))
    )
    return Winner(seat, hand, valued, _win(book, data, key, seat, valued), bool(riichi))


def _win(book: Rulebook, data: CleanedData, key: str, seat: int, valued: HandValue | Recognised) -> Win:
    if isinstance(valued, Recognised):
        return Win(seat, points=valued.value)
    liable = _seat(data.get(_name(key, "liable")))
    pao = None if liable is None else Liability(liable, _liable_for(book, data, valued))
    return valued.win(seat, pao=pao, open_kan_from=None if key else _seat(data.get("kan_from")))


def _liable_for(book: Rulebook, data: CleanedData, valued: HandValue) -> str:
    """Return the yakuman with a liable player: as named, or the only candidate."""
    held = [name for name in valued.yakuman if name in LIABLE]
    if not held:
        raise Unclear(_("No one can be liable for this hand: it has no yakuman that carries liability."))
    if data.get("liable_for"):
        return str(data["liable_for"])
    known = book.settlement.pao_yaku
    counted = [name for name in held if isinstance(known, tuple) and name in known] or held
    if len(counted) > 1:
        raise Unclear(_("Choose the yakuman: two in this hand carry liability."))
    return counted[0]


def _hand_of(data: CleanedData, key: str, winning: Tile | None) -> LaidOut:
    """Return the hand. All winners win by the same tile: the one named, else the last of the first winner's."""
    concealed, melds = parse_hand(data[_name(key, "tiles")])
    if not key and data.get("last"):
        winning = parse_tile(data["last"])
    if winning is None and concealed and len(concealed) != 13 - 3 * len(melds):
        winning = concealed[-1]
    return lay_out(concealed, melds, winning)


def _situation(data: CleanedData, key: str, tsumo: bool, seat: int, ura: str) -> Situation:
    riichi = data.get(_name(key, "riichi"))
    return Situation(
        tsumo=tsumo,
        seat_wind=EAST + seat,
        round_wind=parse_wind(data.get("round") or "E"),
        riichi=riichi == "riichi",
        double_riichi=riichi == "double",
        ippatsu=data[_name(key, "ippatsu")],
        haitei=data["end"] and tsumo,
        houtei=data["end"] and not tsumo,
        rinshan=data["kan"] or bool(data.get("kan_from")),
        chankan=data["rob"],
        tenhou=data["first"] and tsumo and seat == 0,
        chiihou=data["first"] and tsumo and seat != 0,
        renhou=data["first"] and not tsumo,
        dora=parse_tiles(data["dora"]),
        ura=parse_tiles(ura),
        kita=0 if key else data.get("kita") or 0,
    )


def _circumstances(data: CleanedData, tsumo: bool, seat: int) -> Circumstances:
    return Circumstances(
        tsumo,
        EAST + seat,
        final_tile=data["end"],
        on_kong=data["kan"],
        robbing_kong=data["rob"],
        heaven=data["first"] and tsumo and seat == 0,
        earth=data["first"] and not (tsumo and seat == 0),
    )


def _no_fifth_tile(hands: list[LaidOut]) -> None:
    """Refuse a tile that the winners hold five times together, counting the winning tile once."""
    if len(hands) < 2:
        return
    counts = [sum(of_kind) for of_kind in zip(*(hand.counts for hand in hands), strict=True)]
    counts[hands[0].win_tile.kind] -= len(hands) - 1
    if max(counts) > 4:
        many = Tile(counts.index(max(counts)))
        raise TilesError(
            "too_many_of_a_tile",
            f"There are only four {many} ({many.en}); these hands hold {counts[many.kind]} between them.",
            fields=("tiles",),
            tile=str(many),
            given=counts[many.kind],
        )


def _name(key: str, field: str) -> str:
    return f"{key}_{field}" if key else field


def _seat(wind: str | None) -> int | None:
    """Return a wind as its distance from the dealer."""
    return "ESWN".index(wind) if wind else None
