from collections.abc import Iterable, Mapping
from typing import cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from seating.requests import MOST_GAMES_A_DAY
from tournaments.actions.draws import files
from tournaments.actions.draws.plans import (
    AT_ONCE,
    EFFORTS,
    MOST_IN_FINAL,
    MOST_LINE_UP,
    MOST_MATCHES,
    MOST_OF_A_SEASON,
    MOST_ROUNDS,
    ODD,
    SEARCHED,
    Plan,
)
from tournaments.actions.draws.wording.draws import method_name
from tournaments.actions.reasons import LONGEST_REASON
from tournaments.forms.desk import ReasonForm
from tournaments.forms.list_files import ImportForm
from tournaments.forms.newcomers import NewcomersField
from tournaments.models import Draw, Entry, Round, SeatingConstraint, Stage, Tournament, Wind
from tournaments.models.draws.draws import OF_TEAMS
from tournaments.models.play.rounds import NOT_STARTED
from tournaments.models.setup.structure import NEXT_TO_DRAW_FIRST
from tournaments.models.setup.table_formats import SIZES_BESIDE
from web.form_choices import Checkboxes, offer
from web.typed_fields import WholeField

Method = Draw.Method
NOT_DRAWN = (Method.IMPORTED, Method.REPAIRED)
REMAINDERS = [
    ("refuse", pgettext_lazy("choice", "ask me")),
    ("byes", gettext_lazy("some sit out")),
    ("substitutes", gettext_lazy("substitutes fill the last table")),
    ("three", gettext_lazy("tables of three, in turn")),
    ("five", gettext_lazy("tables of five, in turn")),
]


def remainders_for(tournament: Tournament) -> list[tuple[str, object]]:
    """Return the options for a remainder: tables of three and five require tables of four."""
    usual = tournament.usual_format.players
    if usual == 3:
        return [choice for choice in REMAINDERS if choice[0] in ("refuse", "byes")]
    sizes = SIZES_BESIDE.get(usual, ())
    return [choice for choice in REMAINDERS if choice[0] not in ODD or ODD[choice[0]] in sizes]


_OF_PLAYERS = [method for method in Method if method not in (*OF_TEAMS, *NOT_DRAWN)]
# Methods of each option; an option not listed is available for all.
METHODS_OF = {
    "rounds": AT_ONCE,
    "remainder": _OF_PLAYERS,
    "apart": _OF_PLAYERS,
    "balance_winds": (Method.SWISS,),
    "at_a_time": (Method.TEAM_SEASON,),
    "games": tuple(method for method, _label in Method.choices if method not in NOT_DRAWN),
    "line_up": (Method.TEAM_SEASON,),
    "afresh": AT_ONCE,
    "effort": SEARCHED,
}
_TEAMS_FIRST = {Method.TEAM_SEASON: 0, Method.TEAMS: 1}
_Wish = SeatingConstraint.Kind
KINDS_OF = {"other": (_Wish.NEVER, _Wish.RATHER_NOT), "table": (_Wish.TABLE,), "wind": (_Wish.WIND,)}


def choices_with(form: forms.Form, options: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """Return the choices for which each option is shown, separated by blanks. Options with errors are left out,
    because they are always shown.
    """
    return {name: " ".join(choices) for name, choices in options.items() if not form[name].errors}


EFFORT_WORDS = {
    1: pgettext_lazy("how long a search takes", "normal"),
    4: gettext_lazy("four times as long"),
    16: gettext_lazy("sixteen times as long"),
}


def effort_field() -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=pgettext_lazy("field", "Search length"),
        choices=[(effort, EFFORT_WORDS[effort]) for effort in EFFORTS],
        coerce=int,
        empty_value=1,  # type: ignore[arg-type]
        initial=1,
        required=False,
        help_text=gettext_lazy(
            "A longer search may find fewer rematches or closer ranks when wishes, odd numbers or late "
            "rounds leave room. It runs in the background. For whole schedules, Swiss and who has met "
            "least."
        ),
    )


