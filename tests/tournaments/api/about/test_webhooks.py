"""Webhooks through the API."""

import pytest

from tests.tournaments.api.callers import body_of, signed_in
from tests.tournaments.hall import Hall
from tests.tournaments.webhooks import WEBHOOK
from tournaments.models import Webhook, WebhookDelivery
from tournaments.models.webhooks.webhooks import opened

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite")]
ALL = "/v1/tournaments/spring-open/webhooks/"


def test_the_secret_is_in_the_answer_and_in_that_of_a_repeat_alone(hall: Hall) -> None:
    alice = signed_in(hall.alice.user)
    wanted = {**WEBHOOK, "shape": "json"}

    first, again = (alice.post(ALL, wanted, key="a-key-of-the-program") for _time in range(2))

    webhook = Webhook.objects.get()
    assert (first.status_code, body_of(first)) == (201, body_of(again))
    assert body_of(first)["secret"] == opened(webhook.secret)
    [listed] = body_of(alice.get(ALL))["results"]
    assert listed == {
        "id": webhook.pk,
        "shape": "json",
        "events": ["rounds", "results"],
        "language": "en",
        "template": "",
        "host": "discord.example",
        "recipient": "",
        "status": "on",
        "failing_since": None,
        "next_at": None,
        "made_at": listed["made_at"],
        "secret": "",
    }


def test_a_change_leaves_what_it_does_not_name(hall: Hall) -> None:
    alice = signed_in(hall.alice.user)
    one = f"/v1/webhooks/{body_of(alice.post(ALL, WEBHOOK))['id']}/"

    changed = body_of(alice.call("PATCH", one, {"language": "ja"}))

    assert (changed["language"], changed["events"], changed["host"]) == (
        "ja",
        ["rounds", "results"],
        "discord.example",
    )


def test_what_cannot_be_is_refused_with_its_field(hall: Hall) -> None:
    alice = signed_in(hall.alice.user)
    found = [
        alice.post(ALL, {**WEBHOOK, "address": "https://127.0.0.1/"}),
        alice.post(ALL, {**WEBHOOK, "template": "{secret}"}),
        alice.post(ALL, {**WEBHOOK, "events": []}),
        alice.post(ALL, {**WEBHOOK, "template": "\x00"}),
        alice.post(ALL, {**WEBHOOK, "secret": "mine"}),
        alice.post(ALL, {**WEBHOOK, "events": ["rounds"] * 1_000}),
    ]

    assert [(one.status_code, list(body_of(one)["error"]["fields"])) for one in found] == [
        (422, ["address"]),
        (422, ["template"]),
        (422, ["events"]),
        (400, []),
        (400, ["secret"]),
        (400, ["events"]),
    ]
    assert not Webhook.objects.exists()


def test_a_test_is_in_the_log(hall: Hall) -> None:
    alice = signed_in(hall.alice.user)
    one = f"/v1/webhooks/{body_of(alice.post(ALL, WEBHOOK))['id']}/"

    asked = alice.post(f"{one}test/")

    delivery = WebhookDelivery.objects.get()
    [logged] = body_of(alice.get(f"{one}deliveries/"))["results"]
    assert (asked.status_code, body_of(asked)) == (201, logged)
    assert (logged["id"], logged["type"], logged["sent_at"]) == (delivery.pk, "test", None)


def test_a_removed_one_is_not_found(hall: Hall) -> None:
    alice = signed_in(hall.alice.user)
    one = f"/v1/webhooks/{body_of(alice.post(ALL, WEBHOOK))['id']}/"

    assert alice.delete(one).status_code == 204

    assert alice.get(f"{one}deliveries/").status_code == 404
