"""Scatter plots, such as win rate against deal-in rate."""

from collections.abc import Callable, Iterator, Sequence
from statistics import median
from typing import NamedTuple

from web.charts.figure import About, Figure, Table
from web.charts.labels import cut, width_of
from web.charts.scale import Scale
from web.charts.svg import element, percent, picture, text, tip

# Beyond this a picture is a cloud, and its table a book.
MOST_POINTS = 120
# The least box a picture is drawn in, and a usual one on a desk, in ems; names use the room there is.
NARROW, WIDE = (20, 22), (58, 26)
NAME_EMS = 9
# The number of figures that fit below on a phone.
NARROW_TICKS = 2


class Point(NamedTuple):
    """A point with two figures; `url` is the link of its name in the table."""

    name: str
    x: int
    y: int
    url: str = ""


class Axis(NamedTuple):
    """The title of a figure, and its format."""

    name: str
    show: Callable[[int], str]


def scatter(about: About, points: Sequence[Point], across: Axis, up: Axis, *, corner: str) -> Figure:
    """Draw a dot for each of the first `MOST_POINTS` points, with its name if there is room; medians are dotted
    lines.

    `corner` is the title of the table's first column.
    """
    points = points[:MOST_POINTS]
    table = Table(
        [corner, across.name, up.name],
        [(one.name, [across.show(one.x), up.show(one.y)]) for one in points],
        row_urls=[one.url for one in points],
    )
    if not points:
        return Figure("scatter", about, picture(about, []), table)
    xs, ys = Scale.of(_wider([one.x for one in points])), Scale.of(_wider([one.y for one in points]))
    parts = [*_grid(xs, ys, across, up)]
    x, y = (
        percent(xs.along(median(one.x for one in points))),
        percent(ys.down(median(one.y for one in points))),
    )
    parts += [
        element("line", class_="zero", x1=x, x2=x, y2="100%"),
        element("line", class_="zero", x2="100%", y1=y, y2=y),
        text(across.name, class_="axis end", x="100%", y="100%", dy="2.8em"),
        text(up.name, class_="axis", x="0", y="0", dy="-.8em"),
    ]
    at = [(xs.along(one.x), ys.down(one.y)) for one in points]
    narrow, wide = _with_room(points, at, *NARROW), _with_room(points, at, *WIDE)
    for index, one in enumerate(points):
        said = f"{one.name} · {across.name} {across.show(one.x)} · {up.name} {up.show(one.y)}"
        left, down = percent(at[index][0]), percent(at[index][1])
        parts.append(element("circle", tip(said), class_="c1", cx=left, cy=down, r="4"))
        if index in narrow or index in wide:
            on = (
                "name"
                if index in narrow and index in wide
                else "name narrow"
                if index in narrow
                else "name wide"
            )
            parts.append(text(cut(one.name, NAME_EMS), class_=on, x=left, y=down, dx="7", dy=".35em"))
    return Figure("scatter", about, picture(about, parts), table)


def _wider(values: Sequence[int]) -> list[int]:
    """Pad the range of values, so that no dot lies on the edge."""
    room = max(1, (max(values) - min(values)) // 12)
    return [min(values) - room, max(values) + room]


def _grid(xs: Scale, ys: Scale, across: Axis, up: Axis) -> Iterator[str]:
    for value in ys.ticks():
        y = percent(ys.down(value))
        yield element("line", class_="grid", x2="100%", y1=y, y2=y)
        yield text(up.show(value), class_="tick", x="-6", y=y, dy=".35em")
    ticks = xs.ticks()
    for index, value in enumerate(ticks):
        x = percent(xs.along(value))
        on = "word" if index % -(-len(ticks) // NARROW_TICKS) == 0 else "word wide"
        yield element("line", class_="grid", x1=x, x2=x, y2="100%")
        yield text(across.show(value), class_=on, x=x, y="100%", dy="1.5em")


def _with_room(
    points: Sequence[Point], at: Sequence[tuple[float, float]], width: float, height: float
) -> set[int]:
    """Choose the names that fit into a box of this size beside their dots, without covering dots or earlier names."""
    found: set[int] = set()
    taken = [(x * width - 0.3, y * height - 0.4, x * width + 0.3, y * height + 0.4) for x, y in at]
    for index, (x, y) in enumerate(at):
        left, top = x * width + 0.5, y * height - 0.6
        name = (left, top, left + width_of(cut(points[index].name, NAME_EMS)), top + 1.2)
        # Names may extend into the margin, which is four letters wide.
        fits = name[2] <= width + 4 and not any(
            name[0] < box[2] and box[0] < name[2] and name[1] < box[3] and box[1] < name[3] for box in taken
        )
        if fits:
            found.add(index)
            taken.append(name)
    return found
