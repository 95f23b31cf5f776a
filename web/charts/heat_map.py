"""Everyone against everyone: a square per pair, darker for more."""

from collections.abc import Callable, Mapping, Sequence

from web.charts.figure import About, Figure, Table
from web.charts.labels import cut
from web.charts.svg import element, percent, picture, text, tip

# Beyond this a phone shows specks.
MOST_NAMES = 64
# Up to this many, each square has a tooltip; more would be longer than the picture.
MOST_TOLD = 12
SHADES = 4
# The height of a row and the width of its name, in ems.
ROW, NAME_EMS = 1.35, 9


def heat_map(
    about: About,
    names: Sequence[str],
    values: Mapping[tuple[int, int], int],
    *,
    corner: str,
    show: Callable[[int], str] = str,
    urls: Sequence[str] = (),
) -> Figure:
    """Draw values of pairs, by row and column from 0, in four shades. Missing values stay empty. Only the first
    `MOST_NAMES` are drawn. `urls` are links of the names in the table.

    Rows are labelled with name and number, columns with the number.
    """
    names = names[:MOST_NAMES]
    count = len(names)
    values = {pair: value for pair, value in values.items() if max(pair) < count}
    shades = _shades(set(values.values()))
    parts = [
        text(
            f"{cut(name, NAME_EMS)} {index + 1}",
            class_="tick",
            x="-6",
            y=percent((index + 0.5) / count),
            dy=".35em",
        )
        for index, name in enumerate(names)
    ]
    parts += [
        text(
            str(index + 1),
            class_="word" if _is_shown(index, count, 8) else "word wide",
            x=percent((index + 0.5) / count),
            dy="-.5em",
        )
        for index in range(count)
        if _is_shown(index, count, 22)
    ]
    if count <= MOST_TOLD:
        squares = "".join(
            element(
                "rect",
                tip(f"{names[row]} – {names[column]}: {show(value)}"),
                class_=f"h{shades[value]}",
                x=column,
                y=row,
                width="1",
                height="1",
            )
            for (row, column), value in sorted(values.items())
        )
    else:
        squares = "".join(_runs(values, shades, shade) for shade in range(1, SHADES + 1))
    ground = element("path", class_="ground", d=f"M0 0h{count}v{count}h-{count}z")
    if names:
        parts.append(
            element("svg", ground + squares, viewBox=f"0 0 {count} {count}", preserveAspectRatio="none")
        )
    table = Table(
        [corner, *map(str, range(1, count + 1))],
        [
            (
                f"{row + 1} {name}",
                [show(values[row, column]) if (row, column) in values else "" for column in range(count)],
            )
            for row, name in enumerate(names)
        ],
        row_urls=urls[:count],
    )
    return Figure("heat", about, picture(about, parts, height=f"{ROW * count:g}em"), table)


def _shades(values: set[int]) -> dict[int, int]:
    """Assign a shade to each value, 1 for the least, with shades as equally frequent as possible."""
    order = sorted(values)
    if len(order) <= SHADES:
        return {value: index + 1 for index, value in enumerate(order)}
    return {value: 1 + SHADES * index // len(order) for index, value in enumerate(order)}


def _is_shown(index: int, count: int, most: int) -> bool:
    return index % -(-count // most) == 0


def _runs(values: Mapping[tuple[int, int], int], shades: Mapping[int, int], shade: int) -> str:
    """Return all squares of a shade as one path, joining neighbours in a row."""
    found: list[list[int]] = []
    for row, column in sorted(pair for pair, value in values.items() if shades[value] == shade):
        if found and found[-1][0] == row and found[-1][1] + found[-1][2] == column:
            found[-1][2] += 1
        else:
            found.append([row, column, 1])
    if not found:
        return ""
    return element("path", class_=f"h{shade}", d="".join(f"M{x} {y}h{w}v1h-{w}z" for y, x, w in found))
