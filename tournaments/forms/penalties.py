"""A penalty or a warning, as a referee writes it down."""

from fractions import Fraction

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.listed_penalties import faults_of
from tournaments.actions.play.penalties import PLAYED
from tournaments.actions.reasons import LONGEST_REASON
from tournaments.models import Entry, Round, Stage, Tournament
from web.form_choices import offer

MOST_PENALTY = 100_000


class RoundField(forms.ModelChoiceField):  # type: ignore[type-arg] - Django cannot be asked for them
    """A round, named with its stage where there are several."""

    def label_from_instance(self, obj: Round) -> str:
        return f"{obj} · {obj.stage.name}" if obj.stage.ordinal > 1 else str(obj)


class PenaltyForm(forms.Form):
    """Cleans to `amount` in the rulebook's smallest unit (0: a warning), `reason` as it is recorded, and `stage`.

    The reason is what was chosen from the rulebook's list and what was typed, or one of them.
    """

    entry = forms.ModelChoiceField(Entry.objects.none(), label=gettext_lazy("Player"))
    fault = forms.ChoiceField(label=gettext_lazy("Fault, from the rulebook"), required=False)
    reason = forms.CharField(
        label=gettext_lazy("Reason, in your own words"), required=False, max_length=LONGEST_REASON
    )
    amount = forms.DecimalField(
        label=gettext_lazy("Points off the total"),
        required=False,
        min_value=0,
        max_value=MOST_PENALTY,
        max_digits=10,
        decimal_places=4,
        help_text=gettext_lazy(
            "As the standings count them: 20 takes 20.0 off, not 20,000. Leave empty for a warning."
        ),
    )
    round = RoundField(
        Round.objects.none(), label=gettext_lazy("Round"), required=False, empty_label=gettext_lazy("none")
    )
    stage = forms.ModelChoiceField(Stage.objects.none(), label=gettext_lazy("Stage"), empty_label=None)

    def __init__(self, tournament: Tournament, data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        self.units_per_point = tournament.rulebook.units_per_point
        faults = faults_of(tournament.usual_format.rulebook_id)
        self.texts = {code: text for _title, listed in faults for code, text in listed}
        if faults:
            offer(self, "fault", [("", _("none of the list")), *faults])
        else:
            del self.fields["fault"]
        rounds = Round.objects.filter(stage__tournament=tournament, status__in=PLAYED)
        offer(self, "round", rounds.select_related("stage").order_by("-stage__ordinal", "-number"))
        offer(self, "stage", tournament.stages.order_by("-ordinal"))
        offer(self, "entry", tournament.entries.select_related("player").order_by("number"))

    def clean_amount(self) -> int:
        units = Fraction(self.cleaned_data["amount"] or 0) * self.units_per_point
        if units.denominator != 1:
            raise ValidationError(
                _("This rulebook does not use such a fraction of a point."), code="too_fine"
            )
        return int(units)

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        fault = self.texts.get(cleaned.get("fault", ""), "")
        own = cleaned.get("reason", "")
        if not fault and not own and "reason" not in self.errors:
            self.add_error("reason", _("Please say what it is for."))
        round_ = cleaned.get("round")
        stage = round_.stage if round_ is not None else cleaned.get("stage")
        return {**cleaned, "reason": ": ".join(text for text in (fault, own) if text), "stage": stage}
