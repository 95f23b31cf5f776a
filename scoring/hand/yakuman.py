"""The yakuman by name: which exist, which exclude each other, and how each is won.

A win given by names of yakuman instead of tiles is accepted only if such a hand exists.
"""

from collections.abc import Collection, Sequence
from difflib import get_close_matches
from itertools import combinations

from scoring.errors import ScoringError
from scoring.translation import Term

_NAMES = (
    ("kokushi", "kokushi musou", "国士無双", "thirteen orphans"),
    ("chuuren", "chuuren poutou", "九蓮宝燈", "nine gates"),
    ("suuankou", "suuankou", "四暗刻", "four concealed pons"),
    ("daisangen", "daisangen", "大三元", "big three dragons"),
    ("shousuushii", "shousuushii", "小四喜", "little four winds"),
    ("ryuuiisou", "ryuuiisou", "緑一色", "all green"),
    ("suukantsu", "suukantsu", "四槓子", "four kans"),
    ("tsuuiisou", "tsuuiisou", "字一色", "all honours"),
    ("chinroutou", "chinroutou", "清老頭", "all terminals"),
    ("daisuushii", "daisuushii", "大四喜", "big four winds"),
    ("kokushi_13", "kokushi musou, 13-sided wait", "国士無双十三面待ち", ""),
    ("suuankou_tanki", "suuankou tanki", "四暗刻単騎待ち", ""),
    ("junsei_chuuren", "junsei chuuren", "純正九蓮宝燈", ""),
    ("tenhou", "tenhou", "天和", "blessing of heaven"),
    ("chiihou", "chiihou", "地和", "blessing of earth"),
    ("renhou", "renhou", "人和", "blessing of man"),
)
YAKUMAN = {code: Term(en, ja) for code, en, ja, _ema in _NAMES}
"""By the codes of rulebooks, payments and hands: as players say them, and in Japanese."""
EMA_NAMES = {code: ema for code, _en, _ja, ema in _NAMES}
"""What the English rules of the European Mahjong Association call them; empty for the better wait of another."""

SINGLE_OF = {"kokushi_13": "kokushi", "suuankou_tanki": "suuankou", "junsei_chuuren": "chuuren"}
"""The better wait of a yakuman, and that yakuman: one pattern, which counts once
(純正九蓮宝燈と九蓮宝燈は複合せず).
"""

BLESSINGS = frozenset(("tenhou", "chiihou", "renhou"))
CONCEALED = frozenset(("kokushi", "kokushi_13", "chuuren", "junsei_chuuren", "suuankou", "suuankou_tanki"))
CONCEALED_ALWAYS = CONCEALED | BLESSINGS
"""The winner of these has called nothing."""

# Compatible pairs of tile patterns, each written once; blessings are compatible with all patterns but four kans.
_OF_HONOURS = frozenset(("daisangen", "shousuushii", "daisuushii"))
_OF_TRIPLETS = _OF_HONOURS | {"tsuuiisou", "chinroutou", "ryuuiisou"}
_TOGETHER = {
    "suuankou": _OF_TRIPLETS | {"suukantsu"},
    "suukantsu": _OF_TRIPLETS,
    "tsuuiisou": _OF_HONOURS,
}


def base_of(name: str) -> str:
    """Return a name's pattern: for a better wait, the pattern without it."""
    return SINGLE_OF.get(name, name)


def counted(names: Sequence[str]) -> list[str]:
    """Return the patterns that count: a yakuman does not count beside its better wait."""
    absorbed = {SINGLE_OF[name] for name in names if name in SINGLE_OF}
    return [name for name in names if name not in absorbed]


def go_together(one: str, other: str) -> bool:
    """Whether one hand can have both."""
    if SINGLE_OF.get(one) == other or SINGLE_OF.get(other) == one:
        return True
    one, other = base_of(one), base_of(other)
    if one in BLESSINGS or other in BLESSINGS:
        # A first-turn win precedes any kan; and there is only one first turn.
        return not {one, other} <= BLESSINGS and "suukantsu" not in (one, other)
    return other in _TOGETHER.get(one, ()) or one in _TOGETHER.get(other, ())


def check_names(names: Sequence[str]) -> None:
    """Refuse unknown names (``unknown_yakuman``), repeated ones, and pairs no hand has (``no_such_hand``)."""
    for name in names:
        if name not in YAKUMAN:
            raise unknown(name, "yakuman")
    if len(set(names)) != len(names):
        raise _no_such_hand("Each yakuman is named once.")
    for one, other in combinations(names, 2):
        if not go_together(one, other):
            raise _no_such_hand(f"No hand is both {YAKUMAN[one].en} and {YAKUMAN[other].en}.")


def check_win(
    names: Sequence[str], *, tsumo: bool, dealer: bool, riichi: bool, called: bool, doubles: Collection[str]
) -> None:
    """Refuse yakuman that are not won in this way (``no_such_hand``).

    ``riichi``, ``called``: whether the winner has declared riichi, has called a tile. ``doubles``: the yakuman that
    the rulebook pays twice; if the pair wait of four concealed triplets is one, it must be named.
    """
    impossible = (
        ("tenhou", not (tsumo and dealer), "Tenhou is the dealer's, by tsumo."),
        ("chiihou", not tsumo or dealer, "Chiihou is a child's, by tsumo."),
        ("renhou", tsumo or dealer, "Renhou is a child's, by ron."),
        (
            "suuankou",
            not tsumo and "suuankou_tanki" in doubles and "suuankou_tanki" not in names,
            "Four concealed triplets are won on a discard by the pair alone: suuankou_tanki.",
        ),
        (
            "suukantsu",
            "suuankou" in names and "suuankou_tanki" in doubles and "suuankou_tanki" not in names,
            "Four concealed kans wait on the pair: suuankou_tanki.",
        ),
    )
    for name, wrong, message in impossible:
        if wrong and name in names:
            raise _no_such_hand(message)
    if riichi and BLESSINGS & set(names):
        raise _no_such_hand("A first-turn win comes before any riichi.")
    if called:
        closed = next((name for name in names if name in CONCEALED_ALWAYS), None)
        if closed:
            raise _no_such_hand(f"A hand that has called a tile is never {YAKUMAN[closed].en}.")


def unknown(name: str, field: str) -> ScoringError:
    """Return the error for a name that is not a yakuman."""
    near = get_close_matches(name, YAKUMAN, n=1)
    hint = f"Do you mean {near[0]}?" if near else f"Known are {', '.join(YAKUMAN)}."
    return ScoringError("unknown_yakuman", f"There is no yakuman {name[:40]!r}. {hint}", fields=[field])


def _no_such_hand(message: str) -> ScoringError:
    return ScoringError("no_such_hand", message, fields=["yakuman"])
