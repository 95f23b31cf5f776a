"""Formatting of points, score tables, tiles and rulebooks."""

from collections.abc import Mapping

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext

from rules.formatting import (
    change,
    place,
    points,
    wind,
)
from rules.rulebook_names import rulebook_name
from scoring.hand.score_table import Cell
from scoring.hand.tiles import Meld, parse_tile
from scoring.rulebook.provenance import Phrase

register = template.Library()

register.filter(points)
register.filter(change)
register.filter(wind)
register.filter(place)
register.filter(rulebook_name)


@register.filter
def ron(cell: Cell) -> str:
    """Format a ron: 7,700; a dash if no such hand exists."""
    return "–" if cell.ron is None else f"{cell.ron:,}"


@register.filter
def tsumo(cell: Cell) -> str:
    """Format a tsumo's payments: 2,000/3,900 (child/dealer), or 4,000 all."""
    if cell.tsumo is None:
        return "–"
    child, parent = cell.tsumo
    if child == parent:
        return pgettext("figure", "%(points)s all") % {"points": f"{child:,}"}
    return f"{child:,}/{parent:,}"


@register.filter
def in_my_language(phrase: Phrase) -> str:
    """Return a phrase of a rulebook file in the reader's language."""
    return phrase.in_language(get_language())


@register.filter
def named(names: Mapping[str, str], key: str) -> str:
    return names.get(key, "")


@register.simple_tag
def tile(text: object, *, named: bool = True) -> SafeString:
    """Return a tile's picture, with its name for screen readers."""
    drawn = str(text)
    href = f"{static('tiles.svg')}#t{drawn}"
    if not named:
        return format_html(
            '<svg class="tile" viewBox="0 0 60 84" aria-hidden="true"><use href="{}"/></svg>', href
        )
    return format_html(
        '<svg class="tile" viewBox="0 0 60 84" role="img" aria-label="{}"><use href="{}"/></svg>',
        tile_name(drawn),
        href,
    )


@register.filter
def tile_name(text: object) -> str:
    if str(text) == "back":
        return pgettext("mahjong term", "face down")
    return parse_tile(str(text)).in_language(get_language())


@register.filter
def tiles_of(meld: Meld) -> list[str]:
    """Return a meld's tiles as laid out: the outer two of a closed kan face down."""
    texts = [str(one) for one in meld.tiles]
    return ["back", *texts[1:3], "back"] if meld.kind == "closed_kan" else texts
