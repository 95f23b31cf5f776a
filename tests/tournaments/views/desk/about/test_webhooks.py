"""The pages of webhooks."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.hall import Hall
from tests.tournaments.webhooks import WEBHOOK
from tournaments.models import Webhook, WebhookDelivery
from tournaments.models.webhooks.webhooks import opened

pytestmark = pytest.mark.django_db
ALL = "/t/spring-open/desk/webhooks/"


def add(alice: Client, **more: Any) -> Any:
    return alice.post(ALL, {**WEBHOOK, "key": "once-and-for-all", **more})


def test_the_secret_is_on_the_page_after_adding_and_on_no_other(alice: Client) -> None:
    added, again = add(alice, shape="json"), add(alice, shape="json")

    webhook = Webhook.objects.get()
    secret = opened(webhook.secret)
    page = alice.get(f"{ALL}{webhook.pk}/")
    assert [secret in one.content.decode() for one in (added, again, alice.get(ALL), page)] == [
        True,
        True,
        False,
        False,
    ]
    assert page.headers["Cache-Control"].startswith("private")


def test_a_new_secret_is_shown_once(alice: Client) -> None:
    add(alice, shape="json")
    webhook = Webhook.objects.get()

    rotated = alice.post(f"{ALL}{webhook.pk}/secret/", {"key": "another-key-of-a-form"})

    webhook.refresh_from_db()
    assert opened(webhook.secret) in rotated.content.decode()


def test_the_address_is_never_shown_again(alice: Client) -> None:
    add(alice)
    webhook = Webhook.objects.get()

    pages = [alice.get(ALL), alice.get(f"{ALL}{webhook.pk}/")]

    assert all("discord.example" in page.content.decode() for page in pages)
    assert not any("api/webhooks/1" in page.content.decode() for page in pages)


def test_a_refusal_stands_beside_its_field(alice: Client) -> None:
    refused = add(alice, address="https://192.168.1.1/")

    assert refused.status_code == 422
    assert re.search(r'id="id_address_error">\s*<li>This address is not allowed', refused.content.decode())
    assert not Webhook.objects.exists()


def test_hostile_texts_are_refused_and_never_a_fault(alice: Client) -> None:
    found = [
        add(alice, **typed).status_code
        for typed in (
            {"address": "https://a.example/\x00"},
            {"template": "\x00"},
            {"shape": "line", "token": "\x00"},
            {"shape": "line", "token": "a", "recipient": "\x00"},
            {"events": "\x00"},
            {"language": "\x00"},
        )
    ]

    assert (found, Webhook.objects.count()) == ([422] * 6, 0)


def test_removing_asks_first(alice: Client) -> None:
    add(alice)
    webhook = Webhook.objects.get()
    address = f"{ALL}{webhook.pk}/remove/"

    asked = alice.post(address, {"key": "a-key-of-the-removal"})
    assert Webhook.objects.live().count() == 1
    done = alice.post(address, {"key": "a-key-of-the-removal", "confirm": "sure"})

    assert (asked.status_code, done.status_code, done["Location"]) == (200, 302, ALL)
    assert Webhook.objects.live().count() == 0


def test_what_a_receiver_answers_is_shown_as_text(alice: Client) -> None:
    add(alice)
    webhook = Webhook.objects.get()
    WebhookDelivery.objects.create(
        webhook=webhook, type="test", status=500, answer="<script>alert(1)</script>", is_asked=True
    )

    page = alice.get(f"{ALL}{webhook.pk}/").content.decode()

    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_strangers_and_those_of_another_tournament_find_nothing(
    alice: Client, charlie: Client, hall: Hall
) -> None:
    add(alice)
    webhook = Webhook.objects.get()

    assert charlie.get(f"{ALL}{webhook.pk}/").status_code == 403
    assert alice.get(f"{ALL}{webhook.pk + 1}/").status_code == 404
