"""Of whom teams have to send some to every round; who is in a quota, the organizers alone read."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from players.api.fields import Name
from tournaments.actions.people.line_up_quotas import (
    add_line_up_quota,
    edit_line_up_quota,
    remove_line_up_quota,
)
from tournaments.api.api_view import ApiView
from tournaments.api.operations import reads
from tournaments.api.resources.draws.draws import entries_of
from tournaments.api.schemas.teams.line_up_quotas import LineUpQuotaShape, line_up_quota_shape
from tournaments.models import LineUpQuota, Tournament
from tournaments.models.teams.line_up_quotas import MOST_IN_A_LINE_UP
from tournaments.permissions import among, can_run, visible_tournaments
from web.api.fields import Id, Input, Several, Whole
from web.api.pagination import Paging, page
from web.api.policies import Everybody, SignedIn
from web.api.schema import describe

MOST_ENTRIES = 1_000


class LineUpQuotaInput(Input):
    """`entries`: the players of whom every line-up has at least `least`."""

    name = Name()
    least = Whole(min_value=1, max_value=MOST_IN_A_LINE_UP, default=1)
    entries = Several(child=Id(), max_length=MOST_ENTRIES)


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

    @describe(
        "addLineUpQuota",
        "Have at least so many of these players in every line-up",
        takes=LineUpQuotaInput,
        gives=LineUpQuotaShape,
        status=201,
        changes=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        tournament = self.find_tournament(slug)
        self.allow(can_run(self.actor, tournament))
        data = _data(self, tournament)
        return self.do(
            lambda: line_up_quota_shape(add_line_up_quota(tournament=tournament, by=self.actor, **data)),
            status=201,
        )


class OneLineUpQuota(ApiView):
    permission_classes = [Everybody]

    @describe(
        "editLineUpQuota",
        "Change a quota of line-ups. If-Match names the tag you saw",
        takes=LineUpQuotaInput,
        gives=LineUpQuotaShape,
        changes=True,
        if_match=True,
    )
    def patch(self, request: Request, pk: int) -> Response:
        quota = self._quota(pk)
        data, seen = _data(self, quota.tournament), self.version()
        return self.do(
            lambda: line_up_quota_shape(edit_line_up_quota(quota=quota, seen=seen, by=self.actor, **data))
        )

    @describe("removeLineUpQuota", "Take a quota of line-ups away", status=204, changes=True)
    def delete(self, request: Request, pk: int) -> Response:
        quota = self._quota(pk)

        def action() -> dict[str, object]:
            remove_line_up_quota(quota=quota, by=self.actor)
            return {}

        return self.do(action, status=204)

    def _quota(self, pk: int) -> LineUpQuota:
        quotas = LineUpQuota.objects.filter(among(visible_tournaments(self.actor), "tournament"))
        quota: LineUpQuota = self.find(quotas.select_related("tournament"), pk=pk)
        self.allow(can_run(self.actor, quota.tournament))
        return quota


def _data(view: ApiView, tournament: Tournament) -> dict[str, Any]:
    data = view.validated_data(LineUpQuotaInput)
    return {**data, "entries": list(entries_of(tournament, data["entries"], "entries").values())}
