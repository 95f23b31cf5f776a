"""Answers of computations. A field that does not apply is left out or null."""

from typing import Annotated, NotRequired, TypedDict

from rules.api.numbers import Points


class CountedShape(TypedDict):
    code: Annotated[str, "Fixed word for the yaku or dora."]
    en: str
    ja: str
    han: Annotated[int, "Han that it adds."]


class FuPartShape(TypedDict):
    code: Annotated[str, "Fixed word for this part of the fu."]
    en: str
    ja: str
    fu: Annotated[int, "Fu that it adds."]


class HandShape(TypedDict):
    """A riichi hand: its value and payment. `payment`: what the discarder, or dealer and child, pay.

    `delta` (by seat) is present if the input names winner and dealer.
    """

    yaku: Annotated[list[CountedShape], "Yaku that count, with their han."]
    han: Annotated[int, "Han in all."]
    fu: Annotated[int | None, "Fu, rounded; null where they do not matter."]
    fu_parts: Annotated[list[FuPartShape], "Parts of the fu."]
    yakuman: Annotated[list[str], "Yakuman that count."]
    units: Annotated[int, "How many yakuman it counts as."]
    limit: Annotated[str, "Limit that the hand reaches, such as mangan; empty if none."]
    not_counted: Annotated[list[str], "Yaku of the hand that do not count here."]
    payment: Annotated[
        dict[str, Points], "Points that each payer owes: the discarder, or the dealer and each non-dealer."
    ]
    delta: NotRequired[
        Annotated[list[Points], "Change of points of each seat; only if winner and dealer are given."]
    ]


class PaymentShape(TypedDict):
    """The change of points of each seat. `abort`: with this many winners the hand is drawn instead."""

    delta: Annotated[list[Points], "Change of points of each seat."]
    abort: NotRequired[Annotated[bool, "True if too many won and the hand is drawn instead."]]


class GameResultShape(TypedDict):
    """Places and totals by seat; `totals` are exact decimals or fractions, `sum` is null for rounded roots. `points`
    is the deprecated name of `totals`.
    """

    places: Annotated[list[int], "Place of each seat, from 1."]
    totals: Annotated[list[str], "Result of each seat in points, as an exact decimal or fraction."]
    points: Annotated[list[str], "Deprecated: the old name of `totals`."]
    sum: Annotated[str | None, "Sum of the results; null where they are rounded roots."]


class DrawnHandShape(TypedDict):
    """`dealer` stays or rotates; `honba` is +1, or null in a game without counters."""

    delta: list[int]
    dealer: Annotated[str, "Who deals next: stays (the same dealer) or rotates."]
    honba: Annotated[str | None, "+1 if a counter is added; null in a game without counters."]


class ChomboShape(TypedDict):
    delta: list[int]
    after_game_points: Annotated[
        list[int], "Change of the result of each seat after the game, in points of a result."
    ]
    sticks_returned_to: Annotated[list[int], "Seats that get their riichi stick back."]
    deposits_after: Annotated[int, "Riichi sticks on the table afterwards."]
    honba_after: Annotated[int, "Honba counters afterwards."]
    replay: Annotated[bool, "True if the hand is played again."]


class NextShape(TypedDict):
    """The next state; places and totals once the game is over (`points` is their deprecated name), or
    `needs_event_setting`: the settings of the result that the rulebook leaves open.
    """

    state: Annotated[dict[str, object], "State after what happened; send it back with what happens next."]
    delta: list[Points]
    places: NotRequired[Annotated[list[int], "Place of each seat, from 1; only once the game is over."]]
    totals: NotRequired[Annotated[list[str], "Result of each seat in points; only once the game is over."]]
    points: NotRequired[Annotated[list[str], "Deprecated: the old name of `totals`."]]
    needs_event_setting: NotRequired[
        Annotated[list[str], "Fields that the rulebook leaves open and the result depends on."]
    ]
    sum: NotRequired[Annotated[str | None, "Sum of the results; null where they are rounded roots."]]


class WorthShape(TypedDict):
    """A hand value without counters and sticks: in total, and as paid by a child and the dealer; the hands of this
    value.
    """

    worth: NotRequired[Annotated[int, "Points in all, without counters and sticks."]]
    child: NotRequired[Annotated[int, "Points that each non-dealer pays."]]
    parent: NotRequired[Annotated[int, "Points that the dealer pays."]]
    hands: NotRequired[Annotated[list[list[int]], "Hands worth it, each as han and fu."]]
    limit: NotRequired[Annotated[str, "Limit that it is, such as mangan."]]
    units: NotRequired[Annotated[int, "Yakuman that it counts as."]]


class FurtherWinnerShape(TypedDict):
    winner: Annotated[int, "Seat that wins, from 0."]
    at_least: Annotated[WorthShape, "Least worth that will do."]
    at_most: Annotated[WorthShape | None, "Most worth that will do; null without an upper bound."]
    liable: NotRequired[Annotated[list[int], "Seats that are liable for the win (pao)."]]
    liable_for: NotRequired[
        Annotated[list[str], "Yaku for which each seat in `liable` is liable, in the same order."]
    ]


