"""How a league rates its players over all its tournaments."""

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext_lazy

from tournaments.actions.leagues.rating import set_rating
from tournaments.forms.leagues.rating import RatingForm
from tournaments.models import RatingRule
from tournaments.views.account.leagues import OwnLeagueMixin
from tournaments.views.action_views import ActionFormView


class RatingPage(OwnLeagueMixin, ActionFormView):
    """Choose one, or none."""

    template_name = "leagues/edit_rating.html"
    success_message = gettext_lazy("Rating method saved.")
    success_page = "edit_rating"

    def get_form(self, data: QueryDict | None) -> RatingForm:
        self.stored = RatingRule.objects.filter(league=self.league).first()
        return RatingForm(self.stored, data)

    def perform(self, data: dict[str, Any]) -> None:
        set_rating(
            league=self.league,
            method=data["method"] or None,
            minimum_games=data["minimum_games"] or 0 if data["method"] else 0,
            by=self.by,
        )

    def get_context(self, form: RatingForm) -> dict[str, Any]:
        return {"league": self.league, "is_public": self.stored}
