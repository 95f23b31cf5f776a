"""What every answer carries, and what no address lets in."""

import json
import logging
import subprocess
import sys

import pytest
from django.contrib.auth import get_user_model
from django.db import OperationalError
from django.http import UnreadablePostError
from django.test import override_settings
from redis.exceptions import RedisError
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory, force_authenticate
from rest_framework.views import APIView

from config.errors import server_error
from config.logs import JsonFormatter
from tools.environment import ROOT, clean
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.api_tokens import create_api_token
from web.version import __version__


class Undeclared(APIView):
    """A view that forgets to say who may use it."""

    def get(self, request):
        return Response("let in")


@pytest.mark.django_db
def test_a_view_that_does_not_say_whom_it_lets_in_lets_in_nobody():
    alice = get_user_model().objects.create_superuser("alice@example.org", "tsumo", name="Alice")
    request = APIRequestFactory().get("/")
    force_authenticate(request, alice)

    assert Undeclared.as_view()(request).status_code == 403


@pytest.mark.django_db
def test_every_page_tells_browsers_to_run_nothing_but_our_own(client):
    headers = client.get("/accounts/login/").headers

    assert set(headers["Content-Security-Policy"].split("; ")) == {
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
    }
    others = ["X-Frame-Options", "X-Content-Type-Options", "Referrer-Policy", "Cross-Origin-Opener-Policy"]
    assert [headers[name] for name in others] == ["DENY", "nosniff", "same-origin", "same-origin"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("size", "status"), [(256 * 1024, 200), (256 * 1024 + 1, 413)], ids=["limit", "limit+1"]
)
def test_a_body_may_have_256_kilobytes(client, size, status):
    body = "login=" + "a" * (size - len("login="))

    answer = client.post("/accounts/login/", body, content_type="application/x-www-form-urlencoded")

    assert answer.status_code == status


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/accounts/login/", "/ja/accounts/login/"])
def test_a_form_that_is_too_large_is_refused_in_words(client, path):
    answer = client.post(path, b"a" * 5_000_000, content_type="application/x-www-form-urlencoded")

    assert answer.status_code == 413
    assert answer.headers["Cache-Control"] == "no-store"
    sentence = "受け付けられる大きさ" if path.startswith("/ja/") else "larger than this page accepts"
    assert sentence in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("content_type", ["application/json", "application/x-www-form-urlencoded"])
@pytest.mark.parametrize("who", ["nobody", "a program", "a person"])
def test_a_body_of_five_megabytes_gets_the_apis_error_shape(client, content_type, who):
    headers = {"Idempotency-Key": "12345678"}
    user = get_user_model().objects.create_user("alice@example.org", "tsumo", name="Alice")
    if who == "a program":
        _token, secret = create_api_token(name="a program", scope="manage", days=1, by=Actor(user))
        headers["Authorization"] = f"Bearer {secret}"
    if who == "a person":
        client.handler.enforce_csrf_checks = True
        client.force_login(user)
    body = b'{"name": "' + b"a" * 5_000_000 + b'"}'

    answer = client.post("/api/v1/tournaments/", body, content_type=content_type, headers=headers)

    assert answer.status_code in ({401} if who == "nobody" else {403, 413, 415})
    assert sorted(answer.json()["error"]) == ["code", "fields", "message"]
    if who == "a program" and content_type == "application/json":
        assert (answer.status_code, answer.json()["error"]["code"]) == (413, "body_too_large")


@pytest.mark.django_db
def test_the_admin_signs_in_where_everybody_does(client):
    assert client.get("/admin/login/", {"next": "/admin/"}).headers["Location"].startswith("/accounts/login/")


@pytest.mark.django_db
def test_the_language_is_part_of_the_address(client):
    spoken = {
        path: client.get(path).headers["Content-Language"]
        for path in ("/accounts/login/", "/ja/accounts/login/")
    }

    assert spoken == {"/accounts/login/": "en", "/ja/accounts/login/": "ja"}


