"""Allowed values of a rulebook's fields."""

from typing import Annotated, TypedDict

from scoring.rulebook.choices import Choices
from web.api.answers import By, filled


class ChoiceShape(TypedDict):
    """An allowed value: what to send (a text, a number, true or false), and its label."""

    value: Annotated[object, "Value to send: a text, a number, true or false."]
    en: str
    ja: str


def _named(choices: Choices) -> list[ChoiceShape]:
    names = zip(choices.named("en"), choices.named("ja"), strict=True)
    return [{"value": value, "en": en, "ja": ja} for (value, en), (_value, ja) in names]


class ChoicesShape(TypedDict):
    """The allowed values of one rulebook field, in the form `house_rules` takes.

    `kind` is choice, flag, number, listing (any of `values`), order, uma or limits. A number is from `low` to `high`
    in steps of `step`, in `unit`: points at the table (`points`), result points (`result_points`), a chombo's
    penalty (`result_points_or_points`: result points after the game, or points paid to each player), `han`,
    `multiple`, or nothing. `example` is a valid value, not a recommendation.
    """

    path: Annotated[str, "Field of the rulebook, as a key of `house_rules`."]
    kind: Annotated[
        str,
        "What an answer is: choice (one of `values`), flag (true or false), number, listing (any of `values`), order "
        "(all of `values`, in an order), uma (by place) or limits.",
    ]
    values: Annotated[list[ChoiceShape], By(_named), "Answers to choose from; empty for a number."]
    low: Annotated[int | None, "Least number; null without a lower bound, or if it is no number."]
    high: Annotated[int | None, "Greatest number; null without an upper bound, or if it is no number."]
    step: Annotated[int | None, "Numbers are multiples of this, counted from `low`; null if it is no number."]
    unit: Annotated[
        str,
        "What the number counts: points, result_points, result_points_or_points, han or multiple; else empty.",
    ]
    example: Annotated[object, "A possible answer; not a recommendation."]


choices_shape = filled(ChoicesShape, Choices)
