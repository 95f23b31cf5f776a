"""A preset for a tournament in which nothing is drawn yet, at the desk."""

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext_lazy

from tournaments.actions.stages.presets import use_preset
from tournaments.forms.stages.presets import PresetForm
from tournaments.views.desk.frame import DeskFormView
from tournaments.views.preset_wording import presets_in_words


class UsePreset(DeskFormView):
    tab = "edit"
    template_name = "desk/stages/presets.html"
    success_message = gettext_lazy("The stages were set up. Change what differs.")
    success_page = "desk_edit"

    def get_form(self, data: QueryDict | None) -> PresetForm:
        return PresetForm(data)

    def perform(self, data: dict[str, Any]) -> None:
        use_preset(tournament=self.tournament, preset=data["preset"], by=self.by)

    def get_context(self, form: PresetForm) -> dict[str, Any]:
        return {
            "presets": presets_in_words(self.tournament.rulebook, self.tournament.usual_format.players),
            "chosen": form["preset"].value(),
        }