@pytest.mark.django_db
def test_both_addresses_for_monitoring_answer(client):
    assert [client.get(path).status_code for path in ("/healthz", "/readyz")] == [200, 200]
    assert client.post("/healthz").status_code == 405


@pytest.mark.django_db
@override_settings(ALLOWED_HOSTS=["league.example.org"], SECURE_SSL_REDIRECT=True)
@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "10.0.0.7", "a b"])
def test_the_machines_own_monitoring_needs_neither_our_name_nor_https_and_gets_nothing_else(client, host):
    answers = {
        path: client.get(path, headers={"Host": host}) for path in ("/healthz", "/readyz", "/", "/api/v1/")
    }

    assert {path: answer.status_code for path, answer in answers.items()} == {
        "/healthz": 200,
        "/readyz": 200,
        "/": 400,
        "/api/v1/": 400,
    }
    assert answers["/healthz"].content == f"ok {__version__}\n".encode()


@pytest.mark.django_db
def test_a_host_that_is_not_ours_is_a_line_of_warning_without_a_traceback(client, caplog):
    client.get("/", headers={"Host": "198.51.100.7"})

    (line,) = [record for record in caplog.records if record.name == "django.security.DisallowedHost"]
    assert (line.levelname, line.exc_info) == ("WARNING", None)
    assert "198.51.100.7" in line.getMessage()


@pytest.mark.slow
@pytest.mark.once("its own address leads nowhere")
def test_without_a_database_we_are_alive_but_not_ready_and_say_try_again(tmp_path):
    ask = (
        "import django; django.setup()\n"
        "from django.test import Client\n"
        "client = Client(SERVER_NAME='127.0.0.1', raise_request_exception=False)\n"
        "client.cookies['sessionid'] = 'a' * 32\n"
        "for path in ('/healthz', '/readyz', '/accounts/login/', '/admin/'):\n"
        "    answer = client.get(path)\n"
        "    print(path, answer.status_code, answer.headers.get('Retry-After', ''))\n"
    )
    nowhere = "postgres://jantaku@127.0.0.1:9/jantaku"
    environment = clean(
        DATABASE_URL=nowhere, JANTAKU_VAR_DIR=str(tmp_path), DJANGO_SETTINGS_MODULE="config.settings"
    )

    done = subprocess.run(
        [sys.executable, "-c", ask], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )

    assert done.stdout.splitlines() == [
        "/healthz 200 ",
        "/readyz 503 2",
        "/accounts/login/ 503 2",
        "/admin/ 503 2",
    ]


@pytest.mark.parametrize(
    ("broken", "status", "code"),
    [
        (OperationalError("away"), 503, "try_again"),
        (RedisError("OOM"), 503, "try_again"),
        (UnreadablePostError("gone"), 400, "malformed"),
        (KeyError("0z"), 500, "our_bug"),
    ],
    ids=["the database is away", "Redis is full", "whoever sent it is gone", "our bug"],
)
def test_what_breaks_below_the_api_keeps_the_apis_error_shape(rf, broken, status, code):
    try:
        raise broken
    except (OperationalError, RedisError, UnreadablePostError, KeyError):
        answer = server_error(rf.get("/api/v1/tournaments/"))

    error = json.loads(answer.content)["error"]
    assert (answer.status_code, error["code"], sorted(error)) == (status, code, ["code", "fields", "message"])


def test_a_name_with_a_line_break_cannot_forge_a_log_line():
    record = logging.LogRecord(
        "jantaku", logging.INFO, "", 0, "Registered %s", ('Bob\n{"level": "ERROR"}',), None
    )

    line = JsonFormatter().format(record)

    assert "\n" not in line
    assert json.loads(line)["message"] == 'Registered Bob\n{"level": "ERROR"}'


def test_a_crash_is_logged_with_its_traceback_on_one_line():
    try:
        raise ValueError("no such tile: 0z")
    except ValueError:
        record = logging.LogRecord("jantaku", logging.ERROR, "", 0, "It broke", (), sys.exc_info())

    line = JsonFormatter().format(record)

    assert "\n" not in line
    assert json.loads(line)["exception"].endswith("ValueError: no such tile: 0z")
