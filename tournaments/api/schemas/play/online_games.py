"""An online game as read, and as the table's rules settle it."""

from typing import Annotated, TypedDict

from scoring.game.log import state_as_json
from scoring.game.outcome import as_json
from scoring.online.settling import SettledHand
from tournaments.actions.hands.online_games import EnteredGame
from tournaments.api.schemas.play.hands import GameStateShape, game_shape
from tournaments.api.schemas.play.scoresheets import SheetAnswerShape, sheet_answer
from web.api.answers import Of, filled


class OnlineHandShape(TypedDict):
    """A hand of the log. `changes` follow the table's rules, `platform_changes` the platform's; `differs`: they are
    not equal.
    """

    outcome: Annotated[dict[str, object], Of("outcome", as_json)]
    changes: Annotated[list[int], Of("change"), "Change of points of each seat by the table's rules."]
    platform_changes: Annotated[
        list[int], Of("platform_change"), "Change of points of each seat by the platform."
    ]
    differs: Annotated[bool, "True if the two are not the same."]


class OnlineGameShape(TypedDict):
    """All lists except `hands` have a value for each seat, first dealer first.

    `players`: the id of each seat's entry, null if the nickname is unknown; `game`: the state after the hands by the
    table's rules; `platform_points`: by the platform's. `tag`: for the next If-Match. `scoresheet`: the reported
    result; null in a dry run, and if the game is not over by these rules.
    """

    table: int
    dry_run: bool
    platform: Annotated[str, "Platform the log comes from."]
    nicknames: Annotated[list[str], "Nicknames in the log, first dealer first."]
    players: Annotated[
        list[int | None], "Id of the entry of each seat, first dealer first; null if the nickname is unknown."
    ]
    hands: Annotated[list[OnlineHandShape], "Hands of the log."]
    game: Annotated[GameStateShape, "The game after the last hand, by the table's rules."]
    platform_points: Annotated[list[int], "Points of each seat by the platform, first dealer first."]
    tag: Annotated[str, "Version of the log; send it in If-Match to add to it."]
    scoresheet: Annotated[
        SheetAnswerShape | None, "The result that was reported; null for a dry run or an unfinished game."
    ]


_hand = filled(OnlineHandShape, SettledHand)


def online_game_shape(table: int, entered: EnteredGame, *, seen: str) -> OnlineGameShape:
    """`seen`: the tag that was seen, still valid after a dry run."""
    settled, record, sheet = entered.settled, entered.record, entered.sheet
    return {
        "table": table,
        "dry_run": record is None,
        "platform": settled.game.platform,
        "nicknames": list(settled.game.names),
        "players": entered.players,
        "hands": [_hand(hand) for hand in settled.hands],
        "game": game_shape(state_as_json(settled.state)),
        "platform_points": list(settled.platform_points),
        "tag": seen if record is None else record.tag,
        "scoresheet": None if sheet is None else sheet_answer(sheet),
    }
