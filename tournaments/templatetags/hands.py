"""The cells of a log of hands: four a hand, on a page that is asked for again after every hand."""

from collections.abc import Iterable
from typing import NamedTuple

from django import template
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from rules import formatting

register = template.Library()


class Cell(NamedTuple):
    """What a hand was to one seat: its wind in that hand (1 East …), what it won or lost, and its points afterwards,
    None where they are not shown.
    """

    name: str
    wind: int
    change: int
    points: int | None
    is_in_riichi: bool = False


@register.simple_tag
def cells(shown: Iterable[Cell]) -> SafeString:
    """What a hand was to each seat: what it won or lost, its wind in this hand, its points afterwards."""
    return SafeString(f'<ul class="changes">{"".join(map(_cell, shown))}</ul>')


@register.simple_tag
def first_dealer() -> SafeString:
    """A mark beside the dealer of the first hand, whose wind passes on with the deal."""
    name = pgettext("a seat", "First dealer")
    return format_html(
        '<span class="first-dealer" title="{}"><span aria-hidden="true" lang="ja">起</span>'
        '<span class="vh">{}</span></span>',
        name,
        name,
    )


def _cell(cell: Cell) -> str:
    changed = formatting.change(cell.change) if cell.change else "·"
    name, said = f'<bdi class="vh">{escape(cell.name)}</bdi>', ""
    if cell.is_in_riichi:
        said = f' <span class="vh">{escape(pgettext("a player", "in riichi"))}</span>'
    points = "" if cell.points is None else f" {formatting.points(cell.points)}"
    now = f"<span>{formatting.wind(cell.wind)}{points}</span>"
    class_ = ' class="in-riichi"' if cell.is_in_riichi else ""
    return f"<li{class_}>{name}{said} <strong>{changed}</strong> {now}</li>"
