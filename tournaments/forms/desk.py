from collections.abc import Mapping, Sequence
from fractions import Fraction

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from players.names import LONGEST_NAME, clean_name
from rules.listed_penalties import faults_of
from tournaments.actions.people.entries import MOST_NUMBER
from tournaments.actions.play.penalties import PLAYED
from tournaments.actions.reasons import LONGEST_REASON
from tournaments.actions.stages.finals import Finals
from tournaments.models import Entry, Qualification, Round, Seat, Stage, Team, Tournament
from tournaments.models.play.penalty_kinds import CHOICES, PENALTY_KINDS, usual_kind
from tournaments.models.setup.structure import NEXT_TO_DRAW_FIRST
from tournaments.models.setup.table_formats import SIZES_BESIDE
from web.form_choices import Checkboxes, offer
from web.typed_fields import MomentField, NumberField, WholeField

MOST_PENALTY = 100_000


# The last two require tables of four.
ROUND_REMAINDERS = [
    ("refuse", pgettext_lazy("choice", "ask me")),
    ("byes", gettext_lazy("some sit out")),
    ("three", gettext_lazy("tables of three, in turn")),
    ("five", gettext_lazy("tables of five, in turn")),
]


class NameField(forms.CharField):
    """A person's or a team's name, cleaned by `players.names`."""

    def __init__(self, **kwargs: object) -> None:
        # Longer than a name may be, so that the error of `players.names` is shown.
        super().__init__(max_length=4 * LONGEST_NAME, **kwargs)  # type: ignore[arg-type]

    def clean(self, value: object) -> str:
        text = super().clean(value)
        return clean_name(text) if text else ""


