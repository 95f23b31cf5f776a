"""The titles of a season: which there are, and awarding them."""

from typing import Any

from django.http import HttpRequest, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.actions.seasons.awards import award_season_titles, set_season_awards
from tournaments.forms.leagues.season_awards import SeasonAwardsForm
from tournaments.models import Season, SeasonAwardRule, Tournament
from tournaments.standings import publish_for_readers
from tournaments.views.account.leagues import OwnLeagueMixin
from tournaments.views.action_views import ActionFormView, ActionView
from tournaments.views.awards_wording import awarded_titles


class _OfASeason(OwnLeagueMixin):
    success_page = "edit_season_awards"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.season = get_object_or_404(
            Season.objects.select_related("league"), ordinal=kwargs["ordinal"], league__slug=kwargs["slug"]
        )
        return super().dispatch(request, *args, **kwargs)

    def page_arguments(self) -> tuple[object, ...]:
        return (self.league.slug, self.season.ordinal)


class SeasonAwardsPage(_OfASeason, ActionFormView):
    """Say which titles there are, and see those that were awarded."""

    template_name = "leagues/edit_season_awards.html"
    success_message = pgettext_lazy("message", "Titles saved.")

    def get_form(self, data: QueryDict | None) -> SeasonAwardsForm:
        self.stored = SeasonAwardRule.objects.filter(season=self.season).first()
        return SeasonAwardsForm(self.stored, data)

    def perform(self, data: dict[str, Any]) -> None:
        set_season_awards(season=self.season, terms=data["terms"], by=self.by)

    def get_context(self, form: SeasonAwardsForm) -> dict[str, Any]:
        return {
            "league": self.league,
            "season": self.season,
            "stored": self.stored,
            "awarded": awarded_titles(self.season.pk),
        }


class AwardSeasonTitles(_OfASeason, ActionView):
    """Award them, also anew after a correction."""

    success_message = gettext_lazy("The titles were awarded.")

    def perform(self) -> None:
        publish_for_readers(
            Tournament.objects.not_discarded().filter(season=self.season).order_by().values("pk")
        )
        award_season_titles(season=self.season, by=self.by)
