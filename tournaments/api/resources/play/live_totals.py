"""Live totals: the standings if the games in play ended now."""

from tournaments.api.api_view import ApiView
from tournaments.api.operations import everybody, reads
from tournaments.api.schemas.play.live_totals import LiveTotalsShape, live_totals_shape
from tournaments.models import Tournament
from tournaments.standings.in_play.live_totals import live_games, live_standings
from web.api.policies import Everybody


class LiveTotals(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getLiveTotals",
        "Where the games in play would lead, if they ended as they stand: apart from what is confirmed",
        permission=everybody,
        gives=LiveTotalsShape,
    )
    def get(self, tournament: Tournament) -> LiveTotalsShape:
        games = live_games(tournament)
        return live_totals_shape(tournament.live_delay, games, live_standings(tournament, games))
