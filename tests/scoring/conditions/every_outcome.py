"""All ways a hand can end, and which condition holds them: written from the rules of the table, independently of
`scoring.conditions.conditions` and `scoring.conditions.win_levels`.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

from scoring.conditions.conditions import Condition, Goal
from scoring.errors import ScoringError
from scoring.game.game import State, final_result, play
from scoring.game.outcome import Outcome
from scoring.hand.payment import settle_win
from scoring.hand.win import Hand, Liability, Win
from scoring.rulebook.fields import NA
from scoring.rulebook.rulebook import Rulebook

FU = (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110)
MISSED, POSSIBLE, SURE = "missed", "possible", "sure"


class Worth(NamedTuple):
    """The payments for one hand: in total, by a child, by the dealer."""

    worth: int
    child: int
    parent: int


def subsets(seats, smallest=0):
    seats = tuple(seats)
    return [some for size in range(smallest, len(seats) + 1) for some in combinations(seats, size)]


def wins_from_east(book: Rulebook) -> list[Win]:
    """Return all hands as reported, by han and fu, yakuman or points."""
    if book.score.table in ("mcr", "zung_jung"):
        return [Win(0, points=points) for points in range(1, 501)]
    fus = (None,) if book.score.table == "simple_seed003" else FU
    wins = [Win(0, han=han, fu=fu) for han in range(1, 14) for fu in fus]
    cap = book.score.yakuman_cap if isinstance(book.score.yakuman_cap, int) else 0
    most = min(6, cap or 6)
    if book.score.yakuman_stack is False and not book.score.double_yakuman:
        most = 1
    return wins + [Win(0, units=units) for units in range(1, most + 1)]


def worth_of(book: Rulebook, dealer: int, win: Win, loser: int | None) -> Worth:
    """Return the payments for this hand without liability and doubled seats."""
    plain = book.with_house_rules("plain", {"overlay.wareme": "none"})
    win = win._replace(pao=None, open_kan_from=None)
    (award,) = settle_win(plain, Hand(dealer), [win], loser).awards
    paid = {t.payer: t.points for t in award.transfers}
    if book.score.table in ("mcr", "zung_jung"):
        return Worth(win.points, win.points, win.points)
    if loser is not None:
        return Worth(paid[loser], paid[loser], paid[loser])
    parent = paid.get(dealer) or max(paid.values())
    return Worth(sum(paid.values()), min(paid.values()), parent)


@cache
def hands(book: Rulebook, dealer: int, winner: int, loser: int | None) -> dict[Worth, Win]:
    """Return one hand of each worth, ascending."""
    by_worth: dict[Worth, Win] = {}
    for from_east in wins_from_east(book):
        win = from_east._replace(winner=winner)
        try:
            by_worth.setdefault(worth_of(book, dealer, win, loser), win)
        except ScoringError:
            continue
    return dict(sorted(by_worth.items()))


def liable_hands(book: Rulebook, dealer: int, winner: int, loser: int | None) -> list[Win]:
    """Return the hands for which a player other than the discarder is liable."""
    rules = book.settlement
    out = []
    for seat in range(book.table.players):
        if seat in (winner, loser):
            continue
        for yaku in rules.pao_yaku:
            own = 2 if yaku in (book.score.double_yakuman or ()) else 1
            out += [
                win._replace(pao=Liability(seat, yaku))
                for win in hands(book, dealer, winner, loser).values()
                if win.units and win.units >= own
            ]
        if rules.daiminkan_pao is True and loser is None:
            out += [win._replace(open_kan_from=seat) for win in hands(book, dealer, winner, None).values()]
    return out


def wins(
    book: Rulebook, dealer: int, *, several, liability: bool
) -> Iterator[tuple[tuple[Win, ...], int | None]]:
    """Yield who wins what from whom. ``several``: the hands tried with several winners, None for no such wins."""
    players = book.table.players

    def of(winner, loser):
        return [
            *hands(book, dealer, winner, loser).values(),
            *(liable_hands(book, dealer, winner, loser) if liability else ()),
        ]

    for loser in (None, *range(players)):
        for winner in range(players):
            if winner != loser:
                yield from (((win,), loser) for win in of(winner, loser))
        if loser is None or several is None:
            continue
        for group in subsets((s for s in range(players) if s != loser), smallest=2):
            some = [[win for n, win in enumerate(of(winner, loser)) if several(n)] for winner in group]
            yield from ((combination, loser) for combination in product(*some))


def outcomes(
    book: Rulebook, dealer: int, who: tuple[int, ...], marked, *, several, liability: bool, chombo: bool
) -> Iterator[Outcome]:
    """Yield all outcomes of a hand with sticks by these players."""
    seats = range(book.table.players)
    for paid, loser in wins(book, dealer, several=several, liability=liability):
        yield Outcome("win", wins=paid, loser=loser, riichi=who, marked=marked)
    for tenpai in subsets(seats):
        if set(who) <= set(tenpai):  # otherwise it is a chombo
            yield Outcome("draw", tenpai=tenpai, riichi=who, marked=marked)
            if book.draw.nagashi_mangan == "mangan_tsumo":
                for nagashi in subsets(seats, smallest=1):
                    yield Outcome("draw", tenpai=tenpai, nagashi=nagashi, riichi=who, marked=marked)
    for abort in book.draw.aborts if isinstance(book.draw.aborts, tuple) else ():
        if book.draw.abort_dealer is not NA:
            yield Outcome("abort", abort=abort, riichi=who)
    if chombo and book.chombo.kind != "none":
        for offenders in subsets(seats, smallest=1):
            yield Outcome("chombo", offenders=offenders, riichi=who, marked=marked)


def what_becomes(book: Rulebook, after: State, goal: Goal) -> str:
    """Judge the goal by the result, with rivals at their best and at their worst."""
    result = final_result(book, after) if goal.place is None else None
    if result is None:
        points = after.points
        before = [
            p > points[goal.seat]
            or (book.result.tie == "seat_order" and p == points[goal.seat] and s < goal.seat)
            for s, p in enumerate(points)
        ]
        return SURE if sum(before) < goal.place else MISSED
    if goal.total is not None:
        return SURE if result.totals[goal.seat] >= goal.total else MISSED
    carried = goal.carried or (0,) * len(result.totals)
    sums = [total + before for total, before in zip(result.totals, carried, strict=True)]
    mine = sums[goal.seat]

    def makes_it(rivals):
        field = sorted([*sums[: goal.seat], *sums[goal.seat + 1 :], *goal.others, *rivals], reverse=True)
        if len(field) < goal.rank:
            return True
        last = field[goal.rank - 1]  # who takes the last sufficient rank
        return mine > last or (goal.ties and mine == last)

    if makes_it([most for _, most in goal.rivals]):
        return SURE
    return POSSIBLE if makes_it([least for least, _ in goal.rivals]) else MISSED


def paid_wins(book: Rulebook, outcome: Outcome) -> tuple[Win, ...]:
    """Return the wins that are paid."""
    if len(outcome.wins) < 2:
        return outcome.wins
    rule = book.settlement.ron_two if len(outcome.wins) == 2 else book.settlement.ron_three
    in_turn = sorted(outcome.wins, key=lambda win: (win.winner - outcome.loser) % book.table.players)
    return {"head_bump": tuple(in_turn[:1]), "all": tuple(in_turn), "abort": ()}[rule]


def holds(book: Rulebook, state: State, goal: Goal, condition: Condition, outcome: Outcome) -> bool:
    """Whether a condition holds this outcome, as a person would read it. The caller checks sticks."""
    match outcome.kind:
        case "draw" if outcome.nagashi:
            return condition.kind == "nagashi" and outcome.nagashi in condition.nagashi
        case "draw":
            return condition.kind == "draw" and outcome.tenpai in condition.tenpai
        case "abort":
            return condition.abort == outcome.abort
        case "chombo":
            return outcome.offenders in condition.offenders
    paid = paid_wins(book, outcome)
    if not paid:
        return condition.abort == "sanchahou"
    if condition.kind != ("tsumo" if outcome.loser is None else "ron") or condition.loser != outcome.loser:
        return False
    listed = {
        condition.winner: (condition.low, condition.high, condition.liable, condition.liable_for),
        **{
            one.seat: (one.low, one.high, () if one.liable is None else (one.liable,), one.liable_for)
            for one in condition.others
        },
    }
    if listed.keys() != {win.winner for win in paid}:
        return False
    for win in paid:
        low, high, liable, names = listed[win.winner]
        worth = worth_of_known(book, state.dealer, win, outcome.loser)
        if not low[:3] <= worth or (high is not None and not worth <= high[:3]):
            return False
        seat, name = None, None
        if win.pao:
            seat, name = win.pao.seat, win.pao.yaku
        elif win.open_kan_from is not None:
            seat, name = win.open_kan_from, "open_kan"
        if (name is None and names) or (name is not None and (name not in names or seat not in liable)):
            return False
    return True


@cache
def worth_of_known(book: Rulebook, dealer: int, win: Win, loser: int | None) -> Worth:
    return worth_of(book, dealer, win, loser)


def after(book: Rulebook, state: State, outcome: Outcome) -> State | None:
    try:
        return play(book, state, outcome)
    except ScoringError:
        return None
