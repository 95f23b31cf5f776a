"""The organizer's own questions, at the desk."""

from typing import Any

from django.http import QueryDict
from django.utils.translation import pgettext_lazy

from tournaments.actions.about.questions import set_questions
from tournaments.forms.about.questions import QuestionsForm
from tournaments.models import Question
from tournaments.views.desk.frame import DeskFormView


class QuestionsPage(DeskFormView):
    tab = "entries"
    template_name = "desk/about/questions.html"
    success_message = pgettext_lazy("message", "Questions saved.")
    success_page = "desk_questions"

    def get_form(self, data: QueryDict | None) -> QuestionsForm:
        return QuestionsForm(list(Question.objects.filter(tournament=self.tournament)), data)

    def perform(self, data: dict[str, Any]) -> None:
        set_questions(tournament=self.tournament, by=self.by, **data)
