"""Payments for a win: the usual ones, and those with liability (包, 責任払い)."""

from scoring.errors import NeedsEventSetting, ScoringError
from scoring.hand.value import Value, is_riichi, is_unlimited, up_to_100, yakuman_units
from scoring.hand.win import Transfer, Win, new
from scoring.hand.yakuman import YAKUMAN, unknown
from scoring.rulebook.fields import UNSET
from scoring.rulebook.rulebook import Rulebook


def counter_values(rulebook: Rulebook, honba: int) -> tuple[int, int]:
    """Return what these counters cost each payer of a tsumo, and the discarder of a ron."""
    rules = rulebook.settlement
    each, on_ron = rules.honba_tsumo_each, rules.honba_ron
    if not isinstance(each, int) or not isinstance(on_ron, int):
        values = {"settlement.honba_ron": on_ron, "settlement.honba_tsumo_each": each}
        raise NeedsEventSetting([path for path, value in values.items() if not isinstance(value, int)])
    return each * honba, on_ron * honba


def usual_transfers(
    rulebook: Rulebook, dealer: int, winner: int, basic: int, loser: int | None, counters: tuple[int, int]
) -> tuple[Transfer, ...]:
    """Return the payments for a win without liability."""
    each, on_ron = counters
    if not is_riichi(rulebook):
        return _pattern_transfers(rulebook, winner, basic, loser)
    if loser is not None:
        points = up_to_100(basic * 6 if winner == dealer else basic * 4)
        return (new(Transfer, (loser, winner, points, on_ron, 1)),)
    parent = up_to_100(2 * basic)
    child = parent if winner == dealer else up_to_100(basic)
    transfers = []
    for payer in range(rulebook.hand_players):
        if payer != winner:
            transfers.append(new(Transfer, (payer, winner, parent if payer == dealer else child, each, 1)))
    return tuple(transfers)


def _pattern_transfers(
    rulebook: Rulebook, winner: int, value: int, loser: int | None
) -> tuple[Transfer, ...]:
    """Return payments in a game of pattern points.

    MCR: 8 from each opponent, and the value from the discarder, or from all on a self-draw. Zung Jung: the value
    from each opponent; on a discard above 25, 25 from the others and the rest of three times the value from the
    discarder.
    """
    tsumo = loser is None
    if rulebook.score.table == "mcr":
        other, discarder = 8 + value if tsumo else 8, 8 + value
    elif tsumo or value <= 25:
        other = discarder = value
    else:
        other, discarder = 25, 3 * value - 50
    return tuple(
        [
            Transfer(payer, winner, discarder if payer == loser else other, 0)
            for payer in range(rulebook.hand_players)
            if payer != winner
        ]
    )


def usual(
    rulebook: Rulebook, dealer: int, winner: int, basic: int, loser: int | None, counters: tuple[int, int]
) -> dict[int, tuple[int, int]]:
    """Return the same by payer: the points of the hand and those for counters."""
    transfers = usual_transfers(rulebook, dealer, winner, basic, loser, counters)
    return {t.payer: (t.points, t.counters) for t in transfers}


def liable(
    rulebook: Rulebook, dealer: int, win: Win, value: Value, loser: int | None, counters: tuple[int, int]
) -> tuple[Transfer, ...] | None:
    """Return the payments with liability under this rulebook; None without it."""
    if win.pao is not None:
        return _for_yakuman(rulebook, dealer, win, value, loser, counters)
    giver = win.open_kan_from
    assert giver is not None, "one of the two is given"
    _other_seat(rulebook, win.winner, giver, "open_kan_from")
    if loser is not None:
        raise ScoringError(
            "kan_without_tsumo", "A win on a replacement tile must be a tsumo.", fields=["open_kan_from"]
        )
    if rulebook.settlement.daiminkan_pao is UNSET:
        raise NeedsEventSetting(["settlement.daiminkan_pao"])
    if rulebook.settlement.daiminkan_pao is not True:
        return None
    return (_total(giver, usual_transfers(rulebook, dealer, win.winner, value.basic, None, counters)),)


