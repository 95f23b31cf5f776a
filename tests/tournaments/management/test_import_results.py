import io
import re

import pytest
from django.core.management import CommandError, call_command

from tests.leagues.league import DEMO, games_of
from tests.tournaments.hall import open_hall
from tournaments.models import LedgerEntry, Scoresheet, Tournament

pytestmark = pytest.mark.django_db


def run(path, **options):
    out = io.StringIO()
    call_command("import_results", str(path), tournament="league", stdout=out, **options)
    return out.getvalue()


def test_a_file_becomes_a_tournament_with_all_its_games():
    output = run(DEMO / "mleague_2018.csv", rulebook="mleague", name="M-League")

    assert output == "106 games read: 106 imported, 0 were here already; 21 players entered.\n"
    assert Tournament.objects.get().name == "M-League"
    assert set(LedgerEntry.objects.values_list("actor", flat=True)) == {"console"}


def test_doing_it_again_changes_nothing():
    run(DEMO / "mleague_2018.csv", rulebook="mleague")

    output = run(DEMO / "mleague_2018.csv", rulebook="mleague")

    assert output == "106 games read: 0 imported, 106 were here already; 0 players entered.\n"
    assert Scoresheet.objects.count() == 106


def test_a_dry_run_writes_nothing():
    open_hall("league", players=0)

    output = run(DEMO / "mleague_2018.csv", dry_run=True)

    assert output == "106 games read: 106 would be imported, 0 were here already; 21 players entered.\n"
    assert Scoresheet.objects.count() == 0


def test_games_that_do_not_add_up_are_listed_with_their_reasons(tmp_path):
    path = tmp_path / "games.csv"
    path.write_text(games_of("club_nights_2019_2026"))

    output = run(path, rulebook="mleague", house_rules='{"result.leftover_deposits": "lost"}')

    assert "22 games do not add up:" in output
    assert "  game 6 (line 22): 90,000, not 100,000: Chombo in hand 7: 10,000 paid to nobody" in output


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("game,player\n1,A\n", "line 1: The column “points” is missing"),
        ("game,player,points\n1,A,x\n1,B,1\n1,C,1\n1,D,1\n", "line 2: “x” is no number of points"),
    ],
)
def test_a_bad_file_is_refused_line_by_line(tmp_path, content, message):
    path = tmp_path / "games.csv"
    path.write_text(content)

    with pytest.raises(CommandError, match=re.escape(f"Nothing was imported.\n{message}")):
        run(path, rulebook="mleague")


def test_a_file_in_no_encoding_we_read_or_not_there_is_refused(tmp_path):
    path = tmp_path / "games.csv"
    path.write_bytes("José".encode("cp1252"))

    for bad in (path, tmp_path / "nowhere.csv"):
        with pytest.raises(CommandError, match=r"games\.csv: Line 1|nowhere\.csv: No such file"):
            run(bad, rulebook="mleague")
