"""A file that comes in at the desk: first what it would do, line by line; then, once more, done."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.utils.functional import Promise
from django.utils.translation import pgettext

from tournaments.actions.errors import ActionError
from tournaments.actions.imports.roster import TWO_SPELLINGS
from tournaments.actions.other_divisions import IN_ANOTHER_DIVISION
from tournaments.forms.list_files import COLUMN
from tournaments.forms.play.scoresheet import with_field
from tournaments.views.desk.frame import DeskFormView
from web.sheets.csv_rows import UNCLEAR_COLUMNS, Finding
from web.sheets.headers import Header

# Lines of a file that are shown as they were understood.
MOST_SHOWN = 20


class FileImportView(DeskFormView):
    """The first time a file is sent it is only looked at; `do=import` does it."""

    report: Any = None
    is_looked_at = False
    # What people call the columns that are read.
    column_titles: Mapping[str, str | Promise] = {}

    def look(self, data: dict[str, Any]) -> Any:
        """Return the report of what would happen. Writes nothing; an ActionError says why it cannot be."""
        raise NotImplementedError

    def do(self, form: Any) -> HttpResponse:
        self.is_looked_at = True
        return super().do(form) if self.request.POST.get("do") == "import" else self.render_page(form)

    def render_page(self, form: Any, status: int = 200) -> HttpResponse:
        if self.is_looked_at:
            try:
                self.report = self.look(form.cleaned_data)
            except ActionError as refusal:
                form.add_error(None, refusal.message)
                status = refusal.status
            # What came as a file goes back as text, so that nobody has to choose it twice.
            form.data = with_field(form.data, "text", str(form.cleaned_data["text"]))
        return super().render_page(form, status)

    def titles_of(self, header: Header) -> Mapping[str, str | Promise]:
        """What people call the columns that a file with this header may have."""
        return self.column_titles

    def by_hand(self) -> dict[str, Any]:
        """What may be said of the file by hand: what its columns mean, and whether names alike are of two people."""
        if self.report is None:
            return {}
        header: Header = self.report.header
        findings: list[Finding] = self.report.findings
        titles = self.titles_of(header)
        choices = [("", pgettext("column of a file", "not read")), *titles.items()]
        return {
            "file_columns": [
                {
                    "field": f"{COLUMN}{index}",
                    "title": title
                    or pgettext("column of a file", "Column %(number)s") % {"number": index + 1},
                    "samples": [row[index] for row in header.samples if index < len(row) and row[index]],
                    "choices": [(value, label, value == name) for value, label in choices],
                }
                for index, (title, name) in enumerate(zip(header.titles, header.names, strict=True))
            ],
            "header_line": header.line,
            "are_columns_unclear": any(finding.code in UNCLEAR_COLUMNS for finding in findings),
            "is_spelling_asked": any(finding.code == TWO_SPELLINGS for finding in findings),
            "is_division_asked": any(finding.code == IN_ANOTHER_DIVISION for finding in findings),
        }
