from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.forms.draws import REMAINDERS, remainders_for
from tournaments.forms.newcomers import NewcomersField
from tournaments.models import Entry, Stage, Tournament
from tournaments.models.setup.structure import NEXT_TO_DRAW_FIRST
from web.form_choices import offer


class NightForm(forms.Form):
    stage = forms.ModelChoiceField(
        Stage.objects.none(), label=pgettext_lazy("field", "Stage"), empty_label=None
    )
    here = forms.ModelMultipleChoiceField(
        Entry.objects.none(), label=gettext_lazy("Who is here"), required=False
    )
    newcomers = NewcomersField()
    remainder = forms.ChoiceField(label=gettext_lazy("If the tables do not fill"), choices=REMAINDERS)
    start = forms.BooleanField(label=gettext_lazy("Start it at once: tables can report"), required=False)

    def __init__(self, tournament: Tournament, data: object = None, **more: object) -> None:
        super().__init__(data, **more)  # type: ignore[arg-type]
        offer(self, "stage", tournament.stages.order_by(*NEXT_TO_DRAW_FIRST))
        offer(self, "remainder", [choice for choice in remainders_for(tournament) if choice[0] != "refuse"])
        offer(self, "here", tournament.entries.active())
