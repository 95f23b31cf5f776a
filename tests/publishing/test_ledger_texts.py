"""Wherever the ledger leaves the house: what people typed is there for those it is for, and gone once removed."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.models import User
from tests.tournaments.actions.transfer.files import taken_in, written_elsewhere
from tests.tournaments.bad_day import CANARY, all_written_as_before, entry_of, have_a_bad_day
from tests.tournaments.hall import Hall, hall_in_play
from tournaments.actions.actor import Actor
from tournaments.actions.hall.text_removal import remove_texts
from tournaments.actions.play.penalties import Ruling, penalize
from tournaments.models import LedgerText, RefereeCall, Tournament
from tournaments.models.texts.declared import REMOVED
from tournaments.verification import verify_ledger

PAGE = "/t/spring-open/ledger/"
CALL = "/api/v1/tournaments/spring-open/ledger/"
FILE = "/t/spring-open/downloads/ledger.json"
TEXTS = "/t/spring-open/desk/texts/"
KEYS = ("removed-once", "removed-once", "removed-again")
VERIFIER = settings.BASE_DIR / "tools" / "verify_ledger.py"


@pytest.fixture
def bad_day(db: None) -> Hall:
    hall, round_ = hall_in_play()
    return have_a_bad_day(hall, round_.tables.get(number=1))


def signed_in(who: Actor) -> Client:
    client = Client()
    assert who.user is not None
    client.force_login(who.user)
    return client


def exported() -> str:
    out = io.StringIO()
    call_command("export_ledger", tournament="spring-open", stdout=out)
    return out.getvalue()


def checked(tmp_path: Path, text: str) -> tuple[int, list[str]]:
    """What the program says that needs nothing but Python."""
    path = tmp_path / "ledger.jsonl"
    path.write_text(text, encoding="utf-8")
    program = [sys.executable, "-I", VERIFIER, path]
    done = subprocess.run(program, capture_output=True, text=True, check=False, env={}, cwd=tmp_path)
    return done.returncode, done.stdout.splitlines()


def entry_in(answer: dict, seq: int) -> dict:
    return next(entry for entry in answer["entries"] if entry["seq"] == seq)


def remove_all(hall: Hall) -> None:
    for entry in hall.tournament.ledger.order_by("seq"):
        if "texts" in entry.content or entry.kind in ("referee_called", "penalized", "announced"):
            remove_texts(entry=entry, by=hall.alice)


def test_a_public_text_is_read_beside_its_entry(bad_day: Hall) -> None:
    seq = entry_of(bad_day, "penalized").seq
    row = LedgerText.objects.get(seq=seq)

    page = Client().get(PAGE).content.decode()
    answer = Client().get(CALL).json()

    assert f"Bob penalized: {CANARY}" in page
    found = entry_in(answer, seq)
    assert found["texts"] == [{"name": "reason", "text": CANARY, "salt": row.salt}]
    assert CANARY not in found["payload"]


def test_the_reason_of_a_call_for_the_referee_is_nowhere_but_at_the_desk(bad_day: Hall) -> None:
    seq = entry_of(bad_day, "referee_called").seq
    for kind in set(bad_day.kinds()) - {"referee_called"}:
        for entry in bad_day.tournament.ledger.filter(kind=kind):
            if "texts" in entry.content:
                remove_texts(entry=entry, by=bad_day.alice)

    public = [Client().get(address).getvalue().decode() for address in (PAGE, CALL, FILE)]
    texts = signed_in(bad_day.alice).get(TEXTS).content.decode()

    assert [CANARY in text for text in (*public, exported())] == [False] * 4
    assert entry_in(Client().get(CALL).json(), seq)["texts"] == []
    assert CANARY in texts


def test_what_was_removed_is_said_to_be(bad_day: Hall, tmp_path: Path) -> None:
    seq = entry_of(bad_day, "penalized").seq
    remove_all(bad_day)

    public = [Client().get(address).getvalue().decode() for address in (PAGE, CALL, FILE)]
    own = signed_in(bad_day.alice).get(TEXTS).content.decode()

    assert [CANARY in text for text in (*public, exported(), own)] == [False] * 5
    assert "Bob penalized: text removed" in public[0]
    assert f"The text of entry {seq} was removed" in public[0]
    assert entry_in(json.loads(public[1]), seq)["texts"] == [{"name": "reason", "text": None, "salt": None}]
    assert checked(tmp_path, exported())[0] == 0


def test_of_a_ledger_of_an_earlier_version_only_what_is_not_for_everybody_is_withheld(
    bad_day: Hall, tmp_path: Path
) -> None:
    all_written_as_before(bad_day)
    call, penalty = entry_of(bad_day, "referee_called").seq, entry_of(bad_day, "penalized").seq

    answer = Client().get(CALL).json()
    status, says = checked(tmp_path, exported())

    withheld = [entry["seq"] for entry in answer["entries"] if entry["payload"] is None]
    assert (withheld, json.loads(entry_in(answer, penalty)["payload"])["reason"]) == ([call], CANARY)
    assert (status, says[1]) == (
        0,
        "The content of 1 is withheld; only that each follows the one before was checked.",
    )


def test_of_a_ledger_of_an_earlier_version_nothing_that_was_removed_is_shown(bad_day: Hall) -> None:
    all_written_as_before(bad_day)
    for entry in bad_day.tournament.ledger.exclude(kind="started"):
        if any(entry.content.get(name) for name in ("reason", "text")):
            remove_texts(entry=entry, by=bad_day.alice)

    public = [Client().get(address).getvalue().decode() for address in (PAGE, CALL, FILE)]

    assert [CANARY in text for text in (*public, exported())] == [False] * 4
    assert "Bob penalized: text removed" in public[0]


def test_a_text_in_an_export_that_was_altered_is_named(bad_day: Hall, tmp_path: Path) -> None:
    seq = entry_of(bad_day, "announced").seq
    lines = [json.loads(line) for line in exported().splitlines()]
    lines[seq - 1]["texts"]["text"]["text"] = "All is well"

    status, says = checked(tmp_path, "\n".join(map(json.dumps, lines)))

    assert (status, says) == (1, [f"entry {seq}: its text is not the one that was recorded (text)."])


def test_it_goes_to_another_server_and_can_be_removed_there(db: None) -> None:
    def build() -> Tournament:
        hall, round_ = hall_in_play()
        have_a_bad_day(hall, round_.tables.get(number=1))
        remove_texts(entry=entry_of(hall, "voided"), by=hall.alice)
        return hall.tournament

    file = written_elsewhere(build)
    by = Actor(User.objects.create_user("olga@there.example", name="Olga"))

    there = taken_in(file, by)

    assert verify_ledger(there.pk).problems == []
    rows = LedgerText.objects.filter(tournament=there)
    assert rows.filter(text=CANARY).count() == rows.count() - 1 > 5
    remove_texts(entry=there.ledger.get(kind="referee_called"), by=by)
    assert (RefereeCall.objects.get().reason, verify_ledger(there.pk).problems) == (REMOVED, [])


class TestTheDesksPage:
    def test_an_organizer_removes_a_text_there(self, bad_day: Hall) -> None:
        entry = entry_of(bad_day, "announced")

        answer = signed_in(bad_day.alice).post(f"{TEXTS}{entry.seq}/remove/", follow=True)

        assert "The text was removed. The ledger records that, and by whom." in answer.content.decode()
        assert LedgerText.objects.get(seq=entry.seq).removed_by == bad_day.alice.user

    def test_an_entry_that_is_not_there_is_not_found(self, bad_day: Hall) -> None:
        assert signed_in(bad_day.alice).post(f"{TEXTS}99999/remove/").status_code == 404

    def test_the_call_is_done_once(self, bad_day: Hall) -> None:
        seq = entry_of(bad_day, "announced").seq
        alice = signed_in(bad_day.alice)

        answers = [alice.delete(f"{CALL}{seq}/texts/", HTTP_IDEMPOTENCY_KEY=key) for key in KEYS]

        assert [answer.status_code for answer in answers] == [204, 204, 204]
        assert bad_day.kinds().count("text_removed") == 1

    def test_an_entry_without_a_text_is_a_conflict(self, bad_day: Hall) -> None:
        answer = signed_in(bad_day.alice).delete(f"{CALL}1/texts/", HTTP_IDEMPOTENCY_KEY=KEYS[0])

        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "no_text")

    def test_it_asks_the_database_the_same_however_many_there_are(self, bad_day: Hall) -> None:
        alice, entry = signed_in(bad_day.alice), bad_day.tournament.entries.get(number=1)
        alice.get(TEXTS)
        with CaptureQueriesContext(connection) as few:
            alice.get(TEXTS)
        for reason in ("Late", "Loud", "Late again"):
            penalize(stage=bad_day.stage, entry=entry, ruling=Ruling(0, reason), by=bad_day.rob)

        with CaptureQueriesContext(connection) as many:
            page = alice.get(TEXTS).content.decode()

        assert ("Late again" in page, len(many)) == (True, len(few))
