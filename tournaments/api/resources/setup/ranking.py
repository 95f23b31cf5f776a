"""How substitutes and withdrawn players are ranked."""

from typing import Any

from tournaments.actions.setup.ranking import set_ranking
from tournaments.api.api_view import ApiView
from tournaments.api.fields import Confirmed
from tournaments.api.operations import writes
from tournaments.api.resources.setup.tournaments import FixedScore, full
from tournaments.api.schemas.structure import TournamentPageShape
from tournaments.models import Tournament
from tournaments.permissions import can_run
from web.api.fields import Input, OneOf
from web.api.policies import Everybody


class NewRanking(Input):
    """What games of substitutes count for, and where withdrawn players are ranked.

    Once there are results, it is refused with the code please_confirm; repeat the call with ranks_may_change in
    `confirm` to proceed. If substitutes who would get a rank play in another division of the season, the code is
    in_another_division.
    """

    substitutes = OneOf(Tournament.Substitutes.choices)
    substitute_score = FixedScore()
    withdrawn = OneOf(Tournament.Withdrawn.choices)
    confirm = Confirmed(default=list)


class Ranking(ApiView):
    permission_classes = [Everybody]

    @writes(
        "setRanking",
        "Say whether substitutes and players who have withdrawn are ranked",
        permission=can_run,
        takes=NewRanking,
        gives=TournamentPageShape,
    )
    def post(self, tournament: Tournament, data: dict[str, Any]) -> TournamentPageShape:
        return full(set_ranking(tournament=tournament, by=self.actor, **data))
