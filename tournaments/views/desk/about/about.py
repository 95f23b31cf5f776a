"""What the tournament says about itself, at the desk: typed, looked at, saved."""

from typing import Any

from django.http import HttpResponse, QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.actions.about.about import describe_tournament, thank_players
from tournaments.forms.about.about import AboutForm, ThanksForm
from tournaments.models import About, Thanks
from tournaments.views.desk.frame import DeskFormView

# The button that shows what it will look like, and saves nothing.
PREVIEW = "preview"


class AboutPage(DeskFormView):
    tab = "edit"
    template_name = "desk/about/about.html"
    success_message = _("Saved and shown on the tournament’s page.")
    success_page = "desk_about"

    def get_form(self, data: QueryDict | None) -> AboutForm:
        return AboutForm(About.objects.filter(tournament=self.tournament).first(), data)

    def do(self, form: AboutForm) -> HttpResponse:
        return self.render_page(form) if PREVIEW in self.request.POST else super().do(form)

    def perform(self, data: dict[str, Any]) -> None:
        describe_tournament(tournament=self.tournament, by=self.by, **data)

    def get_context(self, form: AboutForm) -> dict[str, Any]:
        if PREVIEW not in self.request.POST or not form.is_valid():
            return {}
        typed = {name: value for name, value in form.cleaned_data.items() if name != "seen"}
        return {"preview": About(tournament=self.tournament, **typed)}


class ThanksPage(DeskFormView):
    """What the organizers say at the end: typed, looked at, saved."""

    tab = "desk"
    template_name = "desk/results/thanks.html"
    success_message = _("Saved. The final ranking shows it.")
    success_page = "desk_thanks"

    def get_form(self, data: QueryDict | None) -> ThanksForm:
        return ThanksForm(Thanks.objects.filter(tournament=self.tournament).first(), data)

    def do(self, form: ThanksForm) -> HttpResponse:
        return self.render_page(form) if PREVIEW in self.request.POST else super().do(form)

    def perform(self, data: dict[str, Any]) -> None:
        thank_players(tournament=self.tournament, by=self.by, **data)

    def get_context(self, form: ThanksForm) -> dict[str, Any]:
        is_preview = PREVIEW in self.request.POST and form.is_valid()
        texts = ((name, form.cleaned_data[f"text_{name}"]) for name in ("en", "ja")) if is_preview else ()
        return {"previews": [(language, text) for language, text in texts if text]}
