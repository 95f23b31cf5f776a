"""Errors reach a Sentry of the operator's choice, without anything that is about a person; by default nobody."""

import gzip
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from tools.environment import ROOT, clean

pytestmark = [pytest.mark.database("none"), pytest.mark.once("starts programs of its own")]

# A page that fails, asked as by a phone. What must not leave the machine are arguments, so the code does not show it.
PROGRAM = """
import sys
import django
django.setup()
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.urls import path

code, pin, cookie, token, person = sys.argv[1:]

def seat(request, code):
    holder = f"{person} {request.POST['pin']}"
    raise LookupError(f"no seat {code} of {holder}")

def handler404(request, exception):
    return HttpResponse(status=404)

def handler500(request):
    return HttpResponse(status=500)

urlpatterns = [path("seat/<str:code>/", seat)]
settings.MIDDLEWARE, settings.ROOT_URLCONF, settings.ALLOWED_HOSTS = [], __name__, ["*"]
phone = Client(raise_request_exception=False, HTTP_COOKIE=f"seat={cookie}", HTTP_AUTHORIZATION=f"Bearer {token}")
print(phone.get(f"/nowhere/{code}/").status_code, phone.post(f"/seat/{code}/", {"pin": pin}).status_code)
"""
SECRETS = ["QX7K2PLM", "480915", "c00kie-of-a-phone", "mjt_token-of-a-program", "Charlie of the Harbour"]


class Reports(BaseHTTPRequestHandler):
    """Keeps what it is sent."""

    taken: list[str]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        self.taken.append(f"{self.path}\n{self.headers}\n{body.decode()}")
        self.send_response(200)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def reports() -> Iterator[tuple[str, list[str]]]:
    """Give the address of a project on a server of our own, and what it was sent."""
    taken: list[str] = []
    with HTTPServer(("127.0.0.1", 0), type("Kept", (Reports,), {"taken": taken})) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://publickey@127.0.0.1:{server.server_port}/7", taken
        server.shutdown()
        thread.join()


def run(tmp_path: Path, program: str, *arguments: str, **told: str) -> "subprocess.CompletedProcess[str]":
    file = tmp_path / "program.py"
    file.write_text(program)
    here = {"DJANGO_SETTINGS_MODULE": "config.settings", "JANTAKU_VAR_DIR": str(tmp_path / "var")}
    return subprocess.run(
        [sys.executable, file, *arguments],
        env={**clean(), "PYTHONPATH": str(ROOT), **here, **told},
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_an_address_nothing_is_imported(tmp_path: Path) -> None:
    program = "import sys, django; django.setup(); print('sentry_sdk' in sys.modules)"

    done = run(tmp_path, program)

    assert (done.returncode, done.stdout) == (0, "False\n"), done.stderr


def test_an_error_is_reported_with_its_place_in_the_code_and_nothing_about_a_person(
    reports: tuple[str, list[str]], tmp_path: Path
) -> None:
    address, taken = reports

    done = run(tmp_path, PROGRAM, *SECRETS, SENTRY_DSN=address, SITE_URL="http://league.example.org")

    assert done.stdout == "404 500\n", done.stderr
    (sent,) = taken
    assert [secret for secret in SECRETS if secret in sent] == []
    event = json.loads(sent.splitlines()[-1])
    (error,) = event["exception"]["values"]
    place = error["stacktrace"]["frames"][-1]
    assert {name: event[name] for name in ("level", "logger", "logentry", "transaction", "environment")} == {
        "level": "error",
        "logger": "django.request",
        "logentry": {"message": "%s: %s"},
        "transaction": "seat/<str:code>/",
        "environment": "league.example.org",
    }
    assert (error["type"], place["function"]) == ("LookupError", "seat")
    assert "raise LookupError" in place["context_line"]
    assert set(event) <= {
        *(
            "event_id",
            "timestamp",
            "level",
            "logger",
            "logentry",
            "platform",
            "release",
            "environment",
            "sdk",
        ),
        *("transaction", "transaction_info", "exception"),
    }
    assert set(error) == {"type", "module", "stacktrace"}
    assert set(place) & {"vars", "abs_path"} == set()


@pytest.mark.parametrize(
    ("program", "address", "says"),
    [
        ("import django; django.setup()", "league.example.org", "SENTRY_DSN is not the address of a project"),
        (
            "import sys, django; sys.modules['sentry_sdk'] = None; django.setup()",
            "https://key@sentry.example.org/1",
            "SENTRY_DSN is set, but sentry-sdk is not installed. Install it: make install",
        ),
    ],
)
def test_what_cannot_report_does_not_start_and_says_why(
    program: str, address: str, says: str, tmp_path: Path
) -> None:
    done = run(tmp_path, program, SENTRY_DSN=address)

    assert done.returncode == 1
    assert says in done.stderr
