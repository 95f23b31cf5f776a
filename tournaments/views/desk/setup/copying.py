"""The same again: a tournament is set up like an earlier one."""

from typing import Any, ClassVar

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy

from tournaments.actions.seasons.copying import copy_tournament
from tournaments.forms.setup import CopyForm
from tournaments.permissions import can_copy, usable_seasons
from tournaments.views.desk.frame import DeskFormView
from tournaments.views.policies import Predicate
from tournaments.views.repeatable_forms import Outcome


class CopyTournament(DeskFormView):
    """Name and first day of a tournament like this one."""

    permission: ClassVar[Predicate] = can_copy
    tab = "edit"
    template_name = "desk/setup/copy.html"
    success_message = gettext_lazy("Tournament created, with everything but players. Now register them.")

    def get_form(self, data: QueryDict | None) -> CopyForm:
        return CopyForm(self.tournament, data)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        in_its_season = self.tournament.season in usable_seasons(self.by)
        new = copy_tournament(tournament=self.tournament, in_its_season=in_its_season, by=self.by, **data)
        return {"slug": new.slug}

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("desk_entries", str(outcome.body["slug"]))
