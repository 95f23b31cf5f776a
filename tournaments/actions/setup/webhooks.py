"""Webhooks of a tournament or a league: where what happens is sent. Sending is the work of `publishing.webhooks`."""

import re
import secrets
from base64 import b64encode
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, NoReturn
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Value
from django.db.models.functions import Now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.actions.actor import Actor
from tournaments.actions.errors import NotAllowed, RulesRefuse, StateRefuses, TooManyAttempts
from tournaments.actions.leagues.ledger import record_league
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_league, lock_tournament
from tournaments.models import (
    League,
    LedgerHead,
    Tournament,
    Webhook,
    WebhookCursor,
    WebhookDelivery,
)
from tournaments.models.codes import made_by_call
from tournaments.models.events import Event, LeagueEvent
from tournaments.models.webhooks.events import (
    LeagueWebhookAdded,
    LeagueWebhookChanged,
    LeagueWebhookRemoved,
    WebhookAdded,
    WebhookChanged,
    WebhookRemoved,
)
from tournaments.models.webhooks.webhooks import (
    LONGEST_RECIPIENT,
    LONGEST_TOKEN,
    MOST_WEBHOOKS,
    opened,
    sealed,
)
from tournaments.wake_workers import wake_for_webhooks
from web.outgoing import validate_target
from web.sealed_texts import Unreadable
from web.text.typed_texts import LONGEST_ADDRESS, as_typed

Shape = Webhook.Shape

# As in https://github.com/standard-webhooks/standard-webhooks.
SECRET_PREFIX = "whsec_"  # noqa: S105
# After a rotation the old secret signs, too, for this time.
OVERLAP = timedelta(days=1)
LINE_PUSH = "https://api.line.me/v2/bot/message/push"
LINE_BROADCAST = "https://api.line.me/v2/bot/message/broadcast"
# Tests and repeats that a webhook may be asked for.
MOST_WAITING, MOST_ASKED, ASKED_WITHIN = 5, 30, timedelta(hours=1)
PLACEHOLDERS = ("event", "text", "link")
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_RECIPIENT = re.compile(rf"[A-Za-z0-9]{{0,{LONGEST_RECIPIENT}}}")
_TOKEN = re.compile(rf"[!-~]{{1,{LONGEST_TOKEN}}}")


@transaction.atomic
def add_webhook(
    *,
    owner: Tournament | League,
    shape: str,
    events: Sequence[str],
    language: str,
    address: str = "",
    recipient: str = "",
    token: str = "",
    template: str = "",
    by: Actor,
    key: str = "",
) -> Webhook:
    """Send what happens from now on to an address.

    A webhook of LINE has a `token` and perhaps a `recipient` instead of an address. One in Jantaku JSON signs with a
    secret, which with the `key` of a call is `secret_for`. Refused: more than MOST_WEBHOOKS, no events, addresses
    that `validate_target` refuses, and templates with other placeholders than PLACEHOLDERS.
    """
    if by.user is None:
        raise NotAllowed(_("Please sign in to add a webhook."))
    _lock(owner)
    if Webhook.objects.of(owner).count() >= MOST_WEBHOOKS:
        raise StateRefuses(
            _("There are at most %(most)s webhooks. Please remove one first.") % {"most": MOST_WEBHOOKS},
            code="too_many_webhooks",
        )
    if shape not in Shape.values:
        _refuse("shape", _("Please choose a format."))
    to = _address(shape, address, recipient)
    webhook = Webhook(
        shape=shape,
        events=_events(events),
        language=_language(language),
        template=_template(shape, template),
        host=urlsplit(to).hostname or "",
        address=sealed(to),
        recipient=_recipient(shape, recipient),
        secret=sealed(_first_secret(shape, token)),
        made_by=by.user,
        **_of(owner),
    )
    webhook.save(force_insert=True)
    if shape == Shape.JSON and key:
        # The secret contains the webhook's id, known only now.
        webhook.secret = sealed(secret_for(webhook.pk, by=by, key=key))
        webhook.save(update_fields=["secret"])
    _begin(webhook, owner)
    told = {"shape": webhook.shape, "told": webhook.events, "language": webhook.language}
    _record(
        owner,
        WebhookAdded(webhook=webhook.pk, **told),
        LeagueWebhookAdded(webhook=webhook.pk, **told),
        by,
    )
    return webhook


