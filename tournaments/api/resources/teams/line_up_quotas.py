"""Line-up quotas; their players are visible to organizers only."""

from typing import Any

from rest_framework.response import Response

from players.api.fields import Name
from tournaments.actions.people.line_up_quotas import (
    add_line_up_quota,
    edit_line_up_quota,
    remove_line_up_quota,
)
from tournaments.api.api_view import ApiView
from tournaments.api.operations import one_of, reads, writes
from tournaments.api.resources.draws.draws import entries_of
from tournaments.api.schemas.teams.line_up_quotas import LineUpQuotaShape, line_up_quota_shape
from tournaments.models import LineUpQuota, Tournament
from tournaments.permissions import can_run
from web.api.fields import Id, Input, Several, Whole, within
from web.api.pagination import Paging, page
from web.api.policies import Everybody, SignedIn

MOST_ENTRIES = 1_000


find_quota = one_of(LineUpQuota, "tournament")


class LineUpQuotaInput(Input):
    """`entries`: the players of whom every line-up must include at least `least`."""

    name = Name(help_text="Name of the quota.")
    least = Whole(
        **within(LineUpQuota, "least"),
        default=1,
        help_text="At least this many of them play in every line-up.",
    )
    entries = Several(child=Id(), max_length=MOST_ENTRIES, help_text="Ids of the entries it is about.")


class TournamentLineUpQuotas(ApiView):
    permission_classes = [SignedIn]

    @reads(
        "listLineUpQuotas",
        "Of whom teams have to send some to every round (organizers)",
        permission=can_run,
        gives=LineUpQuotaShape,
        page=True,
        query=Paging,
        refuses=(400, 403),
    )
    def get(self, tournament: Tournament, query: dict[str, Any]) -> Response:
        rows = tournament.line_up_quotas.prefetch_related("members").order_by("pk")
        return page(self.request, rows, query, line_up_quota_shape)

    @writes(
        "addLineUpQuota",
        "Have at least so many of these players in every line-up",
        permission=can_run,
        takes=LineUpQuotaInput,
        gives=LineUpQuotaShape,
        status=201,
    )
    def post(self, tournament: Tournament, data: dict[str, Any]) -> LineUpQuotaShape:
        data = _data(data, tournament)
        return line_up_quota_shape(add_line_up_quota(tournament=tournament, by=self.actor, **data))


class OneLineUpQuota(ApiView):
    permission_classes = [Everybody]

    @writes(
        "editLineUpQuota",
        "Change a quota of line-ups. If-Match names the tag you saw",
        permission=can_run,
        finds=find_quota,
        of="tournament",
        takes=LineUpQuotaInput,
        gives=LineUpQuotaShape,
        if_match=True,
    )
    def patch(self, quota: LineUpQuota, data: dict[str, Any], seen: str) -> LineUpQuotaShape:
        data = _data(data, quota.tournament)
        return line_up_quota_shape(edit_line_up_quota(quota=quota, seen=seen, by=self.actor, **data))

    @writes(
        "removeLineUpQuota",
        "Take a quota of line-ups away",
        permission=can_run,
        finds=find_quota,
        of="tournament",
        status=204,
    )
    def delete(self, quota: LineUpQuota) -> None:
        remove_line_up_quota(quota=quota, by=self.actor)


def _data(data: dict[str, Any], tournament: Tournament) -> dict[str, Any]:
    return {**data, "entries": list(entries_of(tournament, data["entries"], "entries").values())}
