"""``chombo``: what a foul costs, and whether the hand is replayed.

Request: ``rulebook``, ``dealer``, ``offenders``, ``riichi`` (who declared riichi in this hand), ``deposits`` (sticks
on the table, including this hand's; by default, only those), ``honba``, ``marked`` (the doubled seat), ``assume``.
Answer: ``delta`` (with returned sticks), ``after_game_points`` (P), ``sticks_returned_to``, ``deposits_after``,
``honba_after``, ``replay``.
"""

from collections.abc import Mapping
from typing import Any

from scoring.hand.chombo import punish
from scoring.hand.win import Hand
from scoring.verbs.payment import marked_seat
from scoring.verbs.request import ALWAYS, only, rulebook_of, seat, seats, whole

KEYS = (*ALWAYS, "dealer", "offenders", "riichi", "deposits", "honba", "marked", "dokasen")


def chombo(request: Mapping[str, Any]) -> dict[str, Any]:
    """Punish one hand's chombo."""
    only(request, KEYS, carried="deposits")
    book = rulebook_of(request)
    players = book.hand_players
    riichi = seats(request, "riichi", players)
    hand = Hand(
        dealer=seat(request, "dealer", players, default=0),
        honba=whole(request, "honba", low=0, high=1_000, default=0),
        deposits=whole(request, "deposits", low=0, high=1_000, default=len(riichi)),
        riichi=tuple(riichi),
        marked=marked_seat(request, book),
    )
    foul = punish(book, hand, seats(request, "offenders", players))
    cost = book.chombo.amount if isinstance(book.chombo.amount, int) else 0
    return {
        "delta": list(foul.delta),
        "after_game_points": [-cost * count for count in foul.after_game],
        "sticks_returned_to": list(foul.returned),
        "deposits_after": foul.deposits,
        "honba_after": foul.honba,
        "replay": foul.replay,
    }
