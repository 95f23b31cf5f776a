"""The application as web servers call it: ready before anybody asks, with room for the frames of a request."""

import subprocess
import sys

import pytest
from django.test import RequestFactory

from config.wsgi import ROOM
from tools.environment import ROOT
from web.frames import with_room

pytestmark = [pytest.mark.once("asks no database"), pytest.mark.slow]

IN_A_NEW_PROCESS = """
import gc, resource, sys
from config.wsgi import ROOM
from web.frames import with_room

print('tournaments.views.urls' in sys.modules, gc.isenabled(), gc.get_freeze_count() > 100_000)

def leaf():
    pass

def deep(left):
    # Somewhere on the way down a loop stands at the end of a piece.
    for _time in range(200):
        leaf()
    if left:
        deep(left - 1)

def system_calls(call):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    call({}, None)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

def application(_environ, _start_response):
    deep(400)

application({}, None)
print(system_calls(application), system_calls(with_room(application, ROOM)))
"""


@pytest.fixture(scope="module")
def found() -> tuple[list[str], list[int]]:
    """What a process finds that has just read the application, and how much memory calls take in it."""
    command = [sys.executable, "-c", IN_A_NEW_PROCESS]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    first, second = done.stdout.splitlines()
    return first.split(), [int(pages) for pages in second.split()]


def test_addresses_are_read_before_the_first_request_and_nobody_looks_for_rubbish_in_them(
    found: tuple[list[str], list[int]],
) -> None:
    assert found[0] == ["True", "True", "True"]


def test_what_is_asked_and_answered_goes_through_as_it_is() -> None:
    environ, seen = RequestFactory().get("/").environ, []

    answer = with_room(lambda *asked: seen.append(asked) or [b"as it is"], ROOM)(environ, print)  # type: ignore[func-returns-value]

    assert (answer, seen) == ([b"as it is"], [(environ, print)])


def test_memory_for_frames_is_not_taken_and_given_back_at_every_call(
    found: tuple[list[str], list[int]],
) -> None:
    _state, (without, with_it) = found

    assert with_it < without / 2, f"{with_it} pages of memory with {ROOM} words, {without} without"
