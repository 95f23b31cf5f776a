"""Results of games that were played elsewhere, from a file: looked at game by game, then taken in."""

from typing import Any

from django.http import HttpResponse, QueryDict
from django.utils.translation import ngettext

from tournaments.actions.errors import ActionError
from tournaments.actions.imports.results import ResultsReport, import_results
from tournaments.forms.desk import ResultsForm
from tournaments.forms.scoresheet import with_field
from tournaments.repeated_calls import status_of
from tournaments.views.desk.frame import DeskFormView
from tournaments.views.repeatable_forms import Outcome

MOST_SHOWN = 20


class ImportResults(DeskFormView):
    """A whole file of results: first what it would do, game by game; then, once more, done."""

    tab = "entries"
    template_name = "desk/people/import_results.html"
    success_page = "desk"
    report: ResultsReport | None = None
    is_looked_at = False

    def get_form(self, data: QueryDict | None) -> ResultsForm:
        return ResultsForm(self.tournament, data or None, self.request.FILES or None)

    def do(self, form: ResultsForm) -> HttpResponse:
        self.is_looked_at = True
        return super().do(form) if self.request.POST.get("do") == "import" else self.render_page(form)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        report = self._import(data, as_of=data["as_of"])
        return {"games": report.new_games}

    def get_success_message(self, outcome: Outcome) -> str:
        count = int(str(outcome.body["games"]))
        done = ngettext("%(count)s game imported.", "%(count)s games imported.", count)
        return done % {"count": count}

    def render_page(self, form: ResultsForm, status: int = 200) -> HttpResponse:
        if self.is_looked_at:
            try:
                self.report = self._import(form.cleaned_data, dry_run=True)
            except ActionError as refusal:
                form.add_error(None, refusal.message)
                status = status_of(refusal)
            # What came as a file goes back as text, so that nobody has to choose it twice.
            form.data = with_field(form.data, "text", str(form.cleaned_data["text"]))
        return super().render_page(form, status)

    def get_context(self, form: ResultsForm) -> dict[str, Any]:
        if self.report is None:
            return {"report": None}
        shown = self.report.read[:MOST_SHOWN]
        return {
            "report": self.report,
            "games": shown,
            "more": len(self.report.read) - len(shown),
            "units": self.tournament.rulebook.units_per_point,
        }

    def _import(self, data: dict[str, Any], **how: Any) -> ResultsReport:
        return import_results(
            stage=data["stage"],
            text=str(data["text"]),
            by=self.by,
            accept_unbalanced=data["accept_unbalanced"],
            **how,
        )
