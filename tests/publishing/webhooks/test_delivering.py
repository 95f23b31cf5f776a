"""Delivering webhooks: at least once, in order, whatever fails in between."""

import json
import random
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.db.models import F, Value
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext

from publishing.webhooks import delivering
from publishing.webhooks.delivering import deliver_due
from tests.tournaments.hall import Hall, open_hall, play
from tests.web.receiver import Receiver, Sent
from tournaments.actions.actor import Actor
from tournaments.actions.hall.announcements import announce, remove_announcement
from tournaments.actions.hall.text_removal import remove_texts
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.seen_versions import tournament_tag
from tournaments.actions.setup.editing import edit_tournament
from tournaments.actions.setup.webhooks import (
    add_webhook,
    ask_for_delivery,
    change_webhook,
    remove_webhook,
    resume_webhook,
    rotate_webhook_secret,
)
from tournaments.models import (
    Announcement,
    LedgerEntry,
    Round,
    Tournament,
    Webhook,
    WebhookCursor,
    WebhookDelivery,
)
from tournaments.models.webhooks.webhooks import MOST_KEPT, WebhookStatus

pytestmark = pytest.mark.django_db
EVERYTHING = list(Webhook.Told.values)


def added(hall: Hall, receiver: Receiver, *events: str, **more: Any) -> Webhook:
    about = {"shape": "json", "language": "en", "address": receiver.address, **more}
    return add_webhook(owner=hall.tournament, events=events or EVERYTHING, by=hall.alice, **about)


def said(receiver: Receiver) -> list[str]:
    return [json.loads(sent.body)["data"]["text"] for sent in receiver.sent]


def let_time_pass(webhook: Webhook, **time: float) -> None:
    """Move what the webhook waits for, and since when it fails, back in time."""
    ago = Value(timedelta(**time))
    Webhook.objects.filter(pk=webhook.pk).update(
        next_at=F("next_at") - ago, failing_since=F("failing_since") - ago
    )


def failing(*_sent: Sent) -> tuple[int, dict[str, str], bytes]:
    return 500, {}, b"no"


def test_what_happens_from_now_on_is_sent_in_order(in_play: tuple[Hall, Round], receiver: Receiver) -> None:
    hall, round_ = in_play
    announce(tournament=hall.tournament, text="Too early", by=hall.alice)
    webhook = added(hall, receiver)
    announce(tournament=hall.tournament, text="Lunch", by=hall.alice)
    play(round_.tables.get(number=1), hall.alice)

    assert deliver_due() == 2

    assert [json.loads(sent.body)["type"] for sent in receiver.sent] == [
        "announcement.made",
        "result.confirmed",
    ]
    assert said(receiver)[0] == "Lunch"
    first, *places = said(receiver)[1].splitlines()
    assert (first, [line.split()[0::2] for line in places]) == (
        "Round 1, Table 1",
        [["1.", "+60.0"], ["2.", "+10.0"], ["3.", "−20.0"], ["4.", "−50.0"]],
    )
    assert deliver_due() == 0
    end = hall.tournament.head.__class__.objects.get(tournament=hall.tournament).seq
    assert WebhookCursor.objects.get(webhook=webhook).seq == end


def test_only_what_was_chosen_is_sent(in_play: tuple[Hall, Round], receiver: Receiver) -> None:
    hall, round_ = in_play
    added(hall, receiver, "announcements")
    play(round_.tables.get(number=1), hall.alice)
    announce(tournament=hall.tournament, text="Lunch", by=hall.alice)

    deliver_due()

    assert said(receiver) == ["Lunch"]


