"""Qualification for a stage, and the qualifiers in seed order."""

import re
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.result.formatting import show_total
from tournaments.actions.draws.plans import MOST_PLAYERS
from tournaments.actions.stages.qualification import Places, Terms
from tournaments.models import Qualification, QualifyingRule, Stage
from tournaments.models.people.qualifying import LAST_PLACE
from tournaments.standings.qualifying import Candidate
from tournaments.standings.stages.pools import Pool
from tournaments.standings.tie_breaks import counts_points
from web.text.typed_figures import NoFigure, in_one_script, listed_figures
from web.typed_fields import NumberField, WholeField

RANGE = re.compile(r"([0-9]{1,6})(?:[-〜~]([0-9]{1,6}))?")
# The most unknown numbers that an error lists.
MOST_LISTED = 10
PART = re.compile(r"\s*([0-9]{1,4})\s*/\s*([0-9]{1,4})\s*")
# Empty lines for new rules.
MORE_RULES = 2


class RuleForm(forms.Form):
    """A rule; a line without a last place is empty."""

    source = forms.ModelChoiceField(
        Stage.objects.none(), label=gettext_lazy("From the stage"), required=False, empty_label=None
    )
    among = forms.ChoiceField(label=pgettext_lazy("field", "Places"), choices=QualifyingRule.Among.choices)
    first = WholeField(
        label=pgettext_lazy("field", "From place"), required=False, min_value=1, max_value=LAST_PLACE
    )
    last = WholeField(
        label=pgettext_lazy("field", "To place"), required=False, min_value=1, max_value=LAST_PLACE
    )

    def __init__(self, *args: Any, earlier: Sequence[Stage], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["source"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = Stage.objects.filter(pk__in=[stage.pk for stage in earlier]).order_by("-ordinal")

    def places(self) -> Places | None:
        """Return the rule, if the line has one."""
        typed = self.cleaned_data
        if typed.get("last") is None or typed.get("source") is None:
            return None
        return Places(typed["source"].pk, typed["last"], typed.get("first") or 1, typed["among"])


RuleForms = forms.formset_factory(RuleForm, extra=MORE_RULES, max_num=50, absolute_max=60)


class QualificationForm(forms.Form):
    """The terms, and a line for each rule. Amounts are in points, as shown everywhere."""

    of_teams = forms.BooleanField(
        label=gettext_lazy("Whole teams qualify, by the team standings"), required=False
    )
    carries = forms.ChoiceField(
        label=gettext_lazy("Points they start with"), choices=Qualification.Carries.choices
    )
    part = forms.CharField(
        label=gettext_lazy("Part of the total"),
        required=False,
        max_length=12,
        help_text=gettext_lazy("For example 1/2. Only with “A part of the total”."),
    )
    quantum = NumberField(
        label=gettext_lazy("Rounded to (points)"),
        required=False,
        min_value=Decimal("0.001"),
        max_value=1_000_000,
        max_digits=10,
        decimal_places=3,
        help_text=gettext_lazy("For example 0.1. Leave empty for the smallest unit."),
    )
    rounding = forms.ChoiceField(
        label=pgettext_lazy("field", "Rounding"), choices=Qualification.Rounding.choices, required=False
    )
    by_rank = forms.CharField(
        label=gettext_lazy("Totals by rank (points)"),
        required=False,
        max_length=400,
        help_text=gettext_lazy("1st first, such as 120, 70, 30, 0. Only with “Fixed totals by rank”."),
    )
    forgives_penalties = forms.BooleanField(
        label=gettext_lazy("Penalties are not carried: the total is taken without them"), required=False
    )
    carries_head_to_head = forms.BooleanField(
        label=gettext_lazy("Games against each other carry over"),
        required=False,
        help_text=gettext_lazy(
            "If ties are broken by “Totals when they met”, games of earlier stages count too."
        ),
    )
    carries_points = forms.BooleanField(
        label=gettext_lazy("Points at the table carry over too"),
        required=False,
        help_text=gettext_lazy(
            "In the same proportion as the total. If ties are broken by points, those of earlier stages "
            "count too."
        ),
    )
    seen = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def __init__(self, stage: Stage, terms: Terms | None, seen: str, data: Any = None) -> None:
        self.units = stage.tournament.rulebook.units_per_point
        self.counts_points = counts_points(stage.tournament.rulebook)
        super().__init__(data, initial={"seen": seen, **self._initial(terms)})
        earlier = list(stage.tournament.stages.filter(ordinal__lt=stage.ordinal))
        lines = [
            {"source": one.source, "among": one.among, "first": one.first, "last": one.last}
            for one in (terms.rules if terms is not None else ())
        ]
        self.rules = RuleForms(data, initial=lines, prefix="rules", form_kwargs={"earlier": earlier})
        if not stage.tournament.teams.exists():
            del self.fields["of_teams"]

    def is_valid(self) -> bool:
        return super().is_valid() & self.rules.is_valid()

    def clean_part(self) -> tuple[int, int]:
        typed = self.cleaned_data["part"]
        if not typed:
            return 1, 1
        found = PART.fullmatch(in_one_script(typed))
        if found is None:
            raise forms.ValidationError(_("Please enter a fraction such as 1/2."), code="part")
        return int(found[1]), int(found[2])

    def clean_quantum(self) -> int:
        typed = self.cleaned_data["quantum"]
        return 1 if typed is None else self._in_units(typed)

    def clean_by_rank(self) -> list[int]:
        try:
            listed = listed_figures(self.cleaned_data["by_rank"], whole=False)
            return [self._in_units(Decimal(one.numerator) / Decimal(one.denominator)) for one in listed]
        except (NoFigure, InvalidOperation) as error:
            raise forms.ValidationError(
                _("Please enter numbers, such as 120, 70, 30, 0."), code="by_rank"
            ) from error

    def terms(self) -> Terms:
        """Return the typed terms. Values that belong to another choice are ignored."""
        typed, kind = self.cleaned_data, self.cleaned_data["carries"]
        is_part = kind == Qualification.Carries.RATIO
        numerator, denominator = typed["part"] if is_part else (1, 1)
        rules = (form.places() for form in self.rules)
        return Terms(
            rules=[one for one in rules if one is not None],
            of_teams=typed.get("of_teams", False),
            carries=kind,
            numerator=numerator,
            denominator=denominator,
            quantum=typed["quantum"] if is_part else 1,
            rounding=(typed["rounding"] if is_part else "") or Qualification.Rounding.HALF_UP,
            by_rank=typed["by_rank"] if kind == Qualification.Carries.BY_RANK else [],
            forgives_penalties=typed["forgives_penalties"],
            carries_head_to_head=typed["carries_head_to_head"],
            carries_points=typed["carries_points"] and kind != Qualification.Carries.NOTHING,
        )

    def _in_units(self, points: Decimal) -> int:
        if not points.is_finite() or abs(points) > 1_000_000:
            raise InvalidOperation
        units = points * self.units
        if units != units.to_integral_value():
            raise forms.ValidationError(_("This is finer than the rulebook allows."), code="too_fine")
        return int(units)

    def _initial(self, terms: Terms | None) -> dict[str, Any]:
        if terms is None:
            return {
                "part": "1/2",
                "quantum": Decimal("0.1") if self.units % 10 == 0 else None,
                "carries_points": self.counts_points,
            }
        return {
            "of_teams": terms.of_teams,
            "carries": terms.carries,
            "part": f"{terms.numerator}/{terms.denominator}",
            "quantum": Decimal(terms.quantum) / self.units if terms.quantum > 1 else None,
            "rounding": terms.rounding,
            "by_rank": ", ".join(show_total(units, self.units).lstrip("+") for units in terms.by_rank),
            "forgives_penalties": terms.forgives_penalties,
            "carries_head_to_head": terms.carries_head_to_head,
            "carries_points": terms.carries_points,
        }


class QualifiersForm(forms.Form):
    """A seed for each qualifier; players without one are left out. For qualifiers named by hand (`pool`), a list of
    numbers can be given instead.
    """

    seen = forms.CharField(max_length=40, widget=forms.HiddenInput)
    numbers = forms.CharField(
        label=gettext_lazy("Numbers of the players"),
        required=False,
        max_length=4_000,
        help_text=gettext_lazy(
            "In the order of their seeds, such as 1, 4, 5, 8 or 1-8. If several stages are named by hand, "
            "such as pools, players are distributed evenly: change this as you like."
        ),
    )

    def __init__(
        self,
        proposed: Sequence[Candidate],
        others: Sequence[int],
        seen: str,
        data: Any = None,
        *,
        pool: Pool | None = None,
    ) -> None:
        super().__init__(data, initial={"seen": seen})
        self.pool = pool
        if pool is None:
            del self.fields["numbers"]
        else:
            self.fields["numbers"].initial = ", ".join(map(str, pool.proposed))
        for seed, one in enumerate(proposed, 1):
            self.fields[f"seed-{one.key}"] = self._seed(seed)
        for key in others:
            self.fields[f"seed-{key}"] = self._seed(None)

    def of(self, key: int) -> forms.BoundField:
        """Return the field of an entry or a team."""
        return self[f"seed-{key}"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        seeds = self._seeds(cleaned)
        if seeds and "numbers" in self.changed_data:
            raise forms.ValidationError(
                _("Please either list numbers or enter seeds, and leave the other empty."), code="two_lists"
            )
        if len({seed for seed, _key in seeds}) != len(seeds):
            raise forms.ValidationError(_("Two entries have the same seed."), code="same_seed")
        return cleaned

    def clean_numbers(self) -> list[int]:
        """The ids of the entries with the listed numbers."""
        assert self.pool is not None, "else there is no such field"
        numbers: list[int] = []
        for word in filter(None, re.split(r"[,;\s]+", in_one_script(self.cleaned_data["numbers"]))):
            found = RANGE.fullmatch(word)
            if found is None or int(found[2] or found[1]) - int(found[1]) > MOST_PLAYERS:
                raise forms.ValidationError(
                    _("Please enter numbers such as 1, 4, 5, 8 or 1-8."), code="numbers"
                )
            numbers += range(int(found[1]), int(found[2] or found[1]) + 1)
        unknown = [number for number in numbers if number not in self.pool.entries]
        if unknown:
            listed = ", ".join(map(str, unknown[:MOST_LISTED]))
            raise forms.ValidationError(
                _("No eligible player has these numbers: %(numbers)s."),
                code="unknown_numbers",
                params={"numbers": listed},
            )
        return [self.pool.entries[number] for number in numbers]

    def keys(self) -> list[int]:
        """Return the players by seed, or the listed numbers if no seeds are given."""
        seeds = sorted(self._seeds(self.cleaned_data))
        return [key for _seed, key in seeds] or list(self.cleaned_data.get("numbers") or ())

    @staticmethod
    def _seed(initial: int | None) -> WholeField:
        return WholeField(
            label=pgettext_lazy("field", "Seed"),
            required=False,
            min_value=1,
            max_value=MOST_PLAYERS,
            initial=initial,
            widget=forms.NumberInput(attrs={"class": "short"}),
        )

    @staticmethod
    def _seeds(cleaned: dict[str, Any]) -> list[tuple[int, int]]:
        return [
            (seed, int(name.removeprefix("seed-")))
            for name, seed in cleaned.items()
            if name.startswith("seed-") and seed is not None
        ]
