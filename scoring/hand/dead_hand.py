"""Dead hands (アガリ放棄): players who play on but can no longer win the hand, and the reasons.

The referee decides by the rulebook's list (``penalties.dead_hand``). The effect is the same in all sources
(Shin-Hochi art. 70, 72 and 73; EMA 2016, 3.4.7): no win, and noten at an exhaustive draw. Hence no nagashi mangan
either, which is paid as a win. An earlier riichi stays; none follows. The order is not recorded, but a hand with a
call was never in riichi.
"""

from collections.abc import Collection
from typing import NamedTuple

from scoring.errors import ScoringError
from scoring.translation import Term

REASONS = {
    "too_many_tiles": Term("too many tiles", "多牌"),
    "too_few_tiles": Term("too few tiles", "少牌"),
    "wrong_call": Term("wrong call", "誤った鳴き"),
    "kuikae": Term("kuikae (swap calling)", "喰い替え"),
    "out_of_turn": Term("drew out of turn", "先ヅモ"),
    "tiles_seen": Term("tiles exposed or looked at", "牌の露出・のぞき見"),
    "withdrawn_win": Term("win or riichi called and withdrawn", "発声の取り消し"),
    "other": Term("other reason", "その他"),
}


class DeadHand(NamedTuple):
    """A dead hand's player and reason, a key of ``REASONS``."""

    seat: int
    why: str


OPEN = ("kuikae",)
"""Offences of a hand that has called a tile."""


def check_dead_hands(
    dead_hands: Collection[DeadHand],
    *,
    winners: Collection[int],
    tenpai: Collection[int],
    nagashi: Collection[int] = (),
    riichi: Collection[int] = (),
) -> None:
    """Refuse a dead hand that wins (ScoringError ``dead_hand_wins``), is tenpai (``dead_hand_tenpai``) or is paid for
    its discards (``dead_hand_nagashi``), and one that was in riichi after a call (``dead_hand_riichi``).
    """
    dead = {one.seat for one in dead_hands}
    if dead.intersection(winners):
        raise ScoringError(
            "dead_hand_wins",
            "A dead hand cannot win. Please correct who won, or whose hand was dead.",
            fields=["dead_hands"],
        )
    if dead.intersection(tenpai):
        raise ScoringError(
            "dead_hand_tenpai",
            "A dead hand counts as noten at a draw. Please correct who was tenpai, or whose hand was dead.",
            fields=["dead_hands"],
        )
    if dead.intersection(nagashi):
        raise ScoringError(
            "dead_hand_nagashi",
            "A dead hand has no nagashi mangan. Please correct whose it is, or whose hand was dead.",
            fields=["dead_hands"],
        )
    if {one.seat for one in dead_hands if one.why in OPEN}.intersection(riichi):
        raise ScoringError(
            "dead_hand_riichi",
            "Kuikae follows a call, and an open hand cannot be in riichi. "
            "Please correct the riichi, or why it was dead.",
            fields=["dead_hands"],
        )