@transaction.atomic
def change_webhook(
    *,
    webhook: Webhook,
    events: Sequence[str],
    language: str,
    address: str = "",
    recipient: str = "",
    token: str = "",
    template: str = "",
    by: Actor,
) -> Webhook:
    """Change what a webhook is told, and where. An empty `address` or `token` keeps the one it has. The same again
    changes nothing; anything new is sent at once, whatever it was waiting for.
    """
    webhook = _locked(webhook)
    shape = webhook.shape
    wanted: dict[str, Any] = {
        "events": _events(events),
        "language": _language(language),
        "template": _template(shape, template),
        "recipient": _recipient(shape, recipient),
    }
    if address or shape == Shape.LINE:
        to = _address(shape, address, recipient)
        if not _holds(webhook.address, to):
            wanted |= {"address": sealed(to), "host": urlsplit(to).hostname or ""}
    if shape == Shape.LINE and token and not _holds(webhook.secret, _first_secret(shape, token)):
        wanted["secret"] = sealed(_first_secret(shape, token))
    changed = [name for name, value in wanted.items() if getattr(webhook, name) != value]
    if not changed:
        return webhook
    for name in changed:
        setattr(webhook, name, wanted[name])
    webhook.failures, webhook.failing_since, webhook.next_at = 0, None, None
    webhook.save(update_fields=[*changed, "failures", "failing_since", "next_at"])
    _record_change(webhook, changed, by)
    return webhook


@transaction.atomic
def rotate_webhook_secret(*, webhook: Webhook, by: Actor, key: str = "") -> str:
    """Give a webhook a new secret and return it; the old one signs, too, for OVERLAP."""
    webhook = _locked(webhook)
    if webhook.shape != Shape.JSON:
        raise StateRefuses(_("Only webhooks in Jantaku JSON sign with a secret."), code="signs_nothing")
    secret = secret_for(webhook.pk, by=by, key=key) if key else _new_secret()
    Webhook.objects.filter(pk=webhook.pk).update(
        secret=sealed(secret), old_secret=webhook.secret, old_secret_until=Now() + Value(OVERLAP)
    )
    _record_change(webhook, ["secret"], by)
    return secret


@transaction.atomic
def resume_webhook(*, webhook: Webhook, by: Actor) -> None:
    """Switch a webhook on again that was switched off because nothing arrived. It is told what happens from now on.
    One that is on stays as it is.
    """
    webhook = _locked(webhook)
    if webhook.off_at is None:
        return
    for cursor in WebhookCursor.objects.filter(webhook=webhook).select_for_update(no_key=True):
        cursor.seq = LedgerHead.objects.values_list("seq", flat=True).get(tournament=cursor.tournament_id)
        cursor.save(update_fields=["seq"])
    webhook.off_at, webhook.is_mail_due = None, False
    webhook.failures, webhook.failing_since, webhook.next_at = 0, None, None
    webhook.save(update_fields=["off_at", "is_mail_due", "failures", "failing_since", "next_at"])
    _record_change(webhook, ["off_at"], by)


@transaction.atomic
def remove_webhook(*, webhook: Webhook, by: Actor) -> None:
    """Send nothing more, and forget the address, the secrets and the log. Idempotent."""
    if by.user is None:
        raise NotAllowed(_("Please sign in to remove a webhook."))
    _lock(webhook.owner)
    webhook = Webhook.objects.select_for_update(of=("self",), no_key=True).get(pk=webhook.pk)
    if webhook.removed_at is not None:
        return
    webhook.deliveries.all().delete()
    webhook.cursors.all().delete()
    emptied = ("address", "recipient", "template", "secret", "old_secret")
    Webhook.objects.filter(pk=webhook.pk).update(
        removed_by=by.user, removed_at=Now(), is_mail_due=False, **dict.fromkeys(emptied, "")
    )
    _record(
        webhook.owner,
        WebhookRemoved(webhook=webhook.pk),
        LeagueWebhookRemoved(webhook=webhook.pk),
        by,
    )


@transaction.atomic
def ask_for_delivery(*, webhook: Webhook, again: WebhookDelivery | None = None) -> WebhookDelivery:
    """Have a worker send a test, or a delivery of the log again. It is no fact about the tournament, so the ledger
    has none of it. Refused: more than MOST_WAITING at a time, or MOST_ASKED an hour.
    """
    webhook = _locked(webhook)
    asked = WebhookDelivery.objects.filter(webhook=webhook, is_asked=True)
    if asked.filter(sent_at__isnull=True).count() >= MOST_WAITING:
        raise StateRefuses(
            _("Other messages are still waiting to be sent. Please try again in a minute."),
            code="deliveries_waiting",
        )
    if asked.filter(asked_at__gt=Now() - Value(ASKED_WITHIN)).count() >= MOST_ASKED:
        raise TooManyAttempts(
            ngettext(
                "At most %(most)s message an hour can be sent by hand. Please wait.",
                "At most %(most)s messages an hour can be sent by hand. Please wait.",
                MOST_ASKED,
            )
            % {"most": MOST_ASKED},
            retry_after=int(ASKED_WITHIN.total_seconds()),
        )
    made = WebhookDelivery.objects.create(
        webhook=webhook,
        is_asked=True,
        type=again.type if again is not None else TEST,
        tournament_id=again.tournament_id if again is not None else None,
        seq=again.seq if again is not None else None,
    )

    # A named function: Django reports a failing hook by its name.
    def wake() -> None:
        wake_for_webhooks()

    transaction.on_commit(wake, robust=True)
    return made


