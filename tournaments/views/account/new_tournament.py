"""A new tournament: the rulebook, then the frame and what the rulebook leaves open.

The address may name the season and the level of the division for which it is set up: `?season=3&level=2`.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from rules.forms.rule_fields import name_of
from rules.rulebook_names import is_called
from rules.views.rulebook_wording import by_kind
from scoring.errors import RulebookError
from scoring.rulebook.rulebook import editions, load
from tournaments.actions.setup.tournaments import create_tournament
from tournaments.actions.stages.presets import use_preset
from tournaments.forms.setup import TournamentForm
from tournaments.models import Division
from tournaments.permissions import can_create_tournaments, usable_seasons
from tournaments.views.action_views import ActionFormView, PermittedMixin
from tournaments.views.policies import account_required
from tournaments.views.preset_wording import presets_in_words
from tournaments.views.questions import confirmed, questions
from tournaments.views.repeatable_forms import Outcome

LONGEST_SEARCH = 60
# No number of a season or a level has more digits.
LONGEST_NUMBER = 9


def place_in(request: HttpRequest) -> dict[str, int]:
    """The number of the season and the level that the address names, each if it is one."""
    given = {name: request.GET.get(name, "") for name in ("season", "level")}
    return {
        name: int(text)
        for name, text in given.items()
        if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER
    }


def query_of(place: Mapping[str, int]) -> str:
    """The end of an address that names the same."""
    return f"?{urlencode(place)}" if place else ""


@account_required(can_create_tournaments)
@require_safe
def choose_rulebook(request: HttpRequest) -> HttpResponse:
    """First step of a new tournament: the rulebook; `?q=` looks for a part of its name, in either language."""
    sought = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    books = [book for book in map(load, editions()) if is_called(book, sought)]
    place = place_in(request)
    context = {"kinds": by_kind(books), "sought": sought, "place": place, "query": query_of(place)}
    return render(request, "account/choose_rulebook.html", context)


class CreateTournament(PermittedMixin, ActionFormView):
    """Second step: the frame, and what the rulebook leaves open."""

    allowed = can_create_tournaments

    template_name = "account/new_tournament.html"
    success_message = gettext_lazy("Tournament created. Now register the players.")
    questions: Sequence[Mapping[str, object]] = ()

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        try:
            self.rulebook = load(kwargs["rulebook_id"])
        except RulebookError as error:
            raise Http404 from error

    def get_form(self, data: QueryDict | None) -> TournamentForm:
        self.seasons = list(usable_seasons(self.by))
        return TournamentForm(self.rulebook, self.seasons, data, initial=place_in(self.request))

    def do(self, form: TournamentForm) -> HttpResponse:
        self.frame = form.frame()
        return super().do(form)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        tournament = create_tournament(frame=self.frame, confirm=confirmed(self.request), by=self.by)
        if data["preset"]:
            use_preset(
                tournament=tournament, preset=data["preset"], first_stage=data["first_stage"], by=self.by
            )
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

    def get_context(self, form: TournamentForm) -> dict[str, Any]:
        return {
            "book": self.rulebook,
            "query": query_of(place_in(self.request)),
            "belongs_to": self.belongs_to(),
            "questions": self.questions,
            "presets": presets_in_words(self.rulebook, self.rulebook.table.players),
        }
