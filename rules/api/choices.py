"""What may be answered to a field of a rulebook."""

from typing import Annotated, TypedDict

from scoring.rulebook.choices import Choices
from web.api.answers import By, filled


class ChoiceShape(TypedDict):
    """One answer: the value to send (a text, a number, true or false), and what it is called."""

    value: Annotated[object, "Value to send: a text, a number, true or false."]
    en: str
    ja: str


def _named(choices: Choices) -> list[ChoiceShape]:
    names = zip(choices.named("en"), choices.named("ja"), strict=True)
    return [{"value": value, "en": en, "ja": ja} for (value, en), (_value, ja) in names]


class ChoicesShape(TypedDict):
    """The answers to one field of a rulebook, as `house_rules` takes them.

    `kind` is choice, flag, number, listing (any of `values`), order, uma or limits. A number is from `low` to `high`
    in steps of `step`, in `unit`: points at the table (`points`), points of a result (`result_points`), a chombo's
    (`result_points_or_points`: the first after the game, the second to each), `han`, `multiple`, or nothing.
    `example` is an answer, not a recommendation.
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
