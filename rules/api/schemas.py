"""What the computations answer. A field that does not apply is left out of the answer, or null."""

from typing import NotRequired, TypedDict

from rules.api.numbers import Points


class CountedShape(TypedDict):
    code: str
    en: str
    ja: str
    han: int


class FuPartShape(TypedDict):
    code: str
    en: str
    ja: str
    fu: int


class HandShape(TypedDict):
    """A riichi hand: what counts, and what it is paid. `payment`: discarder, or dealer and child, owe this much.

    `delta` (by seat) is there when the question names winner and dealer.
    """

    yaku: list[CountedShape]
    han: int
    fu: int | None
    fu_parts: list[FuPartShape]
    yakuman: list[str]
    units: int
    limit: str
    not_counted: list[str]
    payment: dict[str, Points]
    delta: NotRequired[list[Points]]


class PaymentShape(TypedDict):
    """The change of points of each seat. `abort`: so many won that the hand is drawn instead."""

    delta: list[Points]
    abort: NotRequired[bool]


class GameResultShape(TypedDict):
    """Places and totals by seat; `totals` are exact decimals or fractions, `sum` null for rounded roots. `points`
    is the old name of `totals`, deprecated.
    """

    places: list[int]
    totals: list[str]
    points: list[str]
    sum: str | None


class DrawnHandShape(TypedDict):
    """`dealer` stays or rotates; `honba` is +1, or null in a game without counters."""

    delta: list[int]
    dealer: str
    honba: str | None


class ChomboShape(TypedDict):
    delta: list[int]
    after_game_points: list[int]
    sticks_returned_to: list[int]
    deposits_after: int
    honba_after: int
    replay: bool


class NextShape(TypedDict):
    """The state after what happened; places and totals once the game is over (`points`: their old name, deprecated),
    or `needs_event_setting`: what the rulebook leaves open of the result.
    """

    state: dict[str, object]
    delta: list[Points]
    places: NotRequired[list[int]]
    totals: NotRequired[list[str]]
    points: NotRequired[list[str]]
    needs_event_setting: NotRequired[list[str]]
    sum: NotRequired[str | None]


class WorthShape(TypedDict):
    """A worth without counters and sticks: in all, and what a child and the dealer pay of it; the hands worth it."""

    worth: NotRequired[int]
    child: NotRequired[int]
    parent: NotRequired[int]
    hands: NotRequired[list[list[int]]]
    limit: NotRequired[str]
    units: NotRequired[int]


class FurtherWinnerShape(TypedDict):
    winner: int
    at_least: WorthShape
    at_most: WorthShape | None
    liable: NotRequired[list[int]]
    liable_for: NotRequired[list[str]]


# `from` is a word of Python, so this one is not written as a class.
ConditionShape = TypedDict(
    "ConditionShape",
    {
        "kind": str,
        "winner": NotRequired[int],
        "loser": NotRequired[int],
        "from": NotRequired[int],
        "riichi": NotRequired[bool],
        "sticks": NotRequired[list[list[int]]],
        "at_least": NotRequired[WorthShape],
        "at_most": NotRequired[WorthShape | None],
        "others": NotRequired[list[FurtherWinnerShape]],
        "liable": NotRequired[list[int]],
        "liable_for": NotRequired[list[str]],
        "tenpai": NotRequired[list[list[int]]],
        "nagashi": NotRequired[list[list[int]]],
        "offenders": NotRequired[list[list[int]]],
        "abort": NotRequired[str],
        "sure": NotRequired[bool],
        "ends": bool,
    },
)


class ConditionsShape(TypedDict):
    """Ranges of outcomes that reach the goal: complete, without overlap, each as wide as it can be.

    `kind` is tsumo, ron, draw, nagashi, abort or chombo; `at_most` null is without bound. `sticks`, `tenpai`,
    `nagashi`, `offenders` list every set of players that will do. `from` is the old name of `loser`. `sure` false:
    rivals at other tables may spoil it.
    """

    conditions: list[ConditionShape]


class AssumedShape(TypedDict):
    """What no source gives and is assumed."""

    about: str
    en: str
    ja: str


class CeremonyShape(TypedDict):
    """Who sits where and who deals first; `redo` alone when the tiles have to be drawn again."""

    seats: NotRequired[dict[str, str]]
    first_dealer: NotRequired[str]
    first_dealer_chair: NotRequired[int]
    steps: NotRequired[dict[str, object]]
    assumed: NotRequired[list[AssumedShape]]
    explanation: NotRequired[list[dict[str, object]]]
    input: NotRequired[dict[str, object]]
    redo: NotRequired[bool]
    message: NotRequired[str]


class WallShape(TypedDict):
    """Where the deal starts. Seats are counted from the first dealer."""

    break_seat: int
    wareme_seat: int
    stacks_left_of_break: int
    stacks_right_of_break: int
    dokasen_seat: NotRequired[int]
    assumed: NotRequired[list[AssumedShape]]
    explanation: NotRequired[list[dict[str, object]]]


class PatternShape(TypedDict):
    code: str
    en: str
    ja: str
    zh: str
    value: int


class PatternHandShape(TypedDict):
    """A hand of the World Series of Mahjong; `total` is the sum before the limit."""

    value: int
    total: int
    patterns: list[PatternShape]
    sets: list[str]
    delta: NotRequired[list[int]]
