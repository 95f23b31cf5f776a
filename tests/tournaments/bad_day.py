"""A day on which all free texts are the same canary, and how an earlier version recorded it."""

import json

from django.db import connection

from tests.tournaments.hall import Hall, phones_of, with_texts
from tests.tournaments.verification.attacker import rebuild_chain, run, take_guards_down
from tournaments.actions.draws.draws import draw, redraw
from tournaments.actions.draws.plans import Plan
from tournaments.actions.draws.seating_constraints import Wish, add_seating_constraint
from tournaments.actions.hall.announcements import announce
from tournaments.actions.hall.referee_calls import call_referee
from tournaments.actions.play.penalties import Ruling, lift_penalty, penalize
from tournaments.actions.play.scoresheets.deciding import correct_sheet, void_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport, dispute_sheet, report_sheet
from tournaments.models import Draw, LedgerEntry, SeatingConstraint, Table
from tournaments.models.digests import draw_hash, seating_constraint_hash
from tournaments.models.draws.events import RoundDrawn, SeatingConstraintAdded
from tournaments.models.origins.events import BaselineRecorded
from tournaments.models.texts.declared import SCHEME, free_texts

CANARY = "Bob insulted Dora"
SHORT = Figures([40_000, 30_000, 20_000, 9_000], imbalance=1_000, imbalance_reason=CANARY)


def have_a_bad_day(hall: Hall, table: Table) -> Hall:
    """Type the canary into all free texts of a tournament with this table in play."""
    phones = phones_of(table, hall.alice)
    one, other = hall.tournament.entries.order_by("number")[:2]
    add_seating_constraint(
        tournament=hall.tournament, wish=Wish("rather_not", one, other=other, reason=CANARY), by=hall.alice
    )
    old = draw(stage=hall.stage, plan=Plan(), by=hall.alice)
    redraw(old=old, plan=Plan(), reason=CANARY, by=hall.alice)
    announce(tournament=hall.tournament, text=CANARY, by=hall.alice)
    call_referee(table=table, reason=CANARY, by=phones[1])
    sheet = report_sheet(table=table, report=TableReport(SHORT), by=phones[0])
    sheet = dispute_sheet(sheet=sheet, if_match=sheet.tag, reason=CANARY, by=phones[1])
    sheet = correct_sheet(
        table=table, report=TableReport(SHORT, if_match=sheet.tag), reason=CANARY, by=hall.rob
    )
    void_sheet(sheet=sheet, if_match=sheet.tag, reason=CANARY, by=hall.rob)
    entry = hall.tournament.entries.first()
    assert entry is not None
    for amount in (1_000, 0, -1_000):
        penalty = penalize(stage=hall.stage, entry=entry, ruling=Ruling(amount, CANARY), by=hall.rob)
    lift_penalty(penalty=penalty, reason=CANARY, by=hall.rob)
    return hall


def entry_of(hall: Hall, kind: str) -> LedgerEntry:
    return hall.tournament.ledger.get(kind=kind)


def everywhere(_hall: Hall | None = None) -> list[str]:
    """Return the tables of the database that hold the canary."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {table}")
            if any(CANARY in str(value) for row in cursor.fetchall() for value in row):
                found.append(table)
    return found


def written_as_before(hall: Hall, entry: LedgerEntry) -> None:
    """Turn an entry into one of an earlier version, with its texts in plain, and rebuild later hashes."""
    take_guards_down()
    content = with_texts(entry)
    if content.pop(SCHEME, None) is None:
        for name, text in free_texts()[entry.kind].items():
            content[name] = text.earlier(str(content[name]))
    elif entry.kind == RoundDrawn.kind:
        reason = content.pop("reason")
        assert reason == CANARY
        content["draw_hash"] = draw_hash(Draw.objects.get(pk=content["draw"]), covers_texts=True)
    else:
        del content["reason"]
        wish = SeatingConstraint.objects.get(pk=content["wish"])
        content["hash"] = seating_constraint_hash(wish, covers_texts=True)
    old = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    run("UPDATE tournaments_ledgerentry SET payload = %s WHERE id = %s", old, entry.pk)
    run("DELETE FROM tournaments_ledgertext WHERE seq = %s", entry.seq)
    rebuild_chain(hall.tournament.pk)


def all_written_as_before(hall: Hall) -> None:
    """As `written_as_before`, for all entries with a text."""
    for entry in list(hall.tournament.ledger.order_by("seq")):
        if "texts" in entry.content:
            written_as_before(hall, entry)


def hold_words(kind: str) -> bool:
    """Whether entries of this kind held the texts, not only a hash of them."""
    return kind in free_texts() and kind not in (
        RoundDrawn.kind,
        SeatingConstraintAdded.kind,
        BaselineRecorded.kind,
    )
