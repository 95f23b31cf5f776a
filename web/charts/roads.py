"""The road to a final: a box for each stage, and below it those that follow."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from web.charts.figure import About, Figure, Table
from web.charts.labels import cut
from web.charts.svg import HEIGHT, WIDTH, canvas, element, percent, picture, text, tip

# Most boxes beside each other; further ones of a row go below.
BESIDE = 4
# In ems: a box of two lines, the third line, and the room above a box for who comes into it.
BOX, LINE, ABOVE = 3.0, 1.25, 2.6
# A box is at least this share of its room, however few play in it.
LEAST = 0.5
# In ems, the width of a picture on a phone and on a desk; of a box less is left for words.
NARROW, WIDE, MARGIN = 18.5, 46.0, 1.2


class Stop(NamedTuple):
    """A stage. `row` counts from 0 at the top, `sources` are earlier stops from which some come. `about` is its field
    in words, `size` in numbers; `entry` says who comes and with what, `who` is in it. `is_end`: what was won.
    """

    name: str
    about: str
    size: int
    row: int
    sources: Sequence[int] = ()
    entry: str = ""
    who: str = ""
    is_end: bool = False


class _Box(NamedTuple):
    """Where a stop is drawn: shares of the width, and ems from the top; `room` is the share that is its own."""

    left: float
    width: float
    top: float
    height: float
    room: float

    @property
    def middle(self) -> float:
        return self.left + self.width / 2


def road_chart(about: About, stops: Sequence[Stop], table: Table) -> Figure:
    """Draw the stops from the top to the bottom. A box is the wider the more play in it; a band leads to it from each
    of its sources.
    """
    boxes, height = _placed(stops)
    bands = [
        element("path", class_="band", d=_band(boxes[source], boxes[at], height))
        for at, stop in enumerate(stops)
        for source in stop.sources
    ]
    parts = [canvas(bands)]
    for stop, box in zip(stops, boxes, strict=True):
        parts += _drawn(stop, box, height)
    return Figure("road", about, picture(about, parts, height=f"{height:g}em"), table)


def _placed(stops: Sequence[Stop]) -> tuple[list[_Box], float]:
    """Return the box of each stop, and the height of the picture."""
    most = max((stop.size for stop in stops), default=0) or 1
    boxes: dict[int, _Box] = {}
    top = 0.0
    for line in _lines(stops):
        top += ABOVE if any(stops[at].sources or stops[at].entry for at in line) else 0.4 if top else 0.0
        height = BOX + (LINE if any(stops[at].who for at in line) else 0)
        room = 1 / len(line)
        for number, at in enumerate(line):
            width = room * (LEAST + (1 - LEAST) * stops[at].size / most)
            if len(line) > 1:
                width *= 0.97
            boxes[at] = _Box(room * number + (room - width) / 2, width, top, height, room)
        top += height
    return [boxes[at] for at in range(len(stops))], round(top, 2)


def _lines(stops: Sequence[Stop]) -> Iterator[list[int]]:
    """Yield the stops of each row, `BESIDE` at a time."""
    for row in sorted({stop.row for stop in stops}):
        of_row = [at for at, stop in enumerate(stops) if stop.row == row]
        for start in range(0, len(of_row), BESIDE):
            yield of_row[start : start + BESIDE]


def _band(source: _Box, target: _Box, height: float) -> str:
    """Return the path from the foot of one box to the head of another, on the canvas."""

    def at(x: float, y: float) -> str:
        return f"{round(x * WIDTH)} {round(y / height * HEIGHT)}"

    foot = source.top + source.height
    corners = (
        (source.left, foot),
        (source.left + source.width, foot),
        (target.left + target.width, target.top),
        (target.left, target.top),
    )
    return f"M{'L'.join(at(x, y) for x, y in corners)}z"


def _drawn(stop: Stop, box: _Box, height: float) -> list[str]:
    def line(said: str, ems: float, class_: str, share: float) -> list[str]:
        """Text around the middle of the box, as long as a phone and a desk have room."""
        if not said:
            return []
        narrow, wide = (cut(said, share * width - MARGIN) for width in (NARROW, WIDE))
        where = {"x": percent(box.middle), "y": percent((box.top + ems) / height), "dy": ".35em"}
        if narrow == wide:
            return [text(wide, class_=f"{class_} middle", **where)]
        return [
            text(narrow, class_=f"{class_} middle narrow", **where),
            text(wide, class_=f"{class_} middle wide", **where),
        ]

    return [
        element(
            "rect",
            tip(" · ".join(filter(None, (stop.name, stop.about, stop.who)))),
            class_="won" if stop.is_end else None,
            x=percent(box.left),
            y=percent(box.top / height),
            width=percent(box.width),
            height=percent(box.height / height),
            rx="6",
        ),
        *line(stop.entry, -ABOVE / 2, "entry", box.room),
        *line(stop.name, 1.05, "name", box.width),
        *line(stop.about, 2.15, "about", box.width),
        *line(stop.who, 3.3, "who", box.width),
    ]
