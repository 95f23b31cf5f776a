"""Adding, changing and removing webhooks."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.db.models import F

from tests.tournaments.actions.refusals import refused
from tests.tournaments.hall import Hall
from tests.tournaments.webhooks import WEBHOOK, webhooks_of
from tournaments.actions.actor import Actor
from tournaments.actions.errors import ActionError, NotAllowed, RulesRefuse, StateRefuses, TooManyAttempts
from tournaments.actions.leagues.founding import create_league
from tournaments.actions.setup.webhooks import (
    MOST_ASKED,
    MOST_WAITING,
    add_webhook,
    ask_for_delivery,
    change_webhook,
    remove_webhook,
    rotate_webhook_secret,
    secret_for,
)
from tournaments.models import LeagueLedgerEntry, LedgerEntry, LedgerText, Webhook, WebhookDelivery
from tournaments.models.webhooks.webhooks import MOST_WEBHOOKS, opened
from tournaments.verification.leagues.ledger import verify_league
from tournaments.verification.ledger import verify_ledger
from tournaments.views.public.ledger_wording import in_words

pytestmark = pytest.mark.django_db
ADDRESS = WEBHOOK["address"]


def adding(hall: Hall, **more: Any) -> Callable[[], Webhook]:
    return lambda: add_webhook(owner=hall.tournament, by=hall.alice, **{**WEBHOOK, **more})


def test_no_secret_of_a_webhook_is_stored_in_the_clear_or_in_the_ledger(hall: Hall) -> None:
    webhooks_of(hall.tournament, hall.alice)

    entries = list(LedgerEntry.objects.filter(tournament=hall.tournament, kind__contains="webhook"))
    lines = [line.words for line in in_words(hall.tournament, entries)]
    stored = str([*Webhook.objects.values(), *(entry.payload for entry in entries), *lines])
    assert [entry.kind for entry in entries] == [
        "webhook_added",
        "webhook_changed",
        *["webhook_added"] * 3,
        "webhook_removed",
    ]
    assert lines[:2] == ["A webhook was added (Discord)", "A webhook was changed: events, language, message"]
    for secret in ("api/webhooks", "'abc'", "whsec_"):
        assert secret not in stored
    assert not LedgerText.objects.filter(tournament=hall.tournament, seq__gte=entries[0].seq).exists()


def test_its_ledger_proves_it(hall: Hall) -> None:
    webhook = webhooks_of(hall.tournament, hall.alice)
    assert verify_ledger(hall.tournament.pk).problems == []

    Webhook.objects.filter(pk=webhook.pk).update(events=["end"])

    assert f"webhook {webhook.pk}" in str(verify_ledger(hall.tournament.pk).problems)


def test_a_league_has_its_own_in_its_own_ledger(hall: Hall) -> None:
    league = create_league(slug="river", name="River League", by=Actor(is_console=True))
    webhook = webhooks_of(league, hall.alice)
    kinds = LeagueLedgerEntry.objects.filter(league=league, kind__contains="webhook").count()
    assert (kinds, verify_league(league.pk).problems) == (6, [])

    Webhook.objects.filter(pk=webhook.pk).update(language="fr")

    assert f"webhook {webhook.pk}" in str(verify_league(league.pk).problems)


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"address": ""}, "address"),
        ({"address": "http://club.example/"}, "address"),
        ({"address": "https://10.0.0.1/"}, "address"),
        ({"address": "https://club.example:22/"}, "address"),
        ({"address": "https://club.example/\x00"}, "address"),
        ({"address": "https://club.example/" + "x" * 500}, "address"),
        ({"shape": "telegram"}, "shape"),
        ({"shape": ""}, "shape"),
        ({"events": []}, "events"),
        ({"events": ["rounds", "everything"]}, "events"),
        ({"language": "xx"}, "language"),
        ({"template": "{secret}"}, "template"),
        ({"template": "{}"}, "template"),
        ({"template": "a" * 301}, "template"),
        ({"template": "a\x00b"}, "template"),
        ({"template": "a\ud800b"}, "template"),
        ({"shape": "line", "token": ""}, "token"),
        ({"shape": "line", "token": "a\r\nHost: x"}, "token"),
        ({"shape": "line", "token": "a" * 401}, "token"),
        ({"shape": "line", "token": "a", "recipient": "../x"}, "recipient"),
        ({"shape": "line", "token": "a", "recipient": "\x00"}, "recipient"),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field(hall: Hall, typed: dict[str, Any], field: str) -> None:
    with pytest.raises(RulesRefuse) as refusal:
        adding(hall, **typed)()

    assert list(refusal.value.fields) == [field]
    assert not Webhook.objects.exists()


def test_a_tournament_has_ten_at_most(hall: Hall) -> None:
    for _one in range(MOST_WEBHOOKS):
        webhook = adding(hall)()

    refused(adding(hall), StateRefuses, "too_many_webhooks")
    with pytest.raises(DatabaseError, match="few_webhooks_belong_to_one"), transaction.atomic():
        Webhook.objects.create(
            tournament=hall.tournament,
            shape="slack",
            address="x",
            made_by_id=hall.alice.user and hall.alice.user.pk,
        )
    remove_webhook(webhook=webhook, by=hall.alice)
    assert adding(hall)().pk


def test_the_database_keeps_no_secret_of_a_removed_one_and_brings_none_back(hall: Hall) -> None:
    webhook = adding(hall, shape="json")()
    remove_webhook(webhook=webhook, by=hall.alice)
    row = Webhook.objects.filter(pk=webhook.pk)

    with pytest.raises(DatabaseError, match="a_removed_webhook_keeps_no_secrets"), transaction.atomic():
        row.update(secret="x")
    with pytest.raises(DatabaseError, match="a_removed_webhook_stays_removed"), transaction.atomic():
        row.update(removed_at=None, removed_by=None, address="x")


def test_cursors_only_move_forwards(hall: Hall) -> None:
    webhook = adding(hall)()

    with pytest.raises(DatabaseError, match="cursors_only_move_forwards"), transaction.atomic():
        webhook.cursors.update(seq=F("seq") - 1)


def test_the_secret_is_that_of_the_call(hall: Hall) -> None:
    webhook = adding(hall, shape="json", key="first")()
    first = secret_for(webhook.pk, by=hall.alice, key="first")
    assert opened(webhook.secret) == first

    second = rotate_webhook_secret(webhook=webhook, by=hall.alice, key="second")

    webhook.refresh_from_db()
    assert (opened(webhook.secret), opened(webhook.old_secret)) == (second, first)
    assert first.startswith("whsec_")


def test_only_what_signs_gets_a_new_secret(hall: Hall) -> None:
    webhook = adding(hall)()

    refused(lambda: rotate_webhook_secret(webhook=webhook, by=hall.alice), StateRefuses, "signs_nothing")


def test_the_same_again_changes_nothing(hall: Hall) -> None:
    webhook = adding(hall)()
    entries = LedgerEntry.objects.count()

    change_webhook(
        webhook=webhook, events=["results", "rounds"], language="en", address=ADDRESS, by=hall.alice
    )

    assert LedgerEntry.objects.count() == entries


def test_removing_twice_is_removing_once(hall: Hall) -> None:
    webhook = adding(hall)()
    for _time in range(2):
        remove_webhook(webhook=webhook, by=hall.alice)

    assert hall.kinds()[-2:] == ["webhook_added", "webhook_removed"]


@pytest.mark.parametrize(
    "act",
    [
        lambda webhook, by: change_webhook(webhook=webhook, events=["end"], language="en", by=by),
        lambda webhook, by: rotate_webhook_secret(webhook=webhook, by=by),
        lambda webhook, _by: ask_for_delivery(webhook=webhook),
    ],
)
def test_a_removed_one_cannot_be_used(hall: Hall, act: Callable[[Webhook, Actor], object]) -> None:
    webhook = adding(hall)()
    remove_webhook(webhook=webhook, by=hall.alice)

    refused(lambda: act(webhook, hall.alice), StateRefuses, "webhook_removed")


def test_without_a_person_nothing_is_added_or_removed(hall: Hall) -> None:
    webhook, nobody = adding(hall)(), Actor(is_console=True)

    refused(lambda: add_webhook(owner=hall.tournament, by=nobody, **WEBHOOK), NotAllowed, "not_allowed")
    refused(lambda: remove_webhook(webhook=webhook, by=nobody), NotAllowed, "not_allowed")


def test_what_is_sent_by_hand_has_a_limit(hall: Hall) -> None:
    webhook = adding(hall)()

    def ask() -> ActionError | None:
        try:
            ask_for_delivery(webhook=webhook)
        except (StateRefuses, TooManyAttempts) as error:
            return error
        return None

    found = [ask() for _time in range(MOST_WAITING + 1)]
    assert [one.code if one else None for one in found] == [*[None] * MOST_WAITING, "deliveries_waiting"]

    asked = WebhookDelivery.objects.filter(webhook=webhook)
    asked.update(sent_at=F("asked_at"))
    for _time in range(MOST_ASKED - MOST_WAITING):
        assert ask() is None
        asked.update(sent_at=F("asked_at"))
    assert isinstance(ask(), TooManyAttempts)
