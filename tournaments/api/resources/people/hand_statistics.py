"""Hand statistics: of all players of a tournament, and of a player's career."""

from players.models import Player
from tournaments.api.api_view import ApiView
from tournaments.api.operations import everybody, reads
from tournaments.api.resources.people.players import find_player
from tournaments.api.schemas.hand_statistics import (
    PlayerHandsShape,
    TournamentHandsShape,
    player_hands_shape,
    tournament_hands_shape,
)
from tournaments.models import Tournament
from tournaments.permissions import listed_tournaments
from tournaments.standings.hands.reading import (
    careers_of,
    hands_of_tournament,
    yakuman_of_player,
    yakuman_of_tournament,
)
from tournaments.standings.people.recognized import tournaments_on_page_of
from web.api.policies import Everybody


class TournamentHandStatistics(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getTournamentHandStatistics",
        "What the hands of confirmed games count for everybody: wins, deal-ins, riichi, and rates of them",
        permission=everybody,
        gives=TournamentHandsShape,
    )
    def get(self, tournament: Tournament) -> TournamentHandsShape:
        everybody = hands_of_tournament(tournament)
        return tournament_hands_shape(tournament, everybody, yakuman_of_tournament(tournament))


class PlayerHandStatistics(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getPlayerHandStatistics",
        "What a player's hands count, in each of the tournaments that you may find and over all of them",
        permission=everybody,
        finds=find_player,
        gives=PlayerHandsShape,
    )
    def get(self, player: Player) -> PlayerHandsShape:
        tournaments = tournaments_on_page_of(player, tournaments=listed_tournaments(self.actor))
        careers = careers_of(player, tournaments)
        return player_hands_shape(player, careers, yakuman_of_player(player, tournaments))
