"""Chombo: the sanction at the table or after the game, and whether the hand is replayed."""

from collections.abc import Sequence
from typing import NamedTuple

from scoring.errors import NeedsEventSetting, ScoringError
from scoring.hand.doubled_seat import check_marked
from scoring.hand.exhaustive_draw import has_counters, mangan_payments
from scoring.hand.payment import STICK
from scoring.hand.value import is_riichi
from scoring.hand.win import Hand
from scoring.rulebook.fields import NA, UNSET
from scoring.rulebook.rulebook import Rulebook

# Sanctions without a payment at the table.
AT_THE_END = ("after_game", "minipoints")


class Foul(NamedTuple):
    """The effect of a chombo.

    ``delta``: points at the table, including returned riichi sticks. ``after_game``: the number of chombo each seat
    carries to the end, each costing ``chombo.amount`` P or minipoints. ``returned``: the players whose sticks of
    this hand are returned.
    """

    delta: tuple[int, ...]
    after_game: tuple[int, ...]
    returned: tuple[int, ...]
    deposits: int
    honba: int
    replay: bool


def punish(rulebook: Rulebook, hand: Hand, offenders: Sequence[int]) -> Foul:
    """Return the consequences of a chombo by these seats.

    ``hand.deposits`` are all sticks on the table, including those of this hand.
    """
    players, rules, riichi = rulebook.hand_players, rulebook.chombo, hand.riichi
    for seat in (hand.dealer, *offenders, *riichi):
        if not 0 <= seat < players:
            raise ScoringError(
                "no_such_seat", f"Seats are numbered from 0 to {players - 1}.", fields=["offenders"]
            )
    if not offenders or len(set(offenders)) != len(offenders) or len(set(riichi)) != len(riichi):
        raise ScoringError("no_such_seat", "Each offender is named once.", fields=["offenders"])
    _check_table(rulebook, hand)
    if rules.kind == "none":
        raise ScoringError(
            "no_chombo_in_rulebook",
            "This rulebook knows no chombo. Set its sanction as a house rule.",
            fields=["chombo.kind"],
        )
    if rules.kind is UNSET:
        raise NeedsEventSetting(["chombo.kind"])
    _check_settings(rulebook, in_riichi=bool(riichi))
    delta = _payments(rulebook, hand, offenders)
    returned = tuple(sorted(riichi)) if rules.riichi_sticks == "returned" else ()
    for seat in returned:
        delta[seat] += STICK
    return Foul(
        delta=tuple(delta),
        after_game=tuple(int(rules.kind in AT_THE_END and s in offenders) for s in range(players)),
        returned=returned,
        deposits=hand.deposits - len(returned),
        honba=hand.honba + (rules.honba == "+1" and has_counters(rulebook)),
        replay=rules.replay is not False,
    )


def _check_table(rulebook: Rulebook, hand: Hand) -> None:
    riichi, deposits, honba = hand.riichi, hand.deposits, hand.honba
    if not is_riichi(rulebook) and (riichi or deposits or honba):
        raise ScoringError(
            "no_riichi_sticks",
            "This game has no counters and no riichi sticks.",
            fields=["riichi" if riichi else "deposits" if deposits else "honba"],
        )
    if deposits < len(riichi):
        raise ScoringError(
            "sticks_do_not_match",
            f"{len(riichi)} in riichi have put a stick each, and {deposits} lie on the table.",
            fields=["deposits"],
        )


def settings_of_a_chombo(rulebook: Rulebook, *, in_riichi: bool) -> dict[str, object]:
    """Return the fields that a chombo depends on under this rulebook, besides its kind, with their values."""
    rules = rulebook.chombo
    wanted: dict[str, object] = {"chombo.replay": rules.replay}
    if has_counters(rulebook):
        wanted["chombo.honba"] = rules.honba
    if rules.kind in (*AT_THE_END, "each"):
        wanted["chombo.amount"] = rules.amount
    if in_riichi:
        wanted["chombo.riichi_sticks"] = rules.riichi_sticks
    return wanted


def _check_settings(rulebook: Rulebook, *, in_riichi: bool) -> None:
    # A rulebook without chombo marks these as not applicable. With chombo as a house rule, they apply.
    wanted = settings_of_a_chombo(rulebook, in_riichi=in_riichi)
    missing = [path for path, value in wanted.items() if value is UNSET or value is NA]
    if missing:
        raise NeedsEventSetting(missing)


def _payments(rulebook: Rulebook, hand: Hand, offenders: Sequence[int]) -> list[int]:
    players, rules, overlay = rulebook.hand_players, rulebook.chombo, rulebook.overlay
    delta, marked = [0] * players, hand.marked
    if rules.kind in AT_THE_END:
        return delta
    doubled = 1
    if overlay.wareme != "none" and overlay.wareme_on_chombo:
        doubled, marked = overlay.wareme_multiplier, check_marked(rulebook, marked)
    for offender in offenders:
        if rules.kind == "each":
            assert isinstance(rules.amount, int), "checked by _check_settings"
            owed = {other: rules.amount for other in range(players) if other != offender}
        else:
            # A reversed mangan: the offender pays what a mangan tsumo would have paid them.
            owed = mangan_payments(hand.dealer, offender, players)
        for other, points in owed.items():
            paid = points * (doubled if marked in (offender, other) else 1)
            delta[offender] -= paid
            delta[other] += paid
    return delta
