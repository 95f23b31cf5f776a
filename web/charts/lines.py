"""Line charts over rounds, games, hands or tournaments."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from web.charts.figure import About, Figure, Table
from web.charts.labels import apart, cut, width_of
from web.charts.scale import Scale
from web.charts.svg import HEIGHT, WIDTH, canvas, element, path, percent, picture, text, tip
from web.text.figures import in_figures

# The number of line colours in `css/charts.css`; a ninth line reuses the first.
COLOURS = 8
# Beyond this a line has more corners than a screen can show.
MOST_POSITIONS = 200
# The least distance of end labels, as a share of a narrow picture's height, and their maximum widths in ems.
LABEL_GAP, LABEL_EMS, NARROW_EMS = 0.062, 11.5, 6.5
# The maximum number of words below a picture, and its minimum widths in ems, on a desk and on a phone.
WIDE_WORDS, WIDE_EMS = 10, 44
NARROW_WORDS, NARROW_PLOT_EMS = 4, 9
WORD_EMS = 8


class Line(NamedTuple):
    """A line through its values, one per position; None skips the position.

    `label` is drawn at its end; a line without one is faint, behind the others. `url` is the link of its name in the
    table. `own` are classes that give it a colour of its own (`--own`), instead of `colour`.
    """

    name: str
    values: Sequence[int | None]
    label: str = ""
    colour: int = 1
    url: str = ""
    own: str = ""


class Band(NamedTuple):
    """The range of a line's values: one pair per position."""

    low: Sequence[int]
    high: Sequence[int]


class Positions(NamedTuple):
    """The horizontal axis: the names of its positions, and its title (`name`).

    `words` are shorter texts for below the picture, "" for none.
    """

    name: str
    names: Sequence[str]
    words: Sequence[str] = ()


class Values(NamedTuple):
    """How values are shown: formatted by `show`, from zero or fitted, with a tooltip for each if `dots`.

    They are in smallest units, `unit` of them to a whole.
    """

    show: Callable[[int], str]
    unit: int = 1
    from_zero: bool = True
    dots: bool = False


def line_chart(
    about: About,
    lines: Sequence[Line],
    along: Positions,
    values: Values,
    *,
    band: Band | None = None,
    kind: str = "lines",
) -> Figure:
    """Draw lines over the same positions. Beyond `MOST_POSITIONS` some are skipped, never the last. The table has a
    column for every labelled line.
    """
    kept = _kept(len(along.names))
    words = [(along.words or along.names)[index] for index in kept]
    positions = [along.names[index] for index in kept]
    lines = [line._replace(values=[line.values[index] for index in kept]) for line in lines]
    if band is not None:
        band = Band([band.low[index] for index in kept], [band.high[index] for index in kept])
    scale = Scale.of(
        [
            *([0] if values.from_zero else []),
            *(value for line in lines for value in line.values if value is not None),
            *((*band.low, *band.high) if band else ()),
        ],
        unit=values.unit,
    )
    faint = [line for line in lines if not line.label]
    named = [line for line in lines if line.label]
    drawn = canvas(
        [
            *([_area(band, scale)] if band else []),
            *(_line(line, scale) for line in faint),
            # The first line is drawn on top.
            *(_line(line, scale) for line in reversed(named)),
        ]
    )
    parts = [
        *_grid(scale, values.unit),
        *_words(words),
        drawn,
        *(_dots(named, scale, positions, values.show) if values.dots else []),
        _ends(named, scale),
    ]
    table = Table(
        [along.name, *(line.name for line in named)],
        [
            (name, [values.show(value) if value is not None else "" for value in row])
            for name, *row in zip(positions, *(line.values for line in named), strict=True)
        ],
        column_urls=["", *(line.url for line in named)],
    )
    return Figure(kind, about, picture(about, parts), table)


