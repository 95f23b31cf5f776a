"""A new tournament in steps: its shape, the rulebook, then day and place; the players follow at its desk.

What was chosen is in the address, so that a step can be left, kept as a bookmark and gone back to. The address may
also name the season and the level of the division for which it is set up: `?season=3&level=2`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.db.models import Count, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_POST, require_safe

from rules.forms.rule_fields import name_of
from rules.rulebook_names import is_called
from rules.views.rulebook_wording import by_kind
from scoring.errors import RulebookError
from scoring.rulebook.rulebook import editions, load
from tournaments.actions.actor import Actor
from tournaments.actions.errors import TooManyAttempts
from tournaments.actions.play.round_times import set_planned_rounds
from tournaments.actions.setup.time_limits import limit_of, set_time_limit
from tournaments.actions.setup.tournaments import create_tournament
from tournaments.actions.stages.presets import use_preset
from tournaments.actions.stages.shapes import FIRST, OF_A_TOURNAMENT, OTHERS, USUAL, Shape
from tournaments.actions.teams.line_ups import set_line_up_rule
from tournaments.credentials.visitors import actor_of
from tournaments.forms.setup import TournamentForm
from tournaments.models import Division, Staff, TableFormat, Tournament
from tournaments.permissions import can_create_leagues, can_create_tournaments, usable_seasons
from tournaments.views.account.event_preview import preview_of
from tournaments.views.action_views import ActionFormView, PermittedMixin
from tournaments.views.policies import account_required, too_many
from tournaments.views.preset_wording import presets_in_words
from tournaments.views.questions import confirmed, questions
from tournaments.views.repeatable_forms import Outcome
from web.fair_use import MINUTE, is_fair

LONGEST_SEARCH = 60
# No number of a season or a level has more digits.
LONGEST_NUMBER = 9
# How many rulebooks are shown before the others, and what they are where few tournaments were set up.
RECOMMENDED = 3
USUAL_RULEBOOKS = ("ema_2025", "mleague", "wrc_2025")
# So many tournaments of the organizer are looked at for the rulebook used last.
LAST_ONES = 20
# How many of them are offered to be set up again.
EARLIER = 4
# A script asks only while fields change, and not at every key.
PREVIEWS_A_MINUTE = 120
# The name of each step; the last one is at the desk.
STEPS = (
    pgettext_lazy("step", "Shape"),
    pgettext_lazy("step", "Rules"),
    pgettext_lazy("step", "Day and place"),
    pgettext_lazy("step", "Players"),
)


class ShapeCard(NamedTuple):
    """A shape to choose, with its key and the address to which it leads."""

    key: str
    shape: Shape
    query: str


class Recommended(NamedTuple):
    """A rulebook that is shown first, and why."""

    rulebook_id: str
    reason: Promise | str


def place_in(request: HttpRequest) -> dict[str, int]:
    """The number of the season and the level that the address names, each if it is one."""
    given = {name: request.GET.get(name, "") for name in ("season", "level")}
    return {
        name: int(text)
        for name, text in given.items()
        if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER
    }


def shape_in(request: HttpRequest) -> str:
    """The key of the shape that the address names; of the first one if it names none."""
    key = request.GET.get("shape", "")
    return key if key in OF_A_TOURNAMENT else FIRST


def query_of(place: Mapping[str, int | str]) -> str:
    """The end of an address that names the same."""
    return f"?{urlencode(place)}" if place else ""


def chosen_in(request: HttpRequest) -> dict[str, int | str]:
    """What the address says was chosen so far."""
    return {"shape": shape_in(request), **place_in(request)}


def recommended(by: Actor) -> list[Recommended]:
    """Return the rulebooks to show first: used last by this person, then those of most public tournaments. Two
    queries.
    """
    usual = TableFormat.objects.filter(usual_of__isnull=False)
    own = (
        usual.filter(usual_of__staff__user=by.user)
        .order_by("-usual_of_id")
        .values_list("rulebook_id", flat=True)
    )
    public = usual.filter(usual_of__visibility=Tournament.Visibility.PUBLIC).values("rulebook_id")
    by_use = public.annotate(times=Count("pk")).order_by("-times", "rulebook_id")
    found = [(key, pgettext_lazy("a rulebook", "Used last")) for key in own[:LAST_ONES]]
    found += [(row["rulebook_id"], pgettext_lazy("a rulebook", "Popular")) for row in by_use[:RECOMMENDED]]
    found += [(key, pgettext_lazy("a rulebook", "Recommended")) for key in USUAL_RULEBOOKS]
    known = set(editions())
    reasons = {key: reason for key, reason in reversed(found) if key in known}
    first = list(dict.fromkeys(key for key, _reason in found if key in known))
    return [Recommended(key, reasons[key]) for key in first[:RECOMMENDED]]


@account_required(can_create_tournaments)
@require_safe
def choose_shape(request: HttpRequest) -> HttpResponse:
    """First step of a new tournament: what is played. Shapes of a league lead to a new league."""
    place = place_in(request)
    may_found = can_create_leagues(actor_of(request)) and not place

    def cards(shapes: Mapping[str, Shape]) -> list[ShapeCard]:
        return [
            ShapeCard(key, shape, query_of({"shape": key, **place}))
            for key, shape in shapes.items()
            if may_found or not shape.season_preset
        ]

    context = {
        "usual": cards(USUAL),
        "others": cards(OTHERS),
        "earlier": _earlier(actor_of(request)),
        "steps": STEPS,
        "step": 1,
    }
    return render(request, "account/choose_shape.html", context)


def _earlier(by: Actor) -> QuerySet[Tournament]:
    """Return the tournaments that this person organized last."""
    organized = Tournament.objects.not_discarded().filter(
        staff__user=by.user, staff__role=Staff.Role.ORGANIZER
    )
    return organized.order_by("-pk")[:EARLIER]


@account_required(can_create_tournaments)
@require_safe
def choose_rulebook(request: HttpRequest) -> HttpResponse:
    """Second step: the rulebook; `?q=` looks for a part of its name, in either language."""
    sought = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    books = [book for book in map(load, editions()) if is_called(book, sought)]
    chosen = chosen_in(request)
    first = [] if sought else recommended(actor_of(request))
    briefs = {brief.book.identity.id: brief for _kind, some in by_kind(books) for brief in some}
    context = {
        "kinds": by_kind(
            [book for book in books if book.identity.id not in {one.rulebook_id for one in first}]
        ),
        "first": [(briefs[one.rulebook_id], one.reason) for one in first],
        "sought": sought,
        "chosen": chosen,
        "query": query_of(chosen),
        "steps": STEPS,
        "step": 2,
    }
    return render(request, "account/choose_rulebook.html", context)


class CreateTournament(PermittedMixin, ActionFormView):
    """Third step: day and place, and what the rulebook leaves open."""

    allowed = can_create_tournaments

    template_name = "account/new_tournament.html"
    success_message = gettext_lazy("Tournament created. Now register the players.")
    questions: Sequence[Mapping[str, object]] = ()

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.shape = OF_A_TOURNAMENT[shape_in(request)]
        try:
            self.rulebook = load(kwargs["rulebook_id"])
        except RulebookError as error:
            raise Http404 from error

    def get_form(self, data: QueryDict | None) -> TournamentForm:
        self.seasons = list(usable_seasons(self.by))
        return TournamentForm(self.rulebook, self.shape, self.seasons, data, initial=place_in(self.request))

    def do(self, form: TournamentForm) -> HttpResponse:
        self.frame, self.final, self.planned = form.frame(), form.final(), form.planned_rounds()
        return super().do(form)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        tournament = create_tournament(frame=self.frame, confirm=confirmed(self.request), by=self.by)
        if self.shape.preset:
            use_preset(
                tournament=tournament,
                preset=self.shape.preset,
                first_stage=data["first_stage"],
                final=self.final,
                by=self.by,
            )
        if self.planned:
            set_planned_rounds(stage=tournament.stages.earliest("ordinal"), by=self.by, **self.planned)
        if self.shape.line_ups:
            set_line_up_rule(stage=tournament.stages.earliest("ordinal"), by=self.by)
        usual, minutes = limit_of(tournament), data.get("minutes")
        if minutes is not None and minutes != usual.minutes:
            set_time_limit(tournament=tournament, minutes=minutes, after_gong=usual.after_gong, by=self.by)
        return {"slug": tournament.slug}

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("desk_entries", str(outcome.body["slug"]))

    def show_error(self, form: TournamentForm, outcome: Outcome) -> None:
        self.questions = questions(self.request, outcome, self.frame.rulebook_id, self.frame.house_rules)
        if not self.questions:
            super().show_error(form, outcome)

    def named_fields(self, outcome: Outcome) -> list[str]:
        return [*outcome.fields, *map(name_of, outcome.fields)]

    def belongs_to(self) -> list[object]:
        """The season and the division that the address names, if the person may set up tournaments in it."""
        place = place_in(self.request)
        season = next((one for one in self.seasons if one.pk == place.get("season")), None)
        if season is None:
            return []
        return [season, *Division.objects.filter(season=season, level=place.get("level", 0))]

    def as_sent(self, form: TournamentForm) -> TournamentForm:
        """The form itself if it was sent, else one sent as it is shown."""
        if form.is_bound:
            return form
        return TournamentForm(self.rulebook, self.shape, self.seasons, form.shown_values)

    def get_context(self, form: TournamentForm) -> dict[str, Any]:
        said = presets_in_words(self.rulebook, self.rulebook.table.players)
        return {
            "book": self.rulebook,
            "shape": self.shape,
            "preset": next((one for one in said if one.key == self.shape.preset), None),
            "query": query_of(chosen_in(self.request)),
            "place": query_of(place_in(self.request)),
            "belongs_to": self.belongs_to(),
            "questions": self.questions,
            "steps": STEPS,
            "step": 3,
            "preview": preview_of(self.as_sent(form), self.rulebook),
        }


@account_required(can_create_tournaments)
@require_POST
def preview_tournament(request: HttpRequest, rulebook_id: str) -> HttpResponse:
    """What the third step shows beside its form: the public page by what is typed so far, as a part of a page."""
    try:
        book = load(rulebook_id)
    except RulebookError as error:
        raise Http404 from error
    by = actor_of(request)
    if not is_fair("event-preview", by.key, most=PREVIEWS_A_MINUTE, seconds=MINUTE):
        refusal = TooManyAttempts(_("Too many previews. Please wait a minute."), retry_after=MINUTE)
        back = reverse("create_under", args=[rulebook_id]) + query_of(chosen_in(request))
        return too_many(request, refusal, back=back)
    shape, seasons = OF_A_TOURNAMENT[shape_in(request)], list(usable_seasons(by))
    form = TournamentForm(book, shape, seasons, request.POST, initial=place_in(request))
    return render(request, "account/setup/_preview.html", {"preview": preview_of(form, book)})
