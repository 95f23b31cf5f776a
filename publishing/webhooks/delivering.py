"""Deliver what webhooks have not told yet: each entry at least once, in the order of its ledger.

A webhook is worked off by one worker at a time. Its lease is in the database and by the database's clock; a worker
that was killed or is stuck loses it, and the next one goes on at the cursor. A message that does not arrive keeps the
later ones waiting.
"""

import logging
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Exists, F, Max, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce, Now
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from players.mail import MailAway, send_now
from publishing.webhooks.formats import request_for
from publishing.webhooks.messages import Message, kinds_for, message_of, test_message
from tournaments.actions.actor import Actor
from tournaments.models import (
    LedgerEntry,
    LedgerHead,
    Tournament,
    Webhook,
    WebhookCursor,
    WebhookDelivery,
)
from tournaments.models.origins.events import TakenIn
from tournaments.models.webhooks.webhooks import MOST_KEPT, WebhookQuerySet, is_accepted, opened
from tournaments.permissions import listed_tournaments
from web.outgoing import Answer, Failure, Unreachable, post
from web.sealed_texts import Unreadable
from web.visitor_language import address_of

logger = logging.getLogger(__name__)

# Longer than a message takes, since the lease is renewed with each.
LEASE = timedelta(seconds=60)
# Seconds that one pass takes before the next task goes on.
LONGEST_PASS = 45.0
# A fault of ours is not tried again at once.
AFTER_A_FAULT = timedelta(minutes=10)
# Entries read at a time.
AT_ONCE = 20
# Seconds until a message is sent again, after one failure, two, and so on.
PAUSES = (5, 30, 120, 600, 1_800, 3_600, 10_800)
# What a server asks for is granted up to an hour.
LONGEST_PATIENCE = 3_600
# A webhook that has failed for this long is switched off.
GIVEN_UP_AFTER = timedelta(days=3)
GONE = 410


class LeaseLost(Exception):
    """Another worker has the webhook, or it was removed."""


class Outcome(NamedTuple):
    """What came of sending a message once."""

    answer: Answer | None
    failure: str
    milliseconds: int | None


def deliver_due() -> int:
    """Deliver what is due, for LONGEST_PASS at most; return how many messages were sent, received or not. Safe to run
    anywhere, at any time; not inside a transaction.
    """
    ends, sent, seen = time.monotonic() + LONGEST_PASS, 0, set[int]()
    while time.monotonic() < ends and (webhook := _take(seen)) is not None:
        seen.add(webhook.pk)
        try:
            sent += _work_off(webhook, ends)
        except LeaseLost:
            continue
        except Exception:
            # Whatever is wrong with one, the next is worked off.
            logger.exception("a webhook could not be worked off")
            _mine(webhook).update(next_at=Now() + Value(AFTER_A_FAULT))
        _mine(webhook).update(leased_until=Now())
    _mail_those_switched_off()
    return sent


def _due() -> WebhookQuerySet:
    """Return the webhooks without a worker that have something to send now."""
    told = WebhookCursor.objects.filter(webhook=OuterRef(OuterRef("pk")), tournament=OuterRef("pk"))
    behind = Tournament.objects.filter(discard=None).annotate(told=Coalesce(Subquery(told.values("seq")), 0))
    behind = behind.filter(head__seq__gt=F("told"))
    waits = WebhookDelivery.objects.filter(webhook=OuterRef("pk"), sent_at__isnull=True)
    may_go_on = Q(off_at__isnull=True) & (Q(next_at__isnull=True) | Q(next_at__lte=Now()))
    has_news = Exists(behind.filter(pk=OuterRef("tournament_id"))) | Exists(
        behind.filter(season__league=OuterRef("league_id"))
    )
    is_free = Q(leased_until__isnull=True) | Q(leased_until__lte=Now())
    return Webhook.objects.live().filter(is_free).filter(Exists(waits) | (may_go_on & has_news))


def _take(seen: set[int]) -> Webhook | None:
    """Take the webhook that was worked off the longest time ago; None if there is none."""
    while True:
        rows = _due().exclude(pk__in=seen).order_by(F("leased_until").asc(nulls_first=True), "pk")
        found = rows.select_related("tournament__season__league", "league", "made_by").first()
        if found is None:
            return None
        # Of two workers that saw it, only one finds it unchanged.
        taken = Webhook.objects.filter(pk=found.pk, lease=found.lease, removed_at__isnull=True).update(
            lease=F("lease") + 1, leased_until=Now() + Value(LEASE)
        )
        if taken:
            found.lease += 1
            return found


