"""Joint bounds of rivals at one table: they cannot all have their best result.

Their totals have a fixed sum, so four rivals cannot all have their best game. A rank depends on how many of them end
ahead, which follows from bounds for the best, the second best, … of the table, each by itself.
"""

from collections.abc import Callable, Sequence

from scoring.errors import ScoringError

MOST_RIVALS = 5


def together(rivals: Sequence[tuple[int, int]], least: int, most: int) -> tuple[tuple[int, int], ...]:
    """Return the lowest and highest total of the best, the second best, … of these rivals.

    ``rivals`` are each one's lowest and highest total, ``least`` and ``most`` those of their sum. The result belongs
    in ``Goal.rivals``: at least (at most) as many of the table end above a total as there are lower (upper) bounds
    above it. ScoringError ``invalid_goal`` for bounds that cannot all hold.

    >>> together([(0, 100), (0, 100), (0, 100)], 100, 100)
    ((34, 100), (0, 50), (0, 33))
    """
    lows, highs = [low for low, _ in rivals], [high for _, high in rivals]
    if (
        not 1 <= len(rivals) <= MOST_RIVALS
        or least > most
        or any(low > high for low, high in rivals)
        or sum(lows) > most
        or sum(highs) < least
    ):
        raise ScoringError(
            "invalid_goal", "The totals of these rivals cannot add up to their sum.", fields=["goal"]
        )
    return tuple(
        (_fewest(rivals, len(rivals) - place, least), _most(rivals, place + 1, most))
        for place in range(len(rivals))
    )


def _most(rivals: Sequence[tuple[int, int]], ahead: int, most: int) -> int:
    """Return the most that `ahead` of them can all have, with the others at their least."""
    spare = most - sum(low for low, _ in rivals)

    def can_have(total: int) -> bool:
        more = sorted(max(0, total - low) for low, high in rivals if high >= total)
        return len(more) >= ahead and sum(more[:ahead]) <= spare

    return _last(can_have, min(low for low, _ in rivals), max(high for _, high in rivals))


def _fewest(rivals: Sequence[tuple[int, int]], behind: int, least: int) -> int:
    """Return the least that `behind` of them can all be limited to, with the others at their most."""
    spare = sum(high for _, high in rivals) - least

    def can_be_held_to(total: int) -> bool:
        given_up = sorted(max(0, high - total) for low, high in rivals if low <= total)
        return len(given_up) >= behind and sum(given_up[:behind]) <= spare

    return -_last(
        lambda turned: can_be_held_to(-turned),
        -max(high for _, high in rivals),
        -min(low for low, _ in rivals),
    )


def _last(holds: Callable[[int], bool], first: int, last: int) -> int:
    """Return the last integer for which this monotone predicate holds; it holds for the first."""
    while first < last:
        middle = (first + last + 1) // 2
        if holds(middle):
            first = middle
        else:
            last = middle - 1
    return first
