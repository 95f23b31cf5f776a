import hashlib
import io
import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.leagues.league import DEMO, games_of
from tests.tournaments.hall import open_hall
from tournaments.models import Entry, LedgerEntry, Round, Scoresheet, Table, Tournament
from tournaments.models.codes import keyed_hash
from tournaments.models.play.events import ResultsImported

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite", thorough="both")]


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
        ("game,player,points\n1,A,x\n1,B,1\n1,C,1\n1,D,1\n", "line 2: “x” is not a number of points"),
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


UNTITLED = (
    b"Ann,31900,x,Bob,28100,x,Cy,25000,x,Dee,15000,x\r\n",
    "player number 1,points number 1,-,player number 2,points number 2,-,"
    "player number 3,points number 3,-,player number 4,points number 4,-",
    0,
)
OTHER_TITLES = (
    b"Night,Who,Sticks\r\n1,Ann,31900\r\n1,Bob,28100\r\n1,Cy,25000\r\n1,Dee,15000\r\n",
    "game,player,points",
    None,
)
SOME_TITLES = (
    b"Winter\r\ngame,who,points,x\r\n1,Ann,31900,y\r\n1,Bob,28100,y\r\n1,Cy,25000,y\r\n1,Dee,15000,y\r\n",
    ",player",
    2,
)


@pytest.mark.parametrize("is_long", [False, True])
@pytest.mark.parametrize(("data", "columns", "header_line"), [UNTITLED, OTHER_TITLES, SOME_TITLES])
def test_columns_may_be_named_as_at_the_desk(
    tmp_path, monkeypatch, data: bytes, columns: str, header_line: int | None, is_long: bool
):
    path = tmp_path / "games.csv"
    path.write_bytes(data)
    if is_long:
        monkeypatch.setattr("tournaments.management.commands.import_results.MOST_ROWS", 0)

    output = run(path, rulebook="mleague", columns=columns, header_line=header_line, stderr=io.StringIO())

    assert output.splitlines()[-1] == "1 games read: 1 imported, 0 were here already; 4 players entered."
    (table,) = Table.objects.all()
    seats = table.seats.order_by("wind").values_list("entry__player__name", "scores__points")
    assert list(seats) == [("Ann", 31_900), ("Bob", 28_100), ("Cy", 25_000), ("Dee", 15_000)]


def test_a_dry_run_shows_how_unclear_columns_were_understood(tmp_path):
    open_hall("league", players=0)
    path = tmp_path / "games.csv"
    path.write_bytes(SOME_TITLES[0])
    out = io.StringIO()

    with pytest.raises(CommandError, match="1 lines need mending"):
        call_command("import_results", str(path), tournament="league", dry_run=True, stdout=out)

    assert out.getvalue().splitlines()[-6:-1] == [
        "Columns, in the order of the file (say others with --columns):",
        "  1 game: game",
        "  2 who: -",
        "  3 points: points",
        "  4 x: -",
    ]


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"columns": "game,who"}, "--columns: there is no column “who”, but: game, round, table"),
        ({"columns": "," * 50 + "player"}, "--columns: at most 50 columns are read, not 51."),
        ({"header_line": 10_000}, "--header-line: please give a number from 0 to 9,999."),
    ],
)
def test_columns_that_cannot_be_are_refused_before_a_tournament_is_set_up(said, message):
    with pytest.raises(CommandError, match=re.escape(message)):
        run(DEMO / "mleague_2018.csv", rulebook="mleague", **said)

    assert Tournament.objects.count() == 0