def _for_yakuman(
    rulebook: Rulebook, dealer: int, win: Win, value: Value, loser: int | None, counters: tuple[int, int]
) -> tuple[Transfer, ...] | None:
    rules, pao = rulebook.settlement, win.pao
    assert pao is not None, "only asked for a win with a liability"
    _other_seat(rulebook, win.winner, pao.seat, "pao")
    if pao.yaku not in YAKUMAN:
        raise unknown(pao.yaku, "pao")
    if not win.yakuman and win.units is None:
        raise ScoringError(
            "no_such_liability",
            "Liability is for a yakuman: please name the hand's yakuman, or how many it is worth.",
            fields=["pao"],
        )
    if win.yakuman and pao.yaku not in win.yakuman:
        raise ScoringError(
            "no_such_liability", f"The hand has no {pao.yaku} to be liable for.", fields=["pao"]
        )
    if not isinstance(rules.pao_yaku, tuple):
        raise NeedsEventSetting(["settlement.pao_yaku"])
    if pao.yaku not in rules.pao_yaku or not value.units:
        return None
    bound, free = _split(rulebook, pao.yaku, value)
    winner, seat = win.winner, pao.seat
    if loser is None:
        if not isinstance(rules.pao_tsumo, str):
            raise NeedsEventSetting(["settlement.pao_tsumo"])
        # A tsumo's counters are paid with the liable part: there is no discarder.
        mine = _total(seat, usual_transfers(rulebook, dealer, winner, bound, None, counters))
        others = usual_transfers(rulebook, dealer, winner, free, None, (0, 0)) if free else ()
        own = sum(t.points for t in others if t.payer == seat)
        return (mine._replace(points=mine.points + own), *(t for t in others if t.payer != seat))
    if not isinstance(rules.pao_ron, str):
        raise NeedsEventSetting(["settlement.pao_ron"])
    if counters[1] and not isinstance(rules.pao_honba, str):
        raise NeedsEventSetting(["settlement.pao_honba"])
    times = 6 if winner == dealer else 4
    whole, rest = up_to_100(bound * times), up_to_100(free * times)
    if seat == loser:
        return (Transfer(loser, winner, whole + rest, counters[1]),)
    on_liable = rules.pao_honba == "liable"
    return (
        Transfer(seat, winner, whole // 2, counters[1] if on_liable else 0),
        Transfer(loser, winner, whole - whole // 2 + rest, 0 if on_liable else counters[1]),
    )


def _split(rulebook: Rulebook, yaku: str, value: Value) -> tuple[int, int]:
    """Return the basic points covered by liability, and the rest."""
    own = min(value.units, yakuman_units(rulebook, [yaku]))
    scope = rulebook.settlement.pao_scope
    if own == value.units or scope == "whole_hand":
        return value.basic, 0
    if scope != "that_yakuman_only":
        # Left open, or "n/a" in a rulebook that stacks yakuman anyway (WRC 2022): the event has to set it.
        raise NeedsEventSetting(["settlement.pao_scope"])
    if is_unlimited(rulebook):
        raise ScoringError("undefined", "Without limits no rule splits a compound yakuman.", fields=["pao"])
    return 8_000 * own, 8_000 * (value.units - own)


def _total(payer: int, transfers: tuple[Transfer, ...]) -> Transfer:
    """Return the sum of all payments, as one player pays them."""
    points, counters = sum(t.points for t in transfers), sum(t.counters for t in transfers)
    return Transfer(payer, transfers[0].winner, points, counters)


def _other_seat(rulebook: Rulebook, winner: int, seat: int, field: str) -> None:
    if not 0 <= seat < rulebook.hand_players or seat == winner:
        raise ScoringError("no_such_liability", "Somebody else at the table is liable.", fields=[field])
