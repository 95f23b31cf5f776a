"""Who of a few got how much from whom: for each a bar to either side of one line."""

from collections.abc import Callable, Mapping, Sequence

from web.charts.figure import About, Figure, Table
from web.charts.labels import cut
from web.charts.lines import COLOURS
from web.charts.svg import element, percent, picture, text, tip

# Of a narrow phone a name leaves room for two figures.
NAME_EMS = 9
# In ems: a name with its figures, and the bar below it.
ROW = 3.2


def flow_chart(
    about: About,
    names: Sequence[str],
    flows: Mapping[tuple[int, int], int],
    *,
    corner: str,
    show: Callable[[int], str],
    urls: Sequence[str] = (),
) -> Figure:
    """Draw for each name what it got from the others, to the right of one line, and what it gave them, to the left.

    `flows` are by (who got, who gave), both as positions in `names`, none below zero. Each part of
    a bar has the colour shown before the other name. `urls` are where names lead in the table, whose rows are
    those who got and whose columns those who gave.
    """
    seats = range(len(names))
    got = [[flows.get((seat, other), 0) for other in seats] for seat in seats]
    gave = [[flows.get((other, seat), 0) for other in seats] for seat in seats]
    left = max(map(sum, gave), default=0)
    room = left + max(map(sum, got), default=0) or 1

    def bar(amounts: Sequence[int], start: int, top: float, told: Sequence[str]) -> list[str]:
        found = []
        for other, amount in enumerate(amounts):
            if amount:
                found.append(
                    element(
                        "rect",
                        tip(f"{told[other]} · {show(amount)}"),
                        class_=_colour(other),
                        x=percent(start / room),
                        y=percent(top),
                        width=percent(amount / room),
                        height=percent(0.4 / len(names)),
                    )
                )
            start += amount
        return found

    parts, line = [], percent(left / room)
    for seat, name in enumerate(names):
        middle, top = percent((seat + 0.28) / len(names)), (seat + 0.52) / len(names)
        figures = f"+{show(sum(got[seat]))} / {show(-sum(gave[seat]))}"
        parts += [
            element("circle", class_=_colour(seat), cx="5", cy=middle, r="5"),
            text(cut(name, NAME_EMS), class_="name", x="16", y=middle, dy=".35em"),
            text(figures, class_="value end", x="100%", y=middle, dy=".35em"),
            *bar(gave[seat], left - sum(gave[seat]), top, [f"{other} ← {name}" for other in names]),
            *bar(got[seat], left, top, [f"{name} ← {other}" for other in names]),
            element(
                "line", class_="zero", x1=line, x2=line, y1=percent(top), y2=percent(top + 0.4 / len(names))
            ),
        ]
    table = Table(
        [corner, *names],
        [(name, [show(one) if one else "" for one in got[seat]]) for seat, name in enumerate(names)],
        column_urls=["", *urls],
        row_urls=urls,
    )
    return Figure("duel", about, picture(about, parts, height=f"{ROW * len(names):g}em"), table)


def _colour(seat: int) -> str:
    return f"c{seat % COLOURS + 1}"
