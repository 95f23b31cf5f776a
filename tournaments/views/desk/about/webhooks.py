"""The webhooks of a tournament, at the desk."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from tournaments.models import Tournament
from tournaments.views import webhook_pages as pages
from tournaments.views.desk.frame import DeskActionView, DeskFormView, DeskMixin, frame


class OfTheTournament(DeskMixin, pages.OfAnOwner):
    names = "desk_webhook"
    tab = "edit"

    @property
    def owner(self) -> Tournament:
        return self.tournament


class Webhooks(OfTheTournament, pages.WebhookList, DeskFormView):
    template_name = "desk/about/webhooks.html"


class OneWebhook(OfTheTournament, pages.OneWebhook, DeskFormView):
    template_name = "desk/about/webhook.html"


class RotateSecret(OfTheTournament, pages.RotateSecret, DeskActionView):
    def render_secret(self, context: dict[str, Any]) -> HttpResponse:
        around = frame(self.tournament, self.by, self.tab)
        return render(self.request, "desk/about/webhook.html", {**around, **context})


class TestWebhook(OfTheTournament, pages.TestWebhook, DeskActionView):
    pass


class SendAgain(OfTheTournament, pages.SendAgain, DeskActionView):
    pass


class ResumeWebhook(OfTheTournament, pages.ResumeWebhook, DeskActionView):
    pass


class RemoveWebhook(OfTheTournament, pages.RemoveWebhook, DeskActionView):
    pass
