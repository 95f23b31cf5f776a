"""Drawing the next round by lot: from the desk with a tap, here with who sits out and a seed of one's own."""

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext_lazy

from tournaments.actions.draws.draft_rounds import draw_round
from tournaments.forms.desk import DrawForm
from tournaments.standings.stages.who_takes_part import unconfirmed_stages
from tournaments.views.desk.frame import DeskFormView
from tournaments.views.desk.people.check_in import missing_context


class DrawRound(DeskFormView):
    """Draw the next round, as a draft."""

    tab = "desk"
    template_name = "desk/draws/next_round.html"
    success_message = gettext_lazy("The round was drawn. Only staff can see it until you publish it.")
    success_page = "desk"

    def get_form(self, data: QueryDict | None) -> DrawForm:
        return DrawForm(self.tournament, data)

    def get_context(self, form: DrawForm) -> dict[str, Any]:
        return {"unconfirmed": unconfirmed_stages(self.tournament), **missing_context(self.tournament)}

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        round_ = draw_round(
            stage=data["stage"],
            by=self.by,
            seed=data["seed"],
            sit_out=list(data["sit_out"]),
            remainder=data["remainder"] or "refuse",
        )
        return {"round": round_.pk}
