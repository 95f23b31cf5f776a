"""The page that sets a brand, of a site, league or tournament: typed, looked at, saved."""

from typing import Any, ClassVar

from django.http import HttpResponse, QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.actions.about.brands import set_brand
from tournaments.forms.about.brands import BrandForm
from tournaments.models.about.brands import Owner, ShownBrand
from tournaments.views.action_views import ActionFormView

# The button that puts the colours on this page, and saves nothing.
PREVIEW = "preview"


class BrandPage(ActionFormView):
    """The brand of `owner`, with what pages show now (`shown_now`)."""

    success_message: ClassVar[Any] = _("The brand is saved. This page wears it already.")

    @property
    def owner(self) -> Owner:
        raise NotImplementedError

    def shown_now(self) -> ShownBrand:
        raise NotImplementedError

    def get_form(self, data: QueryDict | None) -> BrandForm:
        self.form = BrandForm(self.owner, data, self.request.FILES if data is not None else None)
        return self.form

    def do(self, form: BrandForm) -> HttpResponse:
        return self.render_page(form) if PREVIEW in self.request.POST else super().do(form)

    def perform(self, data: dict[str, Any]) -> None:
        set_brand(owner=self.owner, by=self.by, **self.form.chosen())

    def get_context(self, form: BrandForm) -> dict[str, Any]:
        if PREVIEW not in self.request.POST or not form.is_valid():
            return {}
        return {"brand_preview": form.shown(self.shown_now())}
