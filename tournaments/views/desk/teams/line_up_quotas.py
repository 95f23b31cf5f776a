"""Of whom teams have to send some to every round, at the desk: the list, one to edit, one to take away."""

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

from tournaments.actions.people.line_up_quotas import (
    add_line_up_quota,
    edit_line_up_quota,
    remove_line_up_quota,
)
from tournaments.credentials.visitors import actor_of
from tournaments.forms.teams.line_up_quotas import LineUpQuotaForm
from tournaments.models import Entry, LineUpQuota, Team, Tournament
from tournaments.permissions import can_run
from tournaments.views.desk.frame import DeskActionView, DeskFormView, frame
from tournaments.views.policies import for_tournament


@for_tournament(can_run)
@require_safe
def line_up_quotas(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every quota, how many players it is about, and the teams that have too few of them."""
    quotas = tournament.line_up_quotas.prefetch_related("members__entry")
    teams = list(Team.objects.filter(tournament=tournament).order_by("name"))
    rows = []
    for quota in quotas:
        entries = [member.entry for member in quota.members.all()]
        of_teams = [entry.team_id for entry in entries if entry.status == Entry.Status.ACTIVE]
        short = [team for team in teams if of_teams.count(team.pk) < quota.least]
        rows.append((quota, len(entries), short))
    context = {**frame(tournament, actor_of(request), "entries"), "quotas": rows}
    return render(request, "desk/teams/line_up_quotas.html", context)


class _QuotaForm(DeskFormView):
    tab = "entries"
    template_name = "desk/teams/line_up_quota.html"
    success_message = pgettext_lazy("message", "Saved.")
    success_page = "desk_line_up_quotas"
    quota: LineUpQuota | None = None

    def get_form(self, data: QueryDict | None) -> LineUpQuotaForm:
        return LineUpQuotaForm(self.tournament, self.quota, data)

    def get_context(self, form: LineUpQuotaForm) -> dict[str, Any]:
        return {"quota": self.quota}


class AddQuota(_QuotaForm):
    def perform(self, data: dict[str, Any]) -> None:
        del data["seen"]
        add_line_up_quota(tournament=self.tournament, by=self.by, **data)


class EditQuota(_QuotaForm):
    def setup(self, request: HttpRequest, tournament: Tournament, **kwargs: Any) -> None:
        super().setup(request, tournament, **kwargs)
        self.quota = get_object_or_404(LineUpQuota, pk=kwargs["pk"], tournament=tournament)

    def perform(self, data: dict[str, Any]) -> None:
        assert self.quota is not None
        edit_line_up_quota(quota=self.quota, by=self.by, **data)


class RemoveQuota(DeskActionView):
    tab = "entries"
    success_message = _("The quota was removed.")
    success_page = "desk_line_up_quotas"

    def perform(self) -> None:
        quota = get_object_or_404(LineUpQuota, pk=self.kwargs["pk"], tournament=self.tournament)
        remove_line_up_quota(quota=quota, by=self.by)
