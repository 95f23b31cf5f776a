"""Bar charts: counts of places, and head-to-head comparisons."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from web.charts.figure import About, Figure, Table
from web.charts.labels import cut
from web.charts.svg import element, percent, picture, text, tip

# In ems the height of a row, and the share of it that a bar takes.
ROW, BAR = 2.0, 0.62
# Two names share the width of a phone.
NAME_EMS = 9


def places_chart(
    about: About, counts: Sequence[int], names: Sequence[str], *, columns: Sequence[str]
) -> Figure:
    """Draw a bar for each place, from the first, with its count and percentage of games. `columns` are the three
    column names of the table.
    """
    games, most = sum(counts), max(counts, default=0)
    parts, rows = [], []
    for index, (count, name) in enumerate(zip(counts, names, strict=True)):
        top, middle = index / len(counts), (index + 0.5) / len(counts)
        share = count / most if most else 0.0
        hundredth = f"{round(100 * Fraction(count, games)) if games else 0} %"
        told = element("tspan", hundredth, class_="share", dx="8")
        parts += [
            text(name, class_="tick", x="-8", y=percent(middle), dy=".35em"),
            element(
                "rect",
                tip(f"{name}: {count}"),
                class_=f"p{index + 1}",
                y=percent(top + (1 - BAR) / 2 / len(counts)),
                width=percent(share),
                height=percent(BAR / len(counts)),
                rx="2",
            ),
            element(
                "svg",
                element("text", str(count) + told, class_="value", x="8", y="50%", dy=".35em"),
                x=percent(share),
                y=percent(top),
                height=percent(1 / len(counts)),
                class_="ends",
            ),
        ]
        rows.append((name, [str(count), hundredth]))
    height = f"{ROW * len(counts):g}em"
    return Figure("bars", about, picture(about, parts, height=height), Table(columns, rows))


class Duel(NamedTuple):
    """One comparison of two: how much each has, and what is neither's; all non-negative."""

    name: str
    one: int
    other: int
    neither: int = 0


class Sides(NamedTuple):
    """The names of two, and of what is neither's (`level`); `urls` are their links in the table."""

    one: str
    other: str
    level: str
    urls: tuple[str, str] = ("", "")


def duel_chart(
    about: About, sides: Sides, duels: Sequence[Duel], *, corner: str, show: Callable[[int], str] = str
) -> Figure:
    """Draw one full-width bar per duel: one's share, neither's, the other's.

    Names are above, figures at the ends of each bar. `corner` is the title of the table's first column.
    """
    heads = 1 if duels else 0
    lines = 2 * len(duels) + heads
    parts = [
        text(cut(sides.one, NAME_EMS), class_="head c1", y=percent(0.5 / lines), dy=".35em"),
        text(cut(sides.other, NAME_EMS), class_="head end c2", x="100%", y=percent(0.5 / lines), dy=".35em"),
    ]
    rows = []
    for index, duel in enumerate(duels):
        above, line = (2 * index + 1.5) / lines, (2 * index + 2) / lines
        total = duel.one + duel.neither + duel.other
        parts.append(text(duel.name, class_="middle", x="50%", y=percent(above), dy=".35em"))
        at = Fraction(0)
        for figure, colour, name in (
            (duel.one, "c1", sides.one),
            (duel.neither, "none", sides.level),
            (duel.other, "c2", sides.other),
        ):
            share = Fraction(figure, total) if total else Fraction(0)
            if share:
                parts.append(
                    element(
                        "rect",
                        tip(f"{name}: {show(figure)}"),
                        class_=colour,
                        x=percent(float(at)),
                        y=percent(line + 0.1 / lines),
                        width=percent(float(share)),
                        height=percent(0.6 / lines),
                    )
                )
            at += share
        parts += [
            text(show(duel.one), class_="value", y=percent(above), dy=".35em"),
            text(show(duel.other), class_="value end", x="100%", y=percent(above), dy=".35em"),
        ]
        rows.append((duel.name, [show(duel.one), show(duel.other), show(duel.neither)]))
    svg = picture(about, parts, height=f"{1.6 * lines:g}em")
    columns, column_urls = [corner, sides.one, sides.other, sides.level], ["", *sides.urls, ""]
    return Figure("duel", about, svg, Table(columns, rows, column_urls))
