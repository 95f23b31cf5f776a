import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, TextIO

import pytest
import pytest_django
from django.conf import settings
from django.db import connection

from tests.races.databases import Template

pytestmark = pytest.mark.run("races")

Reply = dict[str, Any]
LEAD = 0.1  # seconds before the start, so that all processes are ready


@dataclass
class Hand:
    """A process: what it reads, and what it answers."""

    calls: TextIO
    replies: TextIO


@dataclass
class Crew:
    """Several processes on one database."""

    hands: list[Hand]

    def at_once(self, calls: list[Reply]) -> list[Reply]:
        """Run one call in each process at the same moment; return the results in order."""
        start = time.time() + LEAD
        for hand, call in zip(self.hands, calls, strict=False):
            hand.calls.write(json.dumps({"at": start, **call}) + "\n")
            hand.calls.flush()
        return [self._reply_of(hand) for hand in self.hands[: len(calls)]]

    def do(self, action: str, **call: object) -> Reply:
        """Run one action in a process now."""
        return self.at_once([{"do": action, "at": 0, **call}])[0]

    def _reply_of(self, hand: Hand) -> Reply:
        line = hand.replies.readline()
        assert line, "a process of the race has died"
        return json.loads(line)


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Template]:
    template = Template(tmp_path_factory.mktemp("races"))
    yield template
    template.remove()


@contextmanager
def recruit(size: int, environment: dict[str, str]) -> Iterator[Crew]:
    """Start processes in this environment; they end with the block."""
    with ExitStack() as stack:
        hands, theirs = [], []
        for _hand in range(size):
            (reads, calls), (replies, writes) = os.pipe(), os.pipe()
            theirs += [reads, writes]
            hands.append(
                Hand(stack.enter_context(os.fdopen(calls, "w")), stack.enter_context(os.fdopen(replies)))
            )
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.races.hand", *map(str, theirs)],
            cwd=settings.BASE_DIR,
            env={**environment, "DJANGO_SETTINGS_MODULE": "config.settings"},
            pass_fds=theirs,
            start_new_session=True,
        )
        for file in theirs:
            os.close(file)
        try:
            yield Crew(hands)
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture(scope="session")
def _hands(template: Template) -> Iterator[Crew]:
    with recruit(4, template.environment(template.url)) as crew:
        yield crew


@pytest.fixture
def own_copy(
    template: Template, django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker
) -> Iterator[None]:
    """Use a new database in this process, in which its threads may commit."""
    of_the_run = connection.settings_dict["NAME"]
    with template.copy() as name, django_db_blocker.unblock():
        connection.close()
        connection.settings_dict["NAME"] = name
        yield
        connection.close()
        connection.settings_dict["NAME"] = of_the_run


@pytest.fixture
def four(template: Template, _hands: Crew) -> Iterator[Crew]:
    """Provide four processes on a new database."""
    with template.copy() as name:
        _hands.at_once([{"do": "use", "name": name}] * 4)
        yield _hands
        _hands.at_once([{"do": "leave"}] * 4)
