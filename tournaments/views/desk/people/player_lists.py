"""Whole lists of players at the desk: imported, and given out as a file."""

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from tournaments.actions.errors import ActionError
from tournaments.actions.imports.players import ImportReport, import_players, player_list
from tournaments.forms.desk import ImportForm
from tournaments.forms.scoresheet import with_field
from tournaments.models import Tournament
from tournaments.permissions import can_run
from tournaments.repeated_calls import status_of
from tournaments.views.desk.frame import DeskFormView
from tournaments.views.policies import for_tournament
from tournaments.views.repeatable_forms import Outcome


class ImportList(DeskFormView):
    """A whole player list: first what it would do, line by line; then, once more, done."""

    tab = "entries"
    template_name = "desk/people/import.html"
    success_page = "desk_entries"
    report: ImportReport | None = None
    is_looked_at = False

    def get_form(self, data: QueryDict | None) -> ImportForm:
        return ImportForm(data or None, self.request.FILES or None)

    def do(self, form: ImportForm) -> HttpResponse:
        self.is_looked_at = True
        return super().do(form) if self.request.POST.get("do") == "import" else self.render_page(form)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        report = import_players(
            tournament=self.tournament, text=str(data["text"]), by=self.by, as_of=data["as_of"]
        )
        return {"entered": report.entered}

    def get_success_message(self, outcome: Outcome) -> str:
        count = int(str(outcome.body["entered"]))
        done = ngettext("%(count)s player registered.", "%(count)s players registered.", count)
        return done % {"count": count}

    def render_page(self, form: ImportForm, status: int = 200) -> HttpResponse:
        if self.is_looked_at:
            text = str(form.cleaned_data["text"])
            try:
                self.report = import_players(tournament=self.tournament, text=text, by=self.by, dry_run=True)
            except ActionError as refusal:
                form.add_error(None, refusal.message)
                status = status_of(refusal)
            # What came as a file goes back as text, so that nobody has to choose it twice.
            form.data = with_field(form.data, "text", text)
        return super().render_page(form, status)

    def get_context(self, form: ImportForm) -> dict[str, Any]:
        return {"report": self.report}


@for_tournament(can_run)
@require_safe
def export_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The entries as a CSV file which the import reads back, here or in the next tournament."""
    response = HttpResponse(player_list(tournament), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}-players.csv"'
    return response
