"""SVG output: elements with escaped text, short numbers, and a common frame.

Positions are percentages of a box sized by the style sheet, while text keeps its size, so that one drawing fits
phones and desks. Only the canvas of `WIDTH` × `HEIGHT` with the lines is stretched. The padding in `css/charts.css`
leaves room for words beside the box.
"""

from collections.abc import Iterable, Sequence
from html import escape

from django.utils.safestring import SafeString

from web.charts.figure import About

WIDTH, HEIGHT = 1000, 400


def short(number: float) -> str:
    """Return a number with at most one decimal, as short as it can be written.

    >>> short(12.0), short(0.26), short(-0.04), short(100.05)
    ('12', '.3', '0', '100.1')
    """
    text = f"{number + 1e-9:.1f}".removesuffix(".0")
    return (
        "0" if text in ("-0", "0") else text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text
    )


def percent(share: float) -> str:
    """Return a share of the box.

    >>> percent(0.125), percent(1)
    ('12.5%', '100%')
    """
    return f"{short(100 * share)}%"


def element(name: str, content: str | None = None, **attributes: object) -> str:
    """Return an element; `content` is markup, attributes are escaped. `class_` becomes `class`, and `text_anchor`
    `text-anchor`; None is omitted.

    >>> element("text", "A", x="5%", class_="end", dy=None)
    '<text x="5%" class="end">A</text>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}/>" if content is None else f"<{name}{written}>{content}</{name}>"


def text(said: str, **attributes: object) -> str:
    """Return a text element that shows `said` verbatim."""
    return element("text", escape(said), **attributes)


def tip(said: str) -> str:
    """Return a tooltip; nothing for an empty text."""
    return element("title", escape(said)) if said else ""


def picture(about: About, parts: Iterable[str], **attributes: object) -> SafeString:
    """Return the whole picture. Screen readers read its title and description instead."""
    named = element("title", escape(about.title), id=f"{about.ident}-title")
    described = element("desc", escape(about.description), id=f"{about.ident}-desc")
    drawn = element(
        "svg",
        named + described + "".join(parts),
        role="img",
        aria_labelledby=f"{about.ident}-title",
        aria_describedby=f"{about.ident}-desc",
        **attributes,
    )
    # All texts above were escaped; what is joined here is our own markup.
    return SafeString(drawn)


def canvas(parts: Iterable[str]) -> str:
    """Return the stretched part of a picture: lines and areas, no text."""
    return element(
        "svg", "".join(parts), viewBox=f"0 0 {WIDTH} {HEIGHT}", preserveAspectRatio="none", fill="none"
    )


def path(points: Sequence[tuple[int, int]]) -> str:
    """Return the shortest SVG path through these integer points.

    >>> path([(0, 200), (20, 190), (40, 190), (60, 215)])
    'm0 200l20-10 20 0 20 25'
    """
    (x, y), *rest = points
    steps = []
    for to_x, to_y in rest:
        steps.append(f"{to_x - x}{'' if to_y < y else ' '}{to_y - y}")
        x, y = to_x, to_y
    return f"m{points[0][0]} {points[0][1]}" + ("l" + " ".join(steps) if steps else "")
