"""A message only wakes a worker: late acknowledgement, quick redelivery, and nobody waits for it."""

import contextlib
import socket
import threading
import time

import pytest
from kombu.exceptions import OperationalError

from config.celery import app
from tournaments.standings.tasks import reconcile_standings

pytestmark = pytest.mark.slow


def test_a_killed_workers_task_comes_again_soon():
    promised = {
        "task_acks_late": True,
        "task_reject_on_worker_lost": True,
        "worker_prefetch_multiplier": 1,
        "task_soft_time_limit": 100,
        "task_time_limit": 120,
    }

    assert {name: app.conf[name] for name in promised} == promised
    assert app.conf.broker_transport_options["visibility_timeout"] == 300
    assert app.conf.broker_transport_options["unacked_restore_throttle"] == 1


def test_no_task_may_outlive_the_time_after_which_it_is_given_to_another_worker():
    assert app.conf.task_time_limit < app.conf.broker_transport_options["visibility_timeout"]


def test_only_plain_data_travels():
    assert (app.conf.task_serializer, app.conf.accept_content) == ("json", ["json"])
    assert app.conf.task_ignore_result is True


def test_the_beat_rings_for_tasks_that_exist():
    app.loader.import_default_modules()

    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= set(app.tasks)
    assert app.conf.beat_schedule["reconcile"]["schedule"] == 15.0


@pytest.fixture
def queue_in_use():
    """Tasks are sent, as on a server, instead of run on the spot."""
    app.conf.task_always_eager = False
    yield
    app.conf.task_always_eager = True


@pytest.fixture
def hung_up():
    """A broker that hangs up on everybody: its address, and a list with an entry for each who came."""
    came = []

    def hang_up():
        with contextlib.suppress(OSError):  # the socket is closed
            while True:
                came.append(listener.accept()[0].close())

    with socket.create_server(("127.0.0.1", 0)) as listener:
        host = threading.Thread(target=hang_up)
        host.start()
        yield f"redis://127.0.0.1:{listener.getsockname()[1]}/0", came
        listener.shutdown(socket.SHUT_RDWR)
        host.join()


def test_a_queue_that_is_away_is_asked_once_and_nobody_waits_for_it(queue_in_use, hung_up):
    address, came = hung_up

    with pytest.raises(OperationalError):
        reconcile_standings.apply_async(connection=app.connection_for_write(address))

    patience_ends = time.monotonic() + 10
    while not came and time.monotonic() < patience_ends:  # whoever hangs up may be slower than we gave up
        time.sleep(0.01)
    assert len(came) == 1


def test_nobody_waits_longer_than_a_fifth_of_a_second_to_ring():
    with app.connection_for_write() as ringing, app.connection_for_read() as listening:
        names = ("socket_connect_timeout", "socket_timeout")

        assert sum(ringing.transport_options[name] for name in names) <= 0.2
        assert [listening.transport_options[name] for name in names] == [1, 5]
        assert ringing.transport_options["max_retries"] == 0


def test_a_worker_outlives_a_broker_that_answers_with_an_error():
    assert app.conf.broker_channel_error_retry is True
