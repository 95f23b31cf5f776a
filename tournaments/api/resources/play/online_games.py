"""Online games: their logs become a table's hands and result."""

from typing import Any

from scoring.game.outcome import MAX_SEATS
from scoring.online.reading import MOST_CHARACTERS, read_online_game
from tournaments.actions.hands.hand_log import by_the_rules
from tournaments.actions.hands.online_games import enter_online_game
from tournaments.actions.idempotency import Answer
from tournaments.actions.play.locked_tables import Permit
from tournaments.api.api_view import ApiView
from tournaments.api.fields import WholeText
from tournaments.api.policies import SeatsAndPeople
from tournaments.api.resources.play.at_table import at_table
from tournaments.api.schemas.play.online_games import OnlineGameShape, online_game_shape
from tournaments.models import Table
from tournaments.permissions import can_report
from web.api.fields import MOST_ID, Input, Several, Whole, YesNo


class EnteringOnlineGame(Input):
    """`log`: the text of the log: JSON of tenhou.net/6 or of Mahjong Soul's records, or mjlog XML.

    `players`: entry ids by seat, first dealer first; left out, they are matched by nickname with the names and
    aliases of the players at the table. `dry_run`: only report the effect.
    """

    log = WholeText(
        max_length=MOST_CHARACTERS,
        help_text="Text of the log: JSON of tenhou.net/6 or of Mahjong Soul, or mjlog XML.",
    )
    players = Several(
        child=Whole(min_value=1, max_value=MOST_ID),
        max_length=MAX_SEATS,
        default=list,
        help_text="Ids of the entries, first dealer first; empty to find them by nickname.",
    )
    dry_run = YesNo(default=False)


class OnlineGameEntered(ApiView):
    permission_classes = [SeatsAndPeople]
    # A log's quotation marks are escaped in JSON.
    body_limit = MOST_CHARACTERS * 5 // 4

    @at_table(
        "enterOnlineGame",
        "Enter a game of Tenhou or Mahjong Soul from its log, where no hand stands yet; at most 2 MB. Our rules pay "
        "it, and report the result if it is over",
        permission=can_report,
        takes=EnteringOnlineGame,
        gives=OnlineGameShape,
        status=201,
        if_match=True,
    )
    def post(self, pk: int, data: dict[str, Any], if_match: str, permit: Permit) -> Answer:
        entered = enter_online_game(
            table=Table(pk=pk),
            game=by_the_rules(lambda: read_online_game(data["log"])),
            players=data["players"],
            by=self.actor,
            if_match=if_match,
            permit=permit,
            dry_run=data["dry_run"],
        )
        shape = online_game_shape(pk, entered, seen=if_match)
        return Answer(200 if data["dry_run"] else 201, dict(shape))
