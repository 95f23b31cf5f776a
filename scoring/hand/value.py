"""The value of a hand: from han and fu, yakuman or pattern points to basic points.

Basic points *a* = fu x 2^(han + 2), up to the rulebook's limits. Each payer pays a multiple of *a*, rounded up to
100: a child's ron 4a, a dealer's ron 6a, a tsumo 2a from or to the dealer and a between children.
"""

from collections.abc import Sequence
from typing import NamedTuple

from scoring.errors import NeedsEventSetting, ScoringError
from scoring.hand.han_and_fu import ANY, FU, OPEN, OPEN_KAN, RIICHI, least_han
from scoring.hand.yakuman import SINGLE_OF, counted
from scoring.rulebook.fields import UNSET, Limits
from scoring.rulebook.rulebook import Rulebook

MANGAN = 2_000
_LIMITS = {2_000: "mangan", 3_000: "haneman", 4_000: "baiman", 6_000: "sanbaiman", 8_000: "yakuman"}
_RIICHI_TABLES = frozenset(("formula", "simple_seed003", "unlimited"))
KIRIAGE = frozenset(((4, 30), (3, 60)))
"""The han and fu that kiriage makes a mangan: 30符4翻 and 60符3翻, as every rulebook with it names them. Two han with
120 fu are 7,700 too, and stay so.
"""
MAX_HAN = 400
MAX_FU = 170
"""Four concealed kans of orphans, waiting on the pair of the double wind: a yakuman. Other hands have 140 at most."""
MAX_UNITS = 20
MAX_PATTERN_POINTS = 10_000


class Value(NamedTuple):
    """The value of a hand. ``basic``: basic points (riichi) or the value itself (pattern games).

    ``limit``: the limit's name, "kazoe" for a counted yakuman, or empty. ``units``: the multiple of a yakuman, or 0.
    """

    basic: int
    han: int = 0
    fu: int = 0
    limit: str = ""
    units: int = 0


def is_riichi(rulebook: Rulebook) -> bool:
    """Whether hands are valued in han and fu."""
    return rulebook.score.table in _RIICHI_TABLES


def is_unlimited(rulebook: Rulebook) -> bool:
    """Whether there are no limits (青天井)."""
    return rulebook.overlay.unlimited or rulebook.score.table == "unlimited"


def value_of_han(rulebook: Rulebook, han: int, fu: int | None, *, tsumo: bool, how: str = ANY) -> Value:
    """Return the value of a hand with this many han and fu.

    ``han`` is net, without the two bazoro. From a mangan up by han, and under the simple table, fu do not matter:
    they may be None, or any value from a log. ``how`` is what is known of the winner (see
    ``scoring.hand.han_and_fu``). ScoringError: ``below_minimum``, ``fu_needed``, ``no_such_hand``.
    """
    known: Value | None = rulebook.hand_values.get((han, fu, tsumo, how))
    if known is None:
        value = _value_of_han(rulebook, han, fu, tsumo=tsumo, how=how)
        known = rulebook.hand_values[han, fu, tsumo, how] = value
    return known


def _value_of_han(rulebook: Rulebook, han: int, fu: int | None, *, tsumo: bool, how: str) -> Value:
    score = rulebook.score
    if han < score.min_han:
        raise ScoringError("below_minimum", f"A win needs at least {score.min_han} han here.", fields=["han"])
    if han > MAX_HAN:
        raise ScoringError("no_such_hand", f"There is no hand of {han} han.", fields=["han"])
    if rulebook.overlay.unlimited or score.table == "unlimited":
        fu = _real_fu(rulebook, han, fu, tsumo=tsumo, how=how)
        return Value(fu << (han + 2), han, fu)
    limits = score.limits
    assert isinstance(limits, Limits), "riichi rulebooks have limits"
    if how == RIICHI and tsumo and han < 2:
        raise _two_han_at_least()
    if han >= limits.mangan:
        return _limit(rulebook, limits, han, fu or 0)
    if score.table == "simple_seed003":
        basic = 250 << (han - 1)
        return Value(basic, han, 0) if basic < MANGAN else Value(MANGAN, han, 0, "mangan")
    fu = _real_fu(rulebook, han, fu, tsumo=tsumo, how=how)
    basic = fu << (han + 2)
    if (han, fu) in KIRIAGE:
        if score.kiriage is UNSET:
            raise NeedsEventSetting(["score.kiriage"])
        if score.kiriage is True:
            return Value(MANGAN, han, fu, "mangan")
    return Value(basic, han, fu) if basic < MANGAN else Value(MANGAN, han, fu, "mangan")


