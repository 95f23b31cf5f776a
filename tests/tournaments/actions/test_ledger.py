import logging

from tests.tournaments.hall import Hall
from tournaments.actions.ledger import record
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
