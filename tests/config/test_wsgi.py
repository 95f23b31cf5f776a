"""The application as web servers call it: ready before anybody asks, with room for the frames of a request."""

import subprocess
import sys

import pytest
from django.test import RequestFactory

from config.wsgi import ROOM, with_room
from tools.environment import ROOT

pytestmark = pytest.mark.once("asks no database")

DEEP = """
import resource
from config.wsgi import with_room

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
print(system_calls(application), system_calls(with_room(application)))
"""


def test_addresses_are_read_before_the_first_request_and_nobody_looks_for_rubbish_in_them() -> None:
    code = """
import gc, sys, config.wsgi
print('tournaments.views.urls' in sys.modules, gc.isenabled(), gc.get_freeze_count() > 100_000)
"""

    found = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)

    assert found.stdout.split() == ["True", "True", "True"]


def test_what_is_asked_and_answered_goes_through_as_it_is() -> None:
    environ, seen = RequestFactory().get("/").environ, []

    answer = with_room(lambda *asked: seen.append(asked) or [b"as it is"])(environ, print)  # type: ignore[arg-type,func-returns-value]

    assert (answer, seen) == ([b"as it is"], [(environ, print)])


def test_memory_for_frames_is_not_taken_and_given_back_at_every_call() -> None:
    found = subprocess.run([sys.executable, "-c", DEEP], cwd=ROOT, capture_output=True, text=True, check=True)

    without, with_it = map(int, found.stdout.split())
    assert with_it < without / 2, f"{with_it} pages of memory with {ROOM} words, {without} without"
