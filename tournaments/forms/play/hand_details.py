"""The yaku and dora of a winning hand, in a collapsible part of the form."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.hand.riichi.named_yaku import BONUSES, BY_FREQUENCY, ORDINARY, bonuses_of, yaku_of
from scoring.rulebook.rulebook import Rulebook
from web.visitor_language import language

LONGEST_NUMBER = 2


@dataclass(frozen=True)
class Named:
    """A yaku in the list: its code, its name, and its han as shown, "3/2" if an open hand has fewer."""

    code: str
    label: str
    han: str


@dataclass(frozen=True)
class Typed:
    """A text field."""

    name: str
    label: str
    value: str


def listed_yaku(book: Rulebook) -> list[Named]:
    """Return a rulebook's yaku in the reader's language, the most frequent first."""
    known = yaku_of(book)
    return [
        Named(code, ORDINARY[code].label(language()), _read(*known[code]))
        for code in BY_FREQUENCY
        if code in known
    ]


def typed_dora(book: Rulebook, at: str, value_of: Callable[[str], str]) -> list[Typed]:
    """Return a field for each kind of dora in this rulebook; `value_of` returns a field's value."""
    return [
        Typed(f"{code}{at}", BONUSES[code].in_language(language()), value_of(f"{code}{at}"))
        for code in bonuses_of(book)
    ]


def told_yaku(
    book: Rulebook, at: str, yaku: list[str], *, is_open: bool, value_of: Callable[[str], str]
) -> dict[str, Any] | None:
    """Return the yaku entered for winner `at`, as JSON of `scoring`; None if there are none.

    Raises ValueError with a sentence for dora that are not a number.
    """
    dora = {}
    for field in typed_dora(book, at, value_of):
        if field.value and not (field.value.isascii() and field.value.isdigit()):
            raise ValueError(_("%(dora)s: please enter how many there are.") % {"dora": field.label})
        if field.value:
            dora[field.name.removesuffix(at)] = int(field.value[:LONGEST_NUMBER])
    told: dict[str, Any] = {}
    if yaku:
        told["yaku"] = yaku
    if any(dora.values()):
        told["dora"] = dora
    if told and is_open:
        told["open"] = True
    return told or None


def taps_of_details(details: Mapping[str, Any], at: int) -> dict[str, list[str]]:
    """Return the form's ticks and texts for these details of winner `at`."""
    found = {f"yaku{at}": list(details.get("yaku", ())), f"open{at}": ["1"] if details.get("open") else []}
    return found | {f"{code}{at}": [str(number)] for code, number in details.get("dora", {}).items()}


def _read(closed: int, open_: int) -> str:
    return f"{closed}/{open_}" if open_ and open_ != closed else str(closed)
