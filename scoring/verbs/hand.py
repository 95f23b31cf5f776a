"""``hand``: a riichi hand from its tiles to yaku, han, fu and payment.

Request: ``rulebook``, ``tiles`` (with or without the winning tile), ``melds``, ``win_tile``, ``win`` (``tsumo``
or ``ron``), ``seat_wind`` (or ``winner`` and ``dealer``), ``round_wind`` (E by default), ``dora`` and ``ura``
(the indicators), and where they apply ``riichi``, ``double_riichi``, ``ippatsu``, ``haitei``, ``houtei``,
``rinshan``, ``chankan``, ``tenhou``, ``chiihou``, ``renhou``, ``furiten``; ``kita``; ``assume``. For the
payment ``honba``, ``deposits``, ``winner``, ``dealer``, ``from``, ``pao``, ``daiminkan_from``, ``wareme_seat`` as
in the verb ``payment``.

Answer: ``yaku`` (``code``, ``en``, ``ja``, ``han``), ``han``, ``fu``, ``fu_parts``, ``yakuman``, ``units``,
``limit``, ``payment`` (what each payer owes for the hand alone), ``not_counted``; ``delta`` when ``winner`` and
``dealer`` are named. A hand that does not win is an error that says why.
"""

from collections.abc import Mapping
from typing import Any

from scoring.liability import usual
from scoring.riichi.hand_value import HandValue, pay_hand, value_hand
from scoring.riichi.situation import Situation
from scoring.rulebook import Rulebook
from scoring.tiles import EAST
from scoring.verbs.payment import marked_seat
from scoring.verbs.request import flag, malformed, only_flags, rulebook_of, seat, text, whole
from scoring.verbs.tiles import hand_of, is_tsumo, seat_wind_of, tiles_of, wind_of
from scoring.wins import Hand, Liability

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


def hand(request: Mapping[str, Any]) -> dict[str, Any]:
    """Value one hand."""
    book = rulebook_of(request)
    players = book.hand_players
    only_flags(request, FLAGS)
    how = Situation(
        tsumo=is_tsumo(request),
        seat_wind=seat_wind_of(request, players),
        round_wind=wind_of(request, "round_wind", "E"),
        dora=tiles_of(request, "dora"),
        ura=tiles_of(request, "ura"),
        kita=whole(request, "kita", low=0, high=4, default=0),
        **{name: flag(request, name) for name in FLAGS},
    )
    found = value_hand(book, hand_of(request), how)
    answer = _told(found) | {"payment": _owed(book, found, how)}
    if "winner" in request and "dealer" in request:
        answer["delta"] = _delta(request, book, found, how)
    return answer


def _told(found: HandValue) -> dict[str, Any]:
    return {
        "yaku": [
            {"code": one.name.code, "en": one.name.en, "ja": one.name.ja, "han": one.han}
            for one in found.yaku
        ],
        "han": found.han,
        "fu": found.fu,
        "fu_parts": [
            {"code": part.name.code, "en": part.name.en, "ja": part.name.ja, "fu": part.fu}
            for part in found.fu_parts
        ],
        "yakuman": list(found.yakuman),
        "units": found.value.units,
        "limit": found.value.limit,
        "not_counted": list(found.not_counted),
    }


def _owed(book: Rulebook, found: HandValue, how: Situation) -> dict[str, int]:
    """What each payer owes for the hand alone, without counters: the discarder, or the dealer and each child."""
    winner = how.seat_wind - EAST
    loser = None if how.tsumo else (winner + 1) % book.hand_players
    shares = usual(book, 0, winner, found.value.basic, loser, (0, 0))
    if loser is not None:
        return {"discarder": shares[loser][0]}
    return {"dealer" if payer == 0 else "child": points for payer, (points, _) in shares.items()}


def _delta(request: Mapping[str, Any], book: Rulebook, found: HandValue, how: Situation) -> list[int]:
    players = book.hand_players
    table = Hand(
        dealer=seat(request, "dealer", players),
        honba=whole(request, "honba", low=0, default=0),
        deposits=whole(request, "deposits", low=0, default=0),
        marked=marked_seat(request, book),
    )
    open_kan_from = None
    if request.get("daiminkan_from") is not None:
        open_kan_from = seat(request, "daiminkan_from", players)
    paid = pay_hand(
        book,
        found,
        table,
        seat(request, "winner", players),
        None if how.tsumo else seat(request, "from", players),
        pao=_liability(request, players),
        open_kan_from=open_kan_from,
    )
    return list(paid.delta)


def _liability(request: Mapping[str, Any], players: int) -> Liability | None:
    pao = request.get("pao")
    if pao is None:
        return None
    if not isinstance(pao, dict):
        raise malformed("pao", "a seat and a yaku")
    return Liability(seat(pao, "seat", players), text(pao, "yaku", at_most=40))