class TestALongFile:
    """More rows than a page takes: whole rounds, part by part."""

    @pytest.fixture(autouse=True)
    def _short(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for module in (
            "tournaments.actions.imports.long_results",
            "tournaments.management.commands.import_results",
            "web.sheets.csv_rows",
        ):
            monkeypatch.setattr(f"{module}.MOST_ROWS", 16)

    @pytest.fixture
    def games(self, tmp_path: Path) -> Path:
        """Seven rounds of two tables: 56 rows."""
        return self.written(tmp_path, range(1, 8))

    def written(self, folder: Path, rounds: Iterable[int], points: str = "25000") -> Path:
        lines = [
            f"{number},{table},{player}{table},{points}"
            for number in rounds
            for table in (1, 2)
            for player in ("A", "B", "C", "D")
        ]
        path = folder / "games.csv"
        path.write_text("\n".join(["round,table,player,points", *lines]), "utf-8")
        return path

    def test_is_imported_as_a_whole_with_its_progress(self, games: Path):
        output, progress = io.StringIO(), io.StringIO()

        call_command(
            "import_results",
            str(games),
            tournament="league",
            rulebook="mleague",
            stdout=output,
            stderr=progress,
        )

        assert output.getvalue() == "14 games read: 14 imported, 0 were here already; 8 players entered.\n"
        assert progress.getvalue().splitlines() == [
            "56 rows read; nothing is wrong with them.",
            *[f"{8 * rounds} of 56 rows: {2 * rounds} games new" for rounds in (2, 4, 6, 7)],
        ]
        assert list(Round.objects.order_by("number").values_list("number", flat=True)) == [*range(1, 8)]
        imported = LedgerEntry.objects.filter(kind=ResultsImported.kind)
        assert [len(entry.content["rounds"]) for entry in imported.order_by("seq")] == [2, 2, 2, 1]
        assert {entry.content["file"] for entry in imported} == {
            keyed_hash(hashlib.sha256(games.read_bytes()).hexdigest())
        }

    def test_may_be_tried_first(self, games: Path):
        open_hall("league", players=0)

        output = run(games, dry_run=True, stderr=io.StringIO())

        assert output == "14 games read: 14 would be imported, 0 were here already; 8 players entered.\n"
        assert (Scoresheet.objects.count(), Round.objects.count()) == (0, 0)

    def test_goes_on_where_it_was_broken_off_and_adds_nothing_the_next_time(
        self, games: Path, tmp_path: Path
    ):
        run(self.written(tmp_path, range(1, 4)), rulebook="mleague", stderr=io.StringIO())
        self.written(tmp_path, range(1, 8))

        rest = run(games, stderr=io.StringIO())
        again = run(games, stderr=io.StringIO())

        assert rest == "14 games read: 8 imported, 6 were here already; 0 players entered.\n"
        assert again == "14 games read: 0 imported, 14 were here already; 0 players entered.\n"
        assert (Scoresheet.objects.count(), Entry.objects.count()) == (14, 8)

    def test_leaves_whole_rounds_when_a_later_one_is_refused(self, games: Path, tmp_path: Path):
        run(self.written(tmp_path, [5]), rulebook="mleague", stderr=io.StringIO())
        text = self.written(tmp_path, range(1, 8)).read_text()
        games.write_text(text.replace("5,1,A1,25000\n5,1,B1,25000", "5,1,A1,24000\n5,1,B1,26000"))

        with pytest.raises(CommandError, match="The rounds before this one are imported") as refused:
            run(games, stderr=io.StringIO())

        assert "line 34: Game 5/1 already exists with other players or points" in str(refused.value)
        numbers = Round.objects.order_by("number").values_list("number", flat=True)
        assert list(numbers) == [1, 2, 3, 4, 5]
        assert Scoresheet.objects.count() == 10

    @pytest.mark.parametrize(
        ("old", "new", "message"),
        [
            ("7,2,D2,25000", "7,2,D2,x", "line 57: “x” is not a number of points"),
            ("7,2,D2,25000", "7,2,D2,26000", "line 54: The points of game 7/2 add up to 101,000"),
            (
                "7,2,",
                "1,2,",
                "line 54: Round 1 continues here. In a long file, the rows of a round must be together.",
            ),
        ],
    )
    def test_is_refused_before_anything_is_written(self, games: Path, old: str, new: str, message: str):
        games.write_text(games.read_text().replace(old, new))

        with pytest.raises(CommandError, match=re.escape("Nothing was imported.")) as refused:
            run(games, rulebook="mleague", stderr=io.StringIO())

        assert message in str(refused.value)
        assert Scoresheet.objects.count() == 0

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp932"])
    def test_is_read_in_every_encoding(self, games: Path, encoding: str, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr("tournaments.management.commands.import_results.MOST_BYTES", 100)
        games.write_text(games.read_text().replace("A1", "井上\u3000A"), encoding)

        output = run(games, rulebook="mleague", stderr=io.StringIO())

        assert output == "14 games read: 14 imported, 0 were here already; 8 players entered.\n"
        assert Entry.objects.filter(player__name="井上 A").count() == 1

    def test_in_no_encoding_we_read_or_as_a_workbook_is_refused(
        self, games: Path, monkeypatch: pytest.MonkeyPatch
    ):
        monkeypatch.setattr("tournaments.management.commands.import_results.MOST_BYTES", 100)
        open_hall("league", players=0)

        games.write_bytes(games.read_bytes() + b"\n8,1,\x81,25000")
        with pytest.raises(CommandError, match=r"Line 58: This is neither a workbook"):
            run(games)
        games.write_bytes(b"PK\x03\x04" + bytes(200))
        with pytest.raises(CommandError, match="Please save it as CSV"):
            run(games)
