from typing import Any

from tournaments.api.api_view import ApiView
from tournaments.api.operations import everybody, reads, writes
from tournaments.api.resources.about.brands import LeagueBrandInput, set_brand_of
from tournaments.api.resources.leagues.leagues import find_league
from tournaments.api.schemas.about.brands import BrandShape, brand_shape
from tournaments.models import League
from tournaments.permissions import can_run_league
from web.api.policies import Everybody


class OneLeagueBrand(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getLeagueBrand", "The brand of a league", permission=everybody, finds=find_league, gives=BrandShape
    )
    def get(self, league: League) -> BrandShape:
        return brand_shape(league)

    @writes(
        "setLeagueBrand",
        "Set the brand of a league, with its sponsors. If-Match names the tag you saw",
        permission=can_run_league,
        finds=find_league,
        takes=LeagueBrandInput,
        gives=BrandShape,
        if_match=True,
    )
    def post(self, league: League, data: dict[str, Any], seen: str) -> BrandShape:
        return set_brand_of(self, league, data, seen)
