"""Payments for a win: dealer, counters, sticks, several winners, liability, the doubled seat.

Seats are 0, 1, 2 (, 3) in turn order. Riichi sticks are already on the table (their owners have paid them), so
changes of points sum to 1,000 for each stick taken.

>>> from scoring.rulebook.rulebook import load
>>> settle_win(load("jpml_a"), Hand(dealer=0, honba=1), [Win(1, han=3, fu=40)]).delta
(-2700, 5500, -1400, -1400)
"""

from collections.abc import Sequence

from scoring.errors import NeedsEventSetting, ScoringError
from scoring.hand.doubled_seat import check_marked
from scoring.hand.han_and_fu import ANY, OPEN_KAN, RIICHI
from scoring.hand.liability import counter_values, liable, usual_transfers
from scoring.hand.value import is_riichi, value_of_han, value_of_points, value_of_yakuman
from scoring.hand.win import Award, Hand, Liability, Payment, Transfer, Win, new
from scoring.hand.yakuman import check_names, check_win
from scoring.rulebook.fields import UNSET
from scoring.rulebook.rulebook import Rulebook

__all__ = ["Award", "Hand", "Liability", "Payment", "Transfer", "Win", "settle_win"]

STICK = 1_000
MAX_COUNTERS = 1_000
MAX_STICKS = 1_000
NO_COUNTERS = (0, 0)


def settle_win(rulebook: Rulebook, hand: Hand, wins: Sequence[Win], loser: int | None = None) -> Payment:
    """Settle the win or wins of one hand. ``loser``: who discarded the winning tile; None for a tsumo.

    ``hand.deposits`` are all sticks on the table, including those of this hand. Players in ``hand.riichi`` won in
    riichi: hands impossible in riichi are refused.

    Raises ScoringError for impossible input (``ron_from_oneself``, ``one_tsumo_only``, ``no_such_hand`` …) and
    NeedsEventSetting for what the rulebook leaves open.
    """
    players = rulebook.hand_players
    _check(rulebook, hand, wins, loser, players)
    delta = [0] * players
    if len(wins) == 1:
        award = _award(rulebook, hand, wins[0], loser, delta)
        return new(Payment, (tuple(delta), (award,), False))
    assert loser is not None, "several winners win one discard"
    paid = _who_is_paid(rulebook, wins, loser, players)
    if not paid:
        return Payment(tuple(delta), (), abort=True)
    shares = _table_money(rulebook, hand, paid)
    awards = [
        _award(rulebook, hand._replace(honba=honba, deposits=sticks), win, loser, delta)
        for win, (honba, sticks) in zip(paid, shares, strict=True)
    ]
    return Payment(tuple(delta), tuple(awards))


def _award(rulebook: Rulebook, hand: Hand, win: Win, loser: int | None, delta: list[int]) -> Award:
    """Pay one winner, who gets the counters and sticks of ``hand``; the changes are added to ``delta``."""
    winner, han, fu, yakuman, units, points, pao, open_kan_from, _details = win
    if not is_riichi(rulebook):
        if points is None:
            raise ScoringError("no_value", "A win needs its points in this game.", fields=["points"])
        _refuse_with("points", han=han, fu=fu, yakuman=yakuman or None, units=units, pao=pao)
        _refuse_with("points", open_kan_from=open_kan_from)
        value = value_of_points(rulebook, points)
    elif points is not None:
        raise ScoringError("no_value", "Here a win is told in han and fu, not in points.", fields=["points"])
    elif yakuman or units is not None:
        if yakuman:
            _check_yakuman(rulebook, hand, win, tsumo=loser is None)
        value = value_of_yakuman(rulebook, yakuman, units, han=han or 0, fu=fu)
    elif han is None:
        raise ScoringError("no_value", "A win needs its han and fu, or its yakuman.", fields=["han"])
    else:
        how = ANY if open_kan_from is None or loser is not None else OPEN_KAN
        if winner in hand.riichi:
            how = RIICHI
        value = value_of_han(rulebook, han, fu, tsumo=loser is None, how=how)
    counters = counter_values(rulebook, hand.honba) if hand.honba else NO_COUNTERS
    transfers = None
    if pao is not None or open_kan_from is not None:
        if winner in hand.riichi:
            raise ScoringError(
                "no_such_liability",
                "A hand in riichi has called nothing that somebody could be liable for.",
                fields=["pao" if pao is not None else "open_kan_from"],
            )
        transfers = liable(rulebook, hand.dealer, win, value, loser, counters)
    if transfers is None:
        transfers = usual_transfers(rulebook, hand.dealer, winner, value.basic, loser, counters)
    if rulebook.overlay.wareme != "none":
        transfers = _doubled(rulebook, hand, transfers)
    received = hand.deposits * STICK
    for payer, _, owed, for_counters, _ in transfers:
        paid = owed + for_counters
        delta[payer] -= paid
        received += paid
    delta[winner] += received
    return new(Award, (winner, value, transfers, hand.deposits, loser is None))


def _refuse_with(by: str, **others: object) -> None:
    """Refuse what a pattern game does not have (``no_value``): the payment would silently ignore it."""
    for key, value in others.items():
        if value is not None:
            raise ScoringError("no_value", f"A win is told in {by} here, without {key}.", fields=[key])


def _check_yakuman(rulebook: Rulebook, hand: Hand, win: Win, *, tsumo: bool) -> None:
    """Refuse yakuman that cannot be won together, by this player and in this way (``no_such_hand``)."""
    check_names(win.yakuman)
    if "renhou" in win.yakuman and rulebook.yaku.renhou != "yakuman":
        if rulebook.yaku.renhou is UNSET:
            raise NeedsEventSetting(["yaku.renhou"])
        raise ScoringError("no_such_hand", "Renhou is no yakuman under this rulebook.", fields=["yakuman"])
    doubles = rulebook.score.double_yakuman
    check_win(
        win.yakuman,
        tsumo=tsumo,
        dealer=win.winner == hand.dealer,
        riichi=win.winner in hand.riichi,
        called=(win.pao is not None and win.pao.yaku in win.yakuman) or win.open_kan_from is not None,
        doubles=doubles if isinstance(doubles, tuple) else (),
    )


