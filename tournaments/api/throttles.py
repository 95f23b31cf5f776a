"""Throttling by person, program or phone, else by network."""

from rest_framework.request import Request

from tournaments.api.actors import api_actor
from web.api import throttles


class FairUse(throttles.FairUse):
    def caller(self, request: Request) -> str:
        actor = api_actor(request)
        return super().caller(request) if actor.key == "anybody" else actor.key
