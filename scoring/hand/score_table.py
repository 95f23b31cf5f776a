"""A rulebook's printed score table: payments by han and fu."""

from typing import NamedTuple

from scoring.errors import NeedsEventSetting, ScoringError
from scoring.hand.value import Value, is_riichi, is_unlimited, up_to_100, value_of_han, value_of_yakuman
from scoring.rulebook.rulebook import Rulebook

FU = (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110)
HAN = (1, 2, 3, 4)
LIMIT_HAN = (5, 6, 8, 11, 13)


class Cell(NamedTuple):
    """Payments for a hand: by ron, and by tsumo (each child and the dealer; equal if the dealer wins). None: there
    is no such hand. ``limit``: the name of its limit, if it reaches one.
    """

    ron: int | None
    tsumo: tuple[int, int] | None
    limit: str = ""


class Row(NamedTuple):
    """A line of the table: its fu (0 if they do not matter) or its han beyond four, and its cells."""

    fu: int
    han: int
    cells: tuple[Cell, ...]


def score_table(rulebook: Rulebook, *, dealer: bool) -> list[Row]:
    """Return rows by fu with a cell for 1 to 4 han, then a row for each limit, the last for a yakuman (han 0). Empty
    for games not counted in han. Raises NeedsEventSetting if the rulebook leaves open what a cell depends on.

    >>> from scoring.rulebook.rulebook import load
    >>> row = score_table(load("jpml_a"), dealer=False)[2]
    >>> row.fu, row.cells[3]
    (30, Cell(ron=7700, tsumo=(2000, 3900), limit=''))
    """
    if not is_riichi(rulebook):
        return []
    simple = rulebook.score.table == "simple_seed003"
    rows = [
        Row(fu, 0, tuple(_cell(rulebook, han, fu, dealer=dealer) for han in HAN))
        for fu in ((0,) if simple else FU)
    ]
    if not is_unlimited(rulebook):
        rows += [Row(0, han, (_cell(rulebook, han, 0, dealer=dealer),)) for han in LIMIT_HAN]
        yakuman = value_of_yakuman(rulebook, (), 1)
        rows.append(Row(0, 0, (Cell(_ron(yakuman, dealer), _tsumo(yakuman, dealer), yakuman.limit),)))
    return rows


def _cell(rulebook: Rulebook, han: int, fu: int, *, dealer: bool) -> Cell:
    ron, tsumo = (_value(rulebook, han, fu, tsumo=tsumo) for tsumo in (False, True))
    named = ron or tsumo
    return Cell(ron and _ron(ron, dealer), tsumo and _tsumo(tsumo, dealer), named.limit if named else "")


def _value(rulebook: Rulebook, han: int, fu: int, *, tsumo: bool) -> Value | None:
    try:
        return value_of_han(rulebook, han, fu or None, tsumo=tsumo)
    except NeedsEventSetting:
        raise
    except ScoringError:
        return None


def _ron(value: Value, dealer: bool) -> int:
    return up_to_100(value.basic * (6 if dealer else 4))


def _tsumo(value: Value, dealer: bool) -> tuple[int, int]:
    parent = up_to_100(2 * value.basic)
    return (parent if dealer else up_to_100(value.basic), parent)