def can_win(rulebook: Rulebook, name: str, *, tsumo: bool, dealer: bool, riichi: bool = False) -> bool:
    """Whether a player can win this yakuman in this way under the rulebook; true if the rulebook leaves it open.

    >>> from scoring.rulebook.rulebook import load
    >>> can_win(load("mleague"), "chiihou", tsumo=True, dealer=True)
    False
    """
    hand = Hand(0 if dealer else 1, riichi=(0,) if riichi else ())
    try:
        _check_yakuman(rulebook, hand, Win(0, yakuman=(name,)), tsumo=tsumo)
    except NeedsEventSetting:
        return True
    except ScoringError:
        return False
    return True


def pays_several(rulebook: Rulebook) -> bool:
    """Whether it can matter that several players win a discard: not if only the nearest is paid."""
    rules = rulebook.settlement
    return (rules.ron_two, rules.ron_three) != ("head_bump", "head_bump")


def _check(rulebook: Rulebook, hand: Hand, wins: Sequence[Win], loser: int | None, players: int) -> None:
    dealer, honba, deposits, _, _ = hand
    if not 0 < len(wins) < players:
        raise ScoringError("wrong_number_of_wins", "A hand is won by at least one player and not by all.")
    if not 0 <= dealer < players or not (loser is None or 0 <= loser < players):
        raise _no_such_seat(players)
    for win in wins:
        winner = win.winner
        if not 0 <= winner < players:
            raise _no_such_seat(players)
        if winner == loser:
            raise ScoringError(
                "ron_from_oneself", "A player cannot win on their own discard.", fields=["loser"]
            )
    if len(wins) > 1:
        _check_several(wins, loser)
    if honba or deposits:
        _check_table(rulebook, honba, deposits)


def _check_several(wins: Sequence[Win], loser: int | None) -> None:
    if len({win.winner for win in wins}) != len(wins):
        raise ScoringError("winner_twice", "Each winner is named once.", fields=["wins"])
    if loser is None:
        raise ScoringError("one_tsumo_only", "Only one player can win by tsumo.", fields=["wins"])


def _check_table(rulebook: Rulebook, honba: int, deposits: int) -> None:
    if not 0 <= honba <= MAX_COUNTERS:
        raise ScoringError("invalid_counters", f"Counters are 0 to {MAX_COUNTERS}.", fields=["honba"])
    if not 0 <= deposits <= MAX_STICKS:
        raise ScoringError("invalid_sticks", f"Sticks are 0 to {MAX_STICKS}.", fields=["deposits"])
    if not is_riichi(rulebook):
        raise ScoringError(
            "no_riichi_sticks", "This game has no counters and no riichi sticks.", fields=["honba"]
        )


def _no_such_seat(players: int) -> ScoringError:
    return ScoringError("no_such_seat", f"Seats are numbered from 0 to {players - 1}.", fields=["winner"])


def _who_is_paid(rulebook: Rulebook, wins: Sequence[Win], loser: int, players: int) -> list[Win]:
    """Return the winners who are paid, in turn order after the discarder; none if the hand is aborted."""
    field = "ron_two" if len(wins) == 2 else "ron_three"
    rule = rulebook.settlement.ron_two if len(wins) == 2 else rulebook.settlement.ron_three
    if rule is UNSET:
        raise NeedsEventSetting([f"settlement.{field}"])
    in_turn = sorted(wins, key=lambda win: (win.winner - loser) % players)
    if rule == "head_bump":
        return in_turn[:1]
    return in_turn if rule == "all" else []


def _table_money(rulebook: Rulebook, hand: Hand, paid: list[Win]) -> list[tuple[int, int]]:
    """Return for each winner the counters they are paid for, and the sticks they take."""
    if len(paid) == 1:
        return [(hand.honba, hand.deposits)]  # head bump
    rule = rulebook.settlement.multi_ron_sticks
    if not hand.honba and not hand.deposits:
        return [(0, 0)] * len(paid)
    if rule == "first_takes_all":
        return [(hand.honba, hand.deposits)] + [(0, 0)] * (len(paid) - 1)
    if rule != "honba_each_own_stick_back_rest_first":
        raise NeedsEventSetting(["settlement.multi_ron_sticks"])
    own = [int(win.winner in hand.riichi) for win in paid]
    rest = hand.deposits - sum(own)
    if rest < 0:
        raise ScoringError("sticks_do_not_match", "More winners are in riichi than sticks lie on the table.")
    return [(hand.honba, mine + (rest if i == 0 else 0)) for i, mine in enumerate(own)]


def _doubled(rulebook: Rulebook, hand: Hand, owed: tuple[Transfer, ...]) -> tuple[Transfer, ...]:
    """Return the payments with those from and to the marked seat doubled."""
    overlay = rulebook.overlay
    marked = check_marked(rulebook, hand.marked)
    if overlay.wareme_on_deposits and hand.deposits:
        raise ScoringError(
            "undefined", "No rule says who pays doubled deposits.", fields=["overlay.wareme_on_deposits"]
        )
    out = []
    for payer, winner, points, count, _ in owed:
        times = overlay.wareme_multiplier if marked in (payer, winner) else 1
        on_counters = times if overlay.wareme_on_honba else 1
        out.append(Transfer(payer, winner, points * times, count * on_counters, times))
    return tuple(out)
