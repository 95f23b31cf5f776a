"""What receivers get, in each format."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.utils import translation

from publishing.webhooks.delivering import deliver_due
from publishing.webhooks.formats import LONGEST_TEXT, filled_in, request_for
from publishing.webhooks.messages import KINDS, Message
from tests.tournaments.hall import Hall, play
from tests.web.receiver import Receiver
from tournaments.actions.hall.announcements import announce
from tournaments.actions.play.rounds import close_round
from tournaments.actions.setup.webhooks import add_webhook, rotate_webhook_secret, secret_for
from tournaments.models import Entry, Round, Webhook
from tournaments.models.events import Event
from tournaments.models.webhooks.webhooks import sealed

pytestmark = pytest.mark.django_db
DENO = Path(sys.executable).with_name("deno")
MESSAGE = Message(
    "7-12",
    "announcement.made",
    "Spring_Open",
    "@everyone *Lunch* <b> & [tea](https://x.example)",
    "https://j.example/t/s/",
    {"type": "a"},
)


class Verifier(NamedTuple):
    process: "subprocess.Popen[str]"
    address: str

    def next(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()


@contextmanager
def verifier(*secrets: str) -> Iterator[Verifier]:
    """A receiver in another language, which knows these secrets."""
    program = Path(__file__).with_name("verifier.ts")
    command = [
        str(DENO),
        "run",
        "--no-config",
        "--no-remote",
        "--allow-net=127.0.0.1",
        str(program),
        *secrets,
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        port = process.stdout.readline().strip()
        try:
            yield Verifier(process, f"http://127.0.0.1:{port}/")
        finally:
            process.kill()


def made(hall: Hall, address: str, **more: Any) -> Webhook:
    about = {"shape": "json", "language": "en", "events": ["announcements", "results", "standings"], **more}
    return add_webhook(owner=hall.tournament, address=address, by=hall.alice, **about)


def test_a_receiver_in_another_language_accepts_each_message(
    in_play: tuple[Hall, Round], receiver: Receiver
) -> None:
    hall, round_ = in_play
    webhook = made(hall, receiver.address, key="made-by-this-call")
    first = secret_for(webhook.pk, by=hall.alice, key="made-by-this-call")
    with verifier(first) as theirs:
        Webhook.objects.filter(pk=webhook.pk).update(address=sealed(theirs.address))
        announce(tournament=hall.tournament, text="昼休み – lunch", by=hall.alice)
        play(round_.tables.get(number=1), hall.alice)
        assert deliver_due() == 2
        assert [theirs.next(), theirs.next()] == _ids(webhook)

        # They have not heard of the new secret yet.
        second = rotate_webhook_secret(webhook=webhook, by=hall.alice)
        announce(tournament=hall.tournament, text="Tea", by=hall.alice)
        assert deliver_due() == 1
        assert theirs.next() == _ids(webhook)[-1]

    with verifier(second) as theirs:
        Webhook.objects.filter(pk=webhook.pk).update(address=sealed(theirs.address))
        announce(tournament=hall.tournament, text="Dinner", by=hall.alice)
        assert deliver_due() == 1
        assert theirs.next() == _ids(webhook)[-1]
    with verifier(secret_for(webhook.pk, by=hall.alice, key="some-other-call")) as theirs:
        Webhook.objects.filter(pk=webhook.pk).update(address=sealed(theirs.address))
        announce(tournament=hall.tournament, text="Night", by=hall.alice)
        deliver_due()
        assert theirs.next() == "refused"


def _ids(webhook: Webhook) -> list[str]:
    found = webhook.deliveries.order_by("pk").values_list("tournament", "seq")
    return [f"{tournament}-{seq}" for tournament, seq in found]


def test_a_result_has_its_players_and_their_places(in_play: tuple[Hall, Round], receiver: Receiver) -> None:
    hall, round_ = in_play
    made(hall, receiver.address)
    table = round_.tables.get(number=1)
    sheet = play(table, hall.alice)

    deliver_due()

    [sent] = receiver.sent
    content = json.loads(sent.body)
    entries = list(table.seats.order_by("wind").values_list("entry", flat=True))
    names = [Entry.objects.get(pk=pk).player.name for pk in entries]
    result = content["data"].pop("result")
    seats = result.pop("seats")
    assert content == {
        "type": "result.confirmed",
        "timestamp": content["timestamp"],
        "data": {
            "tournament": {
                "slug": "spring-open",
                "name": "Spring Open",
                "url": "http://127.0.0.1:8000/t/spring-open/",
            },
            "league": None,
            "seq": hall.tournament.ledger.get(kind="confirmed").seq,
            "text": content["data"]["text"],
            "url": f"http://127.0.0.1:8000/t/spring-open/tables/{table.pk}/",
        },
    }
    assert result == {
        "table": table.pk,
        "name": "Round 1, Table 1",
        "sheet": sheet.pk,
        "version": 1,
        "units_per_point": 1000,
    }
    assert [(seat["wind"], seat["entry"], seat["name"]) for seat in seats] == list(
        zip([1, 2, 3, 4], entries, names, strict=True)
    )
    assert sum(seat["total"] for seat in seats) == 0


def test_standings_are_sent_when_a_round_is_closed(in_play: tuple[Hall, Round], receiver: Receiver) -> None:
    hall, round_ = in_play
    for table in round_.tables.all():
        play(table, hall.alice)
    made(hall, receiver.address, events=["standings"], language="ja")
    close_round(round_=round_, by=hall.alice)

    deliver_due()

    [sent] = receiver.sent
    data = json.loads(sent.body)["data"]
    assert [one["place"] for one in data["standings"]] == [1, 1, 3, 3, 5, 5, 7, 7]
    assert data["url"] == "http://127.0.0.1:8000/ja/t/spring-open/standings/"
    assert len(data["text"].splitlines()) == 9


def test_discord_is_told_to_call_no_one(in_play: tuple[Hall, Round]) -> None:
    hall, _round = in_play
    webhook = made(hall, "https://discord.example/x", shape="discord", template="{text}")

    _headers, body = request_for(webhook, MESSAGE, [], at=0)

    assert json.loads(body) == {
        "content": r"@everyone \*Lunch\* <b\> & \[tea\]\(https://x.example\)",
        "allowed_mentions": {"parse": []},
    }


def test_slack_takes_no_markup_from_what_people_typed(in_play: tuple[Hall, Round]) -> None:
    hall, _round = in_play
    webhook = made(hall, "https://hooks.slack.example/x", shape="slack")

    _headers, body = request_for(webhook, MESSAGE, [], at=0)

    assert json.loads(body) == {
        "text": "Spring_Open: @everyone *Lunch* &lt;b&gt; &amp; [tea](https://x.example)\nhttps://j.example/t/s/"
    }


def test_line_gets_a_push_with_a_key_by_which_it_knows_a_repeat(in_play: tuple[Hall, Round]) -> None:
    hall, _round = in_play
    webhook = made(hall, "", shape="line", token="channel-token", recipient="C0123")

    first, again = (request_for(webhook, MESSAGE, ["channel-token"], at=at) for at in (0, 60))

    headers, body = first
    assert first == again
    assert (webhook.host, headers["Authorization"], json.loads(body)["to"]) == (
        "api.line.me",
        "Bearer channel-token",
        "C0123",
    )
    assert len(headers["X-Line-Retry-Key"]) == 36


def test_a_template_is_filled_in_once_and_has_an_end() -> None:
    tricky = MESSAGE._replace(text="{link} {event}" + "x" * 5000, event="{text}")

    text = filled_in("{event}|{text}|{link}|{link}", tricky)

    assert text.startswith("{text}|{link} {event}xxx")
    assert text.endswith("…|https://j.example/t/s/|https://j.example/t/s/")
    assert len(text) <= LONGEST_TEXT


def test_all_kinds_that_are_sent_are_kinds_of_the_ledger() -> None:
    assert set(KINDS) <= set(Event.events)


def test_messages_are_in_the_language_of_the_webhook(in_play: tuple[Hall, Round], receiver: Receiver) -> None:
    hall, _round = in_play
    made(hall, receiver.address, language="ja", shape="slack")
    announce(tournament=hall.tournament, text="昼休み", by=hall.alice)

    with translation.override("en"):
        deliver_due()

    [sent] = receiver.sent
    assert json.loads(sent.body)["text"] == "Spring Open: 昼休み\nhttp://127.0.0.1:8000/ja/t/spring-open/"
