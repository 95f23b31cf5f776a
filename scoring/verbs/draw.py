"""``draw``: a hand without a winner.

Request: ``rulebook``, ``dealer``, and ``tenpai`` (seats; [] if all are noten), or ``nagashi`` (seats; with
``tenpai`` for the dealer), or ``abort`` (its kind); ``marked`` (the doubled seat); ``assume``. Answer: ``delta``,
``dealer`` (stays or rotates) and ``honba`` ("+1", or null if the rulebook has no counters; if it leaves their value
open they are counted).
"""

from collections.abc import Mapping
from typing import Any

from scoring.hand.exhaustive_draw import (
    check_abort,
    dealer_stays_after_abort,
    dealer_stays_after_draw,
    has_counters,
    nagashi_payments,
    noten_payments,
)
from scoring.verbs.payment import marked_seat
from scoring.verbs.request import ALWAYS, malformed, only, rulebook_of, seat, seats, text

KEYS = (*ALWAYS, "dealer", "tenpai", "nagashi", "abort", "marked", "dokasen")


def draw(request: Mapping[str, Any]) -> dict[str, Any]:
    """Settle one drawn hand."""
    only(request, KEYS, players="nagashi")
    book = rulebook_of(request)
    players = book.hand_players
    dealer = seat(request, "dealer", players)
    marked = marked_seat(request, book)
    if request.get("abort") is not None:
        for key in ("tenpai", "nagashi"):
            if request.get(key):
                raise malformed(key, "left out of an abortive draw")
        check_abort(book, text(request, "abort", at_most=40))
        stays, delta = dealer_stays_after_abort(book), (0,) * players
    else:
        has_nagashi = request.get("nagashi") is not None
        if not has_nagashi and request.get("tenpai") is None:
            # An empty list means that no player is tenpai; a missing one is a mistake.
            raise malformed("tenpai", "the seats that are tenpai, or []")
        tenpai = seats(request, "tenpai", players)
        stays = dealer_stays_after_draw(book, dealer, tenpai)
        if has_nagashi:
            delta = nagashi_payments(book, dealer, seats(request, "nagashi", players))
        else:
            delta = noten_payments(book, tenpai, marked=marked)
    return {
        "delta": list(delta),
        "dealer": "stays" if stays else "rotates",
        "honba": "+1" if has_counters(book) else None,
    }
