"""However large a tournament is, writing and taking in ask the database a bounded number of times."""

import io

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.thorough import examples
from tests.tournaments.actions.transfer.files import busy_server, taken_in, written, written_elsewhere
from tests.tournaments.hall import open_hall
from tournaments.actions.imports.results import import_results
from tournaments.actions.transfer.lines import LONGEST_LINE
from tournaments.actions.transfer.reading import BadFile, checked_file
from tournaments.models import Tournament
from tournaments.verification import verify_ledger

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite")]
TABLES = 20
MANY = examples(10, of=30)


def season(rounds: int, slug: str = "season") -> Tournament:
    """So many rounds of 20 tables that were played elsewhere."""
    hall = open_hall(slug, players=8)
    lines = ["round,table,seat,player,points"]
    for round_ in range(1, rounds + 1):
        for table in range(1, TABLES + 1):
            points = zip("ESWN", (40_000, 30_000, 20_000, 10_000), strict=True)
            lines += [f"{round_},{table},{wind},Member {table:02}{wind},{figure}" for wind, figure in points]
    import_results(stage=hall.stage, text="\n".join(lines) + "\n", by=hall.alice)
    return hall.tournament


def statements(action) -> tuple[int, int]:
    """How many statements insert rows, and how many do not."""
    with CaptureQueriesContext(connection) as captured:
        action()
    inserting = sum(query["sql"].startswith("INSERT") for query in captured)
    return inserting, len(captured) - inserting


@pytest.mark.slow
def test_writing_asks_as_often_for_a_large_tournament_as_for_a_small_one():
    small = season(1)
    of_small = statements(lambda: written(small))

    large = season(MANY, "large")

    assert statements(lambda: written(large)) == of_small


@pytest.mark.slow
def test_taking_in_asks_as_often_and_writes_many_rows_at_once():
    files = [
        written_elsewhere(lambda rounds=rounds: season(rounds, f"season-{rounds}")) for rounds in (1, MANY)
    ]
    by = busy_server()

    small, large = [
        statements(lambda file=file, number=number: taken_in(file, by, slug=f"here-{number}"))
        for number, file in enumerate(files)
    ]

    # 80 seats, and ten times as many or thirty; a statement of SQLite takes 999 values.
    rows = sum(checked_file(io.BytesIO(files[1])).rows.values())
    assert rows > 200 * MANY
    assert large[0] < rows / 20
    assert large[1] - small[1] < 20
    for number in range(2):
        assert verify_ledger(Tournament.objects.get(slug=f"here-{number}").pk).is_sound


@pytest.mark.slow
def test_a_line_without_an_end_is_not_read_to_its_end():
    file = io.BytesIO(b'{"row":"jantaku"' + b" " * (3 * LONGEST_LINE))

    with pytest.raises(BadFile):
        checked_file(file)

    assert file.tell() <= LONGEST_LINE + 1
