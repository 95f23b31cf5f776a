"""A draw made elsewhere comes in at the desk: first what it would do, line by line; then, once more, done."""

from typing import Any

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.actions.draws.files import DrawReport, import_draw
from tournaments.forms.draws import DrawFileForm
from tournaments.models import Wind
from tournaments.views.desk.file_imports import MOST_SHOWN, FileImportView
from tournaments.views.repeatable_forms import Outcome

TITLES = {
    "round": pgettext_lazy("column of a file", "Round"),
    "table": pgettext_lazy("column of a file", "Table"),
    "east": Wind.EAST.label,
    "south": Wind.SOUTH.label,
    "west": Wind.WEST.label,
    "north": Wind.NORTH.label,
    "fifth": Wind.FIFTH.label,
}


class ImportDraw(FileImportView):
    tab = "draw"
    template_name = "desk/draws/file_import.html"
    success_message = _("Imported as drafts. Only staff can see them.")
    report: DrawReport | None = None
    column_titles = TITLES

    def get_form(self, data: QueryDict | None) -> DrawFileForm:
        return DrawFileForm(self.tournament, data or None, self.request.FILES or None)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        return {"draw": self._import(data).draw}

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("desk_draft", self.tournament.slug, outcome.body["draw"])

    def look(self, data: dict[str, Any]) -> DrawReport:
        return self._import(data, dry_run=True)

    def get_context(self, form: DrawFileForm) -> dict[str, Any]:
        if self.report is None:
            return {"report": None}
        return {"report": self.report, **self.by_hand(), **self._as_understood(self.report)}

    def _import(self, data: dict[str, Any], **how: Any) -> DrawReport:
        return import_draw(
            stage=data["stage"], text=str(data["text"]), by=self.by, chosen=data["chosen"], **how
        )

    def _as_understood(self, report: DrawReport) -> dict[str, Any]:
        """The first tables as they were read, by name, so that exchanged columns are seen. One query."""
        tables = [
            (report.first + index, number, seats)
            for index, tables in enumerate(report.rounds)
            for number, seats in enumerate(tables, start=1)
        ]
        shown = tables[:MOST_SHOWN]
        people = self.tournament.entries.select_related("player").in_bulk(
            {entry for _round, _table, seats in shown for entry in seats}
        )
        sizes = [len(seats) for _round, _table, seats in shown]
        return {
            "winds": [wind.label for wind in Wind][: max(sizes, default=0)],
            "understood": [
                (round_, table, [people[entry] for entry in seats]) for round_, table, seats in shown
            ],
            "more": len(tables) - len(shown),
        }
