from typing import Any

from rest_framework.response import Response

from tournaments.api.operations import reads, writes
from tournaments.api.resources.about.webhooks import Webhooks, WebhookToAdd
from tournaments.api.resources.leagues.leagues import find_league
from tournaments.api.schemas.about.webhooks import WebhookShape
from tournaments.models import League
from tournaments.permissions import can_run_league
from web.api.pagination import Paging


class LeagueWebhooks(Webhooks):
    @reads(
        "listLeagueWebhooks",
        "Where what happens in the public tournaments of a league is sent",
        permission=can_run_league,
        finds=find_league,
        gives=WebhookShape,
        page=True,
        query=Paging,
        refuses=(400, 403),
    )
    def get(self, league: League, query: dict[str, Any]) -> Response:
        return self.listed(league, query)

    @writes(
        "addLeagueWebhook",
        "Send what happens in the public tournaments of a league from now on to an address",
        permission=can_run_league,
        finds=find_league,
        takes=WebhookToAdd,
        gives=WebhookShape,
        status=201,
    )
    def post(self, league: League, data: dict[str, Any]) -> WebhookShape:
        return self.added(league, data)
