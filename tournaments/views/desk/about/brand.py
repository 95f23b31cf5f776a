"""The brand of a tournament, at the desk."""

from tournaments.models import Tournament
from tournaments.models.about.brands import ShownBrand
from tournaments.templatetags.brand import brand_of
from tournaments.views.brand_page import BrandPage
from tournaments.views.desk.frame import DeskFormView


class EventBrand(BrandPage, DeskFormView):
    tab = "edit"
    template_name = "desk/about/brand.html"
    success_page = "desk_brand"

    @property
    def owner(self) -> Tournament:
        return self.tournament

    def shown_now(self) -> ShownBrand:
        return brand_of(self.tournament)
