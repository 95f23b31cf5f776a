"""A file that comes in at the desk: first what it would do, line by line; then, once more, done."""

from typing import Any

from django.http import HttpResponse

from tournaments.actions.errors import ActionError
from tournaments.forms.play.scoresheet import with_field
from tournaments.repeated_calls import status_of
from tournaments.views.desk.frame import DeskFormView

# Lines of a file that are shown as they were understood.
MOST_SHOWN = 20


class FileImportView(DeskFormView):
    """The first time a file is sent it is only looked at; `do=import` does it."""

    report: Any = None
    is_looked_at = False

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
                status = status_of(refusal)
            # What came as a file goes back as text, so that nobody has to choose it twice.
            form.data = with_field(form.data, "text", str(form.cleaned_data["text"]))
        return super().render_page(form, status)
