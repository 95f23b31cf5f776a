"""The next season of a league: proposed from the last one, edited, confirmed, revoked."""

from typing import Any

from rest_framework import serializers
from rest_framework.response import Response

from players.api.fields import Name
from tournaments.actions.leagues.divisions import MOST_DIVISIONS
from tournaments.actions.seasons.confirming import (
    LONGEST_REASON,
    Change,
    SeasonPlan,
    TeamChange,
    confirm_next_season,
    no_such_player,
)
from tournaments.actions.seasons.proposal import propose_next_season
from tournaments.actions.seasons.revoking import revoke_next_season
from tournaments.api.api_view import ApiView
from tournaments.api.fields import Confirmed
from tournaments.api.operations import everybody, reads, writes
from tournaments.api.resources.leagues.leagues import find_season
from tournaments.api.schemas.leagues.seasons import (
    MoveShape,
    ProposedSeasonShape,
    move_shape,
    proposed_season_shape,
)
from tournaments.api.schemas.structure import SeasonPageShape, season_page
from tournaments.models import Division, Season
from tournaments.permissions import can_run_league, unseen_players
from tournaments.standings import publish_for_readers
from web.api.fields import Id, Input, Text, Whole, within
from web.api.pagination import Paging, page
from web.api.policies import Everybody, SignedIn

MOST_CHANGES = 2_000


class NewChange(Input):
    """Where a player goes instead of the proposal; `to_level` is null for players who leave. A `reason` is required,
    except for players without a rank.
    """

    player = Id()
    to_level = Whole(
        **within(Division, "level"),
        max_value=MOST_DIVISIONS,
        allow_null=True,
        help_text="Level of the division they go to; null to leave.",
    )
    reason = Text(
        max_length=LONGEST_REASON,
        allow_blank=True,
        default="",
        help_text="Reason; may be empty only for players without a rank.",
    )


class NewTeamChange(Input):
    """Where a team goes with its players instead of the proposal; `to_level` is null for a team that leaves."""

    team = Id(help_text="Id of the team.")
    to_level = Whole(
        **within(Division, "level"),
        max_value=MOST_DIVISIONS,
        allow_null=True,
        help_text="Level of the division it goes to; null to leave.",
    )
    reason = Text(max_length=LONGEST_REASON)


class NextSeason(Input):
    """`changes` name each player once: withdrawals, newcomers, wild cards, winners of play-offs, and players without
    a rank. `teams` do the same where teams move. `nights_from`: plan club nights again from this day on, on the same
    weekdays at the same times; without it none is planned.

    Refused with the code please_confirm if only a lot decides who moves (lot_decides), or if players without a rank
    would stay without being named (unranked_stay); repeat the call with these codes in `confirm` to proceed.
    """

    name = Name(help_text="Name of the new season.")
    changes = serializers.ListField(
        child=NewChange(),
        default=list,
        max_length=MOST_CHANGES,
        help_text="Players who go elsewhere than the rules say.",
    )
    teams = serializers.ListField(
        child=NewTeamChange(),
        default=list,
        max_length=MOST_CHANGES,
        help_text="Teams that go elsewhere than the rules say.",
    )
    nights_from = serializers.DateField(
        default=None,
        allow_null=True,
        help_text="First day on which club nights are planned again; null for none.",
    )
    confirm = Confirmed(default=list)


class Revoking(Input):
    """Refused first with the code please_confirm and what would be deleted; repeat the call with season_revoked in
    `confirm` to proceed.
    """

    confirm = Confirmed(default=list)


class NextSeasonProposal(ApiView):
    permission_classes = [SignedIn]

    @reads(
        "proposeNextSeason",
        "Where everybody goes by the rules of the divisions (organizers of the league)",
        permission=can_run_league,
        finds=find_season,
        of="league",
        gives=ProposedSeasonShape,
        refuses=(403, 409, 422),
    )
    def get(self, season: Season) -> ProposedSeasonShape:
        publish_for_readers(season.tournaments.order_by().values("pk"))
        return proposed_season_shape(propose_next_season(season))

    @writes(
        "confirmNextSeason",
        "Open the next season as proposed and changed. If-Match names the tag of the proposal",
        permission=can_run_league,
        finds=find_season,
        of="league",
        takes=NextSeason,
        gives=SeasonPageShape,
        status=201,
        if_match=True,
    )
    def post(self, season: Season, data: dict[str, Any], seen: str) -> SeasonPageShape:
        changes = [Change(one["player"], one["to_level"], one["reason"]) for one in data["changes"]]
        team_changes = [TeamChange(one["team"], one["to_level"], one["reason"]) for one in data["teams"]]
        if unseen := unseen_players(self.actor, [change.player for change in changes]):
            raise no_such_player(min(unseen))
        return season_page(
            confirm_next_season(
                season=season,
                plan=SeasonPlan(
                    name=data["name"],
                    changes=changes,
                    team_changes=team_changes,
                    nights_from=data["nights_from"],
                ),
                seen=seen,
                by=self.actor,
                confirm=data["confirm"],
            )
        )


class NextSeasonRevocation(ApiView):
    permission_classes = [SignedIn]

    @writes(
        "revokeNextSeason",
        "Take back the season that was opened from this one, while nothing is drawn there: its tournaments are"
        " discarded, its moves and points withdrawn",
        permission=can_run_league,
        finds=find_season,
        of="league",
        takes=Revoking,
        status=204,
    )
    def post(self, season: Season, data: dict[str, Any]) -> None:
        revoke_next_season(season=season, confirm=data["confirm"], by=self.actor)


class SeasonMoves(ApiView):
    permission_classes = [Everybody]

    @reads(
        "listMoves",
        "Where everybody went from this season into the next",
        permission=everybody,
        finds=find_season,
        gives=MoveShape,
        page=True,
        query=Paging,
    )
    def get(self, season: Season, query: dict[str, Any]) -> Response:
        rows = season.moves.select_related("player").order_by("level", "position", "pk")
        return page(self.request, rows, query, move_shape)