class DrawForm(forms.Form):
    stage = forms.ModelChoiceField(
        Stage.objects.none(), label=pgettext_lazy("field", "Stage"), empty_label=None
    )
    remainder = forms.ChoiceField(
        label=gettext_lazy("If the tables do not fill"),
        choices=ROUND_REMAINDERS,
        required=False,
    )
    sit_out = forms.ModelMultipleChoiceField(
        Entry.objects.none(),
        label=gettext_lazy("Sit out this round"),
        required=False,
        widget=Checkboxes,
    )
    seed = forms.RegexField(
        r"^[\w.:-]{0,64}$",
        label=pgettext_lazy("field", "Seed"),
        required=False,
        help_text=gettext_lazy("Leave empty to generate one. The same seed draws the same tables."),
    )

    def __init__(self, tournament: Tournament, data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        offer(self, "stage", tournament.stages.order_by(*NEXT_TO_DRAW_FIRST))
        if not SIZES_BESIDE.get(tournament.usual_format.players):
            offer(self, "remainder", ROUND_REMAINDERS[:-2])
        offer(self, "sit_out", tournament.entries.active().select_related("player").order_by("number"))


class StageForm(forms.Form):
    name = NameField(label=gettext_lazy("Name of the stage"))


class FinalForm(forms.Form):
    """How many play in the final, one button each, and what they start with."""

    carries = forms.ChoiceField(
        label=gettext_lazy("Points they start with"),
        choices=[
            (Qualification.Carries.RATIO, gettext_lazy("Half of the total")),
            (Qualification.Carries.FULL, Qualification.Carries.FULL.label),
            (Qualification.Carries.NOTHING, Qualification.Carries.NOTHING.label),
        ],
    )
    size = forms.TypedChoiceField(coerce=int, label=pgettext_lazy("field", "Players"))

    def __init__(self, finals: Finals, data: QueryDict | None = None) -> None:
        super().__init__(data, auto_id="final-%s")
        self.finals = finals
        self.fields["size"].choices = [(size, str(size)) for size in finals.sizes]  # type: ignore[attr-defined]


class RegisterForm(forms.Form):
    name = NameField(label=pgettext_lazy("field", "Name"))
    club = NameField(label=pgettext_lazy("field", "Club"), required=False)
    team = NameField(label=pgettext_lazy("field", "Team"), required=False)
    number = WholeField(
        label=pgettext_lazy("field", "Number"),
        required=False,
        min_value=1,
        max_value=MOST_NUMBER,
        help_text=gettext_lazy("Leave empty for the next free number."),
    )
    is_substitute = forms.BooleanField(
        label=gettext_lazy("Substitute: plays only in place of others"), required=False
    )


class ReasonForm(forms.Form):
    reason = forms.CharField(label=pgettext_lazy("field", "Reason"), max_length=LONGEST_REASON)


class RoundField(forms.ModelChoiceField):  # type: ignore[type-arg]  # Django 5.2 takes no [Round] at run time
    """A round, named with its stage if there are several."""

    def label_from_instance(self, obj: Round) -> str:
        return f"{obj} · {obj.stage.name}" if obj.stage.ordinal > 1 else str(obj)


class PenaltyForm(forms.Form):
    """Cleans to `kind`, `amount` in the rulebook's smallest unit, with the sign of a penalty's, `reason` as recorded,
    `stage`, and either an `entry` or a `team`. Without teams there is no team field.

    The reason is chosen from the rulebook's list, typed, or both. A deduction without points is a warning.
    """

    entry = forms.ModelChoiceField(
        Entry.objects.none(), label=pgettext_lazy("field", "Player"), required=False, empty_label="–"
    )
    team = forms.ModelChoiceField(
        Team.objects.none(),
        label=gettext_lazy("Or a team"),
        required=False,
        empty_label="–",
        help_text=gettext_lazy("Changes the team’s total but not its players’."),
    )
    fault = forms.ChoiceField(label=gettext_lazy("Fault, from the rulebook"), required=False)
    reason = forms.CharField(
        label=gettext_lazy("Reason, in your own words"), required=False, max_length=LONGEST_REASON
    )
    kind = forms.ChoiceField(label=pgettext_lazy("field", "Kind"), choices=CHOICES, required=False)
    amount = NumberField(
        label=pgettext_lazy("field", "Points"),
        required=False,
        min_value=0,
        max_value=MOST_PENALTY,
        max_digits=10,
        decimal_places=4,
        help_text=gettext_lazy(
            "In the units of the standings: 20 takes off 20.0, not 20,000. Leave empty for a warning."
        ),
    )
    round = RoundField(
        Round.objects.none(),
        label=pgettext_lazy("field", "Round"),
        required=False,
        empty_label=pgettext_lazy("choice", "none"),
    )
    stage = forms.ModelChoiceField(
        Stage.objects.none(), label=pgettext_lazy("field", "Stage"), empty_label=None
    )

    def __init__(
        self, tournament: Tournament, data: object = None, about: Mapping[str, str] | None = None
    ) -> None:
        """`about`: the player, round and stage of the link to the form."""
        super().__init__(data, initial=about)  # type: ignore[arg-type]
        self.units_per_point = tournament.rulebook.units_per_point
        faults = faults_of(tournament.usual_format.rulebook_id)
        self.texts = {code: text for _title, listed in faults for code, text in listed}
        if faults:
            offer(self, "fault", [("", _("not in the list")), *faults])
        else:
            del self.fields["fault"]
        rounds = Round.objects.filter(stage__tournament=tournament, status__in=PLAYED)
        offer(self, "round", rounds.select_related("stage").order_by("-stage__ordinal", "-number"))
        offer(self, "stage", tournament.stages.order_by(*NEXT_TO_DRAW_FIRST))
        offer(self, "entry", tournament.entries.select_related("player").order_by("number"))
        teams = tournament.teams.filter(entries__isnull=False).distinct().order_by("name")
        offer(self, "team", teams)
        self.has_teams = teams.exists()
        if not self.has_teams:
            del self.fields["team"]
            self.fields["entry"].required = True

    def clean_amount(self) -> int:
        units = Fraction(self.cleaned_data["amount"] or 0) * self.units_per_point
        if units.denominator != 1:
            raise ValidationError(_("This rulebook does not use points this fine."), code="too_fine")
        return int(units)

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        is_chosen = [cleaned.get(name) is not None for name in ("entry", "team")]
        if "team" in self.fields and not {"entry", "team"} & self.errors.keys() and sum(is_chosen) != 1:
            self.add_error("entry", _("Please choose either a player or a team."))
        fault = self.texts.get(cleaned.get("fault", ""), "")
        own = cleaned.get("reason", "")
        if not fault and not own and "reason" not in self.errors:
            self.add_error("reason", _("Please enter what it is for."))
        amount = int(cleaned.get("amount") or 0)
        kind = PENALTY_KINDS.get(cleaned.get("kind", ""), usual_kind(amount))
        if kind.sign > 0 and not amount:
            kind = usual_kind(amount)
        cleaned |= {"kind": kind.name, "amount": -amount if kind.sign < 0 else amount}
        round_ = cleaned.get("round")
        stage = round_.stage if round_ is not None else cleaned.get("stage")
        return {**cleaned, "reason": ": ".join(text for text in (fault, own) if text), "stage": stage}


class RoundTimeForm(forms.Form):
    """A round's planned start in the tournament's time zone; empty removes it."""

    planned_at = MomentField(
        label=pgettext_lazy("field", "Start time"),
        required=False,
    )


class SubstituteForm(forms.Form):
    seat = forms.ModelChoiceField(
        Seat.objects.none(), label=pgettext_lazy("field", "Who leaves"), empty_label=None
    )
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


class LeaversForm(forms.Form):
    """Several players withdraw at once; missing ones are ticked."""

    leavers = forms.ModelMultipleChoiceField(
        Entry.objects.none(), label=pgettext_lazy("field", "Who leaves"), widget=Checkboxes
    )
    # Players in a round that is not closed, whose tables need a repair.
    must_repair = False

    def __init__(self, tournament: Tournament, ticked: Sequence[int], data: object = None) -> None:
        super().__init__(data, initial={"leavers": ticked})  # type: ignore[arg-type]
        present = tournament.entries.filter(status=Entry.Status.ACTIVE)
        offer(self, "leavers", present.select_related("player").order_by("number"))
