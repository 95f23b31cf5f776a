"""Results of games that were played elsewhere, from a file: looked at game by game, then taken in."""

from typing import Any

from django.http import QueryDict
from django.utils.translation import ngettext

from tournaments.actions.imports.results import ResultsReport, import_results
from tournaments.forms.desk import ResultsForm
from tournaments.views.desk.file_imports import MOST_SHOWN, FileImportView
from tournaments.views.repeatable_forms import Outcome


class ImportResults(FileImportView):
    """A whole file of results: first what it would do, game by game; then, once more, done."""

    tab = "entries"
    template_name = "desk/people/import_results.html"
    success_page = "desk"
    report: ResultsReport | None = None

    def get_form(self, data: QueryDict | None) -> ResultsForm:
        return ResultsForm(self.tournament, data or None, self.request.FILES or None)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        report = self._import(data, as_of=data["as_of"])
        return {"games": report.new_games}

    def get_success_message(self, outcome: Outcome) -> str:
        count = int(str(outcome.body["games"]))
        done = ngettext("%(count)s game imported.", "%(count)s games imported.", count)
        return done % {"count": count}

    def look(self, data: dict[str, Any]) -> ResultsReport:
        return self._import(data, dry_run=True)

    def get_context(self, form: ResultsForm) -> dict[str, Any]:
        if self.report is None:
            return {"report": None}
        shown = self.report.read[:MOST_SHOWN]
        return {
            "report": self.report,
            # Those without a reason are among the errors.
            "unbalanced": [game for game in self.report.unbalanced if game.reason][:MOST_SHOWN],
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
