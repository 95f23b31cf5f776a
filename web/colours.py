"""Colours that people choose, made legible: a step for light pages and one for dark pages.

Contrast is that of WCAG 2.2 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio): 3 for marks and edges, 4.5 for text.
"""

import colorsys
import re
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

LONGEST_COLOUR = 7
MARK, TEXT = 3.0, 4.5
# The grounds of pages (`--paper`, `--card`, `--wash` of `css/tokens.css`), on light and on dark ones.
LIGHT_GROUNDS, DARK_GROUNDS = ("#faf8f2", "#ffffff", "#f2efe5"), ("#0f1513", "#161e1b", "#1c2622")
# What is written on the head of a page (`--on-felt`, `--on-felt-soft`) and on a button (`--on-press`).
ON_FELT, ON_PRESS = ("#f8f4e8", "#c3d5cb"), ("#fdfcf7",)
WHITE, BLACK = "#ffffff", "#000000"
_WRITTEN = re.compile(r"#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
# Steps between a colour and white or black.
STEPS = 200


class Steps(NamedTuple):
    """A colour on light and on dark pages."""

    light: str
    dark: str


def read_colour(typed: str) -> str:
    """Return a colour as `#rrggbb`; empty for none. Raises ValidationError for what is no colour.

    >>> read_colour(" C83 "), read_colour("")
    ('#cc8833', '')
    """
    text = typed.strip()
    if not text:
        return ""
    written = _WRITTEN.fullmatch(text)
    if written is None:
        raise ValidationError(_("A colour is written like #c8402b."), code="no_colour")
    digits = written[1].lower()
    return "#" + (digits if len(digits) == 6 else "".join(2 * digit for digit in digits))


def validate_colour(text: str) -> None:
    """Refuse what is not a colour as `read_colour` returns it."""
    if read_colour(text) != text:
        raise ValidationError(_("A colour is written like #c8402b."), code="no_colour")


def contrast(one: str, other: str) -> float:
    """The ratio between two colours, from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def steps_of(colour: str) -> Steps:
    """The colour as a mark stands out (3) on light and on dark pages: itself where it does, else the nearest step."""
    return Steps(darker_until(colour, LIGHT_GROUNDS, MARK), lighter_until(colour, DARK_GROUNDS, MARK))


def darker_until(colour: str, grounds: tuple[str, ...], least: float) -> str:
    """The colour, or the first darker one with this contrast on every ground."""
    return _until(colour, BLACK, grounds, least)


def lighter_until(colour: str, grounds: tuple[str, ...], least: float) -> str:
    """The colour, or the first lighter one with this contrast on every ground."""
    return _until(colour, WHITE, grounds, least)


def text_on(colour: str) -> str:
    """White or black: one of them has a contrast of at least 4.5 on any colour."""
    return max((WHITE, BLACK), key=lambda text: contrast(text, colour))


def brand_colours(colour: str, accent: str) -> dict[str, Steps]:
    """The tokens that a brand's colours set, either of which may be empty: every text on them can be read (4.5)."""
    found: dict[str, Steps] = {}
    if colour:
        up = darker_until(mixed(colour, WHITE, 0.12), ON_FELT, TEXT)
        felt = darker_until(mixed(up, BLACK, 0.2), ON_FELT, TEXT)
        found["--felt"] = Steps(felt, mixed(felt, BLACK, 0.25))
        found["--felt-up"] = Steps(up, mixed(up, BLACK, 0.22))
    accent = accent or colour
    if accent:
        found["--link"] = Steps(
            darker_until(accent, LIGHT_GROUNDS, TEXT), lighter_until(accent, DARK_GROUNDS, TEXT)
        )
        press = darker_until(accent, ON_PRESS, TEXT)
        found["--press"] = Steps(press, press)
        found["--press-up"] = Steps(mixed(press, BLACK, 0.18), mixed(press, BLACK, 0.18))
    return found


def mixed(one: str, other: str, share: float) -> str:
    """A colour with a share of another in it."""
    red, green, blue = (
        of_one + (of_other - of_one) * share
        for of_one, of_other in zip(_parts(one), _parts(other), strict=True)
    )
    return _hex((red, green, blue))


def _until(colour: str, end: str, grounds: tuple[str, ...], least: float) -> str:
    hue, lightness, saturation = colorsys.rgb_to_hls(*_parts(colour))
    goal = 1.0 if end == WHITE else 0.0
    for step in range(STEPS + 1):
        level = lightness + (goal - lightness) * step / STEPS
        found = colour if step == 0 else _hex(colorsys.hls_to_rgb(hue, level, saturation))
        if min(contrast(found, ground) for ground in grounds) >= least:
            return found
    return end


def _hex(parts: tuple[float, float, float]) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)


def _parts(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def _luminance(colour: str) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in _parts(colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


A_YEAR = 31_536_000
_ADDRESS = re.compile(r"(-|[0-9a-f]{6})\.(-|[0-9a-f]{6})")


def sheet_address(colour: str, accent: str) -> str:
    """A brand's colours as `brand_sheet` reads them."""
    return f"{colour[1:] or '-'}.{accent[1:] or '-'}"


def brand_sheet(address: str) -> str | None:
    """The style sheet for a brand's colours, written `rrggbb.rrggbb`, "-" for none; None for anything else."""
    found = _ADDRESS.fullmatch(address)
    if found is None:
        return None
    colour, accent = ("" if one == "-" else f"#{one}" for one in found.groups())
    tokens = (
        f"{name}:light-dark({steps.light},{steps.dark})"
        for name, steps in brand_colours(colour, accent).items()
    )
    return f":root{{{';'.join(tokens)}}}\n"
