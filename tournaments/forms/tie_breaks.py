"""Forms for the order of standings and for who is ranked. An order is a series of choices, the most important first,
with the lot last.
"""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import get_language, gettext_lazy, pgettext
from django.utils.translation import gettext as _

from scoring.rulebook.fields import MAX_UMA
from scoring.rulebook.rulebook import Rulebook
from scoring.text.tie_breaks import name_of_tie_break
from tournaments.actions.setup.ranking import rulebook_score
from tournaments.models import Tournament
from tournaments.standings import RANKED_BY
from web.text.figures import with_minus
from web.typed_fields import WholeField

LOT = "lot"
# One more than any rulebook has.
MOST = 4


class OrderWidget(forms.MultiWidget):
    """A list of selects in a field set that labels them."""

    use_fieldset = True

    def decompress(self, value: Any) -> list[str]:
        names = [name for name in value or () if name != LOT]
        return [*names, *[""] * (MOST - len(names))][:MOST]


class OrderField(forms.MultiValueField):
    """Chosen criteria, cleaned to a ranking's names with the lot at the end."""

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
                    attrs={
                        "aria-label": pgettext("with a number", "Criterion %(number)s")
                        % {"number": index + 1}
                    },
                )
                for index, choices in enumerate(lists)
            ]
        )
        super().__init__(
            fields,
            widget=widget,
            require_all_fields=False,
            help_text=_(
                "Most important first. The lot decides the final order, and those players share a rank."
            ),
            **kwargs,
        )

    def compress(self, data_list: Sequence[str]) -> list[str]:
        chosen = [name for name in data_list if name]
        if len(set(chosen)) != len(chosen):
            raise forms.ValidationError(_("Each criterion can be used only once."), code="repeated")
        return [*chosen, LOT] if chosen else []


class TieBreaksForm(forms.Form):
    def __init__(self, rulebook: Rulebook, in_force: Sequence[str], data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        self.fields["tie_breaks"] = OrderField(
            rulebook, label=gettext_lazy("Order of the standings"), initial=list(in_force)
        )


class RankingForm(forms.Form):
    substitutes = forms.ChoiceField(
        label=gettext_lazy("Games of substitutes count for"), choices=Tournament.Substitutes.choices
    )
    substitute_score = WholeField(
        label=gettext_lazy("Fixed score for each game"),
        required=False,
        min_value=-MAX_UMA,
        max_value=MAX_UMA,
    )
    withdrawn = forms.ChoiceField(
        label=gettext_lazy("Players who have withdrawn"), choices=Tournament.Withdrawn.choices
    )

    def __init__(self, tournament: Tournament, data: object = None) -> None:
        names = ("substitutes", "substitute_score", "withdrawn")
        super().__init__(data, initial={name: getattr(tournament, name) for name in names})  # type: ignore[arg-type]
        usual = rulebook_score(tournament.usual_format.rulebook_id)
        self.fields["substitute_score"].help_text = (
            _("Only with a fixed score: in result points, such as −30.")
            if usual is None
            else _("Only with a fixed score. Leave empty for the rulebook’s: %(score)s.")
            % {"score": with_minus(str(usual))}
        )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        # Without JavaScript the field is always visible.
        if cleaned.get("substitutes") != Tournament.Substitutes.FIXED_SCORE:
            cleaned["substitute_score"] = None
        return cleaned
