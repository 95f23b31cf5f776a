"""What the staff types at the desk."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from players.names import LONGEST_NAME, clean_name
from tournaments.actions.people.entries import MOST_NUMBER
from tournaments.actions.reasons import LONGEST_REASON
from tournaments.models import Entry, Seat, Stage, Tournament
from tournaments.models.setup.table_formats import SIZES_BESIDE
from web.form_choices import offer
from web.sheets.csv_rows import Finding
from web.sheets.uploads import text_of_file

LARGEST_FILE = 2 * 1024 * 1024


# The last two only where tables are of four.
ROUND_REMAINDERS = [
    ("refuse", gettext_lazy("ask me")),
    ("byes", gettext_lazy("some sit out")),
    ("three", gettext_lazy("tables of three, in turn")),
    ("five", gettext_lazy("tables of five, in turn")),
]


class NameField(forms.CharField):
    """A person's or a team's name, cleaned as `players.names` says."""

    def __init__(self, **kwargs: object) -> None:
        # Longer than a name may be, so that the refusal is the one that says why.
        super().__init__(max_length=4 * LONGEST_NAME, **kwargs)  # type: ignore[arg-type]

    def clean(self, value: object) -> str:
        text = super().clean(value)
        return clean_name(text) if text else ""


class DrawForm(forms.Form):
    stage = forms.ModelChoiceField(Stage.objects.none(), label=gettext_lazy("Stage"), empty_label=None)
    remainder = forms.ChoiceField(
        label=gettext_lazy("If the tables do not fill"),
        choices=ROUND_REMAINDERS,
        required=False,
    )
    sit_out = forms.ModelMultipleChoiceField(
        Entry.objects.none(),
        label=gettext_lazy("Sit out this round"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    seed = forms.RegexField(
        r"^[\w.:-]{0,64}$",
        label=gettext_lazy("Seed"),
        required=False,
        help_text=gettext_lazy("Leave empty to have one made. The same seed draws the same tables."),
    )

    def __init__(self, tournament: Tournament, data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        offer(self, "stage", tournament.stages.order_by("-ordinal"))
        if not SIZES_BESIDE.get(tournament.usual_format.players):
            offer(self, "remainder", ROUND_REMAINDERS[:-2])
        offer(self, "sit_out", tournament.entries.active().select_related("player").order_by("number"))


class StageForm(forms.Form):
    name = NameField(label=gettext_lazy("Name of the stage"))


class RegisterForm(forms.Form):
    name = NameField(label=gettext_lazy("Name"))
    club = NameField(label=gettext_lazy("Club"), required=False)
    team = NameField(label=gettext_lazy("Team"), required=False)
    number = forms.IntegerField(
        label=gettext_lazy("Number"),
        required=False,
        min_value=1,
        max_value=MOST_NUMBER,
        help_text=gettext_lazy("Leave empty for the next free one."),
    )
    is_substitute = forms.BooleanField(
        label=gettext_lazy("Substitute: plays only for others"), required=False
    )


class ImportForm(forms.Form):
    file = forms.FileField(label=gettext_lazy("XLSX or CSV file"), required=False)
    text = forms.CharField(
        label=gettext_lazy("Or paste the list here"),
        required=False,
        max_length=LARGEST_FILE,
        widget=forms.Textarea(
            attrs={"rows": 8, "placeholder": "name,club,team\nAlice Smith,Dragon Club,Winds"}
        ),
    )
    as_of = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        file = cleaned.get("file")
        if file is not None:
            if file.size > LARGEST_FILE:
                raise ValidationError(_("The file is larger than 2 MB. Please split it."), code="too_large")
            text = text_of_file(file.read())
            if isinstance(text, Finding):
                raise ValidationError(text.message, code=text.code)
            cleaned["text"] = text
        if not str(cleaned.get("text", "")).strip():
            raise ValidationError(_("Please choose a file or paste a list."), code="empty")
        return cleaned


class ReasonForm(forms.Form):
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=LONGEST_REASON)


class RoundTimeForm(forms.Form):
    """When a round is to begin, in the tournament's zone; empty takes the time back."""

    planned_at = forms.DateTimeField(
        label=gettext_lazy("Day and hour"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}),
    )


class SubstituteForm(forms.Form):
    seat = forms.ModelChoiceField(Seat.objects.none(), label=gettext_lazy("Who leaves"), empty_label=None)
    entry = forms.ModelChoiceField(Entry.objects.none(), label=gettext_lazy("Who plays instead"))

    def __init__(self, tournament: Tournament, seats: list[Seat], data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        offer(
            self,
            "seat",
            Seat.objects.filter(pk__in=[seat.pk for seat in seats])
            .select_related("entry__player")
            .order_by("wind"),
        )
        free = tournament.entries.filter(status=Entry.Status.ACTIVE)
        if seats:
            free = free.exclude(seats__round=seats[0].round_id)
        offer(self, "entry", free.select_related("player").order_by("-is_substitute", "number"))
