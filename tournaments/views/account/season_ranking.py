"""What the tournaments of a season bring to its ranking, with a preview of the ranking as it stands."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy

from tournaments.actions.leagues.season_ranking import set_season_ranking
from tournaments.actions.leagues.season_ranking_wording import season_ranking_in_words
from tournaments.forms.leagues.season_ranking import SeasonRankingForm
from tournaments.models import Season, SeasonRankingRule, Tournament
from tournaments.standings import publish_for_readers
from tournaments.standings.seasons.table import season_table
from tournaments.views.account.leagues import OwnLeagueMixin
from tournaments.views.action_views import ActionFormView

# So many of the best are shown before it is saved.
SHOWN = 10


class SeasonRankingPage(OwnLeagueMixin, ActionFormView):
    """Say what counts. “Preview” shows what it would do and stores nothing."""

    template_name = "leagues/edit_season_ranking.html"
    success_message = gettext_lazy("Ranking rules saved.")
    success_page = "edit_season_ranking"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.season = get_object_or_404(
            Season.objects.select_related("league"), ordinal=kwargs["ordinal"], league__slug=kwargs["slug"]
        )
        return super().dispatch(request, *args, **kwargs)

    def page_arguments(self) -> tuple[object, ...]:
        return (self.league.slug, self.season.ordinal)

    def get_form(self, data: QueryDict | None) -> SeasonRankingForm:
        self.stored = SeasonRankingRule.objects.filter(season=self.season).first()
        return SeasonRankingForm(self.stored, data)

    def do(self, form: SeasonRankingForm) -> HttpResponse:
        return self.render_page(form) if "preview" in self.request.POST else super().do(form)

    def perform(self, data: dict[str, Any]) -> None:
        set_season_ranking(season=self.season, rule=data["rule"], by=self.by)

    def get_context(self, form: SeasonRankingForm) -> dict[str, Any]:
        context: dict[str, Any] = {"league": self.league, "season": self.season, "is_public": self.stored}
        is_typed = form.is_bound and form.is_valid()
        rule = form.cleaned_data["rule"] if is_typed else self.stored.rule if self.stored else None
        if rule is None:
            return context
        tournaments = Tournament.objects.listed().filter(season=self.season).in_order_of_play().with_frame()
        publish_for_readers([one.pk for one in tournaments])
        table = season_table(rule, list(tournaments))
        return {
            **context,
            "words": season_ranking_in_words(rule),
            "table": table,
            "best": table.players[:SHOWN],
        }
