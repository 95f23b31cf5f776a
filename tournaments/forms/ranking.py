"""Who is ranked, as a form."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.rulebook.fields import MAX_UMA
from tournaments.actions.setup.ranking import rulebook_score
from tournaments.models import Tournament
from web.figures import with_minus


class RankingForm(forms.Form):
    substitutes = forms.ChoiceField(
        label=gettext_lazy("Games of substitutes count for"), choices=Tournament.Substitutes.choices
    )
    substitute_score = forms.IntegerField(
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
            _("Only with a fixed score: in points of the result, such as −30.")
            if usual is None
            else _("Only with a fixed score. Leave empty for the rulebook’s: %(score)s.")
            % {"score": with_minus(str(usual))}
        )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        # Without JavaScript the field is there whatever is chosen.
        if cleaned.get("substitutes") != Tournament.Substitutes.FIXED_SCORE:
            cleaned["substitute_score"] = None
        return cleaned
