"""Messages from before an upgrade still find their tasks."""

from config.celery import app
from tests.tournaments.hall import Hall, open_hall, play
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.leagues.rating import set_rating
from tournaments.models import LedgerHead, Publication, Rating
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


def test_the_ratings_of_its_league_come_with_it_and_with_the_sweep(hall: Hall) -> None:
    league = create_league(slug="river", name="River League", by=hall.charlie)
    event = open_hall("may", season=create_season(league=league, name="2026", by=hall.charlie))
    one, two = event.started().tables.order_by("number")
    set_rating(league=league, method="elo", by=hall.charlie)

    play(one, event.alice)
    update_standings(event.tournament.pk)
    assert Rating.objects.count() == 4
    play(two, event.alice)
    reconcile_standings()

    assert Rating.objects.count() == 8
