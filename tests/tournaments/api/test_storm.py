"""Thousands of requests that a machine thought up from the description: never a 5xx, always the one error shape.

A few of each operation here, the same ones every time; HYPOTHESIS_PROFILE=thorough sends fifty times as many.
"""

import json
import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import pytest
import schemathesis
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.urls import re_path
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.core import NotSet

from tests.permissions import Row, undone
from tests.tournaments.api.callers import Caller
from tests.tournaments.api.permission_matrix import MATRIX
from tests.tournaments.worlds import ORGANIZER, PHONE, Worlds, build
from tournaments.api.docs import description

EXAMPLES = 200 if os.environ.get("HYPOTHESIS_PROFILE") == "thorough" else 4
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
ROWS = {
    (row.method, "/" + row.route.replace("<id:pk>", "{id}").replace("<slug:slug>", "{slug}")): row
    for row in MATRIX
}
OPERATIONS = [found.ok() for found in schemathesis.openapi.from_dict(description()).get_all_operations()]
SIZE = 12
GROUPS = [OPERATIONS[start : start + SIZE] for start in range(0, len(OPERATIONS), SIZE)]


@dataclass
class Weather:
    """What came back."""

    statuses: Counter[int] = field(default_factory=Counter)
    crashes: list[str] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)

    def note(self, case: Any, response: HttpResponse) -> None:
        what = f"{case.method} {case.path} {case.query} {case.body!r:.200}: {response.content[:200]!r}"
        self.statuses[response.status_code] += 1
        if response.status_code >= 500:
            self.crashes.append(what)
        elif response.status_code >= 400 and set(json.loads(response.content)) - {"error", "sheet"}:
            self.odd.append(what)


def storm(
    operations: list[Any],
    send: Callable[[Any, bool], HttpResponse],
    weather: Weather,
    examples: int = EXAMPLES,
) -> None:
    """Send each operation's requests, half of them to things that exist."""
    for operation in operations:
        for mode in MODES:

            @seed(20_261_121)
            @settings(
                max_examples=examples,
                deadline=None,
                database=None,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            @given(case=operation.as_strategy(generation_mode=mode), to_real_things=st.booleans())
            def one(case: Any, to_real_things: bool) -> None:
                weather.note(case, send(case, to_real_things))

            one()


def sender(worlds: Worlds) -> Callable[[Any, bool], HttpResponse]:
    """Send as the organizer, or as a phone where phones have something to say."""

    def send(case: Any, to_real_things: bool) -> HttpResponse:
        row: Row = ROWS[case.method.upper(), case.path]
        path = row.path(worlds.own) if to_real_things else case.formatted_path
        headers = {
            name: str(value) for name, value in (case.headers or {}).items() if name != "Authorization"
        }
        if to_real_things and "If-Match" in headers:
            headers["If-Match"] = f'"{worlds.own["tag"]}"'
        role = PHONE if row.expected["own"][PHONE] < 300 and row.method != "GET" else ORGANIZER
        cache.clear()
        with undone():
            return call(worlds.caller(role, row.scene), case, path, headers)

    return send


def call(caller: Caller, case: Any, path: str, headers: dict[str, str]) -> HttpResponse:
    query = urlencode(case.query or {}, doseq=True, errors="replace")
    if isinstance(case.body, bytes | NotSet):
        body = case.body if isinstance(case.body, bytes) else None
    else:
        body = json.dumps(case.body).encode()
    caller.client.raise_request_exception = False
    address = f"{path.removeprefix('/api')}{'?' + query if query else ''}"
    return caller.call(case.method.upper(), address, body, key=None, **headers)


@pytest.mark.timeout(900)
@pytest.mark.django_db
@pytest.mark.parametrize("operations", GROUPS, ids=lambda group: f"{group[0].path} to {group[-1].path}")
def test_nothing_a_client_sends_makes_the_server_stumble(operations: list[Any]) -> None:
    weather = Weather()

    storm(operations, sender(build()), weather)

    assert weather.crashes == []
    assert weather.odd == []
    # The storm reached something: a good part of it was taken, and a good part refused.
    sent = sum(weather.statuses.values())
    assert sent >= len(operations) * EXAMPLES
    assert sum(count for status, count in weather.statuses.items() if status < 300) >= sent / 20
    assert sum(count for status, count in weather.statuses.items() if status >= 400) >= sent / 20


def stumble(request: HttpRequest) -> HttpResponse:
    """A bug of the kind the storm is to find: it believes that a limit is a number."""
    return HttpResponse(str(int(request.GET.get("limit", "1"))))


urlpatterns = [re_path(r"^api/v1/players/$", stumble)]


@pytest.mark.urls(__name__)
@pytest.mark.django_db
def test_the_storm_finds_a_planted_bug() -> None:
    weather = Weather()
    players = [operation for operation in OPERATIONS if operation.path == "/api/v1/players/"]
    caller = Caller()

    storm(players, lambda case, _real: call(caller, case, case.path, {}), weather, examples=40)

    assert weather.crashes
