"""Ledger events of webhooks. Their addresses and secrets are in no ledger."""

from typing import Annotated

from django.utils.translation import gettext_lazy as _

from tournaments.models.events import (
    Columns,
    Event,
    LeagueEvent,
    Names,
    OneOf,
    Payload,
    ShownAt,
    columns_in_words,
)
from tournaments.models.webhooks.webhooks import Webhook

ADDED, CHANGED, REMOVED = (
    _("A webhook was added (%(shape)s)"),
    _("A webhook was changed: %(changed)s"),
    _("A webhook was removed"),
)
MADE = Columns(
    "Webhook",
    "webhook",
    {"shape": "shape", "events": "told", "language": "language"},
    at="made_at",
    by="made_by",
)
SET = Columns("Webhook", "webhook", {"events": "told", "language": "language"})
GONE = Columns("Webhook", "webhook", at="removed_at", by="removed_by")


def changed_in_words(payload: Payload) -> dict[str, object]:
    return {"changed": columns_in_words(Webhook, payload.get("changed", ()))}


class WebhookAdded(Event):
    kind = "webhook_added"
    on_stream = None
    says = ADDED
    shown_at = ShownAt.NO_TABLE
    makes = MADE

    webhook: int
    shape: Annotated[str, OneOf(Webhook.Shape)]
    told: list[str]
    language: str


class WebhookChanged(Event):
    kind = "webhook_changed"
    on_stream = None
    says = CHANGED
    shown_at = ShownAt.NO_TABLE
    changes = SET

    webhook: int
    # Names of columns; what an address, a secret or a message has become is not said.
    changed: list[str]
    told: list[str]
    language: str

    @classmethod
    def words(cls, payload: Payload, names: Names) -> dict[str, object]:
        return changed_in_words(payload)


class WebhookRemoved(Event):
    kind = "webhook_removed"
    on_stream = None
    says = REMOVED
    shown_at = ShownAt.NO_TABLE
    changes = GONE

    webhook: int


class LeagueWebhookAdded(LeagueEvent):
    kind = "league_webhook_added"
    says = ADDED
    makes = MADE

    webhook: int
    shape: Annotated[str, OneOf(Webhook.Shape)]
    told: list[str]
    language: str


class LeagueWebhookChanged(LeagueEvent):
    kind = "league_webhook_changed"
    says = CHANGED
    changes = SET

    webhook: int
    changed: list[str]
    told: list[str]
    language: str

    @classmethod
    def words(cls, payload: Payload, names: Names) -> dict[str, object]:
        return changed_in_words(payload)


class LeagueWebhookRemoved(LeagueEvent):
    kind = "league_webhook_removed"
    says = REMOVED
    changes = GONE

    webhook: int
