"""What the log of an online game says of its results, without its tiles, and as JSON.

::

    {"platform": "tenhou", "names": ["Ann", …], "red_fives": true, "length": "hanchan", "hands": [
        {"round": 0, "dealer": 0, "honba": 0, "deposits": 0, "points": [25000, …], "after": [33000, …],
         "bonuses": ["ippatsu"], "outcome": {"kind": "win", …}}, …]}
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.game.outcome import Outcome, as_json, from_json
from scoring.hand.exhaustive_draw import ABORTS
from scoring.hand.yakuman import YAKUMAN
from scoring.online.refusals import legible, unreadable
from scoring.online.yaku import IPPATSU, RED_FIVES, TANYAO, URA
from scoring.translation import Term

PLATFORMS = {
    "tenhou": Term("Tenhou", "天鳳"),
    "mahjong_soul": Term("Mahjong Soul", "雀魂"),
    # Events written by programs, wherever the game was played.
    "mjai": Term("mjai", "mjai"),
}
LENGTHS = ("tonpuu", "hanchan")
MOST_HANDS = 200
LONGEST_NAME = 60
MOST_POINTS = 10_000_000
_ENDS = ("win", "draw", "abort")
"""What happens in a hand online: nobody is fined there, no referee moves points."""
_BONUSES = (IPPATSU, RED_FIVES, TANYAO, URA)
_KEYS = {"platform", "names", "red_fives", "length", "hands"}
_HAND_KEYS = {"round", "dealer", "honba", "deposits", "points", "after", "bonuses", "outcome"}


@dataclass(frozen=True, slots=True)
class OnlineHand:
    """A hand of the log. Seats are numbered in turn order from the first dealer.

    ``round`` (0 east, 1 south …), ``dealer``, ``honba``, ``deposits`` and ``points`` are those at its start;
    ``after`` are the platform's points after it, with riichi sticks paid. ``bonuses``: what its wins count that not
    every rulebook has (see ``bonuses_of``).
    """

    round: int
    dealer: int
    honba: int
    deposits: int
    points: tuple[int, ...]
    after: tuple[int, ...]
    outcome: Outcome
    bonuses: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class OnlineGame:
    """A game as its platform recorded it. ``names``: nicknames, first dealer first; empty for a computer player.
    ``red_fives``: whether it had them; None if the log does not say. ``length``: one of ``LENGTHS``, as in
    rulebooks; empty if the log does not say.
    """

    platform: str
    names: tuple[str, ...]
    hands: tuple[OnlineHand, ...]
    red_fives: bool | None = None
    length: str = ""


def game_as_json(game: OnlineGame) -> dict[str, Any]:
    return {
        "platform": game.platform,
        "names": list(game.names),
        "red_fives": game.red_fives,
        "length": game.length,
        "hands": [
            {
                "round": hand.round,
                "dealer": hand.dealer,
                "honba": hand.honba,
                "deposits": hand.deposits,
                "points": list(hand.points),
                "after": list(hand.after),
                "bonuses": sorted(hand.bonuses),
                "outcome": as_json(hand.outcome),
            }
            for hand in game.hands
        ],
    }


def game_from_json(data: object) -> OnlineGame:
    """Parse the result of ``game_as_json``; raises ScoringError ``unreadable_log`` or ``invalid_outcome``."""
    if not isinstance(data, Mapping) or data.keys() != _KEYS:
        raise unreadable("names, hands")
    names, hands, red = data["names"], data["hands"], data["red_fives"]
    if not isinstance(names, list) or len(names) not in (3, 4):
        raise unreadable("names")
    if not isinstance(data["platform"], str) or data["platform"] not in PLATFORMS:
        raise unreadable("platform")
    if red is not None and type(red) is not bool:
        raise unreadable("red_fives")
    if not isinstance(hands, list):
        raise unreadable("hands")
    if data["length"] not in ("", *LENGTHS):
        raise unreadable("length")
    return checked(
        data["platform"],
        tuple(name if isinstance(name, str) else "" for name in names),
        tuple(_hand(hand, number, len(names)) for number, hand in enumerate(hands, start=1)),
        red,
        data["length"],
    )


def checked(
    platform: str,
    names: tuple[str, ...],
    hands: tuple[OnlineHand, ...],
    red_fives: bool | None,
    length: str = "",
) -> OnlineGame:
    """Return the game if its number of hands is possible."""
    if not 0 < len(hands) <= MOST_HANDS:
        raise unreadable("hands")
    return OnlineGame(
        platform, tuple(legible(name, LONGEST_NAME) for name in names), hands, red_fives, length
    )


def _hand(data: object, number: int, players: int) -> OnlineHand:
    if not isinstance(data, Mapping) or data.keys() != _HAND_KEYS:
        raise unreadable("hands", number)
    bonuses = data["bonuses"]
    if not isinstance(bonuses, list) or any(one not in _BONUSES for one in bonuses):
        raise unreadable("bonuses", number)
    outcome = from_json(data["outcome"])
    if outcome.kind not in _ENDS or not _names_in(outcome) <= {*YAKUMAN, *ABORTS}:
        raise unreadable("outcome", number)
    return OnlineHand(
        whole(data["round"], 0, 3, "round", number),
        whole(data["dealer"], 0, players - 1, "dealer", number),
        whole(data["honba"], 0, 1_000, "honba", number),
        whole(data["deposits"], 0, 1_000, "deposits", number),
        points_of(data["points"], players, "points", number),
        points_of(data["after"], players, "after", number),
        outcome,
        frozenset(bonuses),
    )


def _names_in(outcome: Outcome) -> set[str]:
    liable = [win.pao.yaku for win in outcome.wins if win.pao]
    yakuman = [name for win in outcome.wins for name in win.yakuman]
    return {*yakuman, *liable, *([outcome.abort] if outcome.kind == "abort" else [])}


def whole(value: object, low: int, high: int, part: str, hand: int) -> int:
    """Return an integer of the log within bounds, else raise LogRefused about this part of the hand."""
    if type(value) is not int or not low <= value <= high:
        raise unreadable(part, hand)
    return value


def points_of(value: object, players: int, part: str, hand: int) -> tuple[int, ...]:
    """Return points by seat. Some logs of three players have a fourth value, which is dropped."""
    if not isinstance(value, list) or not players <= len(value) <= 4:
        raise unreadable(part, hand)
    return tuple(whole(one, -MOST_POINTS, MOST_POINTS, part, hand) for one in value[:players])
