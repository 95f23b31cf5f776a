"""A repeat of a call gets its first answer, whatever became of what it was about, of the right, or of the seat."""

import copy
from collections.abc import Mapping
from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpResponse

from tests.permissions import OWN, Row, undone
from tests.thorough import IS_SECOND_DATABASE, in_turn
from tests.tournaments.api.callers import Caller, body_of, code_of, phone_of, program, signed_in, stranger
from tests.tournaments.api.permission_matrix import MATRIX
from tests.tournaments.hall import Hall, seats_of
from tests.tournaments.worlds import CARD_BEARER, ORGANIZER, PHONE, SUPERUSER, Worlds, build
from tournaments.actions.play.rounds import close_round
from tournaments.models import (
    ApiToken,
    CardPhone,
    IdempotencyKey,
    Round,
    SeatToken,
    Staff,
    Table,
    Tournament,
)

pytestmark = pytest.mark.database("sqlite", thorough="both")

KEY = "one-and-the-same"
# Questions to a rulebook, and about one's own registration, change nothing: they take no key.
QUESTIONS = ("api/v1/rulebooks/", "api/v1/registration/")
ACTIONS = [
    row
    for row in MATRIX
    if row.method != "GET" and not row.route.startswith(QUESTIONS[0]) and row.route != QUESTIONS[1]
]
# Known again once the code was understood.
CLAIMS = ("api/v1/seats/claim/", "api/v1/player-cards/claim/", "api/v1/kiosks/claim/")


@pytest.fixture
def worlds(db: None) -> Worlds:
    return build()


def send(caller: Caller, row: Row, world: Mapping[str, Any], **changed: object) -> HttpResponse:
    body = row.body(world) if row.body else None
    headers = row.headers(world) if row.headers else {}
    cache.clear()
    sent = {**body, **changed} if isinstance(body, dict) else changed or body
    return caller.call(row.method, row.path(world).removeprefix("/api"), sent, key=KEY, **headers)


def vanish() -> None:
    """Nothing is there any more for those who ask: tournaments are hidden, roles taken, seats over, phones out."""
    Tournament.objects.update(visibility=Tournament.Visibility.PRIVATE)
    Staff.objects.all().delete()
    ApiToken.objects.all().delete()
    Round.objects.filter(status__in=["started", "published"]).update(
        status="closed", started_at="2026-01-01T00:00:00Z", closed_at="2026-01-01T00:00:00Z"
    )
    SeatToken.objects.filter(revoked_at=None).update(revoked_at="2026-01-01T00:00:00Z")
    CardPhone.objects.filter(ended_at=None).update(ended_at="2026-01-01T00:00:00Z")


def callers_of(row: Row) -> list[str]:
    """Those who may do it: the organizer where one can, the operator where only they can, and phones."""

    def may(role: str) -> bool:
        return 200 <= row.expected[OWN][role] < 300

    # What anybody claims is claimed without a bearer of one's own, which may be dead by the time of the repeat.
    phones = [
        role
        for role in (PHONE, CARD_BEARER)
        if may(role) and (role, row.route in CLAIMS) != (CARD_BEARER, True)
    ]
    return [*phones, *[role for role in (ORGANIZER, SUPERUSER) if may(role)][:1]]


def test_every_call_that_changes_something_gets_its_first_answer_again(worlds: Worlds) -> None:
    wrong, calls = [], 0
    # Every day one half on SQLite and the other on PostgreSQL.
    for row in in_turn(ACTIONS, int(IS_SECOND_DATABASE), of=2):
        for role in callers_of(row):
            with undone():
                # A copy: whoever claims a seat holds another cookie afterwards.
                caller = copy.deepcopy(worlds.caller(role, row.scene))
                first = send(caller, row, worlds.own)
                vanish()
                again = send(caller, row, worlds.own)
                other = send(caller, row, worlds.own, something="else") if row.route not in CLAIMS else None
            calls += 1
            what = (str(row), role, first.status_code, again.status_code, again.content[:120])
            if not 200 <= first.status_code < 300:
                wrong.append(("not done", *what))
            answers = [(one.status_code, body_of(one) if one.content else {}) for one in (first, again)]
            if answers[1] != answers[0]:
                wrong.append(("another answer", *what))
            if again.headers.get("Idempotent-Replay") != "true":
                wrong.append(("not marked as a repeat", *what))
            if again.headers.get("ETag") != first.headers.get("ETag"):
                wrong.append(("another tag", *what))
            if other is not None and code_of(other) != (422, "idempotency_key_reused"):
                wrong.append(("another body", *what, other.status_code, other.content[:120]))
    assert wrong == []
    assert calls >= 45


def test_a_phone_whose_seat_is_over_can_start_nothing(hall: Hall, table: Table) -> None:
    phone = phone_of(seats_of(table)[0], hall.alice)
    body = {"points": [40_000, 30_000, 20_000, 10_000]}
    first = phone.post(f"/v1/tables/{table.pk}/scoresheets/", body, key=KEY)
    close_round(round_=table.round, by=hall.alice, leave_open=True)
    keys = IdempotencyKey.objects.count()

    again = phone.post(f"/v1/tables/{table.pk}/scoresheets/", body, key=KEY)
    new = phone.post(f"/v1/tables/{table.pk}/scoresheets/", body, key="another-key-for-it")

    assert (again.status_code, body_of(again)) == (201, body_of(first))
    assert code_of(new) == (401, "not_authenticated")
    assert (table.scoresheets.count(), IdempotencyKey.objects.count()) == (1, keys)


def test_nobody_gets_another_ones_answer(hall: Hall, table: Table) -> None:
    east, south, *_rest = (phone_of(seat, hall.alice) for seat in seats_of(table))
    body = {"points": [40_000, 30_000, 20_000, 10_000]}
    path = f"/v1/tables/{table.pk}/scoresheets/"
    east.post(path, body, key=KEY)
    close_round(round_=table.round, by=hall.alice, leave_open=True)

    refusals = [
        caller.post(path, body, key=KEY)
        for caller in (south, stranger(), signed_in(hall.charlie.user), program(hall.charlie.user))
    ]

    assert [code_of(one)[0] for one in refusals] == [401, 401, 403, 403]


def test_a_programs_keys_are_its_tokens_own(hall: Hall) -> None:
    """A narrow token that has leaked does not learn what its owner did."""
    alice, reader = signed_in(hall.alice.user), program(hall.alice.user, "read")
    alice.post("/v1/tournaments/spring-open/teams/", {"name": "Bears"}, key=KEY)

    refusals = reader.post("/v1/tournaments/spring-open/teams/", {"name": "Bears"}, key=KEY)

    assert code_of(refusals) == (403, "not_allowed")


def test_a_correction_without_a_version_is_repeated_without_one(hall: Hall, table: Table) -> None:
    rob = signed_in(hall.rob.user)
    body = {"points": [40_000, 30_000, 20_000, 10_000], "reason": "the paper sheet"}

    first, again = (rob.post(f"/v1/tables/{table.pk}/correct/", body, key=KEY) for _call in range(2))

    assert (again.status_code, body_of(again)) == (201, body_of(first))
