from typing import Annotated, TypedDict

from tournaments.models import Webhook, WebhookDelivery
from web.api.answers import By, Given, Of, filled
from web.api.fields import meaning
from web.api.moments import Moment


class WebhookShape(TypedDict):
    """A webhook. Its address is never shown again, its secret only in the answer that made it."""

    id: Annotated[int, Of("pk")]
    shape: Annotated[str, meaning(Webhook, "shape")]
    events: Annotated[list[str], meaning(Webhook, "events")]
    language: Annotated[str, meaning(Webhook, "language")]
    template: Annotated[str, meaning(Webhook, "template")]
    host: Annotated[str, meaning(Webhook, "host")]
    recipient: Annotated[str, meaning(Webhook, "recipient")]
    status: Annotated[str, "`on`, `failing` while messages do not arrive, or `off` after three days of that."]
    failing_since: Annotated[Moment | None, "Since when nothing has arrived; null while messages arrive."]
    next_at: Annotated[Moment | None, "When the next attempt is due; null if nothing has failed."]
    made_at: Annotated[Moment, "When it was added."]
    secret: Annotated[str, Given(), "New secret that signs its messages (`whsec_…`), shown once; else empty."]


class DeliveryShape(TypedDict):
    """A message of the log, as it was sent or waits to be sent."""

    id: Annotated[int, Of("pk")]
    type: Annotated[str, meaning(WebhookDelivery, "type")]
    tournament: Annotated[
        str | None,
        By(lambda row: row.tournament.slug if row.tournament is not None else None),
        "Address (slug) of the tournament; null for a test.",
    ]
    seq: Annotated[int | None, meaning(WebhookDelivery, "seq")]
    is_asked: Annotated[bool, meaning(WebhookDelivery, "is_asked")]
    asked_at: Annotated[Moment, "When it was asked for, or sent."]
    sent_at: Annotated[Moment | None, meaning(WebhookDelivery, "sent_at")]
    milliseconds: Annotated[int | None, meaning(WebhookDelivery, "milliseconds")]
    status: Annotated[int | None, meaning(WebhookDelivery, "status")]
    failure: Annotated[str, meaning(WebhookDelivery, "failure")]
    answer: Annotated[str, meaning(WebhookDelivery, "answer")]


_webhook_shape = filled(WebhookShape, Webhook)
delivery_shape = filled(DeliveryShape, WebhookDelivery)


def webhook_shape(webhook: Webhook) -> WebhookShape:
    """Return a webhook without its secret, which no answer is stored with."""
    return _webhook_shape(webhook, secret="")
