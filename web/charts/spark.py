"""Pictures of one row: its run as a line, its places as a bar, its part of a sum as a bar from zero. The figures
beside them say the same in words.
"""

from collections.abc import Sequence
from functools import lru_cache

# In the pictures' own units; the style sheet says how large they are.
WIDTH, HEIGHT, EDGE = 64, 20, 3
BAR, WIDE_BAR = 96, 240
# Where more values would be drawn than a line of this width can show.
MOST_VALUES = 33


def spark(values: Sequence[int]) -> str:
    """Return a line through these values, with a dot at the last and a dotted line at zero; "" for fewer than two."""
    step = -(-(len(values) - 1) // (MOST_VALUES - 1)) if len(values) > MOST_VALUES else 1
    shown = values if step == 1 else values[::-1][::step][::-1]
    last = len(shown) - 1
    if last < 1:
        return ""
    low, high = min(0, *shown), max(0, *shown)
    scale, across = (HEIGHT - 2 * EDGE) / ((high - low) or 1), (WIDTH - 2 * EDGE) / last
    ys = [round(HEIGHT - EDGE - (value - low) * scale) for value in shown]
    points = " ".join([f"{round(EDGE + at * across)} {y}" for at, y in enumerate(ys)])
    zero = round(HEIGHT - EDGE + low * scale)
    return (
        f'<svg class="spark" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true"><path d="M0 {zero}h{WIDTH}"/>'
        f'<path d="M{points}"/><circle cx="{WIDTH - EDGE}" cy="{ys[-1]}" r="2.5"/></svg>'
    )


@lru_cache(maxsize=4096)
def place_bar(counts: tuple[int, ...]) -> str:
    """Return a bar with a part for each place, as wide as often it was taken; "" before the first game."""
    games = sum(counts)
    if not games:
        return ""
    parts, at = "", 0
    for place, count in enumerate(counts, 1):
        end = at + count
        left, right = (round(BAR * one / games) for one in (at, end))
        if right > left:
            parts += f'<path class="p{place}" d="M{left} 0h{right - left}v8h-{right - left}z"/>'
        at = end
    return f'<svg class="bar" viewBox="0 0 {BAR} 8" aria-hidden="true">{parts}</svg>'


def amount_bar(value: int, values: Sequence[int]) -> str:
    """Return a bar from zero to `value`, as long as its part of the range of all `values`; "" where all are zero."""
    low, high = min(0, *values), max(0, *values)
    if low == high:
        return ""
    zero, end = (round(WIDE_BAR * (one - low) / (high - low)) for one in (0, value))
    left, width, way = min(zero, end), abs(end - zero), "minus" if value < 0 else "plus"
    return (
        f'<svg class="bar amount" viewBox="0 0 {WIDE_BAR} 8" preserveAspectRatio="none" aria-hidden="true">'
        f'<path class="{way}" d="M{left} 0h{width}v8h-{width}z"/><path class="zero" d="M{zero} 0v8"/></svg>'
    )
