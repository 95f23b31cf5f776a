import io
import json
import re
import subprocess
import sys
from datetime import timedelta

import pytest
from django.conf import settings
from django.core import mail
from django.core.management import CommandError, call_command
from django.db.models import F

from tests.tournaments.hall import Hall, hall_with_a_game, open_hall, play
from tests.tournaments.verification.attacker import rebuild_chain, run, take_guards_down, without_checks
from tournaments.actions.play.penalties import Ruling, penalize
from tournaments.models import (
    Entry,
    LedgerEntry,
    LedgerHead,
    Publication,
    Standing,
    TableFormat,
    Tournament,
)

VERIFIER = settings.BASE_DIR / "tools" / "verify_ledger.py"


@pytest.fixture
def played(db: None) -> Hall:
    hall = hall_with_a_game()
    take_guards_down()
    return hall


@pytest.fixture
def receipts(played, tmp_path):
    chain = LedgerHead.objects.get(tournament=played.tournament).chain
    path = tmp_path / "receipts.json"
    rows = LedgerEntry.objects.filter(seq__in=[7, 20]).order_by("seq").values("seq", "hash")
    path.write_text(json.dumps([{"ledger": chain, **row} for row in rows]))
    return path


def command(name, **options):
    out = io.StringIO()
    try:
        call_command(name, stdout=out, **options)
    except CommandError as error:
        return out.getvalue() + f"ERROR {error}"
    return out.getvalue()


def standalone(tmp_path, *arguments):
    path = tmp_path / "ledger.jsonl"
    path.write_text(command("export_ledger", tournament="spring-open"))
    program = [sys.executable, "-I", VERIFIER, path, *arguments]
    done = subprocess.run(program, capture_output=True, text=True, check=False, env={}, cwd=tmp_path)
    return done.returncode, done.stdout


def test_an_honest_ledger_is_sound_by_the_command_and_by_the_program_that_needs_nothing(
    played, receipts, tmp_path
):
    seq = LedgerHead.objects.get(tournament=played.tournament).seq

    output = command("verify_ledger", receipts=[receipts])
    status, report = standalone(tmp_path, "--receipts", receipts)

    assert output.splitlines()[1:] == ["1 ledger is sound; 2 receipts agree."]
    assert (status, report.splitlines()[0]) == (0, f"{seq} entries, unbroken; 2 receipts agree.")


def test_a_rewritten_entry_is_named_by_both(played, tmp_path):
    run("UPDATE tournaments_ledgerentry SET actor = 'user:999' WHERE seq = 7")

    output = command("verify_ledger", tournament="spring-open")
    status, report = standalone(tmp_path)

    assert "spring-open: NOT SOUND from entry 7;" in output
    assert "ERROR 1 of 1 ledger is not sound." in output
    assert status == 1
    assert report.startswith("entry 7: it was changed after it was written")


@pytest.mark.parametrize(
    ("statement", "report"),
    [
        ("DELETE FROM tournaments_ledgerentry WHERE seq = 7", "entry 7: after 6 comes 8"),
        ("DELETE FROM tournaments_ledgerentry WHERE seq > 15", "entry 20: a receipt shows that it was here"),
        ("UPDATE tournaments_ledgerentry SET seq = seq + 100 WHERE seq = 7", "entry 7: after 6 comes 8"),
    ],
)
def test_dropped_and_cut_entries_are_found_without_jantaku_too(played, receipts, tmp_path, statement, report):
    run(statement)

    status, words = standalone(tmp_path, "--receipts", receipts)

    assert status == 1
    assert words.startswith(report)


def test_a_reason_with_odd_characters_is_still_one_line(played, tmp_path):
    penalize(
        stage=played.stage,
        entry=played.tournament.entries.first(),
        ruling=Ruling(1, "Late\u2028again 卓"),
        by=played.rob,
    )

    assert standalone(tmp_path)[0] == 0


def test_a_receipt_for_a_ledger_that_is_not_here_is_told(played, tmp_path):
    path = tmp_path / "receipts.json"
    path.write_text('[{"ledger": "gone", "seq": 1, "hash": "00"}]')

    assert "ledger gone is not here" in command("verify_ledger", receipts=[path])
    assert standalone(tmp_path, "--receipts", path)[0] == 1


