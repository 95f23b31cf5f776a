from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.api_view import ApiView
from tournaments.api.operations import by_itself, everybody
from tournaments.api.schemas.head_to_head import HeadToHeadShape, head_to_head_shape, meeting_shape
from tournaments.permissions import listed_tournaments, visible_players
from tournaments.standings.people.head_to_head import games_of_two, head_to_head, latest
from tournaments.standings.people.recognized import tournaments_on_page_of
from web.api.policies import Everybody


class PlayersHeadToHead(ApiView):
    permission_classes = [Everybody]

    @by_itself(
        "getHeadToHead",
        "Two players against each other: who was placed higher how often, and their latest games at one table",
        permission=everybody,
        gives=HeadToHeadShape,
    )
    def get(self, request: Request, pk: int, other: int) -> Response:
        found = visible_players(self.actor).in_bulk([pk, other])
        if len(found) < 2:
            raise Http404
        both = found[pk], found[other]
        shared = tournaments_on_page_of(*both, tournaments=listed_tournaments(self.actor))
        games = games_of_two(*both, shared)
        shapes = [meeting_shape(score) for score in latest(games)]
        return Response(head_to_head_shape(head_to_head(games), player=pk, other=other, latest=shapes))
