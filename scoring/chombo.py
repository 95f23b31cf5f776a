"""A chombo: the sanction at the table or after the game, and what becomes of the hand."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from scoring.draw import mangan_payments
from scoring.errors import NeedsEventSetting, ScoringError
from scoring.fields import NA, UNSET
from scoring.overlay import check_marked
from scoring.payment import STICK
from scoring.rulebook import Rulebook


class Foul(NamedTuple):
    """What a chombo does.

    ``delta``: points at the table, with riichi sticks that are given back. ``after_game``: the count of
    chombo each seat carries to the end, where each costs ``chombo.amount`` P. ``returned``: whose sticks of
    this hand are given back.
    """

    delta: tuple[int, ...]
    after_game: tuple[int, ...]
    returned: tuple[int, ...]
    deposits: int
    honba: int
    replay: bool


def punish(
    rulebook: Rulebook,
    dealer: int,
    offenders: Sequence[int],
    *,
    riichi: Collection[int] = (),
    carried: int = 0,
    honba: int = 0,
    marked: int | None = None,
) -> Foul:
    """The consequences of a chombo by these seats.

    ``riichi``: who declared riichi in this hand (their sticks lie on the table); ``carried``: sticks from
    earlier hands.
    """
    players, rules = rulebook.hand_players, rulebook.chombo
    for seat in (dealer, *offenders, *riichi):
        if not 0 <= seat < players:
            raise ScoringError(
                "no_such_seat", f"Seats are numbered from 0 to {players - 1}.", fields=["offenders"]
            )
    if not offenders or len(set(offenders)) != len(offenders) or len(set(riichi)) != len(riichi):
        raise ScoringError("no_such_seat", "Each offender is named once.", fields=["offenders"])
    if rules.kind == "none":
        raise ScoringError(
            "no_chombo_in_rulebook",
            "This rulebook knows no chombo. Set its sanction as a house rule.",
            fields=["chombo.kind"],
        )
    if rules.kind is UNSET:
        raise NeedsEventSetting(["chombo.kind"])
    _check_settings(rulebook, bool(riichi))
    delta = _payments(rulebook, dealer, offenders, marked)
    returned = tuple(sorted(riichi)) if rules.riichi_sticks == "returned" else ()
    for seat in returned:
        delta[seat] += STICK
    return Foul(
        delta=tuple(delta),
        after_game=tuple(int(rules.kind == "after_game" and s in offenders) for s in range(players)),
        returned=returned,
        deposits=carried + len(riichi) - len(returned),
        honba=honba + (rules.honba == "+1"),
        replay=rules.replay is not False,
    )


def _check_settings(rulebook: Rulebook, riichi: bool) -> None:
    rules = rulebook.chombo
    wanted: dict[str, object] = {"chombo.replay": rules.replay, "chombo.honba": rules.honba}
    if rules.kind in ("after_game", "each"):
        wanted["chombo.amount"] = rules.amount
    if riichi:
        wanted["chombo.riichi_sticks"] = rules.riichi_sticks
    missing = [path for path, value in wanted.items() if value is UNSET or (value is NA and "riichi" in path)]
    if missing:
        raise NeedsEventSetting(missing)


def _payments(rulebook: Rulebook, dealer: int, offenders: Sequence[int], marked: int | None) -> list[int]:
    players, rules, overlay = rulebook.hand_players, rulebook.chombo, rulebook.overlay
    delta = [0] * players
    if rules.kind == "after_game":
        return delta
    doubled = 1
    if overlay.wareme != "none" and overlay.wareme_on_chombo:
        doubled, marked = overlay.wareme_multiplier, check_marked(rulebook, marked)
    for offender in offenders:
        if rules.kind == "each":
            assert isinstance(rules.amount, int), "checked by _check_settings"
            owed = {other: rules.amount for other in range(players) if other != offender}
        else:
            # A mangan the wrong way round: the offender pays what they would have been paid by tsumo.
            owed = mangan_payments(dealer, offender, players)
        for other, points in owed.items():
            paid = points * (doubled if marked in (offender, other) else 1)
            delta[offender] -= paid
            delta[other] += paid
    return delta
