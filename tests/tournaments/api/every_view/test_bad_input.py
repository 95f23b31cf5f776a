"""Whatever a client sends: a 4xx in the one error shape, a message that helps, and nothing written."""

import json

import pytest
from django.apps import apps
from django.db import DataError, IntegrityError, InterfaceError, OperationalError
from django.db.models import ProtectedError
from django.http import UnreadablePostError
from django.test import Client

from tests.tournaments.api.callers import (
    BALANCED,
    Caller,
    body_of,
    code_of,
    phone_of,
    program,
    signed_in,
    stranger,
)
from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.wording.constraints import WORDS, words_for
from tournaments.api.errors import answer_error
from tournaments.models import Entry, IdempotencyKey, LedgerHead, Scoresheet, Table, Tournament
from web.constraints import broken_constraint


@pytest.fixture
def phone(hall: Hall, table: Table) -> Caller:
    return phone_of(table.seats.get(wind=1), hall.alice)


REFUSED_REPORTS = {
    "not JSON": (b"points=1", 400, "malformed"),
    "cut short": (b'{"points": [25000, 25000', 400, "malformed"),
    "not an object": (b"[25000, 25000, 25000, 25000]", 400, "malformed"),
    "no body": (b"", 400, "invalid"),
    "null": (b"null", 400, "malformed"),
    "an unknown field": (b'{"points": [25000, 25000, 25000, 25000], "bonus": 1}', 400, "invalid"),
    "a status": (b'{"points": [25000, 25000, 25000, 25000], "status": "confirmed"}', 400, "invalid"),
    "a version": (b'{"points": [25000, 25000, 25000, 25000], "version": 99}', 400, "invalid"),
    "somebody else as reporter": (
        b'{"points": [25000, 25000, 25000, 25000], "reported_by_user": 1}',
        400,
        "invalid",
    ),
    "a field twice": (b'{"points": [1, 2, 3, 4], "points": [25000, 25000, 25000, 25000]}', 400, "malformed"),
    "NaN": (b'{"points": [NaN, 25000, 25000, 25000]}', 400, "malformed"),
    "Infinity": (b'{"points": [-Infinity, 25000, 25000, 25000]}', 400, "malformed"),
    "1e400": (b'{"points": [1e400, 25000, 25000, 25000]}', 400, "malformed"),
    "a fraction": (b'{"points": [25000.0, 25000, 25000, 25000]}', 400, "malformed"),
    "a number as text": (b'{"points": ["25000", 25000, 25000, 25000]}', 400, "invalid"),
    "a boolean": (b'{"points": [true, 25000, 25000, 25000]}', 400, "invalid"),
    "null points": (b'{"points": [null, 25000, 25000, 25000]}', 400, "invalid"),
    "too large": (b'{"points": [100000000000000001, 25000, 25000, 25000]}', 400, "invalid"),
    "twenty digits": (b'{"points": [12345678901234567890, 0, 0, 0]}', 400, "malformed"),
    "ten thousand digits": (b'{"points": [' + b"9" * 10_000 + b", 0, 0, 0]}", 400, "malformed"),
    "five of four seats": (
        b'{"points": [20000, 20000, 20000, 20000, 20000]}',
        422,
        "wrong_number_of_players",
    ),
    "six seats": (b'{"points": [20000, 20000, 20000, 20000, 10000, 10000]}', 400, "invalid"),
    "three of four seats": (b'{"points": [40000, 30000, 30000]}', 422, "wrong_number_of_players"),
    "an odd hundred": (b'{"points": [25050, 24950, 25000, 25000]}', 422, "invalid_points"),
    "a wrong sum": (b'{"points": [25000, 25000, 25000, 24000]}', 422, "points_do_not_balance"),
    "points missing for no reason": (
        b'{"points": [25000, 25000, 25000, 24000], "imbalance": 1000}',
        422,
        "imbalance_needs_a_reason",
    ),
    "other players": (
        b'{"points": [25000, 25000, 25000, 25000], "entries": [1, 2, 3, 999]}',
        422,
        "other_players_seated",
    ),
    "a hundred thousand deep": (b'{"points": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", 400, "malformed"),
    "twenty-one deep": (b'{"points": ' + b"[" * 20 + b"]" * 20 + b"}", 400, "malformed"),
    "NUL": (b'{"points": [25000, 25000, 25000, 25000], "imbalance_reason": "a\\u0000b"}', 400, "malformed"),
    "half a surrogate pair": (
        b'{"points": [25000, 25000, 25000, 25000], "imbalance_reason": "\\ud800"}',
        400,
        "malformed",
    ),
    "not UTF-8": (b'{"points": [25000, 25000, 25000, 25000], "imbalance_reason": "\xff"}', 400, "malformed"),
    "a bidi override": (
        '{"points": [25000, 25000, 25000, 24000], "imbalance": 1000, "imbalance_reason": "a\u202eb"}'.encode(),
        400,
        "invalid",
    ),
    "five megabytes": (b'{"imbalance_reason": "' + b"x" * 5_000_000 + b'"}', 413, "body_too_large"),
    "one byte more than 256 KB": (
        b'{"imbalance_reason": "' + b"x" * (256 * 1024 - 23) + b'"}',
        413,
        "body_too_large",
    ),
    "a claim of time that is none": (
        b'{"points": [25000, 25000, 25000, 25000], "claimed_at": "yesterday"}',
        400,
        "invalid",
    ),
    "a time before time": (
        b'{"points": [25000, 25000, 25000, 25000], "claimed_at": "0001-01-01T00:00:00+14:00"}',
        400,
        "invalid",
    ),
}


@pytest.mark.parametrize("name", REFUSED_REPORTS)
def test_a_report_is_refused_with_a_reason_and_nothing_is_written(
    hall: Hall, table: Table, phone: Caller, name: str
) -> None:
    body, status, code = REFUSED_REPORTS[name]
    before = LedgerHead.objects.get(tournament=hall.tournament).seq

    response = phone.post(f"/v1/tables/{table.pk}/scoresheets/", body)

    assert code_of(response) == (status, code)
    assert len(body_of(response)["error"]["message"]) > 10
    assert not Scoresheet.objects.exists()
    assert LedgerHead.objects.get(tournament=hall.tournament).seq == before


def test_the_same_report_without_the_flaw_is_taken(table: Table, phone: Caller) -> None:
    body = b'{"points": [25000, 25000, 25000, 25000], "imbalance_reason": "' + b"x" * 200 + b'"}'

    assert phone.post(f"/v1/tables/{table.pk}/scoresheets/", body).status_code == 201


def test_a_body_of_exactly_the_limit_is_read(table: Table, phone: Caller) -> None:
    padding = b" " * (256 * 1024 - len(json.dumps(BALANCED)))

    response = phone.post(f"/v1/tables/{table.pk}/scoresheets/", json.dumps(BALANCED).encode() + padding)

    assert response.status_code == 201


def test_unknown_fields_are_named(phone: Caller, table: Table) -> None:
    response = phone.post(f"/v1/tables/{table.pk}/scoresheets/", {**BALANCED, "status": "confirmed"})

    assert body_of(response) == {
        "error": {
            "code": "invalid",
            "message": "status: This field does not exist here.",
            "fields": {"status": ["This field does not exist here."]},
        }
    }


@pytest.mark.parametrize(
    ("method", "path", "headers", "expected"),
    [
        ("GET", "/v1/nowhere/", {}, (404, "not_found")),
        ("GET", "/v2/tables/1/", {}, (404, "not_found")),
        ("POST", "/v1/nowhere/", {}, (404, "not_found")),
        ("GET", "/v1/tables/99999999999999999999/", {}, (404, "not_found")),
        ("GET", "/v1/tables/-1/", {}, (404, "not_found")),
        ("GET", "/v1/tables/a%0Ab/", {}, (404, "not_found")),
        ("GET", "/v1/tables/1e3/", {}, (404, "not_found")),
        ("GET", "/v1/tables/999999999999999999/", {}, (404, "not_found")),
        ("GET", "/v1/tournaments/%00/", {}, (404, "not_found")),
        ("GET", "/v1/rulebooks/no_such_rules/", {}, (404, "not_found")),
        ("PUT", "/v1/tournaments/", {}, (405, "method_not_allowed")),
        ("DELETE", "/v1/players/", {}, (405, "method_not_allowed")),
        ("GET", "/v1/tournaments/", {"Accept": "text/csv"}, (406, "not_acceptable")),
        ("POST", "/v1/tournaments/", {"Content-Type": "text/plain"}, (415, "unsupported_media_type")),
        (
            "POST",
            "/v1/tournaments/",
            {"Content-Type": "application/x-www-form-urlencoded"},
            (415, "unsupported_media_type"),
        ),
        ("GET", "/v1/tournaments/?limit=201", {}, (400, "invalid")),
        ("GET", "/v1/tournaments/?limit=0", {}, (400, "invalid")),
        ("GET", "/v1/tournaments/?offset=-1", {}, (400, "invalid")),
        ("GET", "/v1/tournaments/?offset=9999999999999999999999", {}, (400, "invalid")),
        ("GET", "/v1/tournaments/?ordering=season__league__name", {}, (400, "invalid")),
        ("GET", "/v1/tournaments/?ordering=password", {}, (400, "invalid")),
        ("GET", "/v1/tournaments/?status=secret", {}, (400, "invalid")),
        ("GET", "/v1/tournaments/?starts_from=tomorrow", {}, (400, "invalid")),
        ("GET", "/v1/players/?search=%00", {}, (400, "invalid")),
        ("GET", "/v1/players/?club=99999999999999999999", {}, (400, "invalid")),
        ("GET", "/v1/tournaments/spring-open/ledger/?after=x", {}, (400, "invalid")),
    ],
)
def test_a_call_that_leads_nowhere_is_answered_in_the_one_shape(
    hall: Hall, method: str, path: str, headers: dict[str, str], expected: tuple[int, str]
) -> None:
    response = signed_in(hall.alice.user).call(method, path, b"{}", **headers)

    assert code_of(response) == expected
    assert set(body_of(response)["error"]) == {"code", "message", "fields"}


def test_a_list_may_be_200_long(hall: Hall) -> None:
    assert stranger().get("/v1/tournaments/?limit=200").status_code == 200


@pytest.mark.parametrize(
    "name",
    [
        "a\u202eb",
        "\u200b\u200b",
        "x" * 61,
        "",
        "Z\u0301\u0301\u0301\u0301",
    ],
)
def test_a_name_that_hides_something_is_refused(hall: Hall, name: str) -> None:
    response = signed_in(hall.alice.user).post("/v1/tournaments/spring-open/entries/", {"name": name})

    assert code_of(response) == (400, "invalid")
    assert list(body_of(response)["error"]["fields"]) == ["name"]
    assert Entry.objects.filter(tournament=hall.tournament).count() == 8


NEW = {"slug": "new-cup", "name": "New Cup", "rulebook": "mleague"}


@pytest.mark.parametrize(
    ("change", "status", "field"),
    [
        ({"slug": "New Cup"}, 400, "slug"),
        ({"slug": "spring-open"}, 409, "slug"),
        ({"rulebook": "no_such"}, 422, "rulebook"),
        ({"rulebook": 5}, 400, "rulebook"),
        ({"house_rules": {"result.no_such": 1}}, 422, "result.no_such"),
        ({"house_rules": []}, 400, "house_rules"),
        ({"season": 999}, 400, "season"),
        ({"season": 10**17}, 400, "season"),
        ({"time_zone": "Mars/Base"}, 422, "time_zone"),
        ({"confirmation_rule": "k_of_n"}, 422, "confirmations_needed"),
        ({"confirmations_needed": 2}, 422, "confirmations_needed"),
        ({"confirmations_needed": 4, "confirmation_rule": "k_of_n"}, 400, "confirmations_needed"),
        ({"starts_on": "2026-02-30"}, 400, "starts_on"),
        ({"starts_on": "2026-03-02", "ends_on": "2026-03-01"}, 400, "ends_on"),
        ({"visibility": "nobody"}, 400, "visibility"),
        ({"level": 0}, 400, "level"),
        ({"name": "a\u0007b"}, 400, "name"),
        ({"name": "x" * 101}, 400, "name"),
        ({"status": "finished"}, 400, "status"),
    ],
)
def test_a_tournament_that_cannot_be_is_refused_at_the_field(
    hall: Hall, change: dict[str, object], status: int, field: str
) -> None:
    response = signed_in(hall.alice.user).post("/v1/tournaments/", {**NEW, **change})

    assert response.status_code == status
    assert field in body_of(response)["error"]["fields"]
    assert Tournament.objects.count() == 1


def test_the_same_tournament_without_the_flaw_is_made(hall: Hall) -> None:
    response = signed_in(hall.alice.user).post("/v1/tournaments/", NEW)

    assert (response.status_code, body_of(response)["slug"]) == (201, "new-cup")


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("/v1/tournaments/spring-open/entries/", {"player": "{foreign_player}"}, "player"),
        ("/v1/tournaments/spring-open/entries/", {"name": "New", "team": "{foreign_team}"}, "team"),
        ("/v1/stages/{stage}/penalties/", {"entry": "{foreign_entry}", "amount": 1, "reason": "x"}, "entry"),
        ("/v1/stages/{stage}/rounds/", {"sit_out": ["{foreign_entry}"]}, "sit_out"),
    ],
)
def test_a_foreign_id_in_a_body_reads_exactly_like_a_missing_one(
    hall: Hall, path: str, body: dict[str, object], field: str
) -> None:
    other = open_hall("secret-cup", visibility="private")
    team = other.tournament.teams.create(name="Secrets")
    entry = other.tournament.entries.get(number=1)
    ids = {"foreign_player": entry.player_id, "foreign_team": team.pk, "foreign_entry": entry.pk}

    def filled(value: object, numbers: dict[str, int]) -> object:
        if isinstance(value, list):
            return [filled(item, numbers) for item in value]
        return numbers[value.strip("{}")] if isinstance(value, str) and value.startswith("{") else value

    missing = dict.fromkeys(ids, 10**9)
    alice = signed_in(hall.alice.user)
    path = path.format(stage=hall.stage.pk)

    foreign, absent = (
        alice.post(path, {name: filled(value, numbers) for name, value in body.items()})
        for numbers in (ids, missing)
    )

    assert code_of(foreign) == (400, "invalid")
    assert list(body_of(foreign)["error"]["fields"]) == [field]
    assert foreign.content == absent.content


