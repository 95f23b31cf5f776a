"""Checks of reported results: possible points, a correct sum, and no open settings."""

from collections.abc import Sequence

from scoring.errors import NeedsEventSetting, ScoringError
from scoring.result.chombo import COUNT
from scoring.result.point_step import HUNDRED, point_step
from scoring.rulebook.fields import MAX_POINTS, NA, UNSET
from scoring.rulebook.rulebook import Rulebook

_WIDE = 10**15


def most_points(rulebook: Rulebook) -> int:
    """Return the most points, positive or negative, that a player can have."""
    # Without limits, a single hand may be worth billions.
    return _WIDE if rulebook.overlay.unlimited or rulebook.score.table == "unlimited" else MAX_POINTS


def check_points(rulebook: Rulebook, points: Sequence[int], leftover: int, imbalance: int) -> None:
    """Refuse impossible numbers one by one (``invalid_points``, ``wrong_number_of_players`` …)."""
    players = rulebook.table.players
    if len(points) != players:
        raise ScoringError(
            "wrong_number_of_players",
            f"There are points for {len(points)} players; this rulebook is for {COUNT[players]}.",
            fields=["points"],
        )
    bound = most_points(rulebook)
    step = point_step(rulebook)
    for value in points:
        if type(value) is not int or not -bound <= value <= bound or value % step:
            raise _invalid_points("points", value, bound, step)
    sticks = HUNDRED if rulebook.result.kind == "points" else 1  # sticks are never halved
    for name, value, least in (("leftover", leftover, sticks), ("imbalance", imbalance, step)):
        if type(value) is not int or not -bound <= value <= bound or value % least:
            raise _invalid_points(name, value, bound, least)
    if leftover < 0:
        raise ScoringError(
            "invalid_points", "Sticks left on the table cannot be less than none.", fields=["leftover"]
        )
    if leftover and rulebook.result.leftover_deposits is NA:
        raise ScoringError(
            "no_riichi_sticks",
            "Under this rulebook, no sticks can be left on the table.",
            fields=["leftover"],
        )


def _invalid_points(name: str, value: object, bound: int, step: int) -> ScoringError:
    if type(value) is not int or abs(value) > bound:
        message = f"Points are whole numbers between -{bound:,} and {bound:,}."
    else:
        message = f"{value:,} is not a multiple of {step}. Please check the sticks."
    return ScoringError("invalid_points", message, fields=[name])


def check_settings(rulebook: Rulebook, points: Sequence[int], leftover: int, fouled: bool) -> None:
    """Raise NeedsEventSetting for open settings that this game depends on.

    The treatment of ties is required if there is one, or if something else is missing anyway.
    """
    rules, chombo = rulebook.result, rulebook.chombo
    first: list[tuple[str, object]] = []
    if rules.kind == "points":
        first = [("result.return_points", rules.return_points), ("result.oka", rules.oka)]
    last: list[tuple[str, object]] = []
    if leftover:
        last.append(("result.leftover_deposits", rules.leftover_deposits))
    if fouled:
        last.append(("chombo.kind", chombo.kind))
        if chombo.kind is UNSET or chombo.kind in (
            "after_game",
            "minipoints",
        ):  # otherwise it was paid at the table
            last.append(("chombo.amount", chombo.amount))
    ties: list[tuple[str, object]] = []
    if len(set(points)) < len(points) or any(value is UNSET for _, value in (*first, *last)):
        ties.append(("result.tie", rules.tie))
        if rules.tie == "split":
            ties.append(("result.tie_remainder", rules.tie_remainder))
    missing = [path for path, value in (*first, *ties, *last) if value is UNSET]
    # The uma comes last: its shape (fixed or by floating count) follows from other settings.
    if not missing and rules.kind in ("points", "table_points") and not rules.uma:
        missing = ["result.uma"]
    if missing:
        raise NeedsEventSetting(missing)


def check_balance(rulebook: Rulebook, points: Sequence[int], leftover: int, imbalance: int) -> None:
    """Refuse numbers that do not sum to the starting total (``points_do_not_balance``)."""
    start = rulebook.table.starting_points
    if not isinstance(start, int):
        return  # nothing to compare with: the rulebook leaves it open and the event has not set it
    players = rulebook.table.players
    expected, total = players * start, sum(points) + leftover + imbalance
    if total == expected:
        return
    what = f"The {COUNT[players]} scores" + (
        f" and {leftover:,} in sticks left on the table" if leftover else ""
    )
    if imbalance:
        what += f" and the {imbalance:,} declared missing"
    riichi = rulebook.result.kind == "points"
    if riichi and total < expected:
        hint = "Is a riichi stick missing?"
    elif riichi and leftover and total - expected == leftover:
        hint = "Are the sticks left on the table counted twice?"
    else:
        hint = "Please check the scores again."
    raise ScoringError(
        "points_do_not_balance",
        f"{what} add up to {total:,}, not {expected:,}. {hint}",
        fields=["points"],
    )