@pytest.mark.parametrize("content", ["{}", "[1]", '[{"ledger": 1}]', "no json"])
def test_what_is_no_list_of_receipts_is_refused(played, tmp_path, content):
    path = tmp_path / "receipts.json"
    path.write_text(content)

    output = command("verify_ledger", receipts=[path])

    assert "please give a JSON list" in output


def test_the_program_is_at_most_a_hundred_lines_and_imports_the_standard_library_alone():
    text = VERIFIER.read_text()

    assert len(text.splitlines()) <= 100
    imported = re.findall(r"^(?:import|from) (\w+)", text, re.MULTILINE)
    assert set(imported) <= sys.stdlib_module_names


def test_standings_that_are_behind_are_published(played):
    Publication.objects.update(as_of_seq=0)
    Standing.objects.all().delete()

    assert command("publish_standings") == "1 of 1 stages published.\n"
    assert Standing.objects.count() == 8
    assert command("publish_standings") == "0 of 1 stages published.\n"


def test_anew_tells_what_was_wrong_and_mends_it(played):
    entry = Standing.objects.get(position=1).entry_id
    Standing.objects.filter(entry=entry).update(total=0)

    output = command("publish_standings", anew=True, tournament="spring-open")

    assert output.splitlines() == [
        f"spring-open: The published standings of Main stage do not match its results for entry {entry}.",
        "1 of 1 stages published.",
    ]
    assert command("publish_standings", anew=True) == "1 of 1 stages published.\n"


def only_receipt(tmp_path, rows):
    path = tmp_path / "receipts.json"
    path.write_text(json.dumps(rows))
    return path


def test_counts_are_told_in_words(played, tmp_path):
    head = LedgerHead.objects.get(tournament=played.tournament)
    right = {"ledger": head.chain, "seq": head.seq, "hash": head.hash}

    assert command("verify_ledger").endswith("1 ledger is sound; 0 receipts agree.\n")
    one = command("verify_ledger", receipts=[only_receipt(tmp_path, [right])])
    assert one.endswith("1 ledger is sound; 1 receipt agrees.\n")
    elsewhere = command("verify_ledger", receipts=[only_receipt(tmp_path, [{**right, "ledger": "gone"}])])
    assert elsewhere.endswith("ERROR 1 ledger is sound, but 1 receipt is for a ledger that is not here.")
    wrong = command("verify_ledger", receipts=[only_receipt(tmp_path, [{**right, "hash": "00"}])])
    assert wrong.endswith("ERROR 1 of 1 ledger is not sound.")


@pytest.mark.parametrize(
    ("arguments", "report"),
    [
        (["/nonexistent"], "/nonexistent: No such file or directory."),
        (["{here}", "--receipts", "/nonexistent"], "/nonexistent: No such file or directory."),
        (["{here}", "--receipts", "{bad}"], "Please give receipts as a JSON list"),
        (["{folder}"], "Is a directory."),
    ],
)
def test_a_file_that_cannot_be_read_is_a_sentence(played, tmp_path, arguments, report):
    here, bad = tmp_path / "ledger.jsonl", tmp_path / "bad.json"
    here.write_text(command("export_ledger", tournament="spring-open"))
    bad.write_text("[1]")
    words = [word.format(here=here, bad=bad, folder=tmp_path) for word in arguments]

    done = subprocess.run(
        [sys.executable, "-I", VERIFIER, *words], capture_output=True, text=True, check=False, env={}
    )

    assert (done.returncode, done.stderr) == (2, "")
    assert report in done.stdout


def test_heads_written_down_outside_find_a_rewritten_ledger(played, tmp_path):
    heads = tmp_path / "heads.jsonl"
    command("witness", file=heads)
    before = command("export_ledger", tournament="spring-open")
    older = tmp_path / "older.jsonl"
    older.write_text(before)
    assert command("verify_ledger", receipts=[heads, older]).count("agree") == 1

    run("UPDATE tournaments_ledgerentry SET actor = 'user:999' WHERE seq = 3")
    rebuild_chain(played.tournament.pk)

    assert command("verify_ledger").startswith("spring-open: sound")
    for witness in (heads, older):
        assert "the ledger was rewritten" in command("verify_ledger", receipts=[witness])
        assert standalone(tmp_path, "--receipts", witness)[0] == 1


def test_a_witness_is_never_overwritten(played, tmp_path):
    heads = tmp_path / "heads.jsonl"
    command("witness", file=heads)
    text = heads.read_text()

    assert command("witness", file=heads) == f"ERROR {heads}: File exists"
    assert heads.read_text() == text


