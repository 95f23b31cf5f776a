"""``payment``: each seat's change of points by a win, given in han and fu (or yakuman, or points).

Request: ``rulebook``, ``dealer``, ``win`` (tsumo or ron), ``loser`` (the discarder of a ron), ``wins`` (``winner``
with ``han`` and ``fu``, or ``yakuman`` and ``units``, or ``points``; ``pao``, ``open_kan_from``), ``honba``,
``deposits`` (sticks on the table, including this hand's), ``riichi`` (who has declared it), ``marked`` (the doubled
seat) or ``dokasen`` (``break_dice``, ``tiles_drawn``), ``assume``. Answer: ``delta``, and ``abort`` if the number of
winners makes the hand a draw.
"""

from collections.abc import Mapping
from typing import Any

from scoring.hand.doubled_seat import dokasen_seat
from scoring.hand.payment import settle_win
from scoring.hand.win import Hand, Liability, Win
from scoring.rulebook.rulebook import Rulebook
from scoring.verbs.request import ALWAYS, malformed, only, rulebook_of, seat, seats, text, whole, won_by

KEYS = (*ALWAYS, "dealer", "win", "loser", "wins", "honba", "deposits", "riichi", "marked", "dokasen")


def payment(request: Mapping[str, Any]) -> dict[str, Any]:
    """Settle one win."""
    only(request, KEYS)
    book = rulebook_of(request)
    players = book.hand_players
    by = won_by(request)
    hand = Hand(
        dealer=seat(request, "dealer", players),
        honba=whole(request, "honba", low=0, default=0),
        deposits=whole(request, "deposits", low=0, default=0),
        riichi=tuple(seats(request, "riichi", players)),
        marked=marked_seat(request, book),
    )
    paid = settle_win(book, hand, wins_of(request, players), loser_of(request, players, tsumo=by == "tsumo"))
    return {"delta": list(paid.delta)} | ({"abort": True} if paid.abort else {})


def loser_of(request: Mapping[str, Any], players: int, *, tsumo: bool) -> int | None:
    """Return who discarded the winning tile; None for a tsumo."""
    if not tsumo:
        return seat(request, "loser", players)
    if request.get("loser") is not None:
        raise malformed("loser", "left out of a tsumo: nobody discarded")
    return None


def marked_seat(request: Mapping[str, Any], book: Rulebook) -> int | None:
    """Return the doubled seat of this hand: named, or from the dice and tiles drawn."""
    players = book.hand_players
    if book.overlay.wareme == "none":
        return None  # every hand has a broken wall; here it changes nothing
    if request.get("dokasen") is not None:
        given = request["dokasen"]
        if not isinstance(given, dict) or players != 4:
            raise malformed("dokasen", "the break's dice and the tiles drawn, at a table of four")
        if request.get("marked") is not None:
            raise malformed("marked", "left out where dokasen says which seat it is")
        only(given, ("break_dice", "tiles_drawn"), "dokasen")
        dealer = seat(request, "dealer", players)
        return dokasen_seat(dealer, whole(given, "break_dice"), whole(given, "tiles_drawn"))
    return seat(request, "marked", players) if request.get("marked") is not None else None


def wins_of(request: Mapping[str, Any], players: int) -> list[Win]:
    given = request.get("wins")
    if not isinstance(given, list) or not 1 <= len(given) <= players:
        raise malformed("wins", "a list of wins")
    return [_win(win, players) for win in given]


def _win(given: object, players: int) -> Win:
    if not isinstance(given, dict):
        raise malformed("wins", "a list of objects")
    only(given, [name for name in Win._fields if name != "details"], "wins")
    names = given.get("yakuman") or []
    if not isinstance(names, list) or len(names) > 10:
        raise malformed("yakuman", "a list of names")
    if any(not isinstance(name, str) or not 0 < len(name) <= 40 for name in names):
        raise malformed("yakuman", "a list of names")
    return Win(
        winner=seat(given, "winner", players),
        han=_maybe(given, "han"),
        fu=_maybe(given, "fu"),
        yakuman=tuple(names),
        units=_maybe(given, "units"),
        points=_maybe(given, "points"),
        pao=liability_of(given, players),
        open_kan_from=maybe_seat(given, "open_kan_from", players),
    )


def liability_of(given: Mapping[str, Any], players: int) -> Liability | None:
    """Return who is liable for which yakuman (``pao``), if anyone."""
    pao = given.get("pao")
    if pao is None:
        return None
    if not isinstance(pao, dict):
        raise malformed("pao", "a seat and a yaku")
    only(pao, Liability._fields, "pao")
    return Liability(seat(pao, "seat", players), text(pao, "yaku", at_most=40))


def maybe_seat(given: Mapping[str, Any], key: str, players: int) -> int | None:
    """Return a seat, or None."""
    return None if given.get(key) is None else seat(given, key, players)


def _maybe(given: Mapping[str, Any], key: str) -> int | None:
    return None if given.get(key) is None else whole(given, key, low=0, high=1_000_000)
