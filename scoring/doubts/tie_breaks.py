"""Criteria of a ranking without data under its rulebooks: always equal, or misleading.

They are refused when an order is set, and when rules are changed under one. Stored orders are not checked again.

>>> from scoring.rulebook.rulebook import load
>>> never_deciding(("total", "fewest_chombo", "lot"), [load("mleague")])
[]
>>> paid = load("mleague").with_house_rules("paid", {"chombo.kind": "mangan"})
>>> [doubt.fields for doubt in never_deciding(("total", "fewest_chombo", "lot"), [paid])]
[('fewest_chombo',)]
"""

from collections.abc import Callable, Collection, Sequence

from scoring.doubts.house_rules import Doubt
from scoring.rulebook.rulebook import Rulebook
from scoring.translation import gettext_noop as _

NEVER_DECIDES = "criterion_never_decides"


def _costs_after_the_game(book: Rulebook) -> bool:
    return book.chombo.kind == "after_game" and book.chombo.amount != 0


def _has_fourth_places(book: Rulebook) -> bool:
    return book.table.players > 3


# By criterion: which rulebooks provide its data, and why it is refused if none does.
_FED: dict[str, tuple[Callable[[Rulebook], bool], str]] = {
    "fewest_chombo": (
        _costs_after_the_game,
        _(
            "“Fewest chombo” compares what chombo cost after the game, which is nothing by these rules: all "
            "would be equal. Please choose another criterion."
        ),
    ),
    "thirds": (
        _has_fourth_places,
        _(
            "At tables of three, 3rd place is last: “Most 3rd places” would favour players who were last "
            "more often. Please choose “Fewest last places”."
        ),
    ),
}


def never_deciding(names: Sequence[str], books: Collection[Rulebook]) -> list[Doubt]:
    """Return the criteria that none of a tournament's rulebooks provides data for."""
    return [
        Doubt(NEVER_DECIDES, (name,), _FED[name][1], {})
        for name in names
        if name in _FED and not any(map(_FED[name][0], books))
    ]