class TestBearer:
    def test_a_bad_token_is_told_what_is_expected(self, hall: Hall) -> None:
        for header in ("Bearer mjt_wrong", "Bearer something", "Basic YTpi", "Bearer", ""):
            response = stranger().get("/v1/tournaments/", Authorization=header)

            assert response.status_code == 401
            assert response["WWW-Authenticate"] == 'Bearer realm="jantaku"'

    def test_a_token_that_only_reads_changes_nothing(self, hall: Hall, table: Table) -> None:
        response = program(hall.alice.user, "read").post(f"/v1/tables/{table.pk}/scoresheets/", BALANCED)

        assert code_of(response) == (403, "not_allowed")
        assert not Scoresheet.objects.exists()

    def test_a_token_acts_as_its_owner_whatever_cookies_come_along(self, hall: Hall, table: Table) -> None:
        caller = program(hall.charlie.user)
        caller.client.cookies.update(phone_of(table.seats.get(wind=1), hall.alice).client.cookies)

        response = caller.post(f"/v1/tables/{table.pk}/scoresheets/", BALANCED)

        assert code_of(response) == (403, "not_allowed")


class TestForgery:
    def test_a_session_without_the_csrf_token_changes_nothing(self, hall: Hall) -> None:
        client = Client(enforce_csrf_checks=True)
        client.force_login(hall.alice.user)

        response = client.post(
            "/api/v1/tournaments/", NEW, content_type="application/json", headers={"Idempotency-Key": "a" * 8}
        )

        assert code_of(response) == (403, "not_allowed")
        assert not Tournament.objects.filter(slug="new-cup").exists()

    def test_a_seat_without_the_csrf_token_reports_nothing(self, table: Table, phone: Caller) -> None:
        del phone.client.cookies["csrftoken"]

        response = phone.post(f"/v1/tables/{table.pk}/scoresheets/", BALANCED)

        assert code_of(response) == (403, "not_allowed")
        assert not Scoresheet.objects.exists()


