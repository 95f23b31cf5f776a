"""What is ticked for a print kit."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from publishing.print_kit.content import PARTS, Choice
from tournaments.models import Round

# Without the secrets of the cards, which are not everybody's to print again.
FIRST_TICKED = tuple(part for part in PARTS if part != "cards")


class KitForm(forms.Form):
    what = forms.MultipleChoiceField(
        label=pgettext_lazy("field", "What to print"),
        choices=list(PARTS.items()),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Please tick what to print.")},
    )
    round = forms.ChoiceField(label=gettext_lazy("Door lists and score sheets of"), required=False)
    paper = forms.ChoiceField(
        label=pgettext_lazy("field", "Paper"),
        choices=[("a4", "A4"), ("letter", "Letter")],
        required=False,
    )
    address = forms.ChoiceField(
        label=gettext_lazy("Address in the codes"),
        help_text=gettext_lazy("This computer is in several networks. Choose the one your phones use."),
        required=False,
    )

    def __init__(self, *args: Any, rounds: Iterable[Round], sites: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rounds = list(rounds)
        stages = len({one.stage_id for one in rounds})
        self.fields["round"].choices = [  # type: ignore[attr-defined]
            ("0", gettext_lazy("All published rounds")),
            *((str(one.pk), f"{one.stage} · {one}" if stages > 1 else str(one)) for one in rounds),
        ]
        self.fields["address"].choices = [(one, one) for one in sites]  # type: ignore[attr-defined]
        if len(sites) < 2:
            del self.fields["address"]
        self.site = next(iter(sites), "")

    @property
    def choice(self) -> Choice:
        """What was chosen, of a valid form."""
        typed = self.cleaned_data
        return Choice(
            parts=typed["what"],
            round_id=int(typed["round"] or 0),
            paper="letter" if typed["paper"] == "letter" else "A4",
            site=typed.get("address") or self.site,
        )
