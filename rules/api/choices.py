"""What may be answered to a field of a rulebook."""

from typing import TypedDict

from scoring.rulebook.choices import Choices


class ChoiceShape(TypedDict):
    """One answer: the value to send (a text, a number, true or false), and what it is called."""

    value: object
    en: str
    ja: str


class ChoicesShape(TypedDict):
    """The answers to one field of a rulebook, as `house_rules` takes them.

    `kind` is choice, flag, number, listing (any of `values`), order, uma or limits. A number is from `low` to `high`
    in steps of `step`, in `unit`: points at the table (`points`), points of a result (`result_points`), a chombo's
    (`result_points_or_points`: the first after the game, the second to each), `han`, `multiple`, or nothing.
    `example` is an answer, not a recommendation.
    """

    path: str
    kind: str
    values: list[ChoiceShape]
    low: int | None
    high: int | None
    step: int | None
    unit: str
    example: object


def choices_shape(choices: Choices) -> ChoicesShape:
    names = zip(choices.named("en"), choices.named("ja"), strict=True)
    return {
        "path": choices.path,
        "kind": choices.kind,
        "values": [{"value": value, "en": en, "ja": ja} for (value, en), (_value, ja) in names],
        "low": choices.low,
        "high": choices.high,
        "step": choices.step,
        "unit": choices.unit,
        "example": choices.example,
    }
