"""The webhooks of a league: all its tournaments that everybody finds."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from tournaments.models import League
from tournaments.views import webhook_pages as pages
from tournaments.views.account.leagues import OwnLeagueMixin


class OfTheLeague(OwnLeagueMixin, pages.OfAnOwner):
    names = "league_webhook"

    @property
    def owner(self) -> League:
        return self.league

    def shown(self) -> dict[str, Any]:
        return {**super().shown(), "league": self.league}


class Webhooks(OfTheLeague, pages.WebhookList):
    template_name = "leagues/webhooks.html"


class OneWebhook(OfTheLeague, pages.OneWebhook):
    template_name = "leagues/webhook.html"


class RotateSecret(OfTheLeague, pages.RotateSecret):
    def render_secret(self, context: dict[str, Any]) -> HttpResponse:
        return render(self.request, "leagues/webhook.html", context)


class TestWebhook(OfTheLeague, pages.TestWebhook):
    pass


class SendAgain(OfTheLeague, pages.SendAgain):
    pass


class ResumeWebhook(OfTheLeague, pages.ResumeWebhook):
    pass


class RemoveWebhook(OfTheLeague, pages.RemoveWebhook):
    pass
