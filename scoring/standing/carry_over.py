"""With what an entry begins a stage, from where it stood at the end of the one before.

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
    """An entry at the end of a stage, in units. `total` has the penalties in it already; `points` are those at the
    tables, which some regulations carry over for their tie-break. `rank` is among those who go on, from 1."""

    rank: int
    total: int = 0
    penalties: int = 0
    points: int = 0


class Start(NamedTuple):
    """What an entry begins the next stage with, in units."""

    total: int
    points: int


@dataclass(frozen=True, slots=True)
class CarryOver:
    """A stage's rule. `quantum` is what a share is rounded to, in units; `by_rank` the totals of the 1st, 2nd …

    With `forgives_penalties` the share is of what was won at the tables: penalties stay behind in their stage.
    With `points` those at the tables go along, by the same ratio, to whole points.
    """

    kind: Kind
    ratio: Fraction = Fraction(1)
    quantum: int = 1
    mode: str = "half_up"
    by_rank: tuple[int, ...] = ()
    forgives_penalties: bool = False
    points: bool = False


def check_carry_over(rule: CarryOver) -> CarryOver:
    """The rule, if it is one; else ScoringError that names the field."""
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
    """What this entry begins with. A rank beyond `by_rank` begins with nothing."""
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
    # A whole total is never rounded: the quantum is of shares.
    return units if share == 1 else int(rounded(units * share, Fraction(quantum), mode))
