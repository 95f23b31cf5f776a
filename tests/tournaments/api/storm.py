"""A storm of requests generated from the API description, sent by several callers about existing objects.

Rate limits are cleared before each call, so that the operation itself answers. Each call is undone.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field
from itertools import count
from typing import Any
from urllib.parse import urlencode

import schemathesis
from django.core.cache import cache
from django.http import HttpResponse
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.core import NotSet

from tests.permissions import Row, undone
from tests.pictures import PhotoFile
from tests.registers import CALLS
from tests.thorough import THOROUGH, in_turn
from tests.tournaments.api.callers import Caller
from tests.tournaments.api.permission_matrix import MATRIX
from tests.tournaments.worlds import ANONYMOUS, BEARER, ORGANIZER, PLAYER, Worlds
from web.api.docs import description

CALLERS = (ORGANIZER, PLAYER, BEARER, ANONYMOUS)
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
ROWS = {(row.method, row.described_path): row for row in reversed(MATRIX)}
OPERATIONS = [found.ok() for found in schemathesis.openapi.from_dict(description()).get_all_operations()]
SEED = 20_261_122


@dataclass
class Weather:
    """The answers: statuses by caller, and forbidden ones."""

    statuses: dict[str, Counter[int]] = field(default_factory=dict)
    crashes: list[str] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)

    def note(self, who: str, case: Any, response: HttpResponse) -> None:
        what = (
            f"{who}: {case.method} {case.path} {case.query} {case.body!r:.200}: {response.getvalue()[:200]!r}"
        )
        self.statuses.setdefault(who, Counter())[response.status_code] += 1
        if response.status_code >= 500:
            self.crashes.append(what)
        elif response.status_code >= 400 and set(json.loads(response.content)) - {"error", "sheet", "needs"}:
            self.odd.append(what)

    def sent(self, among: Callable[[int], bool] = lambda status: True) -> int:
        """Count answers with such a status."""
        return sum(
            count
            for statuses in self.statuses.values()
            for status, count in statuses.items()
            if among(status)
        )


Send = Callable[[Any, bool], HttpResponse]


def storm(
    operations: Iterable[Any], senders: Mapping[str, Send], weather: Weather, examples: int, first: int = SEED
) -> None:
    """Send each operation's requests by each caller, three of four about existing objects.

    All send the same requests: generating one takes longer than answering it. In daily runs the first caller, who
    has the most permissions, sends all, and one of the others in turn all but the first and simplest one. Malformed
    requests are usually sent to every second operation, by the first caller only.
    """
    always, *others = senders
    for turn, operation in enumerate(operations):
        for mode in MODES:
            is_malformed = mode is GenerationMode.NEGATIVE
            if is_malformed and not (can_be_malformed(operation) and in_turn([operation], turn, of=2)):
                continue
            some = [] if is_malformed and not THOROUGH else in_turn(others, turn, of=len(others) or 1)
            # Some operations accept any input.
            with suppress(Unsatisfiable):
                _gust(
                    operation, mode, {who: senders[who] for who in (always, *some)}, weather, examples, first
                )


def can_be_malformed(operation: Any) -> bool:
    """Whether anything but a name in the address is required; trying would take too long."""
    kinds = {one.definition["schema"]["type"] for one in operation.path_parameters}
    return any(map(len, (operation.query, operation.headers, operation.body))) or bool(kinds - {"string"})


def _gust(
    operation: Any,
    mode: GenerationMode,
    senders: Mapping[str, Send],
    weather: Weather,
    examples: int,
    first: int,
) -> None:
    always, sent = next(iter(senders)), count()

    @seed(first)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(
        case=operation.as_strategy(generation_mode=mode),
        to_real_things=st.sampled_from([True, True, True, False]),
    )
    def one(case: Any, to_real_things: bool) -> None:
        is_simplest = next(sent) == 0
        for who in (always,) if is_simplest and not THOROUGH else senders:
            weather.note(who, case, senders[who](case, to_real_things))

    one()


def sender(worlds: Worlds, who: str) -> Send:
    """Return a sender for one of the callers, with real ids in address and body, and the current tag of the sheet."""

    def send(case: Any, to_real_things: bool) -> HttpResponse:
        operation = case.method.upper(), case.path
        CALLS.refuse_gaps([operation], [operation] if operation in ROWS else [])
        row = ROWS[operation]
        headers = {
            name: str(value) for name, value in (case.headers or {}).items() if name != "Authorization"
        }
        path, body = case.formatted_path, case.body
        if to_real_things:
            path = row.path(worlds.own)
            body = with_real_ids(body, row, worlds.own)
            if "If-Match" in headers:
                headers["If-Match"] = f'"{worlds.own["tag"]}"'
        caller = worlds.caller(who, row.scene)
        cookies = copy(caller.client.cookies)
        cache.clear()
        with undone():
            answer = call(caller, case, path, headers, body)
        caller.client.cookies = cookies
        return answer

    return send


def with_real_ids(body: Any, row: Row, world: Mapping[str, Any]) -> Any:
    """Replace ids in a body by existing ones, if it is an object with such fields."""
    known = row.body(world) if row.body else {}
    if not isinstance(body, dict) or not isinstance(known, dict):
        return body
    names = {"entry", "one", "other", "code", "slug", "rulebook", "rulebook_hash", "email", "csv", "leavers"}
    # An invalid code confirms nothing: the first question would hide later ones.
    names |= {"confirm"}
    return {name: known[name] if name in names and name in known else value for name, value in body.items()}


def as_form(body: Any) -> bytes:
    """Return a body with files as a form sends it."""
    fields = body if isinstance(body, dict) else {"body": body}
    files = {name: value for name, value in fields.items() if isinstance(value, bytes)}
    typed = {name: json.dumps(value) for name, value in fields.items() if name not in files}
    return encode_multipart(BOUNDARY, {**typed, **{name: PhotoFile(data) for name, data in files.items()}})


def call(
    caller: Caller,
    case: Any,
    path: str,
    headers: dict[str, str],
    body: Any = NotSet(),  # noqa: B008
) -> HttpResponse:
    query = urlencode(case.query or {}, doseq=True, errors="replace")
    if isinstance(body, bytes | NotSet):
        raw = body if isinstance(body, bytes) else None
    elif case.media_type == "multipart/form-data":
        raw = as_form(body)
        headers = {**headers, "Content-Type": MULTIPART_CONTENT}
    else:
        raw = json.dumps(body).encode()
    caller.client.raise_request_exception = False
    address = f"{path.removeprefix('/api')}{'?' + query if query else ''}"
    return caller.call(case.method.upper(), address, raw, key=None, **headers)
