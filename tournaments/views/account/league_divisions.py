"""The divisions of a season, and who moves between them, with a preview in words."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy

from tournaments.actions.leagues.boundaries_wording import movements_in_words
from tournaments.actions.leagues.divisions import set_divisions
from tournaments.actions.seen_versions import divisions_tag
from tournaments.forms.leagues.seasons import DivisionsForm
from tournaments.models import Season
from tournaments.models.units import Unit
from tournaments.standings.seasons.teams_at_the_end import movers_of
from tournaments.views.account.leagues import OwnLeagueMixin
from tournaments.views.action_views import ActionFormView

# The sizes that texts mention before players are entered.
USUAL_SIZE = {Unit.PLAYER: 16, Unit.TEAM: 8}


class Divisions(OwnLeagueMixin, ActionFormView):
    """Name the divisions and say who moves. “Preview” says what it would do and stores nothing."""

    template_name = "leagues/divisions.html"
    success_message = gettext_lazy("Divisions were saved.")
    success_page = "season_divisions"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.season = get_object_or_404(
            Season.objects.select_related("league"), ordinal=kwargs["ordinal"], league__slug=kwargs["slug"]
        )
        return super().dispatch(request, *args, **kwargs)

    def page_arguments(self) -> tuple[object, ...]:
        return (self.league.slug, self.season.ordinal)

    def get_form(self, data: QueryDict | None) -> DivisionsForm:
        stored = list(self.season.divisions.order_by("level"))
        return DivisionsForm(stored, data, seen=divisions_tag(stored))

    def do(self, form: DivisionsForm) -> HttpResponse:
        self.shown = form.divisions()
        return self.render_page(form) if "preview" in self.request.POST else super().do(form)

    def perform(self, data: dict[str, Any]) -> None:
        set_divisions(season=self.season, divisions=self.shown, seen=data["seen"], by=self.by)

    def get_context(self, form: DivisionsForm) -> dict[str, Any]:
        shown: list[dict[str, Any]] = getattr(self, "shown", None) or [
            {"name": str(one), "boundary": one.boundary} for one in self.season.divisions.order_by("level")
        ]
        levels = range(1, len(shown) + 1)
        movers = movers_of(self.season, levels)
        unit = Unit.of(teams=movers.are_teams)
        sizes = [movers.by_level.get(level) or USUAL_SIZE[unit] for level in levels]
        words = movements_in_words([one["boundary"] for one in shown], sizes, unit)
        return {
            "league": self.league,
            "season": self.season,
            "words": [(one["name"], said) for one, said in zip(shown, words, strict=True)],
        }
