"""``draw``: a hand that nobody wins.

Request: ``rulebook``, ``dealer``, and ``tenpai`` (seats; [] for nobody), or ``nagashi`` (seats; with ``tenpai`` for
the dealer; a list of ``players`` is the same, as the worked cases tell it), or ``abort`` (its kind);
``wareme_seat``; ``assume``. Answer: ``delta``, ``dealer`` (stays or rotates) and ``honba`` ("+1", or null where the
rulebook has no counters).
"""

from collections.abc import Mapping
from typing import Any

from scoring.draw import (
    check_abort,
    dealer_stays_after_abort,
    dealer_stays_after_draw,
    has_counters,
    nagashi_payments,
    noten_payments,
)
from scoring.verbs.payment import marked_seat
from scoring.verbs.request import malformed, rulebook_of, seat, seats, text


def draw(request: Mapping[str, Any]) -> dict[str, Any]:
    """Settle one drawn hand."""
    book = rulebook_of(request)
    players = book.hand_players
    dealer = seat(request, "dealer", players)
    if request.get("abort") is not None:
        check_abort(book, text(request, "abort", at_most=40))
        stays, delta = dealer_stays_after_abort(book), (0,) * players
    else:
        nagashi = _nagashi(request)
        if nagashi is None and request.get("tenpai") is None:
            # Nobody tenpai is a list, too: what was left out by mistake is not taken for it.
            raise malformed("tenpai", "the seats that are tenpai, or []")
        tenpai = seats(request, "tenpai", players)
        stays = dealer_stays_after_draw(book, dealer, tenpai)
        if nagashi is not None:
            delta = nagashi_payments(book, dealer, seats(request, nagashi, players))
        else:
            delta = noten_payments(book, tenpai, marked=marked_seat(request, book))
    return {
        "delta": list(delta),
        "dealer": "stays" if stays else "rotates",
        "honba": "+1" if has_counters(book) else None,
    }


def _nagashi(request: Mapping[str, Any]) -> str | None:
    """The key under which a nagashi mangan is told, if one is."""
    if request.get("nagashi") is not None:
        return "nagashi"
    return "players" if isinstance(request.get("players"), list) else None
