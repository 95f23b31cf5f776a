"""People, programs and phones that call the API as in real use: with CSRF checks, and a new key each time."""

import json
import uuid
from typing import Any

from django.http import HttpResponse
from django.test import Client

from players.models import User
from tests.sign_in import sign_in
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.api_tokens import create_api_token
from tournaments.actions.credentials.seat_tokens import claim_seat, issue_seat_tokens
from tournaments.credentials.devices import SEAT_COOKIE
from tournaments.models import Seat, Table, Tournament

CSRF = "c" * 32
BALANCED = {"points": [40_000, 30_000, 20_000, 10_000]}


class Caller:
    """A client. `get` and `post` return the response; `json(response)` its body."""

    def __init__(self, *, bearer: str | None = None) -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.client.cookies["csrftoken"] = CSRF
        self.bearer = bearer

    def __getstate__(self) -> dict[str, Any]:
        """Return the state that later tests restore."""
        return {
            "cookies": {name: cookie.value for name, cookie in self.client.cookies.items()},
            "bearer": self.bearer,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(bearer=state["bearer"])  # type: ignore[misc]
        self.client.cookies.load(state["cookies"])

    def call(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        key: str | None = "",
        if_match: str | None = None,
        **headers: str,
    ) -> HttpResponse:
        """`key`: "" makes a new one, None sends none. `body`: bytes are sent unchanged."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if method not in ("GET", "HEAD", "OPTIONS"):
            sent.setdefault("X-CSRFToken", CSRF)
            if key is not None:
                sent["Idempotency-Key"] = key or uuid.uuid4().hex
        if if_match is not None:
            sent["If-Match"] = f'"{if_match}"'
        if self.bearer is not None:
            sent.setdefault("Authorization", f"Bearer {self.bearer}")
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        content_type = sent.pop("Content-Type", "application/json")
        answer = self.client.generic(method, f"/api{path}", data, content_type, headers=sent)
        # Streamed rows are read to the end, as programs do.
        if answer.streaming:
            return HttpResponse(answer.getvalue(), status=answer.status_code, headers=answer.headers)
        return answer

    def get(self, path: str, **headers: str) -> HttpResponse:
        return self.call("GET", path, **headers)

    def post(self, path: str, body: object = None, **more: Any) -> HttpResponse:
        return self.call("POST", path, body if body is not None else {}, **more)

    def delete(self, path: str, **more: Any) -> HttpResponse:
        return self.call("DELETE", path, **more)


def stranger() -> Caller:
    return Caller()


def signed_in(user: User | None) -> Caller:
    assert user is not None
    caller = Caller()
    sign_in(caller.client, user)
    return caller


def program(user: User | None, scope: str = "manage", tournament: Tournament | None = None) -> Caller:
    """Return a program with this person's API token."""
    _token, secret = create_api_token(
        name="a program", scope=scope, days=1, by=Actor(user), tournament=tournament
    )
    return Caller(bearer=secret)


def phone_with(secret: str) -> Caller:
    caller = Caller()
    caller.client.cookies[SEAT_COOKIE] = secret
    return caller


def phone_of(seat: Seat, by: Actor) -> Caller:
    """Return a phone that has claimed this seat."""
    code = issue_seat_tokens(seats=[seat], by=by)[seat.pk]
    return phone_with(claim_seat(code=code, key=uuid.uuid4().hex)[1])


def phones_at(table: Table, by: Actor) -> list[Caller]:
    """Return the four phones of a table, East first."""
    return [phone_of(seat, by) for seat in table.seats.order_by("wind")]


def body_of(response: HttpResponse) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(response.content)
    return body


def code_of(response: HttpResponse) -> tuple[int, str]:
    """Return status and error code of a refusal."""
    return response.status_code, body_of(response)["error"]["code"]
