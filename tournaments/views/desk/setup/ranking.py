"""Who is ranked, at the desk: substitutes, and players who have withdrawn."""

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.actions.setup.ranking import set_ranking
from tournaments.forms.tie_breaks import RankingForm
from tournaments.views.desk.frame import DeskFormView
from tournaments.views.questions import confirmed


class Ranking(DeskFormView):
    tab = "rules"
    template_name = "desk/setup/ranking.html"
    success_message = _("Saved. The standings follow this choice.")
    success_page = "desk_rules"

    def get_form(self, data: QueryDict | None) -> RankingForm:
        return RankingForm(self.tournament, data)

    def perform(self, data: dict[str, Any]) -> None:
        set_ranking(tournament=self.tournament, by=self.by, confirm=confirmed(self.request), **data)
