"""The brand of a league, and of the site."""

from typing import Any

from tournaments.forms.about.brands import BrandForm
from tournaments.models import League
from tournaments.models.about.brands import ShownBrand, shown_brand
from tournaments.permissions import runs_the_house
from tournaments.views.account.leagues import OwnLeagueMixin
from tournaments.views.action_views import PermittedMixin
from tournaments.views.brand_page import BrandPage


class LeagueBrand(OwnLeagueMixin, BrandPage):
    template_name = "leagues/brand.html"
    success_page = "league_brand"

    @property
    def owner(self) -> League:
        return self.league

    def shown_now(self) -> ShownBrand:
        return shown_brand(league=self.league.pk)

    def get_context(self, form: BrandForm) -> dict[str, Any]:
        return {**super().get_context(form), "league": self.league}


class SiteBrand(PermittedMixin, BrandPage):
    """For the operator."""

    allowed = runs_the_house
    template_name = "account/site_brand.html"
    success_page = "site_brand"
    owner = None

    def shown_now(self) -> ShownBrand:
        return shown_brand()
