"""``chombo``: what a foul costs and what becomes of the hand.

Request: ``rulebook``, ``dealer``, ``offenders``, ``riichi_now`` (who declared riichi in this hand),
``carried`` (sticks of earlier hands), ``honba``, ``wareme_seat``, ``assume``. Answer: ``delta`` (with
returned sticks), ``after_game_points`` (P), ``sticks_returned_to``, ``deposits_after``, ``honba_after``,
``replay``.
"""

from collections.abc import Mapping
from typing import Any

from scoring.chombo import punish
from scoring.verbs.payment import marked_seat
from scoring.verbs.request import rulebook_of, seat, seats, whole


def chombo(request: Mapping[str, Any]) -> dict[str, Any]:
    """Punish one hand's chombo."""
    book = rulebook_of(request)
    players = book.hand_players
    foul = punish(
        book,
        seat(request, "dealer", players, default=0),
        seats(request, "offenders", players),
        riichi=seats(request, "riichi_now", players),
        carried=whole(request, "carried", low=0, high=1_000, default=0),
        honba=whole(request, "honba", low=0, high=1_000, default=0),
        marked=marked_seat(request, book),
    )
    cost = book.chombo.amount if isinstance(book.chombo.amount, int) else 0
    return {
        "delta": list(foul.delta),
        "after_game_points": [-cost * count for count in foul.after_game],
        "sticks_returned_to": list(foul.returned),
        "deposits_after": foul.deposits,
        "honba_after": foul.honba,
        "replay": foul.replay,
    }