def _kept(positions: int) -> list[int]:
    step = -(-positions // MOST_POSITIONS)
    return sorted(range(positions - 1, -1, -step)) if step else []


def _grid(scale: Scale, unit: int) -> Iterator[str]:
    for value in scale.ticks():
        y = percent(scale.down(value))
        yield element("line", class_="zero" if value == 0 else "grid", x2="100%", y1=y, y2=y)
        yield text(in_figures(value // unit), class_="tick", x="-6", y=y, dy=".35em")


def _words(words: Sequence[str]) -> Iterator[str]:
    """Yield the words below: those that fit on a phone, and more on a desk, always with the last."""
    words, last = [cut(word, WORD_EMS) for word in words], len(words) - 1
    narrow = _labels_with_room(
        words, max(NARROW_PLOT_EMS / (NARROW_WORDS - 1), _widest(words)) / NARROW_PLOT_EMS
    )
    wide = _labels_with_room(words, max(WIDE_EMS / (WIDE_WORDS - 1), _widest(words)) / WIDE_EMS)
    for index in sorted(narrow | wide):
        on = " wide" if index not in narrow else " narrow" if index not in wide else ""
        x = percent(index / last if last else 0.5)
        yield text(words[index], class_=f"word{on}", x=x, y="100%", dy="1.5em")


def _widest(words: Sequence[str]) -> float:
    """Return the least distance of two words, between their centres, in ems."""
    return max(map(width_of, words), default=0) + 0.6


def _labels_with_room(words: Sequence[str], apart: float) -> set[int]:
    """Choose the words to show, from the last backwards, at least `apart` (a share of the picture) from each
    other.
    """
    found = list[int]()
    for index in reversed(range(len(words))):
        if words[index] and (not found or found[-1] - index >= apart * (len(words) - 1)):
            found.append(index)
    return set(found)


def _line(line: Line, scale: Scale) -> str:
    points = _points(line.values, scale)
    if not points:
        return ""
    if not line.label:
        return element("path", tip(line.name), class_="faint", d=path(points))
    way = path(points)
    halo = element("path", class_="halo", d=way)
    return element("g", halo + element("path", tip(line.name), d=way), class_=_colour(line))


def _points(values: Sequence[int | None], scale: Scale) -> list[tuple[int, int]]:
    last = len(values) - 1
    points = [
        (round(WIDTH * index / last) if last else WIDTH // 2, round(HEIGHT * scale.down(value)))
        for index, value in enumerate(values)
        if value is not None
    ]
    # A single point is no line; if there is only one position, it is drawn across the picture.
    return [(0, points[0][1]), (WIDTH, points[0][1])] if points and not last else points


def _area(band: Band, scale: Scale) -> str:
    there, back = _points(band.high, scale), _points(band.low, scale)[::-1]
    return element("path", class_="band", d=f"{path([*there, *back])}z")


def _dots(
    lines: Sequence[Line], scale: Scale, positions: Sequence[str], show: Callable[[int], str]
) -> Iterator[str]:
    last = len(positions) - 1
    for line in reversed(lines):
        found = "".join(
            element(
                "circle",
                tip(" · ".join(filter(None, [line.name, positions[index], show(value)]))),
                cx=percent(index / last if last else 0.5),
                cy=percent(scale.down(value)),
                r="3",
            )
            for index, value in enumerate(line.values)
            if value is not None
        )
        yield element("g", found, class_=f"dots {_colour(line)}")


def _ends(lines: Sequence[Line], scale: Scale) -> str:
    """Draw a dot where a line ends, and its label at the right edge, connected to it."""
    ending = [
        (line, scale.down(value)) for line in lines for value in [_last(line.values)] if value is not None
    ]
    at = apart([down for _line, down in ending], LABEL_GAP, 1)
    found = []
    for (line, down), place in zip(ending, at, strict=True):
        y, beside = percent(down), percent(place)
        short, long = cut(line.label, NARROW_EMS), cut(line.label, LABEL_EMS)
        names = (
            text(long, x="14", y=beside, dy=".35em")
            if short == long
            else text(long, class_="wide", x="14", y=beside, dy=".35em")
            + text(short, class_="narrow", x="14", y=beside, dy=".35em")
        )
        leader = element("line", x2="11", y1=y, y2=beside)
        found.append(
            element(
                "g", tip(line.name) + leader + element("circle", cy=y, r="3") + names, class_=_colour(line)
            )
        )
    return element("svg", "".join(found), x="100%", class_="ends")


def _last(values: Sequence[int | None]) -> int | None:
    return next((value for value in reversed(values) if value is not None), None)


def _colour(line: Line) -> str:
    return line.own or f"c{(line.colour - 1) % COLOURS + 1}"
