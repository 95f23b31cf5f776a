"""The order of the standings, at the desk: set until the first game starts."""

from typing import Any

from django.http import HttpResponse, QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.actions.setup.tie_breaks import set_tie_breaks
from tournaments.forms.tie_breaks import TieBreaksForm
from tournaments.standings import tie_breaks_of
from tournaments.views.desk.frame import DeskFormView
from tournaments.views.desk.setup.rules import rules_page
from tournaments.views.repeatable_forms import Outcome


class TieBreaks(DeskFormView):
    """Order equal totals as the form says; what is refused comes back with the whole page of rules."""

    http_method_names = ["post"]
    success_message = _("Tie-breaks of the standings saved.")
    success_page = "desk_rules"

    def get_form(self, data: QueryDict | None) -> TieBreaksForm:
        return TieBreaksForm(self.tournament.rulebook, tie_breaks_of(self.tournament), data)

    def perform(self, data: dict[str, Any]) -> None:
        set_tie_breaks(tournament=self.tournament, tie_breaks=data["tie_breaks"], by=self.by)

    def show_error(self, form: TieBreaksForm, outcome: Outcome) -> None:
        form.add_error("tie_breaks", outcome.refusal)

    def render_page(self, form: TieBreaksForm, status: int = 200) -> HttpResponse:
        return rules_page(self.request, self.tournament, tie_breaks_form=form, status=status)
