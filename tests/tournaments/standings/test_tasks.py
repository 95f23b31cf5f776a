"""Messages from before an upgrade still find their tasks."""

from config.celery import app
from tests.tournaments.hall import Hall
from tournaments.models import LedgerHead, Publication
from tournaments.standings.tasks import reconcile_standings, update_standings


def test_the_tasks_have_the_names_that_waiting_messages_call() -> None:
    app.loader.import_default_modules()

    assert app.tasks["tournaments.tasks.update_standings"].name == update_standings.name
    assert app.tasks["tournaments.tasks.reconcile_standings"].name == reconcile_standings.name
    assert "tournaments.draw_tasks.work_off_draws" in app.tasks


def test_a_task_that_is_called_by_its_old_name_publishes(hall: Hall) -> None:
    app.tasks["tournaments.tasks.update_standings"].delay(hall.tournament.pk)

    head = LedgerHead.objects.get(tournament=hall.tournament)
    assert Publication.objects.get(stage=hall.stage).as_of_seq == head.seq