def test_a_receiver_that_often_fails_gets_everything_in_order_over_restarts(
    in_play: tuple[Hall, Round], receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall, _round = in_play
    webhook = added(hall, receiver, "announcements")
    chance, arrived = random.Random(1), []

    def answer(sent: Sent) -> tuple[int, dict[str, str], bytes]:
        if chance.random() < 0.3:
            return 503, {}, b"busy"
        arrived.append(sent.headers["webhook-id"])
        return 204, {}, b""

    receiver.answers = answer
    texts = [f"Number {number}" for number in range(60)]
    killed = 0
    for number, text in enumerate(texts):
        made = announce(tournament=hall.tournament, text=text, by=hall.alice)
        remove_announcement(announcement=made, by=hall.alice)
        if number % 7 == 3:
            let_time_pass(webhook, hours=1)
            # The worker is killed after the message has arrived, and before it could note that.
            with monkeypatch.context() as killing:
                killing.setattr(delivering, "is_accepted", _killed)
                with pytest.raises(SystemExit):
                    deliver_due()
            killed += 1
            Webhook.objects.filter(pk=webhook.pk).update(leased_until=Now())
            let_time_pass(webhook, hours=1)
        if number % 5 == 0:
            deliver_due()
            let_time_pass(webhook, hours=1)
    for _pass in range(200):
        deliver_due()
        let_time_pass(webhook, hours=1)

    expected = [
        f"{hall.tournament.pk}-{seq}"
        for seq in LedgerEntry.objects.filter(tournament=hall.tournament, kind="announced").values_list(
            "seq", flat=True
        )
    ]
    assert list(dict.fromkeys(arrived)) == expected
    # What came twice came twice in a row: nothing was overtaken.
    assert [one for one, before in zip(arrived, ["", *arrived], strict=False) if one != before] == expected
    assert (killed, len(arrived) > len(expected)) == (9, True)


def _killed(*_about: object) -> bool:
    raise SystemExit


def test_a_message_that_does_not_arrive_waits_longer_each_time(
    in_play: tuple[Hall, Round], receiver: Receiver
) -> None:
    hall, _round = in_play
    webhook = added(hall, receiver, "announcements")
    receiver.answers = failing
    announce(tournament=hall.tournament, text="Lunch", by=hall.alice)
    pauses = []

    for _failure in range(9):
        deliver_due()
        assert deliver_due() == 0
        row = Webhook.objects.annotate(now=Now()).get(pk=webhook.pk)
        assert row.next_at is not None
        pauses.append(round((row.next_at - row.now).total_seconds()))
        let_time_pass(webhook, hours=3)

    assert pauses == pytest.approx([5, 30, 120, 600, 1_800, 3_600, 10_800, 10_800, 10_800], abs=3)
    assert Webhook.objects.get(pk=webhook.pk).status is WebhookStatus.FAILING


def test_a_receiver_may_ask_for_patience(in_play: tuple[Hall, Round], receiver: Receiver) -> None:
    hall, _round = in_play
    webhook = added(hall, receiver, "announcements")
    receiver.answers = lambda _sent: (429, {"Retry-After": "999999"}, b"")
    announce(tournament=hall.tournament, text="Lunch", by=hall.alice)

    deliver_due()

    row = Webhook.objects.annotate(now=Now()).get(pk=webhook.pk)
    assert row.next_at is not None
    assert (row.next_at - row.now).total_seconds() == pytest.approx(3_600, abs=3)


def test_after_three_days_it_is_switched_off_and_who_made_it_gets_one_mail(
    in_play: tuple[Hall, Round], receiver: Receiver
) -> None:
    hall, _round = in_play
    webhook = added(hall, receiver, "announcements", language="ja")
    receiver.answers = failing
    announce(tournament=hall.tournament, text="Lunch", by=hall.alice)
    deliver_due()
    let_time_pass(webhook, days=2.9)
    deliver_due()
    before = (Webhook.objects.get(pk=webhook.pk).off_at, len(mail.outbox))
    let_time_pass(webhook, days=0.2)

    for _pass in range(3):
        deliver_due()

    webhook.refresh_from_db()
    [told] = mail.outbox
    assert (before, webhook.status) == ((None, 0), WebhookStatus.OFF)
    assert told.to == ["alice@spring-open.example"]
    assert f"/t/spring-open/desk/webhooks/{webhook.pk}/" in told.body
    assert receiver.address not in told.body


def test_a_receiver_that_is_gone_switches_it_off_at_once(
    in_play: tuple[Hall, Round], receiver: Receiver
) -> None:
    hall, _round = in_play
    webhook = added(hall, receiver, "announcements")
    receiver.answers = lambda _sent: (410, {}, b"")
    announce(tournament=hall.tournament, text="Lunch", by=hall.alice)

    deliver_due()

    assert Webhook.objects.get(pk=webhook.pk).status is WebhookStatus.OFF


def test_one_that_is_switched_on_again_is_told_what_happens_from_then_on(
    in_play: tuple[Hall, Round], receiver: Receiver
) -> None:
    hall, _round = in_play
    webhook = added(hall, receiver, "announcements")
    receiver.answers = lambda _sent: (410, {}, b"")
    announce(tournament=hall.tournament, text="Lost", by=hall.alice)
    deliver_due()
    receiver.answers = lambda _sent: (200, {}, b"")
    receiver.sent.clear()

    resume_webhook(webhook=webhook, by=hall.alice)
    announce(tournament=hall.tournament, text="Lunch", by=hall.alice)
    deliver_due()

    assert said(receiver) == ["Lunch"]


def test_a_new_address_is_tried_at_once(in_play: tuple[Hall, Round], receiver: Receiver) -> None:
    hall, _round = in_play
    webhook = added(hall, receiver, "announcements", address="http://127.0.0.1:9/")
    announce(tournament=hall.tournament, text="Lunch", by=hall.alice)
    deliver_due()

    change_webhook(
        webhook=webhook, events=["announcements"], language="en", address=receiver.address, by=hall.alice
    )
    deliver_due()

    assert said(receiver) == ["Lunch"]


def test_a_webhook_is_worked_off_by_one_worker_at_a_time(
    in_play: tuple[Hall, Round], receiver: Receiver
) -> None:
    hall, _round = in_play
    webhook = added(hall, receiver, "announcements")
    announce(tournament=hall.tournament, text="Lunch", by=hall.alice)
    Webhook.objects.filter(pk=webhook.pk).update(leased_until=Now() + Value(timedelta(seconds=60)))

    assert deliver_due() == 0

    Webhook.objects.filter(pk=webhook.pk).update(leased_until=Now())
    assert deliver_due() == 1


def test_a_worker_whose_lease_was_taken_moves_nothing(
    in_play: tuple[Hall, Round], receiver: Receiver
) -> None:
    hall, _round = in_play
    webhook = added(hall, receiver, "announcements")
    announce(tournament=hall.tournament, text="Lunch", by=hall.alice)
    before = WebhookCursor.objects.get(webhook=webhook).seq
    taken = delivering._take(set())
    assert taken is not None
    Webhook.objects.filter(pk=webhook.pk).update(lease=F("lease") + 1)
    entry = LedgerEntry.objects.filter(tournament=hall.tournament, kind="announced").latest("seq")

    with pytest.raises(delivering.LeaseLost):
        delivering._send(taken, hall.tournament, entry)

    assert delivering._work_off(taken, float("inf")) == 0
    assert (WebhookCursor.objects.get(webhook=webhook).seq, webhook.deliveries.count()) == (before, 0)


def test_a_removed_webhook_sends_nothing_and_keeps_no_secret(
    in_play: tuple[Hall, Round], receiver: Receiver
) -> None:
    hall, _round = in_play
    webhook = added(hall, receiver, "announcements")
    announce(tournament=hall.tournament, text="Lunch", by=hall.alice)

    remove_webhook(webhook=webhook, by=hall.alice)

    webhook.refresh_from_db()
    assert (deliver_due(), receiver.sent) == (0, [])
    assert (webhook.address, webhook.secret, webhook.template, webhook.deliveries.count()) == ("", "", "", 0)


def test_the_log_says_what_came_of_each_message_and_has_an_end(
    in_play: tuple[Hall, Round], receiver: Receiver
) -> None:
    hall, _round = in_play
    webhook = added(hall, receiver, "announcements")
    receiver.answers = lambda _sent: (404, {}, b"<b>no such hook</b>" + b"x" * 1000)
    announce(tournament=hall.tournament, text="Lunch", by=hall.alice)

    for _pass in range(MOST_KEPT + 5):
        deliver_due()
        let_time_pass(webhook, hours=3)
        Webhook.objects.filter(pk=webhook.pk).update(failing_since=Now())

    rows = list(WebhookDelivery.objects.filter(webhook=webhook))
    newest = rows[0]
    assert (len(rows), newest.status, newest.type, newest.is_delivered) == (
        MOST_KEPT,
        404,
        "announcement.made",
        False,
    )
    assert newest.answer.startswith("<b>no such hook</b>x")
    assert (len(newest.answer), newest.milliseconds is not None) == (300, True)


def test_a_test_is_sent_although_it_fails_and_moves_nothing(
    in_play: tuple[Hall, Round], receiver: Receiver
) -> None:
    hall, _round = in_play
    webhook = added(hall, receiver, "announcements")
    receiver.answers = failing
    announce(tournament=hall.tournament, text="Lunch", by=hall.alice)
    deliver_due()
    receiver.sent.clear()
    receiver.answers = lambda _sent: (200, {}, b"fine")

    asked = ask_for_delivery(webhook=webhook)
    deliver_due()

    asked.refresh_from_db()
    assert (said(receiver), asked.status, asked.answer) == (
        ["This is a test. The webhook works."],
        200,
        "fine",
    )
    assert Webhook.objects.get(pk=webhook.pk).status is WebhookStatus.FAILING


def test_a_delivery_is_sent_again_with_its_own_id(in_play: tuple[Hall, Round], receiver: Receiver) -> None:
    hall, _round = in_play
    webhook = added(hall, receiver, "announcements")
    announce(tournament=hall.tournament, text="Lunch", by=hall.alice)
    deliver_due()

    ask_for_delivery(webhook=webhook, again=WebhookDelivery.objects.get())
    deliver_due()

    first, second = receiver.sent
    assert (first.body, first.headers["webhook-id"]) == (second.body, second.headers["webhook-id"])


def test_a_tournaments_own_webhook_is_told_although_it_is_private(receiver: Receiver) -> None:
    hall = open_hall(visibility=Tournament.Visibility.PRIVATE)
    added(hall, receiver, "announcements")
    announce(tournament=hall.tournament, text="Lunch", by=hall.alice)

    deliver_due()

    assert said(receiver) == ["Lunch"]


def test_a_text_that_was_removed_is_not_sent(in_play: tuple[Hall, Round], receiver: Receiver) -> None:
    hall, _round = in_play
    added(hall, receiver, "announcements")
    announce(tournament=hall.tournament, text="Call 0123", by=hall.alice)
    remove_texts(entry=LedgerEntry.objects.filter(tournament=hall.tournament).latest("seq"), by=hall.alice)

    deliver_due()

    assert said(receiver) == ["Announced: text removed"]


def test_ten_webhooks_cost_a_result_no_statement(in_play: tuple[Hall, Round], receiver: Receiver) -> None:
    hall, round_ = in_play
    with CaptureQueriesContext(connection) as without:
        play(round_.tables.get(number=1), hall.alice)
    for _one in range(10):
        added(hall, receiver)

    with CaptureQueriesContext(connection) as with_ten:
        play(round_.tables.get(number=2), hall.alice)

    assert len(with_ten) == len(without)


def test_looking_for_news_costs_one_statement_where_there_is_none(
    in_play: tuple[Hall, Round], receiver: Receiver, django_assert_num_queries: Any
) -> None:
    hall, _round = in_play
    for _one in range(3):
        added(hall, receiver)
    deliver_due()

    with django_assert_num_queries(2):
        deliver_due()


def test_both_secrets_sign_for_a_day_after_a_rotation(
    in_play: tuple[Hall, Round], receiver: Receiver
) -> None:
    hall, _round = in_play
    webhook = added(hall, receiver, "announcements")
    announce(tournament=hall.tournament, text="One", by=hall.alice)
    deliver_due()
    rotate_webhook_secret(webhook=webhook, by=hall.alice)
    announce(tournament=hall.tournament, text="Two", by=hall.alice)
    deliver_due()
    Webhook.objects.filter(pk=webhook.pk).update(old_secret_until=Now())
    announce(tournament=hall.tournament, text="Three", by=hall.alice)
    deliver_due()

    assert [len(sent.headers["webhook-signature"].split()) for sent in receiver.sent] == [1, 2, 1]


def test_a_server_with_another_key_says_so_and_sends_nothing(
    in_play: tuple[Hall, Round], receiver: Receiver, settings: Any
) -> None:
    hall, _round = in_play
    webhook = added(hall, receiver, "announcements")
    announce(tournament=hall.tournament, text="One", by=hall.alice)
    settings.SECRET_KEY = "another key of this server, with more than fifty characters"

    deliver_due()

    assert (receiver.sent, webhook.deliveries.get().failure) == ([], "sealed")
    assert Announcement.objects.count() == 1


def test_a_leagues_webhook_is_told_of_its_public_tournaments_as_long_as_they_are_public(
    receiver: Receiver,
) -> None:
    league = create_league(slug="river", name="River League", by=Actor(is_console=True))
    season = create_season(league=league, name="2026", by=Actor(is_console=True))
    open_one = open_hall("open-one", season=season, name="Open One")
    closed = open_hall("closed", season=season, visibility=Tournament.Visibility.PRIVATE)
    elsewhere = open_hall("elsewhere")
    add_webhook(
        owner=league,
        shape="json",
        language="en",
        address=receiver.address,
        events=["announcements"],
        by=open_one.alice,
    )
    for hall in (closed, elsewhere, open_one):
        announce(tournament=hall.tournament, text=f"At {hall.tournament.slug}", by=hall.alice)
    deliver_due()
    assert said(receiver) == ["At open-one"]
    assert json.loads(receiver.sent[0].body)["data"]["league"] == "river"

    # What was said before it was public is not told afterwards.
    edit_tournament(
        tournament=closed.tournament,
        changes={"visibility": "public"},
        seen=tournament_tag(Tournament.objects.get(pk=closed.tournament.pk)),
        by=closed.alice,
    )
    announce(tournament=closed.tournament, text="Come in", by=closed.alice)
    later = open_hall("later", season=season)
    announce(tournament=later.tournament, text="At last", by=later.alice)
    deliver_due()

    assert said(receiver) == ["At open-one", "Come in", "At last"]
