import logging

from django.db.models.functions import Now

from tests.tournaments.hall import Hall
from tournaments.actions.ledger import SeenHead, record
from tournaments.models import LedgerHead
from tournaments.models.ledger_kinds import Kind
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
        record(tournament_id=hall.tournament.pk, kind=Kind.STAGE_ADDED, payload={}, by=hall.alice)

    assert hall.kinds()[-1] == "stage_added"
    assert "BrokerAway" in caplog.text


def test_who_saw_where_the_ledger_ended_goes_on_from_where_it_ends(
    hall: Hall, django_assert_num_queries
) -> None:
    by, pk = hall.alice, hall.tournament.pk
    head = LedgerHead.objects.annotate(now=Now()).get(tournament=pk)
    seen = SeenHead(head, head.now)

    # The head and the entry; and once others were quicker, where it ends by now.
    with django_assert_num_queries(2):
        first = record(tournament_id=pk, kind=Kind.STAGE_ADDED, payload={}, by=by, seen=seen)
    with django_assert_num_queries(4):
        second = record(tournament_id=pk, kind=Kind.STAGE_ADDED, payload={}, by=by, seen=seen)

    assert (first.seq, second.seq) == (head.seq + 1, head.seq + 2)
    assert (first.prev, second.prev) == (head.hash, first.hash)
    assert LedgerHead.objects.get(tournament=pk).hash == second.hash
