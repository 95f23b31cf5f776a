"""Liability for a hand with known tiles: its calls must support it."""

from scoring.errors import NeedsEventSetting
from scoring.hand.hand_tiles import LaidOut
from scoring.hand.riichi.situation import HandRefused, Situation
from scoring.hand.tiles import EAST, NORTH, RED, WHITE
from scoring.hand.win import Liability
from scoring.rulebook.fields import UNSET
from scoring.rulebook.rulebook import Rulebook

_SETS = {"daisangen": (range(WHITE, RED + 1), 3), "daisuushii": (range(EAST, NORTH + 1), 4)}
_NAMES = {"daisangen": "three sets of dragons", "daisuushii": "four sets of winds"}


def check_liability(hand: LaidOut, pao: Liability) -> None:
    """Refuse (``no_such_liability``) liability for sets that were not called.

    三種類目の三元牌・四種類目の風牌をポンさせた時, 三槓子完成者に生牌を明カンさせた時: all sets of the
    yakuman are open on the table (also a closed kan), and the last of them was called from another player; for four
    kans, by an open kan from a discard.
    """
    if pao.yaku == "suukantsu":
        if not any(meld.kind == "open_kan" for meld in hand.melds):
            raise _no_liability("Nobody gave the fourth kan: the hand has no open kan.")
    elif pao.yaku in _SETS:
        kinds, count = _SETS[pao.yaku]
        sets = [meld for meld in hand.melds if meld.first in kinds and meld.kind != "chi"]
        if len(sets) < count:
            raise _no_liability(
                f"Not all {_NAMES[pao.yaku]} were called: the last of them was given by nobody."
            )
        if not any(meld.is_open for meld in sets):
            raise _no_liability(f"The {_NAMES[pao.yaku]} are closed kans: nobody gave any of them.")


def check_open_kan(book: Rulebook, hand: LaidOut, how: Situation, giver: int | None) -> None:
    """Refuse a giver of an open kan without a win on its replacement tile (``no_such_liability``), and ask who it
    was (``open_kan_giver_needed``) if the rulebook makes that player pay and the hand has no other kan.
    """
    given = [meld for meld in hand.melds if meld.kind == "open_kan"]
    if giver is not None:
        if not how.rinshan:
            raise _no_liability(
                "The win was not on a replacement tile (rinshan).", "open_kan_from", "rinshan"
            )
        if not given:
            raise _no_liability("The hand has no open kan that somebody gave.", "open_kan_from", "melds")
        return
    if not how.rinshan or not given or len(given) < hand.kans:
        return
    if book.settlement.daiminkan_pao is UNSET:
        raise NeedsEventSetting(["settlement.daiminkan_pao"])
    if book.settlement.daiminkan_pao is True:
        raise HandRefused(
            "open_kan_giver_needed",
            "Say who gave the tile of the open kan: this rulebook makes that player pay for the win on its "
            "replacement tile.",
            fields=("open_kan_from",),
        )


def _no_liability(message: str, *fields: str) -> HandRefused:
    return HandRefused("no_such_liability", message, fields=fields or ("pao",))
