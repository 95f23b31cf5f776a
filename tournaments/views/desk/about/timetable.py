"""The timetable of the event, at the desk."""

from typing import Any

from django.http import QueryDict
from django.utils.translation import pgettext_lazy

from tournaments.actions.about.timetable import set_timetable
from tournaments.forms.about.timetable import TimetableForm
from tournaments.models import TimetableItem
from tournaments.views.desk.frame import DeskFormView


class TimetablePage(DeskFormView):
    tab = "edit"
    template_name = "desk/about/timetable.html"
    success_message = pgettext_lazy("message", "Timetable saved.")
    success_page = "desk_timetable"

    def get_form(self, data: QueryDict | None) -> TimetableForm:
        return TimetableForm(list(TimetableItem.objects.filter(tournament=self.tournament)), data)

    def perform(self, data: dict[str, Any]) -> None:
        set_timetable(tournament=self.tournament, by=self.by, **data)
