"""Who is here tonight."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from players.names import clean_name
from tournaments.forms.draws import REMAINDERS, remainders_for
from tournaments.models import Entry, Stage, Tournament
from web.form_choices import offer

MOST_NEWCOMERS = 20


class NightForm(forms.Form):
    stage = forms.ModelChoiceField(Stage.objects.none(), label=gettext_lazy("Stage"), empty_label=None)
    here = forms.ModelMultipleChoiceField(
        Entry.objects.none(), label=gettext_lazy("Who is here"), required=False
    )
    newcomers = forms.CharField(
        label=gettext_lazy("New here"),
        required=False,
        max_length=2_000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("One name a line. They are entered and play the next round."),
    )
    remainder = forms.ChoiceField(label=gettext_lazy("If the tables do not fill"), choices=REMAINDERS)
    start = forms.BooleanField(label=gettext_lazy("Start it at once: tables can report"), required=False)

    def __init__(self, tournament: Tournament, data: object = None, **more: object) -> None:
        super().__init__(data, **more)  # type: ignore[arg-type]
        offer(self, "stage", tournament.stages.order_by("-ordinal"))
        offer(self, "remainder", [choice for choice in remainders_for(tournament) if choice[0] != "refuse"])
        offer(self, "here", tournament.entries.active())

    def clean_newcomers(self) -> list[str]:
        names = [line.strip() for line in self.cleaned_data["newcomers"].splitlines() if line.strip()]
        if len(names) > MOST_NEWCOMERS:
            raise ValidationError(_("Please register that many people under Players."), code="too_many")
        return [clean_name(name) for name in names]
