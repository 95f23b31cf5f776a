"""What an entry starts a stage with, from its finish in the previous one.

M-League halves the totals after each stage, to a tenth of a point:

>>> half = CarryOver("ratio", ratio=Fraction(1, 2), quantum=100, mode="half_up")
>>> carried(half, Finish(rank=4, total=-41_500))
Start(total=-20700, points=0)

A corporate league's final begins with fixed totals instead:

>>> [carried(CarryOver("by_rank", by_rank=(120_000, 70_000)), Finish(rank, 1)).total for rank in (1, 2)]
[120000, 70000]
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias, get_args

from scoring.errors import ScoringError
from scoring.standing.rounding import rounded

Kind: TypeAlias = Literal["none", "full", "ratio", "by_rank"]
KINDS: tuple[Kind, ...] = get_args(Kind)


class Finish(NamedTuple):
    """An entry's finish in a stage, in units. `total` includes penalties; `points` are those at the table, which
    some regulations carry over for their tie-break. `rank` is among the qualifiers, from 1.
    """

    rank: int
    total: int = 0
    penalties: int = 0
    points: int = 0


class Start(NamedTuple):
    """What an entry starts the next stage with, in units."""

    total: int
    points: int


@dataclass(frozen=True, slots=True)
class CarryOver:
    """A stage's rule. `quantum` is the rounding of shares, in units; `by_rank` the totals of the 1st, 2nd …

    With `forgives_penalties` the share is of results at the table: penalties stay in their stage. With `points`,
    points at the table are carried over too, in the same ratio, rounded to whole points.
    """

    kind: Kind
    ratio: Fraction = Fraction(1)
    quantum: int = 1
    mode: str = "half_up"
    by_rank: tuple[int, ...] = ()
    forgives_penalties: bool = False
    points: bool = False


def check_carry_over(rule: CarryOver) -> CarryOver:
    """Return the rule if valid, else raise ScoringError with the field."""
    if rule.kind not in KINDS:
        raise ScoringError("unknown_carry_over", f"There is no carry-over {rule.kind!r}.", fields=["kind"])
    if not 0 <= rule.ratio <= 1:
        raise ScoringError("invalid_ratio", "A share of a total must be between 0 and 1.", fields=["ratio"])
    if rule.kind == "by_rank" and not rule.by_rank:
        raise ScoringError(
            "no_totals_by_rank", "Specify the starting total of each rank.", fields=["by_rank"]
        )
    rounded(Fraction(0), Fraction(rule.quantum), rule.mode)
    return rule


def carried(rule: CarryOver, finish: Finish) -> Start:
    """Return an entry's start. A rank beyond `by_rank` starts with nothing."""
    if rule.kind == "none":
        return Start(0, 0)
    share = rule.ratio if rule.kind == "ratio" else Fraction(1)
    points = _share(finish.points, share, 1, rule.mode) if rule.points else 0
    if rule.kind == "by_rank":
        listed = rule.by_rank[finish.rank - 1] if finish.rank <= len(rule.by_rank) else 0
        return Start(listed, points)
    total = finish.total + (finish.penalties if rule.forgives_penalties else 0)
    return Start(_share(total, share, rule.quantum, rule.mode), points)


def _share(units: int, share: Fraction, quantum: int, mode: str) -> int:
    # A whole total is never rounded: the quantum applies to shares.
    return units if share == 1 else int(rounded(units * share, Fraction(quantum), mode))
