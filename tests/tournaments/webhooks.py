"""Webhooks for worlds that have everything."""

from typing import Any

from tournaments.actions.actor import Actor
from tournaments.actions.setup.webhooks import add_webhook, change_webhook, remove_webhook
from tournaments.models import League, Tournament, Webhook

WEBHOOK: dict[str, Any] = {
    "shape": "discord",
    "address": "https://discord.example/api/webhooks/1/secret",
    "events": ["rounds", "results"],
    "language": "en",
}


def webhooks_of(owner: Tournament | League, by: Actor) -> Webhook:
    """Add a webhook of each format, change one and remove one; return the one that is left of Discord."""
    kept = add_webhook(owner=owner, by=by, **WEBHOOK)
    change_webhook(webhook=kept, events=["results"], language="ja", template="{text} {link}", by=by)
    add_webhook(owner=owner, by=by, **{**WEBHOOK, "shape": "json"})
    add_webhook(owner=owner, by=by, shape="line", token="abc", events=["end"], language="ja")
    gone = add_webhook(owner=owner, by=by, **{**WEBHOOK, "shape": "slack"})
    remove_webhook(webhook=gone, by=by)
    return kept
