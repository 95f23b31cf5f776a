"""Webhooks of tournaments and leagues, and the log of each."""

from collections.abc import Mapping
from typing import Any, cast

from django.db.models import Q
from rest_framework.response import Response

from tournaments.actions.idempotency import Answer
from tournaments.actions.setup.webhooks import (
    add_webhook,
    ask_for_delivery,
    change_webhook,
    remove_webhook,
    resume_webhook,
    rotate_webhook_secret,
    secret_for,
)
from tournaments.api.api_view import ApiView
from tournaments.api.operations import Nothing, reads, writes
from tournaments.api.schemas.about.webhooks import (
    DeliveryShape,
    WebhookShape,
    delivery_shape,
    webhook_shape,
)
from tournaments.models import League, Tournament, Webhook
from tournaments.models.webhooks.webhooks import LONGEST_RECIPIENT, LONGEST_TEMPLATE, LONGEST_TOKEN
from tournaments.permissions import among, can_edit_webhook, can_run, visible_tournaments
from web.api.fields import Input, OneOf, Several, Text, longest
from web.api.pagination import Paging, page
from web.api.policies import SignedIn
from web.text.typed_texts import LONGEST_ADDRESS

TOLD = len(Webhook.Told.values)


def _text(most: int, meaning: str, **more: Any) -> Text:
    return Text(max_length=most, allow_blank=True, help_text=meaning, **more)


class WebhookToAdd(Input):
    """A webhook in Jantaku JSON, for Discord or for Slack has an `address`; one for LINE has a `token`."""

    shape = OneOf(Webhook.Shape.choices, help_text="Format of what is sent.")
    events = Several(child=OneOf(Webhook.Told.choices), max_length=TOLD, help_text="What is sent.")
    language = Text(
        max_length=longest(Webhook, "language"),
        default="en",
        help_text="Language of its texts, such as en or ja.",
    )
    address = _text(LONGEST_ADDRESS, "Address that messages are sent to, with https; a secret.", default="")
    token = _text(LONGEST_TOKEN, "For LINE: channel access token of the account; a secret.", default="")
    recipient = _text(
        LONGEST_RECIPIENT, "For LINE: ID of a group or person; empty for all friends.", default=""
    )
    template = _text(
        LONGEST_TEMPLATE, "Message with {event}, {text} and {link}; empty for the usual one.", default=""
    )


class WebhookChanges(Input):
    """What changes; what is left out stays."""

    events = Several(
        child=OneOf(Webhook.Told.choices), max_length=TOLD, required=False, help_text="What is sent."
    )
    language = Text(
        max_length=longest(Webhook, "language"),
        required=False,
        help_text="Language of its texts, such as en or ja.",
    )
    address = _text(LONGEST_ADDRESS, "Another address, with https; a secret.", required=False)
    token = _text(LONGEST_TOKEN, "For LINE: another channel access token; a secret.", required=False)
    recipient = _text(LONGEST_RECIPIENT, "For LINE: ID of a group or person.", required=False)
    template = _text(LONGEST_TEMPLATE, "Message with {event}, {text} and {link}.", required=False)


def find_webhook(view: ApiView, pk: int) -> Webhook:
    """Return a webhook of a tournament that the actor may see, or of a league."""
    seen = Q(league__isnull=False) | Q(among(visible_tournaments(view.actor), "tournament"))
    return view.find(Webhook.objects.live().filter(seen).select_related("tournament", "league"), pk=pk)


class WithSecret(ApiView):
    """An answer with 201 brings a new secret."""

    permission_classes = [SignedIn]

    def complete(self, answer: Answer) -> Mapping[str, object]:
        """Fill in the secret, which is not stored."""
        if answer.status != 201 or answer.body["shape"] != Webhook.Shape.JSON:
            return answer.body
        secret = secret_for(cast("int", answer.body["id"]), by=self.actor, key=self.key())
        return {**answer.body, "secret": secret}