def _mine(webhook: Webhook) -> WebhookQuerySet:
    return Webhook.objects.filter(pk=webhook.pk, lease=webhook.lease, removed_at__isnull=True)


def _work_off(webhook: Webhook, ends: float) -> int:
    sent = 0
    for asked in list(WebhookDelivery.objects.waiting().filter(webhook=webhook).select_related("tournament")):
        _renew(webhook)
        _send_asked(webhook, asked)
        sent += 1
    may_go_on = _mine(webhook).filter(Q(next_at__isnull=True) | Q(next_at__lte=Now()), off_at__isnull=True)
    if not may_go_on.exists():
        return sent
    for tournament, is_told in _tournaments_of(webhook):
        for entry in _entries(webhook, tournament, is_told):
            if time.monotonic() > ends:
                return sent
            _renew(webhook)
            sent += 1
            if not _send(webhook, tournament, entry):
                return sent
    return sent


def _renew(webhook: Webhook) -> None:
    if not _mine(webhook).update(leased_until=Now() + Value(LEASE)):
        raise LeaseLost


def _tournaments_of(webhook: Webhook) -> list[tuple[Tournament, bool]]:
    """Return the tournaments that a webhook follows, each with whether it is told: a league's webhook of those that
    everybody finds, a tournament's own in any case.
    """
    rows = Tournament.objects.filter(discard=None).select_related("head", "season__league")
    if webhook.tournament_id is not None:
        return [(one, True) for one in rows.filter(pk=webhook.tournament_id)]
    of_league = Q(season__league=webhook.league_id)
    listed = set(listed_tournaments(Actor()).filter(of_league).order_by().values_list("pk", flat=True))
    return [(one, one.pk in listed) for one in rows.filter(of_league).order_by("pk")]


def _entries(webhook: Webhook, tournament: Tournament, is_told: bool) -> Iterator[LedgerEntry]:
    """Yield the entries to tell; once all before the end of the ledger are told, the cursor goes there.

    The end is read first: entries become visible in their order, so none before it is missed.
    """
    cursor = _cursor(webhook, tournament)
    end = LedgerHead.objects.values_list("seq", flat=True).get(tournament=tournament)
    news = LedgerEntry.objects.filter(tournament=tournament, kind__in=kinds_for(webhook), seq__lte=end)
    after = cursor.seq
    while is_told and (page := list(news.filter(seq__gt=after).order_by("seq")[:AT_ONCE])):
        yield from page
        after = page[-1].seq
    _renew(webhook)
    WebhookCursor.objects.filter(pk=cursor.pk, seq__lt=end).update(seq=end)


def _cursor(webhook: Webhook, tournament: Tournament) -> WebhookCursor:
    """Return the cursor in a ledger. A tournament that came later begins after what was before the webhook, and after
    what another server wrote.
    """
    cursor = WebhookCursor.objects.filter(webhook=webhook, tournament=tournament).first()
    if cursor is not None:
        return cursor
    before = LedgerEntry.objects.filter(tournament=tournament).filter(
        Q(recorded_at__lt=webhook.made_at) | Q(kind=TakenIn.kind)
    )
    start = before.aggregate(last=Max("seq"))["last"] or 0
    found, _is_new = WebhookCursor.objects.get_or_create(
        webhook=webhook, tournament=tournament, defaults={"seq": start}
    )
    return found


def _send(webhook: Webhook, tournament: Tournament, entry: LedgerEntry) -> bool:
    """Send an entry and note what came of it; return whether it arrived."""
    with translation.override(webhook.language), timezone.override(tournament.time_zone):
        message = message_of(tournament, entry)
    outcome = _sent(webhook, message)
    status = outcome.answer.status if outcome.answer is not None else None
    arrived = is_accepted(webhook.shape, status)
    with transaction.atomic():
        if arrived:
            noted = _mine(webhook).update(failures=0, failing_since=None, next_at=None)
            webhook.failures = 0
        else:
            noted = _note_failure(webhook, outcome)
        if not noted:
            raise LeaseLost
        if arrived:
            WebhookCursor.objects.filter(webhook=webhook, tournament=tournament, seq__lt=entry.seq).update(
                seq=entry.seq
            )
        WebhookDelivery.objects.create(
            webhook=webhook, tournament=tournament, seq=entry.seq, type=message.type, **_noted(outcome)
        )
        _forget_old(webhook)
    return arrived


