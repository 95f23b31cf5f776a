"""The circumstances of a riichi win, and impossible ones."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.errors import ScoringError
from scoring.hand.hand_tiles import LaidOut
from scoring.hand.tiles import EAST, NORTH, Tile, TilesError


class HandRefused(ScoringError):
    """The hand does not win or is impossible as described; `code` and `message` say why."""


@dataclass(frozen=True, slots=True)
class Situation:
    """Circumstances of a win that the tiles do not show.

    Winds are kinds of tiles (27 east … 30 north). `haitei` and `houtei` are the last tile and the discard after it;
    `tenhou`, `chiihou` and `renhou` the first-turn blessings. `dora` and `ura` are the INDICATORS, including kan
    dora. `furiten` is as declared at the table. `kita` counts norths set aside in three-player games.
    """

    tsumo: bool
    seat_wind: int = EAST
    round_wind: int = EAST
    riichi: bool = False
    double_riichi: bool = False
    ippatsu: bool = False
    haitei: bool = False
    houtei: bool = False
    rinshan: bool = False
    chankan: bool = False
    tenhou: bool = False
    chiihou: bool = False
    renhou: bool = False
    furiten: bool = False
    dora: tuple[Tile, ...] = ()
    ura: tuple[Tile, ...] = ()
    kita: int = 0

    @property
    def is_first_turn(self) -> bool:
        """Whether it is one of the three blessings."""
        return self.tenhou or self.chiihou or self.renhou

    @property
    def is_dealer(self) -> bool:
        """Whether the winner is the dealer (East)."""
        return self.seat_wind == EAST


def check(hand: LaidOut, how: Situation, players: int) -> None:
    """Refuse (`HandRefused`, or `TilesError` for a fifth tile) what is impossible at a table of this size."""
    _check_winds(how, players)
    _check_riichi(hand, how)
    if how.haitei or how.houtei or how.rinshan or how.chankan or how.is_first_turn:
        _check_chances(hand, how)
    if how.furiten and not how.tsumo:
        raise HandRefused(
            "furiten", "The player is furiten and cannot win on a discard.", fields=("furiten",)
        )
    if how.dora or how.ura:
        _check_indicators(hand, how)
    if players == 3 or how.kita:
        _check_three_players(hand, how, players)


def _cannot(message: str, *fields: str) -> HandRefused:
    return HandRefused("cannot_happen", message, fields=fields)


def _check_winds(how: Situation, players: int) -> None:
    if not EAST <= how.seat_wind < EAST + players:
        raise _cannot(f"At a table of {players} there is no such seat wind.", "seat_wind")
    if not EAST <= how.round_wind <= NORTH:
        raise _cannot("The round wind must be east, south, west or north.", "round_wind")


def _check_riichi(hand: LaidOut, how: Situation) -> None:
    riichi = how.riichi or how.double_riichi
    if riichi and hand.is_open:
        raise HandRefused(
            "open_hand_riichi",
            "Riichi requires a concealed hand; this hand is open.",
            fields=("riichi",),
        )
    if how.ippatsu and not riichi:
        raise _cannot("Ippatsu comes after riichi.", "ippatsu")
    if how.ura and not riichi:
        raise _cannot("Ura dora count only after riichi.", "ura")
    if how.ippatsu and how.rinshan:
        # Any kan ends it, including the winner's concealed one (一巡以内に副露が入ると解消).
        raise _cannot("A kan ends ippatsu; on its replacement tile there is none.", "ippatsu")
    if how.ippatsu and how.double_riichi and (how.haitei or how.houtei):
        raise _cannot(
            "Ippatsu after a double riichi is within the first turns, not on the last tile.", "ippatsu"
        )
    if riichi and how.is_first_turn:
        raise _cannot("A first-turn win comes before any riichi.", "riichi")


def _check_chances(hand: LaidOut, how: Situation) -> None:
    impossible = (
        (how.haitei and not how.tsumo, "The last tile is won by tsumo; on a discard it is houtei.", "haitei"),
        (how.houtei and how.tsumo, "The last discard is won by ron; drawn it is haitei.", "houtei"),
        (how.rinshan and not how.tsumo, "A replacement tile is won by tsumo.", "rinshan"),
        (how.rinshan and not hand.kans, "A replacement tile needs a kan in the hand.", "rinshan"),
        (how.rinshan and how.haitei, "A replacement tile is not the last tile of the wall.", "haitei"),
        (how.chankan and how.tsumo, "A robbed kan is won by ron.", "chankan"),
        (how.chankan and how.houtei, "Nobody can declare a kan on the last tile.", "chankan"),
        (
            how.chankan and hand.counts[hand.win_tile.kind] > 1,
            "The robbed kan holds the other three tiles, so the winner has only the one.",
            "chankan",
        ),
        (how.tenhou + how.chiihou + how.renhou > 1, "A hand is won by one first-turn blessing.", "tenhou"),
        (how.tenhou and not (how.tsumo and how.is_dealer), "Tenhou is the dealer's, by tsumo.", "tenhou"),
        (how.chiihou and (not how.tsumo or how.is_dealer), "Chiihou is a child's, by tsumo.", "chiihou"),
        (how.renhou and (how.tsumo or how.is_dealer), "Renhou is a child's, by ron.", "renhou"),
        (how.is_first_turn and bool(hand.melds), "Before a first-turn win nobody has melded.", "melds"),
        (
            how.is_first_turn and (how.haitei or how.houtei or how.chankan),
            "The first turn is neither the last one nor one with a kan.",
            "tenhou",
        ),
    )
    for so, message, field in impossible:
        if so:
            raise _cannot(message, field)


def _check_indicators(hand: LaidOut, how: Situation) -> None:
    if len(how.dora) > 5 or len(how.ura) > len(how.dora):
        raise _cannot("There are at most five dora indicators, and an ura beneath each.", "dora")
    counts = list(hand.counts)
    for tile in (*how.dora, *how.ura):
        counts[tile.kind] += 1
        if counts[tile.kind] > 4:
            raise TilesError(
                "too_many_of_a_tile",
                f"There are only four {Tile(tile.kind)}; the hand and the indicators show {counts[tile.kind]}.",
                fields=("tiles", "dora"),
                tile=str(Tile(tile.kind)),
                given=counts[tile.kind],
            )


def _check_three_players(hand: LaidOut, how: Situation, players: int) -> None:
    if players != 3:
        raise _cannot("Norths are set aside in three-player games only.", "kita")
    if any(hand.counts[1:8]) or any(1 <= tile.kind <= 7 for tile in (*how.dora, *how.ura)):
        raise _cannot("Three players use no 2 to 8 of characters.", "tiles")
    if any(meld.kind == "chi" for meld in hand.melds):
        raise _cannot("Three players do not call chi.", "melds")
    if not 0 <= how.kita <= 4 - hand.counts[NORTH]:
        raise _cannot("There are four norths in all.", "kita")
