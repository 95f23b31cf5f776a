"""Results of games that were played elsewhere, from a file: looked at game by game, then taken in."""

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from tournaments.actions.imports.results import ResultsOptions, ResultsReport, import_results
from tournaments.actions.imports.seat_columns import SEAT_COLUMNS
from tournaments.forms.list_files import ResultsForm
from tournaments.models import Wind
from tournaments.views.desk.file_imports import MOST_SHOWN, FileImportView
from tournaments.views.repeatable_forms import Outcome
from web.sheets.headers import Header

TITLES = {
    "game": pgettext_lazy("column of a file", "Game"),
    "round": pgettext_lazy("column of a file", "Round"),
    "table": pgettext_lazy("column of a file", "Table"),
    "date": pgettext_lazy("column of a file", "Day"),
    "seat": pgettext_lazy("column of a file", "Seat"),
    "player": pgettext_lazy("column of a file", "Player"),
    "first_name": pgettext_lazy("column of a file", "First name"),
    "last_name": pgettext_lazy("column of a file", "Last name"),
    "club": pgettext_lazy("column of a file", "Club"),
    "team": pgettext_lazy("column of a file", "Team"),
    "points": gettext_lazy("Final points at the table"),
    "leftover": gettext_lazy("Sticks left on the table"),
    "chombo": pgettext_lazy("mahjong term", "Chombo"),
    "imbalance_reason": gettext_lazy("Reason why it does not add up"),
    "place": pgettext_lazy("column of a file", "Place"),
    "total": gettext_lazy("Total with uma and oka"),
}


# Of one row a game: what a column says of one of its players, by how they stand in their row.
OF_A_PLAYER = {
    "player": pgettext_lazy("column of a file", "%(whose)s: name"),
    "first_name": pgettext_lazy("column of a file", "%(whose)s: first name"),
    "last_name": pgettext_lazy("column of a file", "%(whose)s: last name"),
    "points": pgettext_lazy("column of a file", "%(whose)s: points"),
    "total": pgettext_lazy("column of a file", "%(whose)s: total"),
}
WHOSE = {
    "number": pgettext_lazy("column of a file", "Player %(number)s"),
    "place": pgettext_lazy("column of a file", "Place %(number)s"),
}


class ImportResults(FileImportView):
    """A whole file of results: first what it would do, game by game; then, once more, done."""

    tab = "entries"
    template_name = "desk/people/import_results.html"
    success_page = "desk"
    report: ResultsReport | None = None
    column_titles = TITLES

    def titles_of(self, header: Header) -> Mapping[str, str | Promise]:
        """Those of one row for each seat, then those of one row a game: by seats or places where its titles are."""
        kinds = [name.split(" ")[1] for name in header.names if " " in name]
        kind = kinds[0] if kinds else "number"
        names = [name.split(" ") for name in SEAT_COLUMNS]
        return TITLES | {
            " ".join([what, of, number]): OF_A_PLAYER[what] % {"whose": _whose(of, number)}
            for what, of, number in names
            if of == kind
        }

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
            options=ResultsOptions(
                accept_unbalanced=data["accept_unbalanced"],
                chosen=data["chosen"],
                confirm=data["confirm"],
                **how,
            ),
        )


def _whose(kind: str, number: str) -> str | Promise:
    """How a player stands in a row: East, place 1, player 1."""
    return Wind(int(number)).label if kind == "seat" else WHOSE[kind] % {"number": number}
