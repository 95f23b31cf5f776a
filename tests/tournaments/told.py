"""Games entered hand by hand, for tests."""

from collections.abc import Sequence
from typing import Any

from tests.tournaments.hall import Hall, confirm_all, phones_of
from tournaments.actions.actor import Actor
from tournaments.actions.hands.hands import enter_hand, report_hands
from tournaments.models import Scoresheet, Table
from tournaments.models.play.hands import EMPTY_LOG

# South deals in to East's riichi of three han, 40 fu: a dealer's 7,700.
RON = {"kind": "win", "wins": [{"winner": 0, "han": 3, "fu": 40}], "loser": 1, "riichi": [0]}
# A riichi with its yaku: four han, 30 fu, 11,600.
PINFU = {"yaku": ["pinfu"], "dora": {"dora": 1, "ura_dora": 1}}
WITH_YAKU = {"kind": "win", "wins": [{"winner": 0, "details": PINFU}], "loser": 1, "riichi": [0]}
TSUMO = {"kind": "win", "wins": [{"winner": 2, "han": 5}]}
DRAW = {"kind": "draw", "tenpai": [0, 2]}
KOKUSHI = {"kind": "win", "wins": [{"winner": 3, "yakuman": ["kokushi"]}], "loser": 0}
GONG = {"kind": "gong", "hands_left": 0}
GAME = (RON, DRAW, TSUMO)


def enter(table: Table, by: Actor, outcomes: Sequence[dict[str, Any]], tag: str = EMPTY_LOG) -> str:
    """Enter these outcomes in order; return the last tag."""
    for outcome in outcomes:
        tag = enter_hand(table=table, outcome=outcome, by=by, if_match=tag).tag
    return tag


def tell(table: Table, hall: Hall, outcomes: Sequence[dict[str, Any]] = GAME) -> Scoresheet:
    """Enter these hands until the gong, report from them and confirm."""
    phones = phones_of(table, hall.alice)
    tag = enter(table, hall.rob, (*outcomes, GONG))
    return confirm_all(report_hands(table=table, by=phones[0], if_match=tag), phones)
