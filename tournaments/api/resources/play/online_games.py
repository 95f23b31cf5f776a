"""A game that was played online: its log becomes a table's hands and its result."""

from rest_framework.request import Request
from rest_framework.response import Response

from scoring.game.outcome import MAX_SEATS
from scoring.online.reading import MOST_CHARACTERS, read_online_game
from tournaments.actions.hands.hand_log import by_the_rules
from tournaments.actions.hands.online_games import enter_online_game
from tournaments.actions.idempotency import Answer
from tournaments.api.api_view import ApiView
from tournaments.api.fields import WholeText
from tournaments.api.policies import SeatsAndPeople
from tournaments.api.resources.play.scoresheets import permit
from tournaments.api.schemas.play.online_games import OnlineGameShape, online_game_shape
from tournaments.models import Table
from tournaments.permissions import can_report
from web.api.fields import Input, Several, Whole, YesNo
from web.api.schema import describe


class EnteringOnlineGame(Input):
    """`log`: the text of the log: JSON of tenhou.net/6 or of Mahjong Soul's own records, or mjlog XML.

    `players`: the ids of the entries at its seats, first dealer first; left out, they are found by their nicknames:
    names and aliases of those at the table. `dry_run`: only say what it would do.
    """

    log = WholeText(max_length=MOST_CHARACTERS)
    players = Several(child=Whole(min_value=1, max_value=10**18 - 1), max_length=MAX_SEATS, default=list)
    dry_run = YesNo(default=False)


class OnlineGameEntered(ApiView):
    permission_classes = [SeatsAndPeople]
    # Quotation marks of a log are written with a backslash.
    body_limit = MOST_CHARACTERS * 5 // 4

    @describe(
        "enterOnlineGame",
        "Enter a game of Tenhou or Mahjong Soul from its log, where no hand stands yet; at most 2 MB. Our rules pay "
        "it, and report the result if it is over",
        takes=EnteringOnlineGame,
        gives=OnlineGameShape,
        status=201,
        changes=True,
        if_match=True,
    )
    def post(self, request: Request, pk: int) -> Response:
        data, if_match = self.validated_data(EnteringOnlineGame), self.version()

        def action() -> Answer:
            entered = enter_online_game(
                table=Table(pk=pk),
                game=by_the_rules(lambda: read_online_game(data["log"])),
                players=data["players"],
                by=self.actor,
                if_match=if_match,
                permit=permit(self, can_report),
                dry_run=data["dry_run"],
            )
            shape = online_game_shape(pk, entered, seen=if_match)
            return Answer(200 if data["dry_run"] else 201, dict(shape))

        return self.do(action)
