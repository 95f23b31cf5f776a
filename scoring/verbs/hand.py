"""``hand``: a riichi hand from its tiles to yaku, han, fu and payment.

Request: ``rulebook``, ``tiles`` (with or without the winning tile), ``melds``, ``win_tile``, ``win`` (``tsumo`` or
``ron``), ``seat_wind`` (or ``winner`` and ``dealer``), ``round_wind`` (default E), ``dora`` and ``ura`` (the
indicators), and as applicable ``riichi``, ``double_riichi``, ``ippatsu``, ``haitei``, ``houtei``, ``rinshan``,
``chankan``, ``tenhou``, ``chiihou``, ``renhou``, ``furiten``; ``kita``; ``assume``. For the payment ``winner``,
``dealer``, ``loser``, ``honba``, ``deposits``, ``pao``, ``open_kan_from``, ``marked`` or ``dokasen`` as in the verb
``payment``. ``open_kan_from`` is required if the rulebook makes that player pay.

Answer: ``yaku`` (``code``, ``en``, ``ja``, ``han``), ``han``, ``fu``, ``fu_parts``, ``yakuman``, ``units``,
``limit``, ``payment`` (what each payer owes for the hand alone), ``not_counted``; ``delta`` if ``winner`` and
``dealer`` are given. A hand that does not win is an error with the reason.
"""

from collections.abc import Mapping
from typing import Any

from scoring.hand.liability import usual
from scoring.hand.payment import settle_win
from scoring.hand.riichi.hand_value import HandValue, value_hand
from scoring.hand.riichi.situation import Situation
from scoring.hand.tiles import EAST
from scoring.hand.win import Hand
from scoring.rulebook.rulebook import Rulebook
from scoring.verbs.payment import liability_of, loser_of, marked_seat, maybe_seat
from scoring.verbs.request import ALWAYS, flag, in_languages, malformed, only, rulebook_of, seat, whole
from scoring.verbs.tiles import hand_of, is_tsumo, seat_wind_of, tiles_of, wind_of

FLAGS = (
    "riichi",
    "double_riichi",
    "ippatsu",
    "haitei",
    "houtei",
    "rinshan",
    "chankan",
    "tenhou",
    "chiihou",
    "renhou",
    "furiten",
)
TILES = ("tiles", "melds", "win_tile", "win", "seat_wind", "round_wind", "dora", "ura", "kita")
SEATS = ("winner", "dealer", "loser")
PAID = ("honba", "deposits", "pao", "open_kan_from")
KEYS = (*ALWAYS, *TILES, *FLAGS, *SEATS, *PAID, "marked", "dokasen")


def hand(request: Mapping[str, Any]) -> dict[str, Any]:
    """Value one hand."""
    only(request, KEYS)
    book = rulebook_of(request)
    players = book.hand_players
    how = Situation(
        tsumo=is_tsumo(request),
        seat_wind=seat_wind_of(request, players),
        round_wind=wind_of(request, "round_wind", "E"),
        dora=tiles_of(request, "dora"),
        ura=tiles_of(request, "ura"),
        kita=whole(request, "kita", low=0, high=4, default=0),
        **{name: flag(request, name) for name in FLAGS},
    )
    valued = value_hand(book, hand_of(request), how)
    answer = _value_as_json(valued, request) | {"payment": _owed(book, valued, how)}
    if request.get("winner") is not None and request.get("dealer") is not None:
        return answer | {"delta": _delta(request, book, valued, how)}
    for key in PAID:
        if request.get(key):
            raise malformed(key, "told with winner and dealer: it changes what everybody pays")
    return answer


def _value_as_json(valued: HandValue, request: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "yaku": [
            {"code": one.name.code, **in_languages(one.name, request), "han": one.han} for one in valued.yaku
        ],
        "han": valued.han,
        "fu": valued.fu,
        "fu_parts": [
            {"code": part.name.code, **in_languages(part.name, request), "fu": part.fu}
            for part in valued.fu_parts
        ],
        "yakuman": list(valued.yakuman),
        "units": valued.value.units,
        "limit": valued.value.limit,
        "not_counted": list(valued.not_counted),
    }


def _owed(book: Rulebook, valued: HandValue, how: Situation) -> dict[str, int]:
    """Return what each payer owes for the hand alone, without counters: the discarder, or the dealer and
    each child.
    """
    winner = how.seat_wind - EAST
    loser = None if how.tsumo else (winner + 1) % book.hand_players
    shares = usual(book, 0, winner, valued.value.basic, loser, (0, 0))
    if loser is not None:
        return {"discarder": shares[loser][0]}
    return {"dealer" if payer == 0 else "child": points for payer, (points, _) in shares.items()}


def _delta(request: Mapping[str, Any], book: Rulebook, valued: HandValue, how: Situation) -> list[int]:
    players = book.hand_players
    table = Hand(
        dealer=seat(request, "dealer", players),
        honba=whole(request, "honba", low=0, default=0),
        deposits=whole(request, "deposits", low=0, default=0),
        riichi=(seat(request, "winner", players),) if how.riichi or how.double_riichi else (),
        marked=marked_seat(request, book),
    )
    win = valued.win(
        seat(request, "winner", players),
        pao=liability_of(request, players),
        open_kan_from=maybe_seat(request, "open_kan_from", players),
    )
    return list(settle_win(book, table, [win], loser_of(request, players, tsumo=how.tsumo)).delta)
