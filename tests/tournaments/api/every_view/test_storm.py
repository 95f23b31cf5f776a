"""Thousands of requests that a machine thought up from the description: never a 5xx, always the one error shape.

A few of each operation by some of the callers here, the same ones every time. `make fuzz` sends tens of thousands and
counts.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import re_path

from tests.thorough import THOROUGH, examples
from tests.tournaments.api.callers import Caller
from tests.tournaments.api.storm import CALLERS, OPERATIONS, SEED, Weather, call, sender, storm
from tests.tournaments.worlds import ORGANIZER, build

pytestmark = [pytest.mark.slow, pytest.mark.database("postgres")]

# Examples of each operation, mode (well-formed or not) and caller. SQLite stores what PostgreSQL refuses, so they are
# sent to PostgreSQL; thoroughly by every caller.
EXAMPLES = int(os.environ.get("JANTAKU_FUZZ", "2"))
FIRST = int(os.environ.get("JANTAKU_FUZZ_SEED", str(SEED)))
# At least so many together: of fewer not every caller may be drawn.
SIZE = 12
STARTS = range(0, len(OPERATIONS) - SIZE + 1, SIZE)
GROUPS = [OPERATIONS[start : start + SIZE if start < STARTS[-1] else None] for start in STARTS]


@pytest.mark.timeout(3_600)
@pytest.mark.django_db
@pytest.mark.parametrize("operations", GROUPS, ids=lambda group: f"{group[0].path} to {group[-1].path}")
def test_nothing_a_client_sends_makes_the_server_stumble(operations: list[Any]) -> None:
    weather, worlds = Weather(), build()

    storm(operations, {who: sender(worlds, who) for who in CALLERS}, weather, EXAMPLES, FIRST)
    _write_report(operations, weather)

    assert weather.crashes == []
    assert weather.odd == []
    # The storm reached something: a good part of the organizer's was taken, and most of it was found.
    # The well-formed ones alone.
    assert weather.sent() >= len(operations) * (EXAMPLES * len(CALLERS) if THOROUGH else 2 * EXAMPLES - 1)
    assert weather.statuses.keys() == set(CALLERS)
    assert 429 not in {status for statuses in weather.statuses.values() for status in statuses}
    organizers = weather.statuses[ORGANIZER]
    assert sum(count for status, count in organizers.items() if status < 300) >= organizers.total() / 20
    assert organizers[404] <= organizers.total() / 2


def _write_report(operations: list[Any], weather: Weather) -> None:
    """Leave the counts where `tools.fuzz_api` adds them up."""
    if folder := os.environ.get("JANTAKU_FUZZ_COUNTS"):
        counts = {who: {str(s): n for s, n in found.items()} for who, found in weather.statuses.items()}
        name = operations[0].label.replace("/", "_").replace(" ", "")
        report = {"statuses": counts, "crashes": weather.crashes}
        (Path(folder) / f"{name}.json").write_text(json.dumps(report), encoding="utf-8")


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

    # What is thought up depends on the constants in the code: enough of it that this does not hang on a lucky one.
    enough = examples(60, of=200)
    storm(
        players,
        {ORGANIZER: lambda case, _real: call(caller, case, case.path, {}, case.body)},
        weather,
        enough,
    )

    assert weather.crashes
