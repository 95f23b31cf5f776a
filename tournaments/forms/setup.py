"""Setting up a tournament: its frame, and what its rulebook leaves open."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import date, timedelta
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from players.names import LONGEST_NAME, clean_name
from rules.forms.rule_fields import is_shared_out, name_of, rule_field, uneven_uma
from scoring.rulebook.provenance import provenance
from scoring.rulebook.rulebook import Rulebook, unset_fields
from tournaments.actions.credentials.api_tokens import LONGEST_LIFE
from tournaments.actions.leagues.presets import SEASON_PRESETS
from tournaments.actions.setup.addresses import league_address, tournament_address
from tournaments.actions.setup.tournaments import LAST_YEAR, Frame, time_zones
from tournaments.actions.stages.presets import Final
from tournaments.actions.stages.shapes import Shape
from tournaments.forms.tie_breaks import OrderField
from tournaments.models import ApiToken, League, Qualification, Season, Tournament
from tournaments.models.leagues.league import LONGEST_TITLE
from tournaments.models.play.clocks import MOST_MINUTES
from tournaments.models.play.planned_rounds import MOST_PLANNED, USUAL_START
from tournaments.standings import usual_tie_breaks
from web.form_choices import offer
from web.typed_fields import DayField, MinuteOfDayField, WholeField

COMMON_ZONES = [
    "Asia/Tokyo",
    "Europe/Berlin",
    "Europe/London",
    "America/New_York",
    "America/Los_Angeles",
    "UTC",
]
AMOUNT = "chombo.amount"
SATURDAY = 5
# Tables of a final to choose from.
FINAL_TABLES = (1, 2, 4)
FINAL = ("final_tables", "final_carries")
# Rounds and their rhythm, as columns of the planned rounds.
RHYTHM = ("rounds", "minutes", "pause", "lunch_after", "lunch")
# What is in view; everything else has a usual value and is folded.
IN_VIEW = ("name", "starts_on", "starts_at", "venue", "visibility", *RHYTHM, *FINAL)
# What a form begins with where a shape has rounds.
USUAL_RHYTHM = {"starts_at": USUAL_START, "pause": 15, "lunch_after": 2, "lunch": 60}


class TitleField(forms.CharField):
    """A tournament's name: like a person's, but it may be longer."""

    def clean(self, value: object) -> str:
        text = " ".join(super().clean(value).split())
        if text:
            for start in range(0, len(text), 50):
                clean_name(text[start : start + 50].strip() or "-")
        return text


class AddressField(forms.SlugField):
    """The address of a tournament or league, in lowercase."""

    # Django's message speaks of a slug.
    default_error_messages = {
        "invalid": gettext_lazy("An address has lowercase letters, digits and hyphens, such as spring-open.")
    }

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"label": pgettext_lazy("field", "Address"), "max_length": 60, **kwargs})

    def clean(self, value: object) -> str:
        return str(super().clean(value)).lower()


class NewAddressField(AddressField):
    """May be empty: the form makes the address from the name."""

    def __init__(self) -> None:
        super().__init__(
            required=False,
            help_text=gettext_lazy(
                "Lowercase letters, digits and hyphens, such as spring-open. If empty, it is made from the name."
            ),
        )


def next_saturday() -> date:
    """Return the first Saturday after today."""
    today = timezone.localdate()
    return today + timedelta(days=(SATURDAY - today.weekday() - 1) % 7 + 1)


def _usual_minutes(rulebook: Rulebook, shape: Shape) -> int | None:
    """Return how long a round takes by the shape, else by the rulebook; None where neither says so."""
    of_shape = shape.stages.minutes if shape.stages is not None else 0
    return of_shape or provenance(rulebook.identity.id).session.minutes


class TournamentForm(forms.Form):
    """`house_rules` is what the organizer decided where the rulebook leaves something open."""

    name = TitleField(label=pgettext_lazy("field", "Name"), max_length=LONGEST_TITLE)
    starts_on = DayField(label=pgettext_lazy("field", "First day"), required=False)
    venue = TitleField(label=pgettext_lazy("field", "Venue"), required=False, max_length=LONGEST_TITLE)
    starts_at = MinuteOfDayField(
        label=gettext_lazy("First round begins at"),
        required=False,
        error_messages={"invalid": gettext_lazy("Please enter a time such as 10:00.")},
    )
    rounds = WholeField(
        label=pgettext_lazy("field", "Rounds"), required=False, min_value=1, max_value=MOST_PLANNED
    )
    minutes = WholeField(
        label=gettext_lazy("Minutes per round"),
        required=False,
        min_value=1,
        max_value=MOST_MINUTES,
    )
    pause = WholeField(
        label=gettext_lazy("Minutes between rounds"), required=False, min_value=0, max_value=MOST_MINUTES
    )
    lunch_after = WholeField(
        label=gettext_lazy("Break after round"), required=False, min_value=1, max_value=MOST_PLANNED
    )
    lunch = WholeField(
        label=gettext_lazy("Minutes of the break"), required=False, min_value=0, max_value=MOST_MINUTES
    )
    final_tables = forms.ChoiceField(label=gettext_lazy("Players in the final"), required=False)
    final_carries = forms.ChoiceField(
        label=gettext_lazy("Carried into the final"),
        required=False,
        choices=[
            (Qualification.Carries.RATIO, gettext_lazy("Half of the total")),
            (Qualification.Carries.FULL, gettext_lazy("The whole total")),
            (Qualification.Carries.NOTHING, pgettext_lazy("choice", "Nothing")),
        ],
    )
    visibility = forms.ChoiceField(
        label=pgettext_lazy("field", "Visible to"), choices=Tournament.Visibility.choices
    )
    slug = NewAddressField()
    ends_on = DayField(
        label=pgettext_lazy("field", "Last day"),
        required=False,
        help_text=gettext_lazy("If empty, it follows from the first day."),
    )
    # A script chooses the zone in which the browser is.
    time_zone = forms.ChoiceField(
        label=pgettext_lazy("field", "Time zone"),
        initial=COMMON_ZONES[0],
        widget=forms.Select(attrs={"data-own-zone": True}),
    )
    confirmation_rule = forms.ChoiceField(
        label=gettext_lazy("Who confirms results"), choices=Tournament.ConfirmationRule.choices
    )
    confirmations_needed = WholeField(
        label=gettext_lazy("How many other seats, if only some"), required=False, min_value=1, max_value=3
    )
    paper_counts = forms.ChoiceField(
        label=gettext_lazy("Paper sheets entered by a scorer count"),
        initial=Tournament.PaperCounts.WITHOUT_PHONES,
        choices=Tournament.PaperCounts.choices,
        required=False,
        help_text=gettext_lazy(
            "For sheets signed by the players. Sheets entered by a referee always count. Where the referee "
            "confirms results, paper waits for the referee unless it always counts."
        ),
    )
    first_stage = TitleField(label=gettext_lazy("Name of the first stage"), required=False, max_length=60)
    season = forms.ModelChoiceField(
        Season.objects.none(), label=gettext_lazy("Season of a league"), required=False
    )
    division = TitleField(label=pgettext_lazy("field", "Division"), required=False, max_length=60)
    level = WholeField(
        label=gettext_lazy("Level of the division"),
        required=False,
        min_value=1,
        max_value=99,
        help_text=gettext_lazy("1 is the top division and the default."),
    )

    def __init__(
        self,
        rulebook: Rulebook,
        shape: Shape,
        seasons: Sequence[Season],
        data: object = None,
        initial: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(data, initial={"starts_on": next_saturday(), **(initial or {})})  # type: ignore[arg-type]
        self.shape = shape
        if shape.is_timed:
            usual = {"rounds": shape.rounds, "minutes": _usual_minutes(rulebook, shape), **USUAL_RHYTHM}
            self.initial = {**usual, **self.initial}
        else:
            for name in ("starts_at", *RHYTHM):
                del self.fields[name]
        if shape.has_final:
            sizes = [tables * rulebook.table.players for tables in FINAL_TABLES]
            offer(self, "final_tables", zip(FINAL_TABLES, sizes, strict=True))
        else:
            del self.fields["final_tables"], self.fields["final_carries"]
        zones = COMMON_ZONES + sorted(time_zones() - set(COMMON_ZONES))
        offer(self, "time_zone", [(zone, zone) for zone in zones])
        if seasons:
            rows = Season.objects.filter(pk__in=[season.pk for season in seasons])
            offer(self, "season", rows.select_related("league"))
        else:
            del self.fields["season"], self.fields["division"], self.fields["level"]
        self.rulebook_id, self.kind = rulebook.identity.id, rulebook.result.kind
        self.open_paths = unset_fields(rulebook, hands=False)
        for path in self.open_paths:
            self.fields[name_of(path)] = rule_field(path, book=rulebook)
        # Fields that only hands depend on are shown but may stay open: events that enter only points never need them.
        self.hand_paths = [path for path in unset_fields(rulebook) if path not in self.open_paths]
        for path in self.hand_paths:
            self.fields[name_of(path)] = rule_field(path, book=rulebook)
            self.fields[name_of(path)].required = False
        if AMOUNT in self.open_paths:
            self.fields[name_of(AMOUNT)].required = False
            self.fields[name_of(AMOUNT)].help_text = gettext_lazy(
                "After the game: in result points, such as 20. To each player, or off the score: in points "
                "at the table, such as 3000. Leave empty for other sanctions."
            )
        self.sanction = rulebook.chombo.kind
        self.fields["tie_breaks"] = OrderField(
            rulebook,
            label=gettext_lazy("Order of the standings"),
            initial=list(usual_tie_breaks(rulebook)),
            required=False,
        )

    @property
    def shown_values(self) -> dict[str, object]:
        """Return what the fields show, as if the form were sent like this; those of several inputs are left out."""
        return {
            field.name: field.value()
            for field in self
            if not isinstance(field.field, forms.MultiValueField) and field.value() is not None
        }

    @property
    def open_fields(self) -> list[forms.BoundField]:
        """Return the fields the rulebook leaves open, which are shown first."""
        return [self[name_of(path)] for path in self.open_paths]

    @property
    def hand_fields(self) -> list[forms.BoundField]:
        """Return the fields left open that only concern hands."""
        return [self[name_of(path)] for path in self.hand_paths]

    @property
    def rhythm_fields(self) -> list[forms.BoundField]:
        """Return the fields for the rounds and their rhythm."""
        return [self[name] for name in RHYTHM if name in self.fields]

    @property
    def main_fields(self) -> list[forms.BoundField]:
        """Return the other fields that every event is asked for."""
        return [self[name] for name in IN_VIEW if name in self.fields and name not in RHYTHM]

    @property
    def more_fields(self) -> list[forms.BoundField]:
        """Return the fields with a usual value, which are folded."""
        opened = {name_of(path) for path in (*self.open_paths, *self.hand_paths)}
        return [self[name] for name in self.fields if name not in {*opened, *IN_VIEW}]

    @property
    def has_more_errors(self) -> bool:
        """Whether a folded field has an error, so that it has to be seen."""
        return any(field.errors for field in self.more_fields)

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        if not cleaned.get("slug") and cleaned.get("name"):
            cleaned["slug"] = tournament_address(str(cleaned["name"]))
        first, last = cleaned.get("starts_on"), cleaned.get("ends_on")
        if first and not last and "ends_on" not in self.errors:
            cleaned["ends_on"] = first + timedelta(days=self.shape.days - 1) if self.shape.is_timed else None
        if first and last and last < first:
            self.add_error("ends_on", _("The last day is before the first day."))
        cleaned["paper_counts"] = cleaned.get("paper_counts") or Tournament.PaperCounts.WITHOUT_PHONES
        if cleaned.get("confirmation_rule") != Tournament.ConfirmationRule.K_OF_N:
            cleaned["confirmations_needed"] = None
        elif cleaned.get("confirmations_needed") is None:
            self.add_error("confirmations_needed", _("Please enter a number from 1 to 3."))
        self._leave_out_amounts(cleaned)
        if not is_shared_out(cleaned.get(name_of("result.uma")), self.kind):
            self.add_error(name_of("result.uma"), uneven_uma())
        return cleaned

    def _leave_out_amounts(self, cleaned: dict[str, object]) -> None:
        """Ask for the amount of a chombo only where its sanction has one."""
        amount = name_of(AMOUNT)
        if amount not in self.fields:
            return
        sanction = cleaned.get(name_of("chombo.kind"), self.sanction)
        if sanction in ("none", "mangan"):
            self.errors.pop(amount, None)
            cleaned[amount] = 0
        elif cleaned.get(amount) is None and amount not in self.errors:
            self.add_error(amount, self.fields[amount].error_messages["required"])

    def house_rules(self) -> dict[str, object]:
        """The changes to the edition, by the rulebook's own paths. What was not answered of hands stays open."""
        answers = {path: self.cleaned_data[name_of(path)] for path in (*self.open_paths, *self.hand_paths)}
        return {
            path: value for path, value in answers.items() if path in self.open_paths or value is not None
        }

    def frame(self) -> Frame:
        """Return the data to set the tournament up; the stages of its shape are separate."""
        names = {field.name for field in fields(Frame)}
        return Frame(
            rulebook_id=self.rulebook_id,
            house_rules=self.house_rules(),
            **{
                name: value
                for name, value in self.cleaned_data.items()
                if name in names and value is not None
            },
        )

    def planned_rounds(self) -> dict[str, int]:
        """Return how many rounds are played and their rhythm, as columns of `PlannedRounds`; empty if open."""
        data = self.cleaned_data
        if not data.get("rounds"):
            return {}
        first, last = data.get("starts_on"), data.get("ends_on")
        days = (last - first).days + 1 if first and last else 1
        columns = {name: data[name] for name in ("starts_at", *RHYTHM) if data.get(name) is not None}
        return {**columns, "a_day": -(-data["rounds"] // days) if days > 1 else 0}

    def final(self) -> Final | None:
        """Return the size of the final and what is carried into it, where the shape has one."""
        if not self.shape.has_final:
            return None
        carries = self.cleaned_data.get("final_carries") or Qualification.Carries.RATIO
        tables = int(self.cleaned_data.get("final_tables") or FINAL_TABLES[0])
        return Final(tables, Qualification.Carries(carries))


class CopyForm(forms.Form):
    """The name, day and address of a tournament like an earlier one."""

    name = TitleField(label=pgettext_lazy("field", "Name"), max_length=LONGEST_TITLE)
    starts_on = DayField(label=pgettext_lazy("field", "First day"), required=False)
    slug = NewAddressField()

    def __init__(self, earlier: Tournament, data: object = None) -> None:
        super().__init__(data, initial={"name": earlier.name, "starts_on": _same_again(earlier.starts_on)})  # type: ignore[arg-type]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if "slug" in cleaned and not cleaned["slug"] and cleaned.get("name"):
            cleaned["slug"] = tournament_address(cleaned["name"])
        return cleaned


def _same_again(day: date | None) -> date:
    """Return the same weekday a year later, if that is still to come; else the next Saturday."""
    later = day + timedelta(weeks=52) if day is not None and day.year < LAST_YEAR else None
    return later if later is not None and later > timezone.localdate() else next_saturday()


class LeagueForm(forms.Form):
    """A league and its first season."""

    name = TitleField(label=pgettext_lazy("field", "Name"), max_length=LONGEST_TITLE)
    slug = NewAddressField()
    season = TitleField(
        label=pgettext_lazy("field", "First season"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"placeholder": "2026"}),
    )
    preset = forms.ChoiceField(
        label=gettext_lazy("How a season is played"),
        required=False,
        help_text=gettext_lazy("Filled in for you; divisions, promotion and counting can be changed later."),
    )
    about = forms.CharField(
        label=gettext_lazy("About the league"), required=False, max_length=2000, widget=forms.Textarea
    )

    def __init__(self, data: Any = None, preset: str = "") -> None:
        super().__init__(data, initial={"preset": preset})
        offer(self, "preset", season_presets())

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if "slug" in cleaned and not cleaned["slug"] and cleaned.get("name"):
            cleaned["slug"] = league_address(cleaned["name"])
        if League.objects.filter(slug=cleaned.get("slug") or "").exists():
            self.add_error("slug", _("This address already belongs to a league. Please choose another."))
        return cleaned


class EditLeagueForm(forms.Form):
    name = TitleField(label=pgettext_lazy("field", "Name"), max_length=LONGEST_TITLE)
    slug = AddressField(help_text=gettext_lazy("The old address redirects to the new one."))
    about = forms.CharField(
        label=gettext_lazy("About the league"), required=False, max_length=2000, widget=forms.Textarea
    )
    seen = forms.CharField(max_length=40, widget=forms.HiddenInput)


def season_presets() -> list[tuple[str, Promise | str]]:
    """Return the choices of season presets."""
    presets = [(key, preset.title) for key, preset in SEASON_PRESETS.items()]
    return [("", _("Each tournament on its own")), *presets]


class SeasonForm(forms.Form):
    """Another name for a season, with the version that was `seen`."""

    name = TitleField(label=gettext_lazy("Name of the season"), max_length=LONGEST_NAME)
    seen = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)


class OpenSeasonForm(forms.Form):
    """The name of the next season, and what it is set up as."""

    name = TitleField(label=pgettext_lazy("field", "Next season"), max_length=LONGEST_NAME)
    preset = forms.ChoiceField(label=gettext_lazy("How a season is played"), required=False)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, auto_id="new-season-%s")
        offer(self, "preset", season_presets())


class TokenForm(forms.Form):
    name = TitleField(label=gettext_lazy("What it is for"), max_length=60)
    scope = forms.ChoiceField(label=pgettext_lazy("field", "Permissions"), choices=ApiToken.Scope.choices)
    tournament = forms.ModelChoiceField(
        Tournament.objects.none(),
        label=gettext_lazy("Only this tournament"),
        required=False,
        empty_label=gettext_lazy("All my tournaments"),
    )
    days = WholeField(label=gettext_lazy("Valid for (days)"), min_value=1, max_value=LONGEST_LIFE, initial=90)

    def __init__(self, tournaments: QuerySet[Tournament], data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        offer(self, "tournament", tournaments)
