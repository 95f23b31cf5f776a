"""Results of games that were played elsewhere, from a file: looked at game by game, then taken in."""

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from tournaments.actions.imports.results import ResultsReport, import_results
from tournaments.forms.list_files import ResultsForm
from tournaments.views.desk.file_imports import MOST_SHOWN, FileImportView
from tournaments.views.repeatable_forms import Outcome

TITLES = {
    "game": pgettext_lazy("column of a file", "Game"),
    "round": gettext_lazy("Round"),
    "table": gettext_lazy("Table"),
    "date": gettext_lazy("Day"),
    "seat": gettext_lazy("Seat"),
    "player": gettext_lazy("Player"),
    "first_name": pgettext_lazy("column of a file", "First name"),
    "last_name": pgettext_lazy("column of a file", "Last name"),
    "club": gettext_lazy("Club"),
    "team": gettext_lazy("Team"),
    "points": gettext_lazy("Final points at the table"),
    "leftover": gettext_lazy("Sticks left on the table"),
    "chombo": gettext_lazy("Chombo"),
    "imbalance_reason": gettext_lazy("Reason why it does not add up"),
    "place": gettext_lazy("Place"),
    "total": gettext_lazy("Total with uma and oka"),
}


class ImportResults(FileImportView):
    """A whole file of results: first what it would do, game by game; then, once more, done."""

    tab = "entries"
    template_name = "desk/people/import_results.html"
    success_page = "desk"
    report: ResultsReport | None = None
    column_titles = TITLES

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
            **self.by_hand(),
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
            chosen=data["chosen"],
            confirm=data["confirm"],
            **how,
        )
