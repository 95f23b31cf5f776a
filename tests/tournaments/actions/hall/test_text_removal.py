"""What a person typed stands beside the ledger and can be removed; nothing else changes, and the ledger says so."""

import json
import re
from pathlib import Path

import pytest
from django.db import transaction
from django.db.utils import IntegrityError

from tests.tournaments.actions.refusals import refused
from tests.tournaments.bad_day import (
    CANARY,
    all_written_as_before,
    entry_of,
    everywhere,
    have_a_bad_day,
    hold_words,
)
from tests.tournaments.hall import BALANCED, Hall, phones_of
from tests.tournaments.verification.attacker import run, take_guards_down
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.actor import Actor
from tournaments.actions.errors import StateRefuses
from tournaments.actions.hall.referee_calls import call_referee
from tournaments.actions.hall.text_removal import remove_texts
from tournaments.actions.idempotency import Answer, first_answer, once
from tournaments.actions.play.penalties import Ruling, penalize
from tournaments.actions.play.scoresheets.reporting import TableReport, report_sheet
from tournaments.models import Announcement, LedgerText, Penalty, RefereeCall, Scoresheet, Table
from tournaments.models.texts.declared import REMOVED
from tournaments.verification import verify_ledger


@pytest.fixture
def bad_day(hall: Hall, table: Table) -> Hall:
    return have_a_bad_day(hall, table)


def problems(hall: Hall) -> list[str]:
    return [str(problem) for problem in verify_ledger(hall.tournament.pk).problems]


def test_no_entry_holds_what_was_typed(bad_day: Hall) -> None:
    payloads = "".join(bad_day.tournament.ledger.values_list("payload", flat=True))

    assert (CANARY in payloads, problems(bad_day)) == (False, [])


def test_what_is_removed_is_nowhere_any_more_and_the_ledger_holds(bad_day: Hall) -> None:
    entries = [entry for entry in bad_day.tournament.ledger.order_by("seq") if "texts" in entry.content]
    before = list(bad_day.tournament.ledger.values_list("seq", "hash"))
    assert everywhere(bad_day) == [
        "tournaments_announcement",
        "tournaments_draw",
        "tournaments_ledgertext",
        "tournaments_penalty",
        "tournaments_refereecall",
        "tournaments_scoresheet",
        "tournaments_seatingconstraint",
    ]

    removed = [remove_texts(entry=entry, by=bad_day.alice) for entry in entries]

    assert (everywhere(bad_day), problems(bad_day)) == ([], [])
    assert [names for entry, names in zip(entries, removed, strict=True) if entry.kind == "corrected"] == [
        ["imbalance_reason", "reason"]
    ]
    assert before == list(bad_day.tournament.ledger.filter(seq__lte=before[-1][0]).values_list("seq", "hash"))
    assert LedgerText.objects.exclude(salt="", text="", removed_by=bad_day.alice.user).count() == 0


def test_a_penalty_stays_when_its_reason_is_removed(bad_day: Hall) -> None:
    warned = Penalty.objects.get(amount=0)
    entry = entry_of(bad_day, "warned")

    remove_texts(entry=entry, by=bad_day.alice)

    warned.refresh_from_db()
    assert (warned.reason, warned.lifted_at) == (REMOVED, None)
    assert Penalty.objects.filter(reason=CANARY).count() == 2
    assert (bad_day.kinds()[-1], bad_day.last_payload()) == (
        "text_removed",
        {"of": entry.seq, "fields": ["reason"]},
    )


def test_removing_twice_is_removing_once(bad_day: Hall) -> None:
    entry = entry_of(bad_day, "disputed")
    remove_texts(entry=entry, by=bad_day.alice)
    seq = bad_day.tournament.ledger.count()

    names = remove_texts(entry=entry, by=bad_day.rob)

    assert (names, bad_day.tournament.ledger.count()) == (["reason"], seq)


def test_an_announcement_without_its_text_leaves_the_screens(bad_day: Hall) -> None:
    remove_texts(entry=entry_of(bad_day, "announced"), by=bad_day.alice)

    told = Announcement.objects.get()
    assert (told.text, told.removed_by) == (REMOVED, bad_day.alice.user)
    assert bad_day.kinds()[-2:] == ["announcement_removed", "text_removed"]


