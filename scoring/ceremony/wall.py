"""Where the deal starts, and whose wall it is.

One roll (開門: JPML art. 七, Shin-Hochi art. 14, WSOM 牌山からの配牌, beginners' guide): the dealer's total indicates
a wall; that many stacks of two tiles, from its right end as its owner sees it, stay behind, and the deal starts
with the next stack, clockwise.

Two rolls (Chinese official rules): the dealer's total indicates the player who rolls again; the sum of both totals
is counted from the right end of that player's wall. (Harr, Pung Chow, 1922, "Building and Breaking the Wall";
2kk4.net/qipaiwenda/68893 with the example 7 + 9 = 16.) The official book itself was not read, so these steps are
assumed for it; so is that a count beyond the end of that wall continues in the next wall, clockwise.

`scoring.hand.doubled_seat` moves the marked wall while tiles are drawn (dokasen).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from scoring.ceremony.dice import CHAIRS, RELATIVE, check_total, combinations, indicated
from scoring.ceremony.table import ASSUMED, Step
from scoring.errors import ScoringError
from scoring.translation import Sentence
from scoring.translation import gettext_noop as _

STACKS = 17
"""Stacks in a wall of 136 tiles; with eight flowers there are 18."""
WITH_FLOWERS = 18
WALL_BREAKS = (
    "one_roll_sum",
    "two_roll",
    "one_roll_auto_table_two_roll_by_hand",
    "automatic_table",
    "random",
)
"""By the names that rulebooks use in ``seating.wall_break``. What a machine rolls counts as one roll."""


@dataclass(frozen=True, slots=True)
class Break:
    """An opened wall. `seat` is its owner, and the doubled player if wareme (割れ目) is played.

    `steps` explain it; steps with the code `assumed` have no source.
    """

    seat: int
    stacks_right: int
    stacks_left: int
    steps: tuple[Step, ...] = field(default=(), repr=False, compare=False)

    @property
    def assumed(self) -> tuple[Step, ...]:
        """Return the steps that no source specifies."""
        return tuple(step for step in self.steps if step.code == ASSUMED)


def break_wall(dealer: int, total: int, stacks: int = STACKS) -> Break:
    """Open the wall by the dealer's roll.

    >>> break_wall(0, 7)
    Break(seat=2, stacks_right=7, stacks_left=10)
    """
    _check(dealer, stacks)
    seat = indicated(dealer, total)
    return Break(seat, total, stacks - total, (_rolls(dealer, total, seat), _count(seat, total)))


def break_by_two_rolls(dealer: int, first: int, second: int, stacks: int = STACKS) -> Break:
    """Open the wall by the dealer's roll and that of the indicated player.

    >>> break_by_two_rolls(0, 7, 9)
    Break(seat=2, stacks_right=16, stacks_left=1)
    >>> break_by_two_rolls(0, 12, 12, stacks=18)
    Break(seat=2, stacks_right=6, stacks_left=12)
    """
    _check(dealer, stacks)
    roller = indicated(dealer, first, "total")
    total = first + check_total(second, "second")
    walls, right = divmod(total, stacks)
    seat = (roller - walls) % CHAIRS
    steps = [
        _rolls(dealer, first, roller),
        Step(
            "second_roll",
            Sentence(
                _(
                    "Seat %(seat)s rolls %(total)s: %(first)s + %(total)s = %(sum)s stacks from the right end of "
                    "that wall."
                ),
                {"seat": roller, "first": first, "total": second, "sum": total},
            ),
            {"seat": roller, "total": second, "sum": total},
        ),
        _assumed(
            "two_rolls",
            _(
                "Assumed: both totals together are counted, from the wall of the second roller. The "
                "official book was not available; printed descriptions of the Chinese game say so."
            ),
        ),
    ]
    if walls:
        steps.append(
            _assumed(
                "next_wall",
                _(
                    "Assumed: the wall has only %(stacks)s stacks, so the count continues in the next wall, "
                    "clockwise."
                ),
                stacks=stacks,
            )
        )
    steps.append(_count(seat, right))
    return Break(seat, right, stacks - right, tuple(steps))


def break_by_lot(dealer: int, place: int, stacks: int = STACKS) -> Break:
    """Open the wall at any stack, as programs do: `place` counts stacks from the right end of the dealer's wall.

    >>> break_by_lot(1, 20)
    Break(seat=0, stacks_right=3, stacks_left=14)
    """
    _check(dealer, stacks)
    if not 0 <= place < CHAIRS * stacks:
        raise ScoringError(
            "malformed", f"The walls have {CHAIRS * stacks} stacks, counted from 0.", fields=("place",)
        )
    walls, right = divmod(place, stacks)
    seat = (dealer - walls) % CHAIRS
    assumed = _assumed(
        "lot",
        _("Assumed: every stack is equally likely. The platforms do not publish how they draw."),
    )
    return Break(seat, right, stacks - right, (assumed, _count(seat, right)))


def wareme_odds() -> tuple[int, int, int, int]:
    """Return in how many of 36 ways the dealer's, the right, the opposite and the left wall is opened.

    >>> wareme_odds()
    (8, 9, 10, 9)
    """
    odds = [0] * CHAIRS
    for total in range(2, 13):
        odds[indicated(0, total)] += combinations(total)
    return odds[0], odds[1], odds[2], odds[3]


def _check(dealer: int, stacks: int) -> None:
    if dealer not in range(CHAIRS):
        raise ScoringError("no_such_seat", f"Seats are numbered 0 to 3, not {dealer}.", fields=("dealer",))
    if stacks not in (STACKS, WITH_FLOWERS):
        raise ScoringError(
            "malformed", f"A wall has {STACKS} stacks, or {WITH_FLOWERS} with flowers.", fields=("stacks",)
        )


def _rolls(dealer: int, total: int, seat: int) -> Step:
    way = RELATIVE[(seat - dealer) % CHAIRS]
    values = {"seat": dealer, "total": total, "way": way.en, "indicated": seat}
    sentence = _("The dealer, seat %(seat)s, rolls %(total)s: %(way)s, seat %(indicated)s.")
    return Step("roll", Sentence(sentence, values | {"way": way}), values)


def _count(seat: int, right: int) -> Step:
    values = {"seat": seat, "stacks": right}
    sentence = Sentence.ngettext(
        "%(stacks)s stack at the right end of seat %(seat)s's wall stays; the deal starts with the next, clockwise.",
        "%(stacks)s stacks at the right end of seat %(seat)s's wall stay; the deal starts with the next, clockwise.",
        right,
        values,
    )
    return Step("break", sentence, values)


def _assumed(about: str, sentence: str, **parts: object) -> Step:
    return Step(ASSUMED, Sentence(sentence, parts), {"about": about})
