"""The end of a game: the last hand, agari-yame, tenpai-yame, bankruptcy, the west round, time."""

from collections.abc import Sequence

from scoring.errors import NeedsEventSetting, ScoringError
from scoring.result.result import places
from scoring.rulebook.fields import UNSET
from scoring.rulebook.left_open import ROUNDS
from scoring.rulebook.rulebook import Rulebook
from scoring.translation import gettext_noop as _

REASONS = {
    "last_hand": _("the last hand has been played"),
    "dealer_stops": _("the dealer ends the game in the lead"),
    "goal_reached": _("a player reached the goal in the extra round"),
    "bankruptcy": _("a player is bankrupt"),
    "time": _("time is up"),
}
"""Why a game can be over, marked for the catalogue."""


def rounds(rulebook: Rulebook) -> int | None:
    """Return how many rounds a game has (one deal for each player); None if the event decides during play."""
    return ROUNDS.get(rulebook.table.length)


def is_last_hand(rulebook: Rulebook, position: int) -> bool:
    """Whether the hand at this position (round x players + dealer) may be the last: the last of the regular rounds,
    or any of an extra round.
    """
    count = rounds(rulebook)
    return count is not None and position >= count * rulebook.hand_players - 1


def dealer_stays_after_win(rulebook: Rulebook) -> bool:
    """Whether a dealer who wins deals again."""
    return rulebook.table.dealer_rotation == "renchan" and rulebook.game_end.renchan != "none"


def ending(
    rulebook: Rulebook, position: int, points: Sequence[int], *, by: str, stays: bool, stop: bool
) -> str:
    """Return why the game is over after the hand at this position (a key of ``REASONS``), or an empty string.

    ``by``: win, draw or abort. ``stays``: whether the dealer would deal again. ``stop``: the dealer asks to end it.
    """
    if _is_bankrupt(rulebook, points):
        return "bankruptcy"
    if not is_last_hand(rulebook, position):
        if stop:
            raise _cannot_stop()
        return ""
    if stays:
        dealer = position % rulebook.hand_players
        return _dealer_stops(rulebook, points, by=by, dealer=dealer, stop=stop)
    if stop:
        raise _cannot_stop()
    return _after_last_hand(rulebook, position, points)


def _is_bankrupt(rulebook: Rulebook, points: Sequence[int]) -> bool:
    lowest, rule = min(points), rulebook.game_end.tobi
    if rule is UNSET and lowest <= 0:
        raise NeedsEventSetting(["game_end.tobi"])
    return (rule == "below_zero" and lowest < 0) or (rule == "zero_or_less" and lowest <= 0)


def _dealer_stops(rulebook: Rulebook, points: Sequence[int], *, by: str, dealer: int, stop: bool) -> str:
    field = {"win": "agariyame", "draw": "tenpaiyame"}.get(by)
    rule = getattr(rulebook.game_end, field) if field else "none"
    if rule is UNSET:
        raise NeedsEventSetting([f"game_end.{field}"])
    leads = (stop or rule in ("optional", "automatic")) and _leads(rulebook, points, dealer)
    if stop and (rule != "optional" or not leads):
        raise _cannot_stop()
    if (rule == "automatic" and leads) or stop:
        return "dealer_stops"
    return ""


def _leads(rulebook: Rulebook, points: Sequence[int], dealer: int) -> bool:
    """Whether the dealer is first and meets the conditions to stop."""
    if points[dealer] == max(points) and rulebook.result.tie is UNSET and points.count(points[dealer]) > 1:
        raise NeedsEventSetting(["result.tie"])
    return places(rulebook, points)[dealer] == 1 and points[dealer] >= _goal(rulebook)


def _after_last_hand(rulebook: Rulebook, position: int, points: Sequence[int]) -> str:
    """Return the end after the deal has passed in the last hand; empty if an extra round follows because no player
    has enough.
    """
    count, players = rounds(rulebook), rulebook.hand_players
    assert count is not None, "a game without a number of rounds has no last hand"
    if rulebook.table.dealer_rotation == "always":
        return "last_hand"
    extra = rulebook.game_end.west_entry
    if extra is UNSET:
        raise NeedsEventSetting(["game_end.west_entry"])
    if extra is not True or position >= (count + 1) * players - 1:
        return "last_hand"
    if max(points) < _goal(rulebook):
        return ""
    return "last_hand" if position < count * players else "goal_reached"


def _goal(rulebook: Rulebook) -> int:
    goal = rulebook.game_end.goal_points
    if goal is UNSET:
        raise NeedsEventSetting(["game_end.goal_points"])
    assert isinstance(goal, int), "a number or unset"
    return goal or -(10**18)


def _cannot_stop() -> ScoringError:
    return ScoringError(
        "cannot_stop",
        "The dealer cannot end the game here: only in the last hand, in the lead, and where the rulebook allows it.",
        fields=["stop"],
    )
