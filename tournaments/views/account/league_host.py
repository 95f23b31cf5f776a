"""A league's own host name, for the operator."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.actions.leagues.hosts import set_league_host
from tournaments.models import League, LeagueHost
from tournaments.models.leagues.hosts import LONGEST_HOST
from tournaments.permissions import runs_the_house
from tournaments.views.action_views import ActionFormView, PermittedMixin


class HostForm(forms.Form):
    host = forms.CharField(
        label=pgettext_lazy("field", "Host name"),
        required=False,
        max_length=LONGEST_HOST,
        help_text=gettext_lazy(
            "Such as league.example.org. Its DNS and its certificate are yours to set up."
        ),
    )


class LeagueHostPage(PermittedMixin, ActionFormView):
    allowed = runs_the_house
    template_name = "leagues/host.html"
    success_message = gettext_lazy("The host name is saved.")
    success_page = "league_host"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.league = get_object_or_404(League.objects.not_removed(), slug=kwargs["slug"])
        return super().dispatch(request, *args, **kwargs)

    def page_arguments(self) -> tuple[object, ...]:
        return (self.league.slug,)

    def get_form(self, data: QueryDict | None) -> HostForm:
        row = LeagueHost.objects.filter(league=self.league).first()
        return HostForm(data, initial={"host": row.host if row else ""})

    def perform(self, data: dict[str, Any]) -> None:
        set_league_host(league=self.league, host=data["host"], by=self.by)

    def get_context(self, form: HostForm) -> dict[str, Any]:
        return {"league": self.league}