class TestWhatTheDatabaseSays:
    """The handler, given what the database raises."""

    @pytest.mark.parametrize(
        ("error", "status", "code"),
        [
            (OperationalError("server closed the connection"), 503, "try_again"),
            (InterfaceError("connection already closed"), 503, "try_again"),
            (UnreadablePostError("the phone is gone"), 400, "malformed"),
            (DataError("integer out of range"), 400, "out_of_range"),
            (ProtectedError("in use", set()), 409, "in_use"),
            (
                IntegrityError("UNIQUE constraint failed: tournaments_scoresheet.table_id"),
                409,
                "one_live_sheet_per_table",
            ),
            (
                IntegrityError("CHECK constraint failed: points_and_leftover_make_the_start_total"),
                422,
                "points_and_leftover_make_the_start_total",
            ),
            (
                IntegrityError(
                    "UNIQUE constraint failed: tournaments_entry.tournament_id, tournaments_entry.number"
                ),
                409,
                "one_entry_per_number",
            ),
            # A 409 would count for good, and a phone would give its result up: whose fault this is nobody knows.
            (IntegrityError("ledger_entries_are_never_changed"), 503, "try_again"),
            (IntegrityError("a_rule_of_the_next_version"), 503, "try_again"),
            (IntegrityError("FOREIGN KEY constraint failed"), 503, "try_again"),
        ],
    )
    def test_it_becomes_an_answer(self, error: Exception, status: int, code: str) -> None:
        response = answer_error(error, {})

        assert response is not None
        assert (response.status_code, response.data["error"]["code"]) == (status, code)

    def test_away_means_try_again_soon(self) -> None:
        response = answer_error(OperationalError("the database system is shutting down"), {})

        assert response is not None
        assert response["Retry-After"] == "2"

    def test_our_own_mistakes_are_not_explained_away(self) -> None:
        assert answer_error(ZeroDivisionError(), {}) is None

    def test_a_real_broken_constraint_is_named(self, hall: Hall) -> None:
        first, second = hall.tournament.entries.order_by("number")[:2]

        with pytest.raises(IntegrityError) as broken:
            Entry.objects.filter(pk=second.pk).update(number=first.number)

        assert broken_constraint(broken.value) == "one_entry_per_number"

    def test_a_real_broken_check_is_named(self, hall: Hall) -> None:
        with pytest.raises(IntegrityError) as broken:
            Tournament.objects.filter(pk=hall.tournament.pk).update(confirmations_needed=2)

        assert broken_constraint(broken.value) == "confirmations_needed_belongs_to_k_of_n"

    def test_every_sentence_belongs_to_a_constraint_that_exists(self) -> None:
        constraints = {
            constraint.name for model in apps.get_models() for constraint in model._meta.constraints
        }

        assert set(WORDS) <= constraints
        assert words_for("never_heard_of") is None


def test_a_refused_call_leaves_its_key_free_when_the_request_was_malformed(
    table: Table, phone: Caller
) -> None:
    path = f"/v1/tables/{table.pk}/scoresheets/"
    phone.post(path, {"points": "none"}, key="one-and-the-same")

    response = phone.post(path, BALANCED, key="one-and-the-same")

    assert response.status_code == 201
    assert IdempotencyKey.objects.filter(key="one-and-the-same").count() == 1