TEST = "test"


def secret_for(webhook_id: int, *, by: Actor, key: str) -> str:
    """Return the secret that this actor's call under `key` gives a webhook; a repeated call gets the same one."""
    digest = made_by_call("webhook", webhook_id, caller=by.caller, key=key)
    return SECRET_PREFIX + b64encode(digest).decode()


def _new_secret() -> str:
    return SECRET_PREFIX + b64encode(secrets.token_bytes(32)).decode()


def _lock(owner: Tournament | League) -> None:
    if isinstance(owner, Tournament):
        lock_tournament(owner.pk)
    else:
        lock_league(owner.pk)


def _locked(webhook: Webhook) -> Webhook:
    """Lock a webhook after its owner, and refuse a removed one."""
    _lock(webhook.owner)
    rows = Webhook.objects.select_related("tournament", "league").select_for_update(of=("self",), no_key=True)
    webhook = rows.get(pk=webhook.pk)
    if webhook.removed_at is not None:
        raise StateRefuses(_("This webhook was removed."), code="webhook_removed")
    return webhook


def _of(owner: Tournament | League) -> dict[str, Any]:
    return {"tournament": owner} if isinstance(owner, Tournament) else {"league": owner}


def _begin(webhook: Webhook, owner: Tournament | League) -> None:
    """Set the cursors to the ends of the ledgers: what was before is not told."""
    heads = LedgerHead.objects.filter(
        **{"tournament": owner} if isinstance(owner, Tournament) else {"tournament__season__league": owner}
    )
    WebhookCursor.objects.bulk_create(
        WebhookCursor(webhook=webhook, tournament_id=tournament, seq=seq)
        for tournament, seq in heads.values_list("tournament_id", "seq")
    )


def _record(owner: Tournament | League, event: Event, of_league: LeagueEvent, by: Actor) -> None:
    if isinstance(owner, Tournament):
        record(event, tournament_id=owner.pk, by=by)
    else:
        record_league(of_league, league_id=owner.pk, by=by)


def _record_change(webhook: Webhook, changed: Sequence[str], by: Actor) -> None:
    # The host follows from the address.
    names = sorted(set(changed) - {"host"})
    told = {"changed": names, "told": webhook.events, "language": webhook.language}
    _record(
        webhook.owner,
        WebhookChanged(webhook=webhook.pk, **told),
        LeagueWebhookChanged(webhook=webhook.pk, **told),
        by,
    )


def _refuse(field: str, message: str, code: str = "webhook") -> NoReturn:
    raise RulesRefuse(message, code=code, fields={field: [message]})


def _events(events: Sequence[str]) -> list[str]:
    """Return the chosen events in their usual order."""
    if not events or not set(events) <= set(Webhook.Told.values):
        _refuse("events", _("Please choose at least one event."))
    return [one for one in Webhook.Told.values if one in events]


def _language(language: str) -> str:
    if language not in dict(settings.LANGUAGES):
        _refuse("language", _("Please choose a language of this site."))
    return language


def _address(shape: str, address: str, recipient: str) -> str:
    if shape == Shape.LINE:
        return LINE_PUSH if recipient.strip() else LINE_BROADCAST
    address = address.strip()
    if len(address) > LONGEST_ADDRESS:
        _refuse("address", _("An address has at most %(most)s characters.") % {"most": LONGEST_ADDRESS})
    try:
        validate_target(address)
    except ValidationError as refused:
        _refuse("address", refused.messages[0], code="webhook_address")
    return address


def _holds(sealed_text: str, text: str) -> bool:
    try:
        return opened(sealed_text) == text
    except Unreadable:
        return False


def _recipient(shape: str, recipient: str) -> str:
    recipient = recipient.strip()
    if not _RECIPIENT.fullmatch(recipient):
        _refuse("recipient", _("An ID of LINE has letters and digits alone."))
    return recipient if shape == Shape.LINE else ""


def _first_secret(shape: str, token: str) -> str:
    if shape == Shape.JSON:
        return _new_secret()
    if shape != Shape.LINE:
        return ""
    if not _TOKEN.fullmatch(token.strip()):
        _refuse("token", _("Please paste the channel access token of your LINE account."))
    return token.strip()


def _template(shape: str, template: str) -> str:
    template = "" if shape == Shape.JSON else as_typed(template)
    field = Webhook._meta.get_field("template")
    try:
        field.run_validators(template)
    except ValidationError as refused:
        _refuse("template", refused.messages[0])
    unknown = [name for name in _PLACEHOLDER.findall(template) if name not in PLACEHOLDERS]
    if unknown:
        _refuse(
            "template",
            _("“{%(name)s}” is not known. A message can have {event}, {text} and {link}.")
            % {"name": unknown[0][:30]},
        )
    return template