def _limit(rulebook: Rulebook, limits: Limits, han: int, fu: int) -> Value:
    if han >= 13:
        if rulebook.score.kazoe is UNSET:
            raise NeedsEventSetting(["score.kazoe"])
        if rulebook.score.kazoe == "yakuman":
            return Value(8_000, han, fu, "kazoe")
    if han >= limits.sanbaiman:
        basic = 6_000
    elif han >= limits.baiman:
        basic = 4_000
    elif han >= limits.haneman:
        basic = 3_000
    else:
        basic = MANGAN
    return Value(basic, han, fu, _LIMITS[basic])


def _two_han_at_least() -> ScoringError:
    return ScoringError(
        "no_such_hand",
        "Riichi and a self-draw are two han already: this hand cannot have one.",
        fields=["han"],
    )


def _real_fu(rulebook: Rulebook, han: int, fu: int | None, *, tsumo: bool, how: str) -> int:
    """Return the fu if a hand with this many han and fu can be won in this way."""
    if fu is None:
        raise ScoringError("fu_needed", f"A hand of {han} han needs its fu.", fields=["fu"])
    least = least_han(rulebook, fu, tsumo=tsumo, how=how)
    if least is not None and han >= least:
        return fu
    if fu not in FU:
        raise ScoringError("no_such_hand", f"Fu are 20, 25 or 30, 40, … {FU[-1]}; not {fu}.", fields=["fu"])
    if how == RIICHI and tsumo and han < 2:
        raise _two_han_at_least()
    message = _why_not(han, fu, least, tsumo=tsumo, how=how)
    raise ScoringError("no_such_hand", message, fields=["fu"] if least is None else ["han", "fu"])


def _why_not(han: int, fu: int, least: int | None, *, tsumo: bool, how: str) -> str:
    if fu == 25 and least is not None:
        return f"25 fu are seven pairs: they cannot have {han} han."
    if fu == 20 and least is not None and tsumo:
        return "20 fu by tsumo are pinfu: two han."
    won = f"{'A self-draw' if tsumo else 'A ron'}{_HOW[how]}"
    if least is None:
        return f"{won} has at least 30 fu." if fu == 20 else f"{won} never has {fu} fu."
    return f"{won} with {fu} fu has {least} han or more, not {han}."


_HOW = {ANY: "", RIICHI: " in riichi", OPEN: " of an open hand", OPEN_KAN: " on the tile of an open kan"}


def yakuman_units(rulebook: Rulebook, names: Sequence[str]) -> int:
    """Return how many yakuman these patterns are worth together under the rulebook. A yakuman does not count beside
    its own better wait.
    """
    score = rulebook.score
    if not names:
        return 0
    if score.double_yakuman is UNSET and any(name in _MAY_BE_DOUBLE for name in names):
        raise NeedsEventSetting(["score.double_yakuman"])
    doubles = score.double_yakuman if isinstance(score.double_yakuman, tuple) else ()
    worth = [2 if name in doubles else 1 for name in counted(names)]
    if len(worth) > 1 and score.yakuman_stack is UNSET:
        raise NeedsEventSetting(["score.yakuman_stack"])
    units = sum(worth) if score.yakuman_stack is True else max(worth)
    cap = score.yakuman_cap
    if not isinstance(cap, int) and units > max(worth):
        raise NeedsEventSetting(["score.yakuman_cap"])
    return min(units, cap) if isinstance(cap, int) and cap else units


