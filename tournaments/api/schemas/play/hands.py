"""A game hand by hand: its log, and the game as it stands."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from scoring.game.game import start
from scoring.game.log import FORMAT, state_as_json
from scoring.rulebook.rulebook import Rulebook
from tournaments.actions.hands.hand_log import can_begin, last_state
from tournaments.models import HandRecord, Table
from tournaments.models.play.hands import EMPTY_LOG, standing
from web.api.moments import Moment, moment


class GameStateShape(TypedDict):
    """A game between two hands. Every list has a value for each seat, in the order of play from the
    first dealer on, all game long; `dealer` is a place in them, and East of the hand that comes next.

    `round`: 0 east, 1 south … `honba`: counters. `deposits`: riichi sticks on the table. `hands`: how many are
    finished. `hands_left`: after the gong. `over`: why the game is over, or empty.
    """

    points: list[int]
    round: int
    dealer: int
    honba: int
    deposits: int
    hands: int
    chombo: list[int]
    imbalance: int
    hands_left: int | None
    chombo_ends: bool
    over: str


class HandShape(TypedDict):
    """A hand that stands. `number` names it in a correction; `seat` is who entered it, null for the staff; `reason`
    is the referee's, where it was corrected. `game` is the game after it.
    """

    number: int
    outcome: dict[str, object]
    seat: int | None
    at: Moment
    reason: str
    game: GameStateShape


class GameLogShape(TypedDict):
    """The hands as a file: what `hands/log/` takes."""

    format: int
    rulebook: str
    outcomes: list[dict[str, object]]


class HandsShape(TypedDict):
    """`tag` is what If-Match has to name to add to the log. `game` is the game as it stands, `hands` what made it.
    `game` is null where no hand can be entered: somebody waits at the table, or the rulebook leaves the start open.
    """

    table: int
    tag: str
    game: GameStateShape | None
    hands: list[HandShape]
    log: GameLogShape


class HandAnswerShape(TypedDict):
    """`number` is that of the new record. `repeat`: another phone had entered the same hand; there is one of it."""

    table: int
    number: int
    tag: str
    repeat: bool
    game: GameStateShape


def hands_shape(table: Table, records: Sequence[HandRecord], rulebook: Rulebook) -> HandsShape:
    """Expects all records of the table, in order."""
    hands = standing(records)
    state = last_state(records[-1]) if records else None
    if state is None and can_begin(rulebook):
        state = state_as_json(start(rulebook))
    return {
        "table": table.pk,
        "tag": records[-1].tag if records else EMPTY_LOG,
        "game": game_shape(state) if state is not None else None,
        "hands": [hand_shape(number, record) for number, record in hands.items()],
        "log": {
            "format": FORMAT,
            "rulebook": rulebook.hash(),
            "outcomes": [record.content for record in hands.values()],
        },
    }


def hand_shape(number: int, record: HandRecord) -> HandShape:
    return {
        "number": number,
        "outcome": record.content,
        "seat": record.seat_id,
        "at": moment(record.recorded_at),
        "reason": record.reason,
        "game": game_shape(last_state(record)),
    }


def hand_answer(record: HandRecord) -> HandAnswerShape:
    return {
        "table": record.table_id,
        "number": record.number,
        "tag": record.tag,
        "repeat": record.is_repeat,
        "game": game_shape(last_state(record)),
    }


def game_shape(state: Mapping[str, Any]) -> GameStateShape:
    shape: GameStateShape = {name: state[name] for name in GameStateShape.__annotations__}  # type: ignore[assignment]
    return shape