def test_the_reason_of_a_correction_goes_and_that_of_making_void_stays(bad_day: Hall) -> None:
    sheet = Scoresheet.objects.get(version=2)

    remove_texts(entry=entry_of(bad_day, "corrected"), by=bad_day.alice)

    sheet.refresh_from_db()
    assert (sheet.reason, sheet.imbalance_reason, problems(bad_day)) == (CANARY, REMOVED, [])


def test_an_entry_without_a_text_is_refused(bad_day: Hall) -> None:
    started = entry_of(bad_day, "started")

    says = refused(lambda: remove_texts(entry=started, by=bad_day.alice), StateRefuses, "no_text")

    assert says == "This ledger entry has no text that could be removed."


def test_a_call_without_a_reason_has_nothing_to_remove(hall: Hall, table: Table) -> None:
    call_referee(table=table, by=phones_of(table, hall.alice)[0])

    refused(
        lambda: remove_texts(entry=entry_of(hall, "referee_called"), by=hall.alice), StateRefuses, "no_text"
    )


def test_the_answer_to_a_call_that_is_repeated_has_it_no_more(hall: Hall) -> None:
    entry = hall.tournament.entries.first()
    assert entry is not None

    def penalize_bob() -> Answer:
        made = penalize(stage=hall.stage, entry=entry, ruling=Ruling(0, CANARY), by=hall.rob)
        return Answer(201, {"id": made.pk, "reason": CANARY, "of": [{"reason": CANARY}, CANARY]})

    once(by=hall.rob, key="k", fingerprint="f", action=penalize_bob)

    remove_texts(entry=entry_of(hall, "warned"), by=hall.alice)

    again = first_answer(by=hall.rob, key="k", fingerprint="f")
    assert again is not None
    made = Penalty.objects.get().pk
    assert again.body == {"id": made, "reason": REMOVED, "of": [{"reason": REMOVED}, CANARY]}


class TestEarlierVersions:
    """Their entries hold the words themselves, for good; nobody is shown them once they are removed."""

    @pytest.fixture
    def old(self, bad_day: Hall) -> Hall:
        all_written_as_before(bad_day)
        return bad_day

    def test_they_are_sound_as_they_were(self, old: Hall) -> None:
        assert (LedgerText.objects.count(), problems(old)) == (0, [])
        assert json.loads(entry_of(old, "warned").payload)["reason"] == CANARY

    def test_a_removal_is_taken_for_what_it_is(self, old: Hall) -> None:
        entries = [entry for entry in old.tournament.ledger.order_by("seq") if hold_words(entry.kind)]

        for entry in entries:
            remove_texts(entry=entry, by=old.alice)

        assert problems(old) == []
        assert everywhere(old) == [
            "tournaments_draw",
            "tournaments_ledgerentry",
            "tournaments_seatingconstraint",
        ]
        assert RefereeCall.objects.get().reason == REMOVED

    @pytest.mark.parametrize("kind", ["drawn", "wish_made"])
    def test_what_a_hash_covers_with_more_is_refused(self, old: Hall, kind: str) -> None:
        entry = old.tournament.ledger.filter(kind=kind).order_by("seq").last()
        assert entry is not None

        refused(lambda: remove_texts(entry=entry, by=old.alice), StateRefuses, "no_text")

        assert problems(old) == []

    @pytest.mark.parametrize(
        ("rows", "says"),
        [("draw", "stage, method, seed, commitment, record, reason"), ("seatingconstraint", "wind, reason")],
    )
    def test_an_edit_of_what_a_hash_covers_with_more_is_found(self, old: Hall, rows: str, says: str) -> None:
        run(f"UPDATE tournaments_{rows} SET reason = 'Another' WHERE reason <> ''")

        (problem,) = problems(old)

        assert says in problem

    def test_a_text_that_is_edited_beside_them_is_found(self, old: Hall) -> None:
        run("UPDATE tournaments_penalty SET reason = %s WHERE amount = 0", REMOVED)

        (problem,) = problems(old)

        assert "differs from the ledger in: reason" in problem