# `from` is a Python keyword and cannot be an attribute.
ConditionShape = TypedDict(
    "ConditionShape",
    {
        "kind": Annotated[
            str,
            "How the hand ends: tsumo, ron, draw, nagashi (nagashi mangan), abort (abortive draw) or chombo.",
        ],
        "winner": NotRequired[Annotated[int, "Seat that wins, from 0."]],
        "loser": NotRequired[Annotated[int, "Seat that discards the winning tile, from 0."]],
        "from": NotRequired[Annotated[int, "Deprecated: the old name of `loser`."]],
        "riichi": NotRequired[Annotated[bool, "True if the winner has declared riichi."]],
        "sticks": NotRequired[Annotated[list[list[int]], "Every set of seats whose riichi sticks will do."]],
        "at_least": NotRequired[Annotated[WorthShape, "Least worth that will do."]],
        "at_most": NotRequired[
            Annotated[WorthShape | None, "Most worth that will do; null without an upper bound."]
        ],
        "others": NotRequired[Annotated[list[FurtherWinnerShape], "Further winners of the same tile."]],
        "liable": NotRequired[Annotated[list[int], "Seats that are liable for the win (pao)."]],
        "liable_for": NotRequired[Annotated[list[str], "Yaku for which they are liable."]],
        "tenpai": NotRequired[Annotated[list[list[int]], "Every set of seats in tenpai that will do."]],
        "nagashi": NotRequired[
            Annotated[list[list[int]], "Every set of seats with nagashi mangan that will do."]
        ],
        "offenders": NotRequired[Annotated[list[list[int]], "Every set of offenders that will do."]],
        "abort": NotRequired[Annotated[str, "Kind of abortive draw."]],
        "sure": NotRequired[Annotated[bool, "False if rivals at other tables may still spoil it."]],
        "ends": Annotated[bool, "True if the game is over with this hand."],
    },
)


class ConditionsShape(TypedDict):
    """Ranges of outcomes that reach the goal: complete, without overlap, each as wide as possible.

    `kind` is tsumo, ron, draw, nagashi, abort or chombo; `at_most` null is unlimited. `sticks`, `tenpai`, `nagashi`,
    `offenders` list all sufficient sets of players. `from` is the old name of `loser`. `sure` false: players at
    other tables may prevent it.
    """

    conditions: Annotated[list[ConditionShape], "Ranges of outcomes that reach the goal."]


class AssumedShape(TypedDict):
    """An assumption made where no source decides."""

    about: Annotated[str, "What it is about."]
    en: str
    ja: str


class CeremonyShape(TypedDict):
    """Seats and first dealer; only `redo` if the tiles must be drawn again."""

    seats: NotRequired[Annotated[dict[str, str], "Player on each chair, by the number of the chair."]]
    first_dealer: NotRequired[Annotated[str, "Player who deals first."]]
    first_dealer_chair: NotRequired[Annotated[int, "Chair of the first dealer, from 0."]]
    steps: NotRequired[Annotated[dict[str, object], "What the steps of the procedure gave."]]
    assumed: NotRequired[list[AssumedShape]]
    explanation: NotRequired[
        Annotated[list[dict[str, object]], "How it was found, step by step; only with `explain`."]
    ]
    input: NotRequired[Annotated[dict[str, object], "What fell: as it was sent, or as the seed gave it."]]
    redo: NotRequired[Annotated[bool, "True if the tiles have to be drawn again; then nothing else is here."]]
    message: NotRequired[Annotated[str, "Why it has to be done again, in words."]]


class WallShape(TypedDict):
    """Where the deal starts. Seats are counted from the first dealer."""

    break_seat: Annotated[int, "Seat in front of which the wall is broken, counted from the first dealer."]
    wareme_seat: Annotated[int, "Seat whose payments are doubled where wareme is played."]
    stacks_left_of_break: Annotated[int, "Stacks of that wall to the left of the break."]
    stacks_right_of_break: Annotated[int, "Stacks of that wall to the right of the break."]
    dokasen_seat: NotRequired[
        Annotated[int, "Seat at which the dokasen lies; only if `tiles_drawn` was sent."]
    ]
    assumed: NotRequired[list[AssumedShape]]
    explanation: NotRequired[
        Annotated[list[dict[str, object]], "How it was found, step by step; only with `explain`."]
    ]


class PatternShape(TypedDict):
    code: Annotated[str, "Fixed word for the pattern."]
    en: str
    ja: str
    zh: Annotated[str, "In Chinese."]
    value: Annotated[int, "Value that it adds."]


class PatternHandShape(TypedDict):
    """A hand of the World Series of Mahjong; `total` is the sum before the limit."""

    value: Annotated[int, "Value of the hand, limited."]
    total: Annotated[int, "Sum of the patterns before the limit."]
    patterns: Annotated[list[PatternShape], "Patterns that count."]
    sets: Annotated[list[str], "How the tiles are read as sets."]
    delta: NotRequired[Annotated[list[int], "Change of points of each seat; only if the winner is given."]]
