"""The pages of webhooks, of whatever they are: a tournament's at the desk, a league's among its settings."""

from typing import Any, ClassVar, cast

from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.actions.setup.webhooks import (
    add_webhook,
    ask_for_delivery,
    change_webhook,
    remove_webhook,
    resume_webhook,
    rotate_webhook_secret,
    secret_for,
)
from tournaments.forms.about.webhooks import WebhookForm
from tournaments.models import League, Tournament, Webhook
from tournaments.models.webhooks.webhooks import MOST_WEBHOOKS
from tournaments.views.action_views import ActionFormView, ActionView, BaseActionView
from tournaments.views.repeatable_forms import Outcome, sent_key

SAVED = pgettext_lazy("message", "Webhook saved.")


class OfAnOwner(BaseActionView):
    """What the pages of a tournament and of a league share. Their addresses are called alike: `names`, and more."""

    names: ClassVar[str]

    @property
    def owner(self) -> Tournament | League:
        raise NotImplementedError

    @property
    def list_page(self) -> str:
        return f"{self.names}s"

    def webhook(self) -> Webhook:
        return get_object_or_404(Webhook.objects.of(self.owner), pk=self.kwargs["pk"])

    def to_its_page(self) -> HttpResponse:
        return redirect(self.names, self.owner.slug, self.kwargs["pk"])

    def shown(self) -> dict[str, Any]:
        """What the templates need of the owner and its addresses."""
        pages = ("test", "secret", "resume", "remove", "again")
        return {
            "owner": self.owner,
            "page_of": self.names,
            "list_of": self.list_page,
            "most": MOST_WEBHOOKS,
            "has_everything_of": isinstance(self.owner, League),
            **{f"to_{one}": f"{self.names}_{one}" for one in pages},
        }


class WebhookList(OfAnOwner, ActionFormView):
    """The webhooks, and one more. The secret of a new one is on the answer's page alone, and on that of a repeat."""

    success_message = SAVED
    secret = ""
    made = 0

    def get_form(self, data: QueryDict | None) -> WebhookForm:
        return WebhookForm(None, data)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        made = add_webhook(owner=self.owner, by=self.by, key=sent_key(self.request), **data)
        return {"webhook": made.pk, "signs": made.shape == Webhook.Shape.JSON}

    def success_response(self, outcome: Outcome) -> HttpResponse:
        self.made = cast("int", outcome.body["webhook"])
        if not outcome.body["signs"]:
            return redirect(self.names, self.owner.slug, self.made)
        self.secret = secret_for(self.made, by=self.by, key=sent_key(self.request))
        return self.render_page(self.get_form(None))

    def get_context(self, form: WebhookForm) -> dict[str, Any]:
        webhooks = list(Webhook.objects.of(self.owner))
        return {**self.shown(), "webhooks": webhooks, "secret": self.secret, "made": self.made}


class OneWebhook(OfAnOwner, ActionFormView):
    """What a webhook is told and where, and what came of it."""

    success_message = SAVED

    def get_form(self, data: QueryDict | None) -> WebhookForm:
        self.found = self.webhook()
        return WebhookForm(self.found, data)

    def perform(self, data: dict[str, Any]) -> None:
        change_webhook(webhook=self.webhook(), by=self.by, **data)

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return self.to_its_page()

    def get_context(self, form: WebhookForm) -> dict[str, Any]:
        return {**self.shown(), **log_of(self.found)}


def log_of(webhook: Webhook) -> dict[str, Any]:
    deliveries = list(webhook.deliveries.select_related("tournament").newest())
    for one in deliveries:
        one.webhook = webhook
    return {"webhook": webhook, "deliveries": deliveries}


class WebhookButton(OfAnOwner, ActionView):
    """A button on the page of a webhook; it leads back there."""

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return self.to_its_page()


class TestWebhook(WebhookButton):
    success_message = gettext_lazy(
        "The test is on its way. Reload this page in a few seconds to see the answer."
    )

    def perform(self) -> None:
        ask_for_delivery(webhook=self.webhook())


class SendAgain(WebhookButton):
    success_message = gettext_lazy("It is sent again. Reload this page in a few seconds to see the answer.")

    def perform(self) -> None:
        webhook = self.webhook()
        ask_for_delivery(
            webhook=webhook, again=get_object_or_404(webhook.deliveries, pk=self.kwargs["delivery"])
        )


class ResumeWebhook(WebhookButton):
    success_message = gettext_lazy("The webhook is on again.")

    def perform(self) -> None:
        resume_webhook(webhook=self.webhook(), by=self.by)


class RotateSecret(WebhookButton):
    """Give a new secret: it is on the answer's page alone, and on that of a repeat."""

    def perform(self) -> None:
        rotate_webhook_secret(webhook=self.webhook(), by=self.by, key=sent_key(self.request))

    def success_response(self, outcome: Outcome) -> HttpResponse:
        secret = secret_for(self.kwargs["pk"], by=self.by, key=sent_key(self.request))
        webhook = self.webhook()
        context = {"form": WebhookForm(webhook, None), "secret": secret, **self.shown(), **log_of(webhook)}
        return self.render_secret(context)

    def render_secret(self, context: dict[str, Any]) -> HttpResponse:
        raise NotImplementedError

    def refused_response(self, outcome: Outcome) -> HttpResponse:
        return self.to_its_page()


class RemoveWebhook(WebhookButton):
    success_message = pgettext_lazy("message", "Webhook removed.")

    @cached_property
    def found(self) -> Webhook:
        """The webhook, also one that is removed already."""
        of = "tournament" if isinstance(self.owner, Tournament) else "league"
        return get_object_or_404(Webhook.objects.filter(**{of: self.owner}), pk=self.kwargs["pk"])

    def get_question(self) -> str:
        return _(
            "Remove the webhook to %(host)s? Its address and its secret are deleted, and nothing more is sent."
        ) % {"host": self.found.host}

    def perform(self) -> None:
        remove_webhook(webhook=self.found, by=self.by)

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect(self.list_page, self.owner.slug)

    def leave_address(self, outcome: Outcome) -> str:
        return self.to_its_page()["Location"]
