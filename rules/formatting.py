"""Points, changes of points, places and winds as HTML for templates."""

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import pgettext_lazy

from web.text.figures import minus_sign

MINUS = "−"

# By number. At a table of five, the fifth player waits first.
WINDS: dict[int, tuple[str, Promise | str]] = {
    1: ("東", pgettext_lazy("wind", "East")),
    2: ("南", pgettext_lazy("wind", "South")),
    3: ("西", pgettext_lazy("wind", "West")),
    4: ("北", pgettext_lazy("wind", "North")),
    5: ("抜", pgettext_lazy("wind", "Waits first")),
}


def negative(figure: str, sign: str = "") -> SafeString:
    """Return HTML of a negative number, given without sign: with the sign (▲ in Japanese) and in colour.

    The figure is not escaped. `sign` is `minus_sign()`, passed in by pages with thousands of figures.
    """
    sign = sign or minus_sign()
    if sign != MINUS:
        # ▲ would be read as a triangle.
        sign = f'<span aria-hidden="true">{sign}</span><span class="vh">{MINUS}</span>'
    return SafeString(f'<span class="total neg">{sign}{figure}</span>')


def points(value: int | None) -> str | SafeString:
    """Format points at the table: 41,200; negative numbers as in `negative`."""
    if value is None:
        return "–"
    return negative(f"{-value:,}") if value < 0 else f"{value:,}"


def change(value: int) -> str | SafeString:
    """Format a change of points: +7,700, negative ones as in `points`, 0 without a sign."""
    return f"+{value:,}" if value > 0 else points(value)


def wind(value: int) -> SafeString:
    """Return a seat's wind as a small tile, with its name for screen readers."""
    kanji, name = WINDS[value]
    return format_html(
        '<span class="wind wind-{}" title="{}"><span aria-hidden="true" lang="ja">{}</span>'
        '<span class="vh">{}</span></span>',
        int(value),
        name,
        kanji,
        name,
    )


def place(value: int) -> SafeString:
    """Format a place: 1–4 at the table, 5 at a table of five."""
    return format_html('<span class="place place-{}">{}</span>', value, value)
