"""A game entered hand by hand: its log and its state."""

from collections.abc import Sequence
from typing import Annotated, TypedDict

from scoring.game.game import State, start
from scoring.game.log import FORMAT, state_as_json
from scoring.rulebook.rulebook import Rulebook
from tournaments.actions.hands.hand_log import can_begin, last_state
from tournaments.models import HandRecord, Table
from tournaments.models.play.hands import EMPTY_LOG, standing
from web.api.answers import By, Given, Of, filled, picked
from web.api.moments import Moment


class GameStateShape(TypedDict):
    """A game between two hands. All lists have a value for each seat, in order of play from the first dealer, for
    the whole game; `dealer` is an index into them, and East of the next hand.

    `round`: 0 east, 1 south … `honba`: counters. `deposits`: riichi sticks on the table. `hands`: number of finished
    hands. `hands_left`: after the gong. `over`: why the game is over, or empty.
    """

    points: Annotated[list[int], "Points of each seat, first dealer first."]
    round: Annotated[int, "Wind of the round: 0 east, 1 south and so on."]
    dealer: Annotated[int, "Position of the dealer in these lists, from 0."]
    honba: int
    deposits: Annotated[int, "Riichi sticks on the table."]
    hands: Annotated[int, "Finished hands."]
    chombo: Annotated[list[int], "Chombo of each seat, first dealer first."]
    imbalance: Annotated[int, "Points missing from the start total."]
    hands_left: Annotated[int | None, "Hands still to play after the gong; null before it."]
    chombo_ends: Annotated[bool, "True if a chombo uses one of the `hands_left`."]
    over: Annotated[str, "Why the game is over; empty while it goes on."]


game_shape = picked(GameStateShape)


def game_of_state(state: State) -> GameStateShape:
    return game_shape(state_as_json(state))


def _game_after(record: HandRecord) -> GameStateShape:
    return game_shape(last_state(record))


class EnteredHandShape(TypedDict):
    """A hand that counts. `number` names it in a correction; `seat` entered it, null for the staff; `reason` is the
    referee's, if it was corrected. `game` is the state after it.
    """

    number: Annotated[int, Given(), "Number of the record, by which a correction names it."]
    outcome: Annotated[dict[str, object], Of("content")]
    seat: Annotated[int | None, Of("seat_id"), "Id of the seat that entered it; null for the staff."]
    at: Annotated[Moment, Of("recorded_at"), "When it was entered."]
    reason: Annotated[str, "Why the referee corrected it; empty if it was not."]
    game: Annotated[GameStateShape, By(_game_after), "The game after this hand."]


class GameLogShape(TypedDict):
    """The hands as a file, as `hands/log/` takes it."""

    format: Annotated[int, "Version of the format; 1 today."]
    rulebook: Annotated[str, "Hash of the rules that the table plays by."]
    outcomes: list[dict[str, object]]


class HandsShape(TypedDict):
    """`tag` is required as If-Match to add to the log. `game` is the current state, `hands` how it came about.
    `game` is null if no hand can be entered: a player waits at the table, or the rulebook sets no starting points.
    """

    table: int
    tag: Annotated[str, "Version of the log; send it in If-Match to add to it."]
    game: Annotated[GameStateShape | None, "The game as it is now; null where no hand can be entered."]
    hands: Annotated[list[EnteredHandShape], "Hands that count, in order."]
    log: Annotated[GameLogShape, "The same as a file."]


class HandAnswerShape(TypedDict):
    """`number` is that of the new record. `repeat`: another phone had entered the same hand; it is recorded once."""

    table: Annotated[int, Of("table_id")]
    number: Annotated[int, "Number of the new record in the log."]
    tag: Annotated[str, "Version of the log; send it in If-Match to add to it."]
    repeat: Annotated[bool, Of("is_repeat"), "True if another phone had entered the same hand already."]
    game: Annotated[GameStateShape, By(_game_after), "The game as it is now."]


# The number by which the hand is counted.
hand_shape = filled(EnteredHandShape, HandRecord)


hand_answer = filled(HandAnswerShape, HandRecord)


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
        "hands": [hand_shape(record, number=number) for number, record in hands.items()],
        "log": {
            "format": FORMAT,
            "rulebook": rulebook.hash(),
            "outcomes": [record.content for record in hands.values()],
        },
    }