class Webhooks(WithSecret):
    """The webhooks of an owner."""

    def listed(self, owner: Tournament | League, query: dict[str, Any]) -> Response:
        return page(self.request, Webhook.objects.of(owner), query, webhook_shape)

    def added(self, owner: Tournament | League, data: dict[str, Any]) -> WebhookShape:
        made = add_webhook(owner=owner, by=self.actor, key=self.key(), **data)
        made.refresh_from_db()
        return webhook_shape(made)


class TournamentWebhooks(Webhooks):
    @reads(
        "listWebhooks",
        "Where what happens in a tournament is sent",
        permission=can_run,
        gives=WebhookShape,
        page=True,
        query=Paging,
        refuses=(400, 403),
    )
    def get(self, tournament: Tournament, query: dict[str, Any]) -> Response:
        return self.listed(tournament, query)

    @writes(
        "addWebhook",
        "Send what happens in a tournament from now on to an address; the answer brings the secret",
        permission=can_run,
        takes=WebhookToAdd,
        gives=WebhookShape,
        status=201,
    )
    def post(self, tournament: Tournament, data: dict[str, Any]) -> WebhookShape:
        return self.added(tournament, data)


class OneWebhook(ApiView):
    permission_classes = [SignedIn]

    @writes(
        "changeWebhook",
        "Change what is sent to a webhook, and where",
        permission=can_edit_webhook,
        finds=find_webhook,
        takes=WebhookChanges,
        gives=WebhookShape,
    )
    def patch(self, webhook: Webhook, data: dict[str, Any]) -> WebhookShape:
        kept = {name: getattr(webhook, name) for name in ("events", "language", "recipient", "template")}
        change_webhook(webhook=webhook, by=self.actor, **{**kept, **data})
        webhook.refresh_from_db()
        return webhook_shape(webhook)

    @writes(
        "removeWebhook",
        "Send nothing more; the address and the secrets are deleted",
        permission=can_edit_webhook,
        finds=find_webhook,
        status=204,
    )
    def delete(self, webhook: Webhook) -> None:
        remove_webhook(webhook=webhook, by=self.actor)


class WebhookSecret(WithSecret):
    @writes(
        "rotateWebhookSecret",
        "Give a webhook in Jantaku JSON a new secret; for one day the old one signs, too",
        permission=can_edit_webhook,
        finds=find_webhook,
        takes=Nothing,
        gives=WebhookShape,
        status=201,
    )
    def post(self, webhook: Webhook) -> WebhookShape:
        rotate_webhook_secret(webhook=webhook, by=self.actor, key=self.key())
        return webhook_shape(webhook)


class WebhookResumed(ApiView):
    permission_classes = [SignedIn]

    @writes(
        "resumeWebhook",
        "Switch a webhook on again; it gets what happens from now on",
        permission=can_edit_webhook,
        finds=find_webhook,
        takes=Nothing,
        gives=WebhookShape,
    )
    def post(self, webhook: Webhook) -> WebhookShape:
        resume_webhook(webhook=webhook, by=self.actor)
        webhook.refresh_from_db()
        return webhook_shape(webhook)


class WebhookTest(ApiView):
    permission_classes = [SignedIn]

    @writes(
        "testWebhook",
        "Send a test; its outcome is in the log within seconds",
        permission=can_edit_webhook,
        finds=find_webhook,
        takes=Nothing,
        gives=DeliveryShape,
        status=201,
    )
    def post(self, webhook: Webhook) -> DeliveryShape:
        made = ask_for_delivery(webhook=webhook)
        made.refresh_from_db()
        return delivery_shape(made)


class WebhookDeliveries(ApiView):
    permission_classes = [SignedIn]

    @reads(
        "listWebhookDeliveries",
        "The latest messages of a webhook, newest first",
        permission=can_edit_webhook,
        finds=find_webhook,
        gives=DeliveryShape,
        page=True,
        query=Paging,
        refuses=(400, 403),
    )
    def get(self, webhook: Webhook, query: dict[str, Any]) -> Response:
        rows = webhook.deliveries.select_related("tournament").newest()
        return page(self.request, rows, query, delivery_shape)
