"""Whoever listens to a tournament hears of news once they can be read, and nobody who acts waits for Redis."""

import os
import signal
import time
from collections.abc import Iterator

import pytest
import redis
from django.test import override_settings

from tests.tournaments.hall import BALANCED, Hall, play
from tools.servers import redis as redis_server
from tournaments import news_bell
from tournaments.actions.hall.announcements import announce
from tournaments.actions.play.scoresheets.reporting import TableReport, report_sheet
from tournaments.models import Round
from tournaments.news_bell import CHANNEL, ring_on_commit
from tournaments.standings import publish_tournament
from web.outages import Messages

pytestmark = pytest.mark.django_db


class Listener:
    """What is heard on the channel of a Redis."""

    def __init__(self, url: str) -> None:
        self.client = redis.Redis.from_url(url)
        self.channel = self.client.pubsub()
        self.channel.subscribe(CHANNEL)
        self.channel.get_message(timeout=5)

    def heard(self) -> list[str]:
        found = []
        while (message := self.channel.get_message(timeout=0.2)) is not None:
            found.append(message["data"].decode())
        return found


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with redis_server() as url:
        yield url


@pytest.fixture
def listener(url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Listener]:
    monkeypatch.setattr(news_bell, "_messages", Messages("Redis"))
    with override_settings(LIVE_STREAMS=True, REDIS_URL=url):
        listener = Listener(url)
        yield listener
        listener.channel.close()
        listener.client.close()


def test_every_entry_rings_once_it_is_committed_whether_it_moves_standings_or_not(
    hall: Hall, round_: Round, listener: Listener, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        announce(tournament=hall.tournament, text="Lunch", by=hall.alice)
        before = listener.heard()
    announced = listener.heard()
    table = round_.tables.get(number=1)
    with django_capture_on_commit_callbacks(execute=True):
        report_sheet(table=table, report=TableReport(BALANCED), by=hall.rob)

    pk = hall.tournament.pk
    assert (before, announced, listener.heard()) == ([], [f"{pk} *"], [f"{pk} {table.pk}"])


def test_a_publication_rings_although_it_writes_no_entry(
    hall: Hall, round_: Round, listener: Listener, django_capture_on_commit_callbacks
):
    play(round_.tables.get(number=1), hall.alice)
    listener.heard()

    with django_capture_on_commit_callbacks(execute=True):
        published = publish_tournament(hall.tournament.pk)
        again = publish_tournament(hall.tournament.pk)

    assert (published, again, listener.heard()) == (1, 0, [f"{hall.tournament.pk}"])


def test_nobody_rings_where_nobody_listens(
    hall: Hall, listener: Listener, django_capture_on_commit_callbacks
):
    with override_settings(LIVE_STREAMS=False), django_capture_on_commit_callbacks(execute=True):
        announce(tournament=hall.tournament, text="Lunch", by=hall.alice)

    assert listener.heard() == []


def test_a_hanging_redis_is_waited_for_once_and_for_a_fifth_of_a_second(
    listener: Listener, django_capture_on_commit_callbacks
):
    process = listener.client.info("server")["process_id"]
    os.kill(process, signal.SIGSTOP)
    try:
        waited = []
        for _again in range(3):
            begin = time.monotonic()
            with django_capture_on_commit_callbacks(execute=True):
                ring_on_commit(1, ())
            waited.append(time.monotonic() - begin)
    finally:
        os.kill(process, signal.SIGCONT)

    # Patience is 0.1 s to connect and 0.1 s for an answer; the rest is for a busy machine.
    assert waited[0] < 0.5
    assert max(waited[1:]) < news_bell.PATIENCE