class TestBehindTheActionsBack:
    @pytest.fixture(autouse=True)
    def _attack(self, bad_day: Hall) -> None:
        take_guards_down()

    def test_another_text_is_found(self, bad_day: Hall) -> None:
        seq = entry_of(bad_day, "warned").seq
        run("UPDATE tournaments_ledgertext SET text = 'Bob was late' WHERE seq = %s", seq)
        run("UPDATE tournaments_penalty SET reason = 'Bob was late' WHERE amount = 0")

        assert problems(bad_day) == [f"Entry {seq}: its text (reason) differs from the one recorded."]

    def test_a_text_that_no_entry_removed_is_missed(self, bad_day: Hall) -> None:
        seq = entry_of(bad_day, "warned").seq
        run(
            "UPDATE tournaments_ledgertext SET text = '', salt = '', removed_at = '2026-11-27 12:00:00+00:00'"
            " WHERE seq = %s",
            seq,
        )
        run("UPDATE tournaments_penalty SET reason = %s WHERE amount = 0", REMOVED)

        assert problems(bad_day) == [f"Entry {seq}: its text (reason) was removed without a ledger entry."]

    def test_a_text_whose_row_is_gone_is_missed(self, bad_day: Hall) -> None:
        seq = entry_of(bad_day, "announced").seq
        run("DELETE FROM tournaments_ledgertext WHERE seq = %s", seq)

        assert problems(bad_day)[0] == (f"Entry {seq}: its text (text), which this entry records, is gone.")

    def test_a_text_that_came_back_is_found(self, bad_day: Hall) -> None:
        entry = entry_of(bad_day, "announced")
        row = LedgerText.objects.get(seq=entry.seq)
        remove_texts(entry=entry, by=bad_day.alice)
        told = entry_of(bad_day, "text_removed").seq
        run(
            "UPDATE tournaments_ledgertext SET text = %s, salt = %s, removed_at = NULL, removed_by_id = NULL"
            " WHERE seq = %s",
            *(CANARY, row.salt, entry.seq),
        )
        run("UPDATE tournaments_announcement SET text = %s", CANARY)

        assert problems(bad_day) == [
            f"Entry {told}: the text of entry {entry.seq} (text), which this entry removed, is still there."
        ]

    def test_a_text_beside_no_entry_is_found(self, bad_day: Hall) -> None:
        LedgerText.objects.create(tournament=bad_day.tournament, seq=2, name="reason", salt="s", text="Lie")

        assert problems(bad_day) == ["There is the text of entry 2 (reason), but no ledger entry records it."]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tournaments_ledgertext SET text = 'another'",
        "UPDATE tournaments_ledgertext SET salt = 'another'",
        "UPDATE tournaments_ledgertext SET seq = seq + 1000",
        "UPDATE tournaments_ledgertext SET text = ''",
        "DELETE FROM tournaments_ledgertext",
    ],
)
def test_the_database_keeps_a_text_as_it_is_until_it_is_removed(bad_day: Hall, statement: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        run(statement)

    assert (LedgerText.objects.filter(text=CANARY).count() > 5, problems(bad_day)) == (True, [])


def test_the_console_removes_it_too(bad_day: Hall) -> None:
    remove_texts(entry=entry_of(bad_day, "voided"), by=Actor(is_console=True))

    assert (LedgerText.objects.get(removed_at__isnull=False).removed_by, problems(bad_day)) == (None, [])


def test_an_ordinary_report_writes_no_text(hall: Hall, table: Table) -> None:
    report_sheet(table=table, report=TableReport(BALANCED), by=phones_of(table, hall.alice)[0])

    assert (LedgerText.objects.count(), hall.last_payload()["imbalance_reason"]) == (0, "")


def test_pages_say_that_a_text_was_removed(bad_day: Hall) -> None:
    for entry in bad_day.tournament.ledger.order_by("seq"):
        if "texts" in entry.content:
            remove_texts(entry=entry, by=bad_day.alice)
    browser, tables = (
        signed_in(bad_day.alice),
        Table.objects.filter(round__stage__tournament__slug="spring-open"),
    )
    paths = ["desk/penalties/", *(f"tables/{table.pk}/" for table in tables)]

    pages = [browser.get(f"/t/spring-open/{path}").content.decode() for path in paths]

    assert [REMOVED in page for page in pages] == [False] * len(pages)
    assert "(text removed)" in pages[0]
    assert any("(text removed)" in page for page in pages[1:])


def test_no_page_shows_a_text_that_can_be_removed_as_it_is_stored() -> None:
    shown = re.compile(
        r"\{\{ [\w.]*(?:dispute_reason|lift_reason|penalty\.reason|sheet\.reason|call\.reason) \}\}"
    )
    templates = (Path(__file__).parents[4] / "templates").rglob("*.html")

    assert {file.name: found for file in templates if (found := shown.findall(file.read_text()))} == {}
