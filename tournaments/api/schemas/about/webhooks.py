from typing import Annotated, TypedDict

from tournaments.models import Webhook, WebhookDelivery
from web.api.answers import By, Of, filled
from web.api.fields import meaning
from web.api.moments import Moment


class WebhookShape(TypedDict):
    """A webhook. Its address and its secrets are never shown again."""

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


class NewWebhookShape(WebhookShape):
    """A new webhook with its secret."""

    secret: Annotated[
        str, "Secret that signs its messages (`whsec_…`), shown once; empty for other formats than json."
    ]


class WebhookSecretShape(TypedDict):
    """A new secret. For one day the old one signs, too."""

    id: Annotated[int, "Id of the webhook."]
    secret: Annotated[str, "Secret that signs its messages (`whsec_…`), shown once."]


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


webhook_shape = filled(WebhookShape, Webhook)
delivery_shape = filled(DeliveryShape, WebhookDelivery)
