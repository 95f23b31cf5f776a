"""Hands without a winner: exhausted, aborted, or nagashi mangan."""

from collections.abc import Collection, Sequence

from scoring.errors import NeedsEventSetting, ScoringError
from scoring.hand.doubled_seat import check_marked
from scoring.hand.value import MANGAN, up_to_100
from scoring.rulebook.fields import NA, UNSET
from scoring.rulebook.left_open import counts_counters
from scoring.rulebook.rulebook import Rulebook
from scoring.translation import Term

ABORTS = {
    "kyuushu": Term("nine kinds of terminals and honours", "九種九牌"),
    "suufon": Term("four winds", "四風子連打"),
    "suukan": Term("four kans", "四開槓"),
    "suuriichi": Term("four riichi", "四家立直"),
    "sanchahou": Term("triple ron", "三家和"),
}


def noten_payments(
    rulebook: Rulebook, tenpai: Collection[int], *, marked: int | None = None
) -> tuple[int, ...]:
    """Return the noten payments at an exhaustive draw. ``marked``: the doubled seat, needed if that is played.

    >>> from scoring.rulebook.rulebook import load
    >>> noten_payments(load("jpml_a"), [0, 2])
    (1500, -1500, 1500, -1500)
    """
    players = rulebook.hand_players
    if any(not 0 <= seat < players for seat in tenpai) or len(set(tenpai)) != len(tenpai):
        raise ScoringError("no_such_seat", "Each tenpai player is named once.", fields=["tenpai"])
    total = rulebook.draw.noten_total
    if total is UNSET:
        raise NeedsEventSetting(["draw.noten_total"])
    delta = [0] * players
    noten = [seat for seat in range(players) if seat not in tenpai]
    if not tenpai or not noten or not isinstance(total, int) or not total:
        return tuple(delta)
    share = _share(total, len(tenpai), len(noten))
    if share is None:
        raise ScoringError(
            "undefined",
            f"A noten penalty of {total:,} cannot be shared between {len(noten)} and {len(tenpai)} players.",
            fields=["draw.noten_total"],
        )
    doubled = _times(rulebook)
    if doubled > 1:
        marked = check_marked(rulebook, marked)
    for payer in noten:
        for payee in tenpai:
            paid = share * (doubled if marked in (payer, payee) else 1)
            delta[payer] -= paid
            delta[payee] += paid
    return tuple(delta)


def noten_amounts(rulebook: Rulebook) -> set[int]:
    """Return all possible amounts of a noten penalty under this rulebook."""
    total, times = rulebook.draw.noten_total, _times(rulebook)
    players = min(rulebook.table.players, 4)
    amounts = set()
    if isinstance(total, int):
        for tenpai in range(1, players):
            share = _share(total, tenpai, players - tenpai) or 0
            for others in (tenpai, players - tenpai):
                # No player of the other side doubled; one of them; the player.
                amounts |= {share * count for count in (others, others - 1 + times, others * times)}
    return amounts


def _share(total: int, tenpai: int, noten: int) -> int | None:
    """Return what each noten player pays each tenpai player; None if that cannot be paid in sticks."""
    share, odd = divmod(total, tenpai * noten)
    return None if odd or share % 50 else share


def _times(rulebook: Rulebook) -> int:
    """Return the multiplier of the marked seat's noten penalty."""
    overlay = rulebook.overlay
    return overlay.wareme_multiplier if overlay.wareme != "none" and overlay.wareme_on_noten else 1


def nagashi_payments(rulebook: Rulebook, dealer: int, seats: Sequence[int]) -> tuple[int, ...]:
    """Nagashi mangan: pay each of these players a mangan tsumo, without counters and sticks."""
    players = rulebook.hand_players
    rule = rulebook.draw.nagashi_mangan
    if rule is UNSET:
        raise NeedsEventSetting(["draw.nagashi_mangan"])
    if rule == "none":
        raise ScoringError("no_nagashi_mangan", "This rulebook knows no nagashi mangan.", fields=["nagashi"])
    if not seats or any(not 0 <= seat < players for seat in seats) or len(set(seats)) != len(seats):
        raise ScoringError(
            "no_such_seat", "Each player with a nagashi mangan is named once.", fields=["nagashi"]
        )
    delta = [0] * players
    for seat in seats:
        for other, paid in mangan_payments(dealer, seat, players).items():
            delta[seat] += paid
            delta[other] -= paid
    return tuple(delta)


def mangan_payments(dealer: int, seat: int, players: int) -> dict[int, int]:
    """Return what each other player pays for a mangan tsumo of this seat."""
    return {
        other: up_to_100(MANGAN * (2 if dealer in (seat, other) else 1))
        for other in range(players)
        if other != seat
    }


def check_abort(rulebook: Rulebook, kind: str) -> None:
    """Raise ScoringError ``no_such_abort`` unless the rulebook has this abortive draw."""
    aborts = rulebook.draw.aborts
    if not isinstance(aborts, tuple):
        raise NeedsEventSetting(["draw.aborts"])
    if kind not in aborts:
        name = ABORTS[kind][0] if kind in ABORTS else repr(kind[:20])
        raise ScoringError(
            "no_such_abort", f"This rulebook does not abort a hand for {name}.", fields=["abort"]
        )


def dealer_stays_after_draw(rulebook: Rulebook, dealer: int, tenpai: Collection[int]) -> bool:
    """Whether the dealer deals again after an exhaustive draw."""
    if rulebook.table.dealer_rotation == "always":
        return False
    if rulebook.game_end.renchan is UNSET:
        raise NeedsEventSetting(["game_end.renchan"])
    return rulebook.game_end.renchan == "tenpai" and dealer in tenpai


def dealer_stays_after_abort(rulebook: Rulebook) -> bool:
    """Whether the dealer deals again after an abortive draw."""
    rule = rulebook.draw.abort_dealer
    if rule is UNSET or rule is NA:
        raise NeedsEventSetting(["draw.abort_dealer"])
    return rule == "stays"


def has_counters(rulebook: Rulebook) -> bool:
    """Whether a draw adds a counter. A text silent on their value must set it (0: none); until then they are
    counted.
    """
    return counts_counters(rulebook)
