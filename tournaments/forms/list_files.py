"""Lists from files or pasted text: content, encoding, and the meaning of columns."""

from collections.abc import Callable, Collection, Mapping, Sequence

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.actions.imports import players, seat_columns
from tournaments.actions.imports.results import longer
from tournaments.actions.imports.roster import TWO_SPELLINGS
from tournaments.actions.other_divisions import IN_ANOTHER_DIVISION
from tournaments.actions.reasons import LONGEST_REASON
from tournaments.models import Stage, Tournament
from tournaments.models.setup.structure import NEXT_TO_DRAW_FIRST
from web.form_choices import offer
from web.sheets.csv_rows import LAST_LINE, MOST_COLUMNS, Chosen, Finding, too_large
from web.sheets.encodings import ENCODINGS
from web.sheets.uploads import text_of_file
from web.typed_fields import WholeField

LARGEST_FILE = 2 * 1024 * 1024
COLUMN = "column_"


class ImportForm(forms.Form):
    """Cleans to `text` and to `chosen`, the meaning of its columns; a new file is read by its own headings."""

    # The API call that accepts a longer file.
    instead: Callable[[], str] = staticmethod(lambda: "")
    is_header: Callable[[Sequence[str]], bool] = staticmethod(players.is_header)
    columns: Collection[str] = players.COLUMNS
    file = forms.FileField(label=gettext_lazy("XLSX or CSV file"), required=False)
    encoding = forms.ChoiceField(
        label=gettext_lazy("Encoding of a CSV file"),
        choices=[("", pgettext_lazy("encoding", "Detect it")), *ENCODINGS.items()],
        required=False,
        help_text=gettext_lazy("Choose one if letters come out wrong, or if it cannot be detected."),
    )
    text = forms.CharField(
        label=gettext_lazy("Or paste the list here"),
        required=False,
        max_length=LARGEST_FILE,
        widget=forms.Textarea(
            attrs={"rows": 8, "placeholder": "name,club,team\nAlice Smith,Dragon Club,Winds"}
        ),
    )
    header_line = WholeField(required=False, min_value=0, max_value=LAST_LINE)
    two_people = forms.BooleanField(
        label=gettext_lazy("Names that differ only in spelling are different people"), required=False
    )
    two_divisions = forms.BooleanField(
        label=gettext_lazy("Players of another division of this season also play here"), required=False
    )
    as_of = WholeField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        file = cleaned.get("file")
        cleaned["chosen"] = self._chosen(cleaned) if file is None else None
        said = {TWO_SPELLINGS: "two_people", IN_ANOTHER_DIVISION: "two_divisions"}
        cleaned["confirm"] = [code for code, name in said.items() if cleaned.get(name)]
        if file is not None:
            if file.size > LARGEST_FILE:
                raise ValidationError(too_large(self.instead()).message, code="too_large")
            encoding = str(cleaned.get("encoding", ""))
            text = text_of_file(file.read(), encoding=encoding, is_header=self.is_header)
            if isinstance(text, Finding):
                raise ValidationError(text.message, code=text.code)
            cleaned["text"] = text
        if not str(cleaned.get("text", "")).strip():
            raise ValidationError(_("Please choose a file or paste a list."), code="empty")
        return cleaned

    def _chosen(self, cleaned: Mapping[str, object]) -> Chosen | None:
        """Return the mapping of columns if the page asked for it; unknown columns are ignored."""
        said = {index: self.data.get(f"{COLUMN}{index}") for index in range(MOST_COLUMNS)}
        columns = {index: str(name) for index, name in said.items() if name == "" or name in self.columns}
        line = cleaned.get("header_line")
        if not columns and line is None:
            return None
        return Chosen(columns, line if isinstance(line, int) else None)


class ResultsForm(ImportForm):
    """A file of results for a stage; `accept_unbalanced` is the reason for games that do not balance."""

    instead = staticmethod(longer)
    is_header = staticmethod(seat_columns.is_header)
    columns = frozenset([*seat_columns.COLUMNS, *seat_columns.SEAT_COLUMNS])

    stage = forms.ModelChoiceField(
        Stage.objects.none(), label=pgettext_lazy("field", "Stage"), empty_label=None
    )
    accept_unbalanced = forms.CharField(
        label=gettext_lazy("Reason for games that do not add up"),
        required=False,
        max_length=LONGEST_REASON,
        help_text=gettext_lazy(
            "Used for all games without a reason in their line. If empty, those games are refused."
        ),
    )

    def __init__(self, tournament: Tournament, data: object = None, files: object = None) -> None:
        super().__init__(data, files)  # type: ignore[arg-type]
        offer(self, "stage", tournament.stages.order_by(*NEXT_TO_DRAW_FIRST))
        self.fields["text"].widget.attrs["placeholder"] = "round,table,player,points\n1,1,Alice Smith,41200"
