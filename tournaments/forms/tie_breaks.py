"""The order of the standings as a form: one choice after the other, the most important first, the lot last."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from scoring.rulebook.rulebook import Rulebook
from scoring.text.tie_breaks import name_of_tie_break
from tournaments.standings import RANKED_BY

LOT = "lot"
# One more than any rulebook names.
MOST = 4


class OrderWidget(forms.MultiWidget):
    """One list after the other, in a field set that says what they are for."""

    use_fieldset = True

    def decompress(self, value: Any) -> list[str]:
        names = [name for name in value or () if name != LOT]
        return [*names, *[""] * (MOST - len(names))][:MOST]


class OrderField(forms.MultiValueField):
    """Criteria as people choose them; cleaned to the names of a ranking with the lot at the end."""

    is_order = True

    def __init__(self, rulebook: Rulebook, **kwargs: Any) -> None:
        names = [
            (name, name_of_tie_break(name, rulebook, get_language())) for name in RANKED_BY if name != LOT
        ]
        lists = [names, *([("", "–"), *names] for _more in range(MOST - 1))]
        fields = [
            forms.ChoiceField(choices=choices, required=not index) for index, choices in enumerate(lists)
        ]
        widget = OrderWidget(
            [
                forms.Select(
                    choices=choices,
                    attrs={"aria-label": _("Criterion %(number)s") % {"number": index + 1}},
                )
                for index, choices in enumerate(lists)
            ]
        )
        super().__init__(
            fields,
            widget=widget,
            require_all_fields=False,
            help_text=_("The most important first. The lot decides last, and those share a rank."),
            **kwargs,
        )

    def compress(self, data_list: Sequence[str]) -> list[str]:
        chosen = [name for name in data_list if name]
        if len(set(chosen)) != len(chosen):
            raise forms.ValidationError(_("Each criterion can be used once."), code="repeated")
        return [*chosen, LOT] if chosen else []


class TieBreaksForm(forms.Form):
    def __init__(self, rulebook: Rulebook, in_force: Sequence[str], data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        self.fields["tie_breaks"] = OrderField(
            rulebook, label=gettext_lazy("Order of the standings"), initial=list(in_force)
        )
