"""Allowed values for settings that a rulebook leaves open: names, bounds, units, examples."""

from typing import Any, NamedTuple

from scoring.rulebook.fields import FIELDS
from scoring.rulebook.labels import label
from scoring.rulebook.rulebook import Rulebook, is_open, load, plain

# Rulebooks that define all fields between them; the first that defines a field provides its example.
_EXAMPLES = ("mleague", "mahjongsoul", "jpml_b", "tenhou")
_UMA = {3: [15, 0, -15], 4: [15, 5, -5, -15], 5: [15, 5, 0, -5, -15]}
_PLACES = {3: [4, 2, 0], 4: [4, 2, 1, 0], 5: [4, 3, 2, 1, 0]}
_POINTS = ("table.starting_points", "result.return_points", "result.oka", "result.floating_threshold")
_MORE_POINTS = (
    "game_end.goal_points",
    "draw.noten_total",
    "settlement.honba_ron",
    "settlement.honba_tsumo_each",
)


class Choices(NamedTuple):
    """The allowed values of one field; ``kind`` as in ``scoring.rulebook.fields``.

    ``values`` are those of a choice or a flag, or the items of a listing or an order; ``low``, ``high`` and ``step``
    bound a number, in ``unit`` ("points" at the table, "result_points", "result_points_or_points" for a chombo,
    "han", "multiple" or nothing). ``example`` is a valid value in JSON, not a recommendation.
    """

    path: str
    kind: str
    values: tuple[Any, ...]
    low: int | None
    high: int | None
    step: int | None
    unit: str
    example: Any

    def named(self, language: str | None) -> list[tuple[Any, str]]:
        """Return the values with their names, in "en", "ja" or another language."""
        if self.kind == "order":
            return [(name, label(self.path, [name], language)) for name in self.values]
        return [(value, label(self.path, value, language)) for value in self.values]


def choices_of(book: Rulebook, path: str) -> Choices:
    """Return the allowed values of a field under this rulebook; RulebookError ``unknown_field``.

    >>> choices_of(load("danching"), "chombo.kind").values
    ('after_game', 'each', 'mangan', 'none')
    >>> choices_of(load("uspml_interim"), "result.uma").example
    {'*': [15, 5, -5, -15]}
    """
    book.value(path)
    field = FIELDS[path]
    is_number = field.kind == "number"
    return Choices(
        path,
        field.kind,
        (True, False) if field.kind == "flag" else answers(book, path),
        field.low if is_number else None,
        field.high if is_number else None,
        field.step if is_number else None,
        _unit(path),
        _example(book, path),
    )


def answers(book: Rulebook, path: str) -> tuple[str | int, ...]:
    """Return the values of a choice that this game can have, without those of other games."""
    values = FIELDS[path].values
    if path != "chombo.kind":
        return values
    # Only riichi has mangan; only where places alone count are there minipoints besides.
    unknown = {"mangan" if book.result.kind != "points" else "", "minipoints"}
    unknown -= {"minipoints"} if book.result.kind == "table_points" else set()
    return tuple(value for value in values if value not in unknown)


def _unit(path: str) -> str:
    if path in _POINTS or path in _MORE_POINTS:
        return "points"
    return {
        "result.uma": "result_points",
        "chombo.amount": "result_points_or_points",
        "score.min_han": "han",
        "overlay.yakuman_as_han": "han",
        "score.yakuman_cap": "multiple",
        "overlay.wareme_multiplier": "multiple",
    }.get(path, "")


def _example(book: Rulebook, path: str) -> Any:
    if path == "result.uma":
        rows = _PLACES if book.result.kind == "table_points" else _UMA
        return {"*": rows[book.table.players]}
    if path == "standing.tie_breaks":
        return ["total", "points", "lot"]
    settled = (value for edition in _EXAMPLES if not is_open(value := load(edition).value(path)))
    example = plain(next(settled, None))
    field = FIELDS[path]
    if example is None or example == "n/a":
        example = field.values[0] if field.values else field.low
    return example