def _send_asked(webhook: Webhook, asked: WebhookDelivery) -> None:
    """Send a test, or an entry again. Neither the cursor nor the count of failures hears of it."""
    with translation.override(webhook.language):
        if asked.tournament is None or asked.seq is None:
            message = test_message(webhook.owner, number=asked.pk, at=asked.asked_at)
        else:
            tournament = asked.tournament
            entry = LedgerEntry.objects.get(tournament=tournament, seq=asked.seq)
            with timezone.override(tournament.time_zone):
                message = message_of(tournament, entry)
    outcome = _sent(webhook, message)
    with transaction.atomic():
        if not _mine(webhook).exists():
            raise LeaseLost
        WebhookDelivery.objects.filter(pk=asked.pk).update(**_noted(outcome))
        _forget_old(webhook)


def _sent(webhook: Webhook, message: Message) -> Outcome:
    now: datetime = Webhook.objects.annotate(now=Now()).values_list("now", flat=True).get(pk=webhook.pk)
    try:
        address = opened(webhook.address)
        until = webhook.old_secret_until
        secrets = [webhook.secret, webhook.old_secret if until is not None and until > now else ""]
        headers, body = request_for(
            webhook, message, [opened(one) for one in secrets if one], at=int(now.timestamp())
        )
    except Unreadable:
        return Outcome(None, Failure.SEALED, None)
    began = time.monotonic()
    try:
        answer = post(address, headers=headers, body=body)
    except Unreachable as error:
        return Outcome(None, error.failure, None)
    return Outcome(answer, "", int((time.monotonic() - began) * 1000))


def _noted(outcome: Outcome) -> dict[str, object]:
    answer = outcome.answer
    return {
        "sent_at": Now(),
        "milliseconds": outcome.milliseconds,
        "status": answer.status if answer is not None else None,
        "failure": outcome.failure,
        "answer": answer.text if answer is not None else "",
    }


def _note_failure(webhook: Webhook, outcome: Outcome) -> int:
    """Count the failure, and wait; switch the webhook off after GIVEN_UP_AFTER, or if its receiver is gone."""
    failures = webhook.failures + 1
    asked = outcome.answer.retry_after if outcome.answer is not None else 0
    pause = max(PAUSES[min(failures, len(PAUSES)) - 1], min(asked, LONGEST_PATIENCE))
    noted = _mine(webhook).update(
        failures=failures,
        failing_since=Coalesce(F("failing_since"), Now()),
        next_at=Now() + Value(timedelta(seconds=pause)),
    )
    is_over = Q(failing_since__lte=Now() - Value(GIVEN_UP_AFTER))
    if outcome.answer is not None and outcome.answer.status == GONE:
        is_over = Q(pk=webhook.pk)
    if _mine(webhook).filter(is_over, off_at__isnull=True).update(off_at=Now(), is_mail_due=True):
        logger.warning("a webhook was switched off: nothing has arrived for days")
    return noted


def _forget_old(webhook: Webhook) -> None:
    rows = WebhookDelivery.objects.filter(webhook=webhook)
    newest = rows.newest().values_list("pk", flat=True)
    oldest_kept = list(newest[MOST_KEPT - 1 : MOST_KEPT])
    if oldest_kept:
        rows.filter(pk__lt=oldest_kept[0], sent_at__isnull=False).delete()


def _mail_those_switched_off() -> None:
    """Write once to who made a webhook that was switched off. A mail that cannot be sent now stays due."""
    due = Webhook.objects.live().filter(is_mail_due=True).select_related("tournament", "league", "made_by")
    for webhook in due.order_by("pk"):
        if not Webhook.objects.filter(pk=webhook.pk, is_mail_due=True).update(is_mail_due=False):
            continue  # another process sends it
        try:
            send_now(mail_about(webhook))
        except MailAway:
            Webhook.objects.filter(pk=webhook.pk).update(is_mail_due=True)
            return


def mail_about(webhook: Webhook) -> EmailMessage:
    """Return the mail, in the language of the webhook."""
    with translation.override(webhook.language):
        owner = webhook.owner
        page = "desk_webhook" if isinstance(owner, Tournament) else "league_webhook"
        about = {"owner": owner.name, "webhook": webhook, "link": address_of(page, owner.slug, webhook.pk)}
        subject = _("A webhook was switched off: %(name)s") % {"name": owner.name}
        text = render_to_string("email/webhook_off.txt", about)
        return EmailMessage(subject, text, to=[webhook.made_by.email])
