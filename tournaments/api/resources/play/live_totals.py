"""Live totals: where the games in play would lead, if they ended as they stand."""

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.api_view import ApiView
from tournaments.api.schemas.play.live_totals import LiveTotalsShape, live_totals_shape
from tournaments.standings.in_play.live_totals import live_games, live_standings
from web.api.policies import Everybody
from web.api.schema import describe


class LiveTotals(ApiView):
    permission_classes = [Everybody]

    @describe(
        "getLiveTotals",
        "Where the games in play would lead, if they ended as they stand: apart from what is confirmed",
        gives=LiveTotalsShape,
    )
    def get(self, request: Request, slug: str) -> Response:
        tournament = self.find_tournament(slug)
        games = live_games(tournament)
        return Response(live_totals_shape(tournament.live_delay, games, live_standings(tournament, games)))
