import logging
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models.functions import Now

from tests.tournaments.hall import Hall
from tournaments.actions import ledger
from tournaments.actions.ledger import APPEND, SeenHead, WrongSeal, record
from tournaments.models import LedgerEntry, LedgerHead
from tournaments.models.ledger import link_hash
from tournaments.models.origins.payloads import BadPayload
from tournaments.models.play.events import ResultAgreed, ResultConfirmed
from tournaments.models.setup.events import StageRemoved
from tournaments.standings.tasks import update_standings


class BrokerAway(Exception):
    pass


def test_an_action_stands_although_no_worker_can_be_woken(
    hall: Hall, monkeypatch, django_capture_on_commit_callbacks, caplog
):
    def nobody_answers(tournament_id):
        raise BrokerAway

    monkeypatch.setattr(update_standings, "delay", nobody_answers)

    with caplog.at_level(logging.ERROR), django_capture_on_commit_callbacks(execute=True):
        record(StageRemoved(stage=7, ordinal=2), tournament_id=hall.tournament.pk, by=hall.alice)

    assert hall.kinds()[-1] == "stage_removed"
    assert "BrokerAway" in caplog.text


def seen_at(hall: Hall) -> SeenHead:
    head = LedgerHead.objects.annotate(now=Now()).get(tournament=hall.tournament.pk)
    return SeenHead(head, head.now)


def test_who_saw_where_the_ledger_ended_goes_on_from_where_it_ends(
    hall: Hall, django_assert_num_queries
) -> None:
    by, pk = hall.alice, hall.tournament.pk
    seen = seen_at(hall)
    head = seen.head
    # PostgreSQL does it by one statement. Elsewhere the head and the entry; and once others were quicker, where it
    # ends by now.
    alone, late = (1, 1) if connection.vendor == "postgresql" else (2, 4)

    with django_assert_num_queries(alone):
        first = record(StageRemoved(stage=7, ordinal=2), tournament_id=pk, by=by, seen=seen)
    with django_assert_num_queries(late):
        second = record(StageRemoved(stage=7, ordinal=2), tournament_id=pk, by=by, seen=seen)

    assert (first.seq, second.seq) == (head.seq + 1, head.seq + 2)
    assert (first.prev, second.prev) == (head.hash, first.hash)
    assert LedgerHead.objects.get(tournament=pk).hash == second.hash


FIGURES: dict[str, Any] = {
    "table": 17,
    "sheet": 4,
    "version": 1,
    "status": 'quotes " \\ \n\t\x7f } {"prev":"',
    "tag": "雀卓 é 🀄 \u2028",
    "entries": [1, 2, 3, 4],
    "points": [25_000, -1, 0, 75_001],
    "chombo": [],
    "leftover": 0,
    "imbalance": 0,
    "rulebook": "",
    "seat": None,
}


@pytest.mark.parametrize(("event", "moves"), [(ResultAgreed, False), (ResultConfirmed, True)])
def test_an_entry_is_sealed_the_same_whoever_seals_it(
    hall: Hall, event: type[ResultAgreed] | type[ResultConfirmed], moves: bool
) -> None:
    """Whatever a payload holds, and whether the database appends it or we do."""
    seen, before = seen_at(hall), LedgerHead.objects.get(tournament=hall.tournament.pk)

    written = record(event(**FIGURES), tournament_id=hall.tournament.pk, by=hall.alice, seen=seen)

    stored = LedgerEntry.objects.get(pk=written.pk)
    columns = [field.attname for field in LedgerEntry._meta.concrete_fields]
    assert [getattr(written, name) for name in columns] == [getattr(stored, name) for name in columns]
    head = LedgerHead.objects.get(tournament=hall.tournament.pk)
    assert (stored.seq, stored.prev, stored.content) == (before.seq + 1, before.hash, FIGURES)
    assert (head.seq, head.hash, head.standings_seq) == (
        stored.seq,
        stored.hash,
        stored.seq if moves else before.standings_seq,
    )
    sealed = {name: getattr(stored, name) for name in columns if name not in ("id", "hash", "tournament_id")}
    assert stored.hash == link_hash(chain=head.chain, **sealed)


@pytest.mark.postgres
def test_a_database_that_seals_otherwise_than_we_verify_is_not_believed(hall: Hall, monkeypatch) -> None:
    monkeypatch.setattr(ledger, "APPEND", APPEND.replace('"seq":', '"number":'))
    before = LedgerEntry.objects.count()

    with pytest.raises(WrongSeal), transaction.atomic():
        record(ResultAgreed(**FIGURES), tournament_id=hall.tournament.pk, by=hall.alice, seen=seen_at(hall))

    assert LedgerEntry.objects.count() == before


@pytest.mark.parametrize(
    ("figures", "where"),
    [({"points": ["25000"]}, "points"), ({"seat": True}, "seat"), ({"tag": None}, "tag")],
)
def test_an_entry_that_could_not_travel_is_found_by_every_test(
    hall: Hall, figures: dict[str, Any], where: str
) -> None:
    """What a file could not take elsewhere: of another type than its event declares."""
    before = LedgerEntry.objects.count()

    with pytest.raises(BadPayload, match=f"^{where}$"), transaction.atomic():
        record(ResultAgreed(**{**FIGURES, **figures}), tournament_id=hall.tournament.pk, by=hall.alice)

    assert LedgerEntry.objects.count() == before
