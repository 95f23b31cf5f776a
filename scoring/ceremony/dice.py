"""Two dice, and where their total points to.

Counting starts with the roller as one and goes counter-clockwise, in the order of play: 5 and 9 are the
roller (自), 2, 6 and 10 the right (下家), 3, 7 and 11 the opposite (対面), 4, 8 and 12 the left (上家). Every
text agrees: the JPML competition rules, the WSOM rules, Shin-Hochi article 5 and the beginners' guide.

Chairs are numbered 0 to 3 counter-clockwise.
"""

from __future__ import annotations

from scoring.errors import ScoringError
from scoring.translation import Term

CHAIRS = 4

RELATIVE = (Term("self", "自"), Term("right", "下家"), Term("opposite", "対面"), Term("left", "上家"))
"""Where a chair is as seen from another, counter-clockwise."""


def check_total(total: int | None, field: str = "total") -> int:
    """Return the total if two dice can show it, else raise `ScoringError` with code `no_such_roll`. None: not rolled
    yet.
    """
    if total is None:
        raise ScoringError("no_such_roll", "Say what the two dice show: 2 to 12.", fields=(field,))
    if not 2 <= total <= 12:
        raise ScoringError("no_such_roll", f"Two dice show 2 to 12, not {total}.", fields=(field,))
    return total


def indicated(roller: int, total: int, field: str = "total", chairs: int = CHAIRS) -> int:
    """Return the chair that a roll of two dice indicates, at a table of four or three.

    >>> [indicated(0, total) for total in range(2, 13)]
    [1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]
    """
    return (roller + check_total(total, field) - 1) % chairs


def combinations(total: int) -> int:
    """Return in how many of 36 ways two dice show this total.

    >>> [combinations(total) for total in range(2, 13)]
    [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    """
    return 6 - abs(7 - check_total(total))
