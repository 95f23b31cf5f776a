"""The combinations of han and fu that winning hands can have: only these are paid and offered.

For each kind of hand and each fu, the minimum han is given. Any higher han is possible with the same fu: the last
tile adds one, a dora held once or in the pair adds one or two. Fewer are impossible, because sets with that many fu
are yaku themselves: three concealed triplets, three kans and all triplets are two han each, riichi and a concealed
self-draw one each, and a concealed ron of exactly 30 fu is pinfu (riichi alone has at least 40 fu).
`tests/scoring/hand/test_han_and_fu.py` values hands for every choice of sets, pair and wait.

Everything below a mangan depends on this; from a mangan up fu do not matter. Hands with 120 fu and more matter
without limits (青天井).
"""

from scoring.rulebook.fields import UNSET
from scoring.rulebook.rulebook import Rulebook

ANY, RIICHI, OPEN, OPEN_KAN = "", "riichi", "open", "open_kan"
"""What is known of a winner: nothing but that they are not in riichi; in riichi; having called a tile; on the
replacement tile of an open kan (which is a self-draw)."""

_ONE = dict.fromkeys(range(30, 110, 10), 1)
_RON = {
    ANY: {25: 2, **_ONE, 110: 2, 120: 4, 130: 4, 140: 6},
    RIICHI: {25: 3, **_ONE, 30: 2, 110: 3, 120: 5, 130: 5, 140: 7},
    OPEN: {**_ONE, 110: 2, 120: 4, 130: 6},
}
_TSUMO = {
    ANY: {20: 2, 25: 3, **_ONE, 110: 2, 120: 4, 130: 4},
    RIICHI: {20: 3, 25: 4, **dict.fromkeys(range(30, 100, 10), 2), 100: 4, 110: 6, 120: 6, 130: 6},
    OPEN: {**_ONE, 110: 2, 120: 4, 130: 4},
    OPEN_KAN: {**_ONE, 100: 3, 110: 3, 120: 7},
}
# If a pair of the double wind has 4 fu instead of 2.
_RON_4 = {ANY: {110: 1, 140: 4}, RIICHI: {110: 1, 140: 5}, OPEN: {130: 4}}
_TSUMO_4 = {RIICHI: {100: 2}, OPEN_KAN: {120: 5}}
FU = tuple(sorted({fu for table in (*_RON.values(), *_TSUMO.values()) for fu in table}))


def least_han(rulebook: Rulebook, fu: int, *, tsumo: bool, how: str = ANY) -> int | None:
    """Return the minimum han of a hand with these fu, won in this way; None if no hand has them.

    >>> from scoring.rulebook.rulebook import load
    >>> mleague = load("mleague")
    >>> least_han(mleague, 110, tsumo=False), least_han(load("jpml_a"), 110, tsumo=False)
    (2, 1)
    >>> least_han(mleague, 30, tsumo=True, how="riichi"), least_han(mleague, 20, tsumo=False)
    (2, None)
    """
    rules = rulebook.fu
    tables, double = (_TSUMO, _TSUMO_4) if tsumo else (_RON, _RON_4)
    if how not in tables:
        return None
    if fu == 20:
        if not tsumo and rules.open_pinfu == 20 and how in (ANY, OPEN):
            return 1  # an open hand of sequences only, if that shape is not raised to 30 fu
        if tsumo and rules.pinfu_tsumo is False:
            return None
    has_four = rules.double_wind_pair in (4, UNSET)
    if how == OPEN_KAN and rules.rinshan_tsumo == 0:
        # Two kans, one of them open, reach 80 fu, or 82 (rounded up) with a pair of 4 fu: no 2 for the self-draw.
        return {90: 1 if has_four else 3, 120: 7}.get(fu, tables[how].get(fu))
    if has_four and fu in double.get(how, ()):
        return double[how][fu]
    return tables[how].get(fu)