METHODS = [choice for choice in Method.choices if choice[0] not in NOT_DRAWN]


class PlanForm(forms.Form):
    stage = forms.ModelChoiceField(
        Stage.objects.none(), label=pgettext_lazy("field", "Stage"), empty_label=None
    )
    method = forms.ChoiceField(
        label=pgettext_lazy("field", "Method"),
        choices=METHODS,
        initial=Method.SCHEDULE,
    )
    rounds = WholeField(
        label=pgettext_lazy("field", "Rounds"),
        min_value=1,
        max_value=MOST_OF_A_SEASON,
        required=False,
        help_text=gettext_lazy("For a whole schedule or for teams. Other methods draw one round at a time."),
    )
    remainder = forms.ChoiceField(label=gettext_lazy("If the tables do not fill"), choices=REMAINDERS)
    apart = forms.MultipleChoiceField(
        label=gettext_lazy("Never at one table"),
        choices=[
            ("team", gettext_lazy("players of one team")),
            ("club", gettext_lazy("players of one club")),
            ("country", gettext_lazy("players of one country")),
        ],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    balance_winds = forms.BooleanField(
        label=gettext_lazy("Swiss: choose tables so that winds even out too"), required=False
    )
    afresh = forms.BooleanField(
        label=gettext_lazy("Start fresh: players from earlier stages may meet again"), required=False
    )
    best = WholeField(
        label=gettext_lazy("Only the best of the standings"),
        min_value=3,
        max_value=MOST_IN_FINAL,
        required=False,
        help_text=gettext_lazy(
            "For a final: the number of players, or of teams in a team event. Uses the standings of the "
            "stage before."
        ),
    )
    # A field named "matches" would hide the form's method of that name from scripts.
    at_a_time = WholeField(
        label=gettext_lazy("Matches at a time"),
        min_value=1,
        max_value=MOST_MATCHES,
        required=False,
        help_text=gettext_lazy(
            "Each match has four teams, or three at tables of three. Leave empty for as many as fit; the "
            "others rest."
        ),
    )
    games = WholeField(
        label=gettext_lazy("Games per match day"),
        min_value=1,
        max_value=MOST_GAMES_A_DAY,
        required=False,
        help_text=gettext_lazy(
            "How many games in a row the same players share a table, or the same teams meet in a season. "
            "Each game is a round. Leave empty for new tables in every game."
        ),
    )
    line_up = WholeField(
        label=gettext_lazy("Tables per match"),
        min_value=1,
        max_value=MOST_LINE_UP,
        required=False,
        help_text=gettext_lazy("How many players each team sends, in turn. Leave empty for all of them."),
    )
    sit_out = forms.ModelMultipleChoiceField(
        Entry.objects.none(),
        label=pgettext_lazy("field", "Sit out"),
        required=False,
        widget=Checkboxes,
    )
    effort = effort_field()
    seed = forms.RegexField(
        r"^[\w.:-]{0,64}$",
        label=pgettext_lazy("field", "Seed"),
        required=False,
        help_text=gettext_lazy("Leave empty to use the seed fixed beforehand, or to generate one."),
    )

    def __init__(self, tournament: Tournament, data: object = None, **more: object) -> None:
        super().__init__(data, **more)  # type: ignore[arg-type]
        offer(self, "stage", tournament.stages.order_by(*NEXT_TO_DRAW_FIRST))
        offer(self, "remainder", remainders_for(tournament))
        players = tournament.rulebook.table.players
        offer(self, "method", [(value, method_name(value, players)) for value, _label in METHODS])
        offer(self, "sit_out", tournament.entries.active().select_related("player").order_by("number"))

    @property
    def only_for(self) -> dict[str, str]:
        return choices_with(self, METHODS_OF)

    @property
    def recommended(self) -> str:
        """The method that fits the stage that comes next, chosen unless another one is."""
        return str(self.get_initial_for_field(self.fields["method"], "method"))

    def put_teams_first(self) -> None:
        """Offer the methods for team matches first."""
        choices = list(
            cast("Iterable[tuple[str, str]]", cast("forms.ChoiceField", self.fields["method"]).choices)
        )
        offer(self, "method", sorted(choices, key=lambda choice: _TEAMS_FIRST.get(choice[0], len(choices))))

    @property
    def opens_later_stage(self) -> bool:
        """Whether the part for a later stage is open: it has values or errors."""
        return self._has("best", "afresh")

    @property
    def opens_exceptions(self) -> bool:
        """Whether the part for byes and a chosen seed is open: it has values or errors."""
        return self._has("sit_out", "seed")

    def _has(self, *names: str) -> bool:
        return any(self[name].value() or self[name].errors for name in names)

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        if "rounds" in cleaned and cleaned["rounds"] is None:
            if cleaned.get("method") in AT_ONCE:
                self.add_error("rounds", _("Please enter how many rounds to draw."))
                return cleaned
            cleaned["rounds"] = 1
        next_rounds = (1, cleaned.get("games") or 1)
        if cleaned.get("rounds", 1) not in next_rounds and cleaned.get("method") not in AT_ONCE:
            self.add_error(
                "rounds", _("This method draws one round at a time, because each depends on the one before.")
            )
        elif cleaned.get("rounds", 1) > MOST_ROUNDS and cleaned.get("method") != Method.TEAM_SEASON:
            self.add_error("rounds", _("A stage has at most %(most)s rounds.") % {"most": MOST_ROUNDS})
        if cleaned.get("effort", 1) > 1 and cleaned.get("method") not in SEARCHED:
            self.add_error("effort", _("A longer search does not improve a draw by this method."))
        return cleaned

    def plan(self) -> Plan:
        data = self.cleaned_data
        return Plan(
            method=data["method"],
            rounds=data["rounds"],
            remainder=data["remainder"],
            apart=data["apart"],
            balance_winds=data["balance_winds"],
            sit_out=[entry.pk for entry in data["sit_out"]],
            best=data["best"] or 0,
            afresh=data["afresh"],
            matches=data["at_a_time"] or 0,
            games=data["games"] or 1,
            line_up=data["line_up"] or 0,
            effort=data["effort"],
        )


class SeatingConstraintForm(forms.Form):
    kind = forms.ChoiceField(label=pgettext_lazy("field", "Wish"), choices=SeatingConstraint.Kind.choices)
    entry = forms.ModelChoiceField(Entry.objects.none(), label=pgettext_lazy("field", "Player"))
    other = forms.ModelChoiceField(
        Entry.objects.none(), label=gettext_lazy("The other player"), required=False
    )
    table = WholeField(label=pgettext_lazy("field", "Table"), min_value=1, max_value=500, required=False)
    wind = forms.TypedChoiceField(
        label=pgettext_lazy("field", "Seat"),
        choices=[("", "–"), *Wind.choices[:4]],
        coerce=int,
        empty_value=None,
        required=False,
    )
    reason = forms.CharField(
        label=pgettext_lazy("field", "Reason"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=gettext_lazy("Only staff can see it."),
    )

    def __init__(self, tournament: Tournament, data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        people = (
            tournament.entries.filter(status=Entry.Status.ACTIVE).select_related("player").order_by("number")
        )
        for name in ("entry", "other"):
            offer(self, name, people)

    @property
    def only_for(self) -> dict[str, str]:
        return choices_with(self, KINDS_OF)

    def clean(self) -> dict[str, object]:
        """Keep only what this kind of constraint needs; phones send all fields."""
        cleaned = super().clean() or {}
        kind = cleaned.get("kind")
        needs = next((name for name, kinds in KINDS_OF.items() if kind in kinds), "")
        for name in KINDS_OF:
            if name != needs:
                cleaned[name] = None
        if needs and cleaned.get(needs) is None and needs not in self.errors:
            raise ValidationError(_("Please choose a player, a table or a seat."), code="incomplete")
        return cleaned


class RepairForm(forms.Form):
    stage = forms.ModelChoiceField(
        Stage.objects.none(), label=pgettext_lazy("field", "Stage"), empty_label=None
    )
    leavers = forms.ModelMultipleChoiceField(
        Entry.objects.none(),
        label=pgettext_lazy("field", "Who leaves"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    joiners = forms.ModelMultipleChoiceField(
        Entry.objects.none(),
        label=gettext_lazy("Who joins: registered, without a seat"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    out = forms.ModelChoiceField(
        Entry.objects.none(), label=gettext_lazy("Whose seats are taken over"), required=False
    )
    into = forms.ModelChoiceField(
        Entry.objects.none(), label=pgettext_lazy("field", "New player"), required=False
    )
    newcomers = NewcomersField()
    remainder = forms.ChoiceField(label=gettext_lazy("If the tables do not fill"), choices=REMAINDERS)
    reason = forms.CharField(
        label=pgettext_lazy("field", "Reason"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=gettext_lazy("Anyone can read it once the rounds are published."),
    )

    def __init__(
        self,
        tournament: Tournament,
        data: object = None,
        initial: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(data, initial=initial)  # type: ignore[arg-type]
        offer(self, "stage", tournament.stages.order_by(*NEXT_TO_DRAW_FIRST))
        offer(self, "remainder", remainders_for(tournament))
        for name in ("out", "into"):
            cast("forms.ModelChoiceField[Entry]", self.fields[name]).empty_label = pgettext_lazy(
                "in place of a name", "nobody"
            )
        here = (
            tournament.entries.filter(status=Entry.Status.ACTIVE).select_related("player").order_by("number")
        )
        seated = here.filter(seats__round__status__in=NOT_STARTED).distinct()
        free = here.exclude(pk__in=seated.values("pk"))
        for name, people in (("leavers", seated), ("out", seated), ("joiners", free), ("into", free)):
            offer(self, name, people)

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        if bool(cleaned.get("out")) != bool(cleaned.get("into")):
            raise ValidationError(
                _("Please choose both whose seats are taken over and by whom."), code="incomplete"
            )
        return cleaned


class RedrawForm(ReasonForm):
    """Redraw a draft for a public reason, with the same or more effort."""

    effort = effort_field()

    def __init__(self, plan: Plan | None, data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        if plan is None or plan.method not in SEARCHED:
            del self.fields["effort"]
        else:
            self.fields["effort"].initial = plan.effort


class SwapForm(forms.Form):
    round_ = forms.ModelChoiceField(Round.objects.none())
    one = forms.ModelChoiceField(Entry.objects.none())
    other = forms.ModelChoiceField(Entry.objects.none())

    def __init__(self, draw: Draw, data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        entries = Entry.objects.filter(tournament=draw.stage.tournament_id)
        offer(self, "round_", draw.rounds.all())
        for name in ("one", "other"):
            offer(self, name, entries)

    def add_prefix(self, field_name: str) -> str:
        """The page calls this field `round`, a built-in name in Python."""
        return super().add_prefix(field_name.removesuffix("_"))


class DrawFileForm(ImportForm):
    is_header = staticmethod(files.is_header)
    columns = files.COLUMNS

    stage = forms.ModelChoiceField(
        Stage.objects.none(), label=pgettext_lazy("field", "Stage"), empty_label=None
    )
    field_order = ["stage", "file", "encoding", "text"]

    def __init__(self, tournament: Tournament, data: object = None, files: object = None) -> None:
        super().__init__(data, files)  # type: ignore[arg-type]
        offer(self, "stage", tournament.stages.order_by(*NEXT_TO_DRAW_FIRST))
        self.fields["text"].widget.attrs["placeholder"] = "round,table,east,south,west,north\n1,1,5,12,3,8"