def test_heads_are_sent_by_mail_dated_and_without_names(played, tmp_path):
    head = LedgerHead.objects.get(tournament=played.tournament)

    command("witness", mail=["club@example.org"])

    (message,) = mail.outbox
    (name, content, kind) = message.attachments[0]
    row = json.loads(content)
    assert (message.to, name, kind) == (["club@example.org"], "heads.jsonl", "application/x-ndjson")
    assert (row["ledger"], row["seq"], row["hash"]) == (head.chain, head.seq, head.hash)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", row["at"])
    assert "Spring Open" not in message.body


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        (
            "UPDATE tournaments_entry SET status = 'zzz' WHERE number = 1 AND tournament_id = {first}",
            "Entry 1 became zzz without an action.",
        ),
        (
            'UPDATE tournaments_tournament SET tie_breaks = \'["beauty", "lot"]\' WHERE id = {first}',
            "cannot be read: ScoringError: There is no tie-break",
        ),
        (
            "UPDATE tournaments_tableformat SET rulebook_content = 'no JSON' WHERE tournament_id = {first}",
            "the rulebook for tables of 4 differs from the one fixed here.",
        ),
        (
            "UPDATE tournaments_publication SET published_at = NULL WHERE stage_id IN "
            "(SELECT id FROM tournaments_stage WHERE tournament_id = {first})",
            "but have no publication time.",
        ),
    ],
)
def test_an_edit_that_no_program_can_read_is_told_and_every_other_ledger_is_verified(played, statement, says):
    """Each of the first three ended the command once, and with it the nightly look at all other ledgers."""
    open_hall("autumn-open")
    LedgerEntry.objects.filter(tournament__slug="autumn-open", seq=3).update(actor="user:999")
    with without_checks(Entry, Publication, TableFormat, Tournament):
        run(statement.format(first=played.tournament.pk))

    output = command("verify_ledger", all=True)

    assert says in output
    assert re.search(r"^spring-open: NOT SOUND", output, re.MULTILINE)
    assert re.search(r"^autumn-open: NOT SOUND from entry 3", output, re.MULTILINE)
    assert output.endswith("ERROR 2 of 2 ledgers are not sound.")


class TestStandingsThatStayBehind:
    """No worker runs, and a minute is more than any takes."""

    @pytest.fixture
    def behind(self, played, settings):
        settings.EMBEDDED = False
        play(played.stage.rounds.get().tables.get(number=2), played.alice)
        return played

    @staticmethod
    def let_pass(seconds):
        """As if the whole ledger had been written so long ago."""
        LedgerEntry.objects.update(recorded_at=F("recorded_at") - timedelta(seconds=seconds))
        rebuild_chain(Tournament.objects.get().pk)

    def test_for_a_moment_are_a_remark(self, behind):
        output = command("verify_ledger")

        assert "(The standings of Main stage are behind the ledger" in output
        assert output.endswith("1 ledger is sound; 0 receipts agree.\n")

    def test_for_more_than_a_minute_are_an_error(self, behind):
        self.let_pass(90)

        output = command("verify_ledger")

        assert "ERROR 1 ledger is sound, but standings stay behind; does a worker run?" in output
        assert re.search(r"^spring-open, Main stage: behind since 20.*Z\.$", output, re.MULTILINE)

    def test_are_none_in_a_copy_for_which_nobody_publishes(self, behind):
        self.let_pass(90)

        assert command("verify_ledger", copy=True).endswith("1 ledger is sound; 0 receipts agree.\n")

    def test_are_none_where_readers_publish(self, behind, settings):
        settings.EMBEDDED = True
        self.let_pass(90)

        assert command("verify_ledger").endswith("1 ledger is sound; 0 receipts agree.\n")

    def test_keep_no_baseline_from_being_recorded(self, behind):
        self.let_pass(90)

        assert "NOT SOUND" not in command("record_baseline", all=True)


def test_a_stage_that_cannot_be_ranked_is_named_and_the_others_are_published(played):
    other = open_hall("autumn-open")
    Tournament.objects.filter(pk=played.tournament.pk).update(tie_breaks=["beauty", "lot"])

    output = command("publish_standings", anew=True)

    assert "ERROR 1 of 2 stages published." in output
    assert "spring-open, Main stage: ScoringError: There is no tie-break" in output
    assert Standing.objects.filter(stage=other.stage).count() == 8
