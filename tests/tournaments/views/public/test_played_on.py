"""Rounds that were played elsewhere say on which day."""

import pytest
from django.test import Client

from tests.tournaments.hall import Hall
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.imports.results import import_results
from tournaments.models import Table

pytestmark = pytest.mark.django_db
GAMES = """round,date,player,points
1,2026-04-01,Bob,45000
1,,Dora,30000
1,,Emil,20000
1,,Fumi,5000
"""


@pytest.mark.parametrize("page", ["", "rounds/1/", "tables/{table}/"])
@pytest.mark.parametrize(("prefix", "day"), [("", "April 1, 2026"), ("/ja", "2026年4月1日")])
def test_the_day_stands_on_the_public_pages(hall: Hall, page: str, prefix: str, day: str) -> None:
    import_results(stage=hall.stage, text=GAMES, by=hall.alice)

    words = text_of(Client().get(f"{prefix}/t/spring-open/{page.format(table=Table.objects.get().pk)}"))

    assert day in words
