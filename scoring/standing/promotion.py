"""Promotion and relegation between divisions of a season, and the next season's divisions.

>>> final = [Division("A", tuple("abcd")), Division("B", tuple("efgh"))]
>>> moves = promote(final, [Boundary(up=Share(number=1), down=Share(number=1))])
>>> [(move.key, move.direction) for move in moves.moved], moves.next_season
([('d', 'down'), ('e', 'up')], [('a', 'b', 'c', 'e'), ('d', 'f', 'g', 'h')])
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from scoring.errors import ScoringError
from scoring.standing.rounding import rounded

Direction: TypeAlias = Literal["up", "down"]


class Division(NamedTuple):
    """A level and its final ranking, best first."""

    name: str
    keys: tuple[Hashable, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """A number of players of a division, or a fraction of them, rounded by `mode`."""

    number: int = 0
    fraction: Fraction = Fraction(0)
    mode: str = "down"

    def of(self, players: int) -> int:
        """Return the share of this number of players.

        >>> Share(fraction=Fraction(1, 4)).of(18), Share(number=30).of(18)
        (4, 18)
        """
        part = int(rounded(self.fraction * players, Fraction(1), self.mode))
        return min(players, self.number + part)


@dataclass(frozen=True, slots=True)
class PointsKept:
    """Points by rank kept over seasons: players with `threshold` within `seasons` move.

    `by_rank` counts from the end that moves: the 1st going up, the last going down.
    """

    by_rank: tuple[int, ...]
    threshold: int
    seasons: int = 2


@dataclass(frozen=True, slots=True)
class Boundary:
    """The rule between a division and the one below.

    `up` and `down` move at once. Of the next `play_off` on both sides the better ones go up or stay; they are only
    named here. Points move players in addition to `up` and `down`.
    """

    up: Share = field(default_factory=Share)
    down: Share = field(default_factory=Share)
    play_off: int = 0
    points_up: PointsKept | None = None
    points_down: PointsKept | None = None


class Move(NamedTuple):
    """A player's move to another level (0 is the highest), by rank or by kept points."""

    key: Hashable
    direction: Direction
    level: int
    by: Literal["rank", "points"]


@dataclass(frozen=True)
class Moves:
    """A season's moves. `points_up` and `points_down` are all players' points of this season, to be kept."""

    moved: tuple[Move, ...]
    play_offs: tuple[tuple[Hashable, ...], ...]
    """For each boundary those who play, the upper division's first."""
    next_season: list[tuple[Hashable, ...]]
    """Each level: who comes down, who stays, who comes up, each group by its ranking."""
    points_up: dict[Hashable, int]
    points_down: dict[Hashable, int]


Kept: TypeAlias = Callable[[Hashable], Sequence[int]]
"""A player's points of earlier seasons in the division they are in now, the latest season first."""


def nothing_kept(_key: Hashable) -> Sequence[int]:
    """Return no points of earlier seasons."""
    return ()


def promote(
    divisions: Sequence[Division],
    boundaries: Sequence[Boundary],
    *,
    kept_up: Kept = nothing_kept,
    kept_down: Kept = nothing_kept,
) -> Moves:
    """Return all moves at the end of a season, from the highest division down; one boundary between each two
    divisions.

    No player moves twice or both ways: ScoringError if a division is too small for its rules.
    """
    if len(boundaries) != max(0, len(divisions) - 1):
        raise ScoringError(
            "boundaries_between_divisions",
            f"{len(divisions)} divisions have {max(0, len(divisions) - 1)} boundaries.",
            fields=["boundaries"],
        )
    everybody = [key for division in divisions for key in division.keys]
    if len(set(everybody)) != len(everybody):
        raise ScoringError("in_two_divisions", "A player is in two divisions.", fields=["divisions"])
    moved: list[Move] = []
    play_offs: list[tuple[Hashable, ...]] = []
    points_up: dict[Hashable, int] = {}
    points_down: dict[Hashable, int] = {}
    for number, rule in enumerate(boundaries):
        upper, lower = divisions[number].keys, divisions[number + 1].keys
        going_up, above = _movers(lower, rule.up, rule.points_up, kept_up)
        going_down, below = _movers(tuple(reversed(upper)), rule.down, rule.points_down, kept_down)
        points_up |= above
        points_down |= below
        moved += [Move(key, "down", number + 1, by) for key, by in reversed(going_down.items())]
        moved += [Move(key, "up", number, by) for key, by in going_up.items()]
        last_up = [key for key in reversed(upper) if key not in going_down][: rule.play_off]
        first_down = [key for key in lower if key not in going_up][: rule.play_off]
        play_offs.append((*reversed(last_up), *first_down))
    _check_moves(moved, play_offs)
    return Moves(tuple(moved), tuple(play_offs), _next_season(divisions, moved), points_up, points_down)


def _movers(
    from_the_end: Sequence[Hashable], share: Share, points: PointsKept | None, kept: Kept
) -> tuple[dict[Hashable, Literal["rank", "points"]], dict[Hashable, int]]:
    """Return who moves, by what; and this season's points."""
    movers: dict[Hashable, Literal["rank", "points"]] = dict.fromkeys(
        from_the_end[: share.of(len(from_the_end))], "rank"
    )
    if points is None:
        return movers, {}
    gained = dict(zip(from_the_end, points.by_rank, strict=False))
    for key in from_the_end:
        earlier = kept(key)[: points.seasons - 1]
        if gained.get(key, 0) + sum(earlier) >= points.threshold:
            movers.setdefault(key, "points")
    return movers, gained


def _check_moves(moved: Sequence[Move], play_offs: Sequence[Sequence[Hashable]]) -> None:
    keys = [*(move.key for move in moved), *(key for players in play_offs for key in players)]
    if len(set(keys)) != len(keys):
        raise ScoringError(
            "moves_overlap",
            "A division is too small: one player would be both promoted and relegated.",
            fields=["boundaries"],
        )


def _next_season(divisions: Sequence[Division], moved: Sequence[Move]) -> list[tuple[Hashable, ...]]:
    gone = {move.key for move in moved}
    return [
        (
            *(move.key for move in moved if move.level == level and move.direction == "down"),
            *(key for key in division.keys if key not in gone),
            *(move.key for move in moved if move.level == level and move.direction == "up"),
        )
        for level, division in enumerate(divisions)
    ]