_MAY_BE_DOUBLE = frozenset((*SINGLE_OF, "daisuushii"))


def most_yakuman(rulebook: Rulebook) -> int:
    """Return how many yakuman one hand can be worth under the rulebook, ignoring open settings."""
    score = rulebook.score
    most = MAX_UNITS
    if score.yakuman_stack is False:
        most = 2 if isinstance(score.double_yakuman, tuple) and score.double_yakuman else 1
    cap = score.yakuman_cap
    return min(most, cap) if isinstance(cap, int) and cap else most


def value_of_yakuman(
    rulebook: Rulebook, names: Sequence[str], units: int | None, *, han: int = 0, fu: int | None = None
) -> Value:
    """Return the value of a yakuman hand: named patterns, or a number of units, or both if they agree.

    Without limits a yakuman is ``overlay.yakuman_as_han`` han, and the hand's other han and fu count too.
    """
    if units is not None and not 1 <= units <= MAX_UNITS:
        raise ScoringError("no_such_hand", f"A hand is worth 1 to {MAX_UNITS} yakuman.", fields=["units"])
    if units is None:
        units = yakuman_units(rulebook, names)
    elif names:
        known = yakuman_units(rulebook, names)
        if units != known:
            raise ScoringError(
                "units_do_not_match",
                f"Under this rulebook these patterns are worth {known} yakuman, not {units}.",
                fields=["units"],
            )
    else:
        _check_units(rulebook, units)
    if not units:
        raise ScoringError("no_such_hand", "A yakuman hand names its patterns.", fields=["yakuman"])
    if is_unlimited(rulebook):
        total = han + units * rulebook.overlay.yakuman_as_han
        if fu is None:
            raise ScoringError("fu_needed", "Without limits a yakuman needs its fu.", fields=["fu"])
        if fu not in FU and fu not in range(FU[-1], MAX_FU + 1, 10):
            raise ScoringError(
                "no_such_hand", f"Fu are 20, 25 or 30, 40, … {MAX_FU}; not {fu}.", fields=["fu"]
            )
        return Value(fu << (total + 2), total, fu, "", units)
    return Value(8_000 * units, 0, 0, "yakuman", units)


def _check_units(rulebook: Rulebook, units: int) -> None:
    """Check that a hand can be worth this many yakuman. Raises NeedsEventSetting for what the rulebook
    leaves open.
    """
    score = rulebook.score
    single = 2 if isinstance(score.double_yakuman, tuple) and score.double_yakuman else 1
    if units > single:
        if score.yakuman_stack is UNSET:
            raise NeedsEventSetting(["score.yakuman_stack"])
        if score.yakuman_stack is True and not isinstance(score.yakuman_cap, int):
            raise NeedsEventSetting(["score.yakuman_cap"])
    most = MAX_UNITS if is_unlimited(rulebook) else most_yakuman(rulebook)
    if units > most:
        raise ScoringError(
            "units_do_not_match",
            f"Under this rulebook a hand is worth at most {most} yakuman, not {units}.",
            fields=["units"],
        )


def value_of_points(rulebook: Rulebook, points: int) -> Value:
    """Return the value of a hand in a game of pattern points (MCR, Zung Jung)."""
    least = max(rulebook.score.min_han, 1)
    if points < least:
        raise ScoringError("below_minimum", f"A win needs at least {least} points here.", fields=["points"])
    if points > MAX_PATTERN_POINTS:
        raise ScoringError("no_such_hand", f"There is no hand of {points} points.", fields=["points"])
    return Value(points)


def up_to_100(points: int) -> int:
    """Round a payment up to 100.

    >>> up_to_100(7_680), up_to_100(8_000)
    (7700, 8000)
    """
    return (points + 99) // 100 * 100
