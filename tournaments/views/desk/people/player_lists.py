"""Whole lists of players at the desk: imported, and given out as a file."""

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy
from django.views.decorators.http import require_safe

from tournaments.actions.imports.players import ImportOptions, ImportReport, import_players, player_list
from tournaments.forms.list_files import ImportForm
from tournaments.models import Tournament
from tournaments.permissions import can_run
from tournaments.views.desk.file_imports import MOST_SHOWN, FileImportView
from tournaments.views.policies import for_tournament
from tournaments.views.repeatable_forms import Outcome

TITLES = {
    "name": pgettext_lazy("column of a file", "Name"),
    "reading": pgettext_lazy("column of a file", "Reading"),
    "country": pgettext_lazy("column of a file", "Country"),
    "club": pgettext_lazy("column of a file", "Club"),
    "team": pgettext_lazy("column of a file", "Team"),
    "number": pgettext_lazy("column of a file", "No."),
    "substitute": pgettext_lazy("column of a file", "Substitute"),
    "licence_body": pgettext_lazy("column of a file", "Federation"),
    "licence_number": pgettext_lazy("column of a file", "Licence"),
}
TITLES_IN_FILES = TITLES | {
    "first_name": pgettext_lazy("column of a file", "First name"),
    "last_name": pgettext_lazy("column of a file", "Last name"),
    "ema_number": pgettext_lazy("column of a file", "EMA number"),
    "licence_number": pgettext_lazy("column of a file", "Licence number"),
    "paid": pgettext_lazy("column of a file", "Fee (not read)"),
}
OUTCOMES = {
    "new_player": pgettext_lazy("column of a file", "new player"),
    "known_player": pgettext_lazy("column of a file", "on file"),
    "already_entered": gettext_lazy("takes part already"),
}


class ImportList(FileImportView):
    """A whole player list: first what it would do, line by line; then, once more, done."""

    tab = "entries"
    template_name = "desk/people/import.html"
    success_page = "desk_entries"
    report: ImportReport | None = None
    column_titles = TITLES_IN_FILES

    def get_form(self, data: QueryDict | None) -> ImportForm:
        return ImportForm(data or None, self.request.FILES or None)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        report = self._import(data, as_of=data["as_of"])
        return {"entered": report.entered}

    def get_success_message(self, outcome: Outcome) -> str:
        count = int(str(outcome.body["entered"]))
        done = ngettext("%(count)s player registered.", "%(count)s players registered.", count)
        return done % {"count": count}

    def look(self, data: dict[str, Any]) -> ImportReport:
        return self._import(data, dry_run=True)

    def get_context(self, form: ImportForm) -> dict[str, Any]:
        if self.report is None:
            return {"report": None}
        return {"report": self.report, **self.by_hand(), **as_understood(self.report)}

    def _import(self, data: dict[str, Any], **how: Any) -> ImportReport:
        return import_players(
            tournament=self.tournament,
            text=str(data["text"]),
            by=self.by,
            options=ImportOptions(chosen=data["chosen"], confirm=data["confirm"], **how),
        )


def as_understood(report: ImportReport) -> dict[str, Any]:
    """The first people of a list as it was read, column by column, so that swapped columns are seen."""
    shown = report.lines[:MOST_SHOWN]
    return {
        "titles": [TITLES[column] for column in report.columns],
        "understood": [
            (line["line"], [_cell(line[column]) for column in report.columns], OUTCOMES[str(line["outcome"])])
            for line in shown
        ],
        "more": len(report.lines) - len(shown),
    }


def _cell(value: object) -> object:
    if isinstance(value, bool):
        return pgettext("column of a file", "yes") if value else ""
    return "" if value is None else value


@for_tournament(can_run)
@require_safe
def export_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The entries as a CSV file which the import reads back, here or in the next tournament."""
    response = HttpResponse(player_list(tournament), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}-players.csv"'
    return response
