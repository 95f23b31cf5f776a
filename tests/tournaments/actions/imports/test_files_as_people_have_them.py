"""Files as clubs, leagues and spreadsheet programs have them, and what is read of each. All names are made up."""

import io
from collections.abc import Callable, Sequence
from datetime import date, datetime
from pathlib import Path

import pytest
from openpyxl import Workbook

from players.models import Player
from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.imports import players, seat_columns
from tournaments.actions.imports.players import ImportOptions, ImportRefused, import_players
from tournaments.actions.imports.results import ResultsOptions, ResultsReport, import_results
from tournaments.models import LedgerEntry
from web.sheets.csv_rows import Finding
from web.sheets.uploads import text_of_file

pytestmark = pytest.mark.django_db

FILES = Path(__file__).parent / "files"
FIFTH_OF_JANUARY = "2026-01-05"
ANN_WINS = "Ann 31900 +51900, Bob 28100 +8100, Cy 25000 -15000, Dee 15000 -45000"
A_GAME = "1 Ann 31900, Bob 28100, Cy 25000, Dee 15000"


@pytest.fixture
def hall() -> Hall:
    return open_hall(players=0)


def text_of(data: bytes, is_header: Callable[[Sequence[str]], bool], encoding: str = "") -> str:
    text = text_of_file(data, encoding=encoding, is_header=is_header)
    assert isinstance(text, str), text
    return text


def games_of(hall: Hall, data: bytes, **how: object) -> ResultsReport:
    text = text_of(data, seat_columns.is_header)
    return import_results(
        stage=hall.stage, text=text, by=hall.alice, options=ResultsOptions(dry_run=True, **how)
    )  # type: ignore[arg-type]


def as_read(report: ResultsReport) -> list[str]:
    """The games of a file in a line each: the day, then who has how many points and which total."""
    assert report.errors == [], [str(error) for error in report.errors]
    return [
        f"{game.played_on or 'no day'}: "
        + ", ".join(f"{name} {points} {total:+}" for name, points, total in game.seats)
        for game in report.read
    ]


def errors_of(report: ResultsReport) -> list[tuple[int, str]]:
    return [(error.line, error.code) for error in report.errors]


def csv(*lines: str, encoding: str = "utf-8") -> bytes:
    return "\r\n".join([*lines, ""]).encode(encoding)


def four(header: str = "game,player,points", *rows: str) -> bytes:
    return csv(header, *rows)


def xlsx(
    *sheets: tuple[str, list[list[object]]], merged: Sequence[str] = (), hidden: Sequence[str] = ()
) -> bytes:
    book = Workbook()
    book.remove(book.active)
    for title, rows in sheets:
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
        for cells in merged:
            sheet.merge_cells(cells)
        sheet.sheet_state = "hidden" if title in hidden else "visible"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def a_game(*points: object, day: object = "", header: str = "game,date,player,points") -> bytes:
    """A game of Ann, Bob, Cy and Dee as CSV, whose cells are written like this."""
    rows = [
        f'1,"{day}",{name},"{one}"' for name, one in zip(("Ann", "Bob", "Cy", "Dee"), points, strict=True)
    ]
    return csv(header, *rows)


ROWS: list[list[object]] = [
    ["game", "date", "player", "points"],
    [1, date(2026, 1, 5), "Ann", 31900],
    [1, date(2026, 1, 5), "Bob", 28100],
    [1, date(2026, 1, 5), "Cy", 25000],
    [1, date(2026, 1, 5), "Dee", 15000],
]
POINTS = (31900, 28100, 25000, 15000)

# What a file is, and the games that are read of it.
READ: dict[str, tuple[bytes, list[str]]] = {
    # Files that organizers had.
    "a date as a Japanese Excel writes it": (
        (FILES / "date-without-zeros.csv").read_bytes(),
        [f"{FIFTH_OF_JANUARY}: {ANN_WINS}"],
    ),
    "thousands set apart": ((FILES / "thousands-set-apart.csv").read_bytes(), [f"no day: {ANN_WINS}"]),
    "one row a game, by seats": (
        (FILES / "one-row-a-game.csv").read_bytes(),
        [
            f"2026-11-21: {ANN_WINS}",
            "2026-11-21: Bob 40000 +60000, Ann 30000 +10000, Dee 20000 -20000, Cy 10000 -50000",
        ],
    ),
    "cells merged over the rows of a game": (
        (FILES / "merged-cells.xlsx").read_bytes(),
        [f"{FIFTH_OF_JANUARY}: {ANN_WINS}"],
    ),
    "totals that a formula computed": (
        (FILES / "computed-totals.xlsx").read_bytes(),
        ["no day: Ann 41000 +61000, Bob 25100 +5100, Cy 24400 -15600, Dee 9500 -50500"],
    ),
    "totals alone, as M-League publishes them, in Shift-JIS": (
        (FILES / "totals-only.csv").read_bytes(),
        ["no day: Ann 41400 +61400, Bob 29800 +9800, Cy 18500 -21500, Dee 10300 -49700"],
    ),
    # Points.
    **{
        f"points like {cells[0]}": (a_game(*cells), [f"no day: {ANN_WINS}"])
        for cells in (
            ("31900.0", "28100.0", "25000.0", "15000.0"),
            ("31.900", "28.100", "25.000", "15.000"),
            ("31'900", "28'100", "25'000", "15'000"),
            ("31 900", "28 100", "25 000", "15 000"),
            ("３１，９００", "２８，１００", "２５，０００", "１５，０００"),
            ("31,900点", "28,100点", "25,000点", "15,000点"),
            ("+31,900.00", "28,100.00", "25,000.00", "15,000.00"),
            ("319", "281", "250", "150"),
            ("٣١٩٠٠", "٢٨١٠٠", "٢٥٠٠٠", "١٥٠٠٠"),
        )
    },
    **{
        f"less than nothing like {cell}": (
            a_game("53600", cell, "28100", "20000"),
            ["no day: Ann 53600 +73600, Bob -1700 -61700, Cy 28100 +8100, Dee 20000 -20000"],
        )
        for cell in ("-1,700", "▲1700", "△1,700", "−1700", "(1,700)", "▲ 1,700")
    },
    # Days.
    **{
        f"a day like {day}": (a_game(*POINTS, day=day), [f"{FIFTH_OF_JANUARY}: {ANN_WINS}"])
        for day in (
            "2026/01/05",
            "2026.1.5",
            "2026年1月5日",
            "2026年1月5日(月)",
            "令和8年1月5日",
            "R8.1.5",
            "２０２６／１／５",
            "20260105",
            "2026/1/5 19:30",
            "2026-01-05T19:30:00",
            "2026-01-04T20:00:00Z",
            "5.1.2026",
            "5 Jan 2026",
            "January 5, 2026",
        )
    },
    "a day and an hour in a workbook": (
        xlsx(("results", [ROWS[0], *([1, datetime(2026, 1, 5, 19, 30), *row[2:]] for row in ROWS[1:])])),
        [f"{FIFTH_OF_JANUARY}: {ANN_WINS}"],
    ),
    "one day written in two ways": (
        csv(
            "game,date,player,points",
            "1,2026/1/5,Ann,31900",
            "1,2026-01-05,Bob,28100",
            "1,,Cy,25000",
            "1,,Dee,15000",
        ),
        [f"{FIFTH_OF_JANUARY}: {ANN_WINS}"],
    ),
    # Headers.
    "title lines above the header": (
        csv("Winter league 2026", "", "Hall B, evening", *a_game(*POINTS).decode().splitlines()),
        [f"no day: {ANN_WINS}"],
    ),
    "a title line with more commas than the header": (
        csv(
            "Winter, league, 2026, hall, B, evening",
            "game;player;points",
            "1;Ann;31900",
            "1;Bob;28100",
            "1;Cy;25000",
            "1;Dee;15000",
        ),
        [f"no day: {ANN_WINS}"],
    ),
    "sep=; in the first line": (
        csv("sep=;", "game;player;points", "1;Ann;31,900", "1;Bob;28,100", "1;Cy;25,000", "1;Dee;15,000"),
        [f"no day: {ANN_WINS}"],
    ),
    "the header again on every printed page": (
        csv(
            "game,player,points",
            "1,Ann,31900",
            "1,Bob,28100",
            "game,player,points",
            "1,Cy,25000",
            "1,Dee,15000",
        ),
        [f"no day: {ANN_WINS}"],
    ),
    "the list on the second sheet, behind a cover": (
        xlsx(("cover", [["Winter league"], ["2026"]]), ("results", ROWS)),
        [f"{FIFTH_OF_JANUARY}: {ANN_WINS}"],
    ),
    "a hidden sheet before it": (
        xlsx(("old", [ROWS[0], [1, None, "Eve", 1]]), ("results", ROWS), hidden=["old"]),
        [f"{FIFTH_OF_JANUARY}: {ANN_WINS}"],
    ),
    "titles above the header of a workbook": (
        xlsx(("results", [["Winter league"], [], *ROWS])),
        [f"{FIFTH_OF_JANUARY}: {ANN_WINS}"],
    ),
    "a merge that reaches below the list": (
        xlsx(
            ("results", [ROWS[0], ROWS[1], *([None, None, *row[2:]] for row in ROWS[2:])]),
            merged=["A2:A90", "B2:B90"],
        ),
        [f"{FIFTH_OF_JANUARY}: {ANN_WINS}"],
    ),
    # Shapes.
    "one row a game, by pairs": (
        csv(
            "date,name,points,name,points,name,points,name,points",
            "2026/1/5,Ann,31900,Bob,28100,Cy,25000,Dee,15000",
        ),
        [f"{FIFTH_OF_JANUARY}: {ANN_WINS}"],
    ),
    "one row a game, by numbers": (
        csv(
            "game,player1,player2,player3,player4,score1,score2,score3,score4",
            "7,Ann,Bob,Cy,Dee,31900,28100,25000,15000",
        ),
        [f"no day: {ANN_WINS}"],
    ),
    "one row a game, by places": (
        csv(
            "対局日,1位,1位点数,2位,2位点数,3位,3位点数,4位,4位点数",
            "2026年1月5日,Ann,31900,Bob,28100,Cy,25000,Dee,15000",
        ),
        [f"{FIFTH_OF_JANUARY}: {ANN_WINS}"],
    ),
    "one row a game, totals alone": (
        csv(
            "日付,1着,ポイント,2着,ポイント,3着,ポイント,4着,ポイント",
            "2026/1/5,Ann,51.9,Bob,8.1,Cy,▲15.0,Dee,▲45.0",
        ),
        [f"{FIFTH_OF_JANUARY}: {ANN_WINS}"],
    ),
    "several games of a round, a row each": (
        csv(
            "round,East,E points,South,S points,West,W points,North,N points",
            "1,Ann,31900,Bob,28100,Cy,25000,Dee,15000",
            "1,Eva,31900,Flo,28100,Gil,25000,Hal,15000",
        ),
        [
            f"no day: {ANN_WINS}",
            "no day: Eva 31900 +51900, Flo 28100 +8100, Gil 25000 -15000, Hal 15000 -45000",
        ],
    ),
    "first and last name in two columns": (
        csv(
            "game,first name,last name,points",
            "1,Ann,Lee,31900",
            "1,Bob,Ito,28100",
            "1,花子,山田,25000",
            "1,Dee,Day,15000",
        ),
        ["no day: Ann Lee 31900 +51900, Bob Ito 28100 +8100, 山田 花子 25000 -15000, Dee Day 15000 -45000"],
    ),
    **{
        f"one row a game, first and last name in two columns, {how}": (
            csv(header, "2026/1/5,Ann,Lee,31900,Bob,Ito,28100,花子,山田,25000,Dee,Day,15000"),
            [
                f"{FIFTH_OF_JANUARY}: Ann Lee 31900 +51900, Bob Ito 28100 +8100, 山田 花子 25000 -15000, "
                "Dee Day 15000 -45000"
            ],
        )
        for how, header in {
            "by pairs": "date" + ",first name,last name,points" * 4,
            "by numbers": "date"
            + "".join(f",player {n} first name,player {n} last name,player {n} points" for n in range(1, 5)),
            "numbers last": "date"
            + "".join(f",First name {n},Last name {n},Points {n}" for n in range(1, 5)),
            "by seats": "date"
            + "".join(
                f",{w} first name,{w} last name,{w} points" for w in ("East", "South", "West", "North")
            ),
            "by letters": "date" + "".join(f",{w} Vorname,{w} Nachname,{w} points" for w in "ESWN"),
            "in Japanese": "日付" + "".join(f",{w}家名,{w}家姓,{w}家点数" for w in "東南西北"),
            "the seat said once": "日付" + "".join(f",{w} 名,姓,点" for w in "東南西北"),
            "by places": "対局日" + "".join(f",{n}位 名,{n}位 姓,{n}位 点数" for n in range(1, 5)),
        }.items()
    },
    "one row a game, the family name alone": (
        csv("日付" + ",姓,点" * 4, "2026/1/5,山田,31900,伊藤,28100,井上,25000,林,15000"),
        [f"{FIFTH_OF_JANUARY}: 山田 31900 +51900, 伊藤 28100 +8100, 井上 25000 -15000, 林 15000 -45000"],
    ),
    "one row a game, the number between player and points": (
        csv(
            "game" + "".join(f",player {n},player {n} points" for n in range(1, 5)),
            "1,Ann,31900,Bob,28100,Cy,25000,Dee,15000",
        ),
        [f"no day: {ANN_WINS}"],
    ),
    # Totals.
    **{
        f"totals like {cells[0]}": (
            csv(
                "game,player,place,total",
                *(
                    f'1,{name},{place},"{cell}"'
                    for place, (name, cell) in enumerate(
                        zip(("Ann", "Bob", "Cy", "Dee"), cells, strict=True), 1
                    )
                ),
            ),
            [f"no day: {ANN_WINS}"],
        )
        for cells in (
            ("51.9", "8.1", "▲15.0", "▲45.0"),
            ("51,9", "8,1", "-15,0", "-45,0"),
            ("+51.9pt", "+8.1pt", "−15.0pt", "−45.0pt"),
            ("51.900000000000006", "8.1", "-15.000000000000002", "-45"),
        )
    },
}


@pytest.mark.parametrize("what", READ)
def test_a_file_of_results_is_read(hall: Hall, what: str) -> None:
    data, games = READ[what]

    assert as_read(games_of(hall, data)) == games


# What a file is, and where and why it is refused. Nothing of it becomes a person, a day or a number.
REFUSED: dict[str, tuple[bytes, list[tuple[int, str]]]] = {
    "a day that could be two": (a_game(*POINTS, day="1/2/2026"), [(2, "bad_date")]),
    "a year of two digits": (a_game(*POINTS, day="26/1/5"), [(2, "bad_date")]),
    "a spreadsheet's internal date number": (a_game(*POINTS, day="46027"), [(2, "bad_date")]),
    "a day that is none": (a_game(*POINTS, day="2026/2/30"), [(2, "bad_date")]),
    "two days of one game": (
        csv(
            "game,date,player,points",
            "1,2026/1/5,Ann,31900",
            "1,2026/1/6,Bob,28100",
            "1,,Cy,25000",
            "1,,Dee,15000",
        ),
        [(2, "contradiction")],
    ),
    "totals in the column of points": (
        a_game("51.9", "8.1", "-15", "-45"),
        [(2, "bad_points"), (3, "bad_points")],
    ),
    "a total that could be 12.345 or 12,345": (
        csv(
            "game,player,points,total", '1,Ann,31900,"12,345"', "1,Bob,28100,", "1,Cy,25000,", "1,Dee,15000,"
        ),
        [(2, "bad_total")],
    ),
    "a total that is another one": (
        csv(
            "game,player,points,total",
            "1,Ann,31900,52.0",
            "1,Bob,28100,8.1",
            "1,Cy,25000,-15",
            "1,Dee,15000,-45",
        ),
        [(2, "another_total")],
    ),
    "totals from which no points follow": (
        csv("game,player,total", "1,Ann,51.95", "1,Bob,8.05", "1,Cy,-15", "1,Dee,-45"),
        [(2, "points_do_not_follow")],
    ),
    "totals of three of four": (
        csv("game,player,points,total", "1,Ann,,51.9", "1,Bob,,8.1", "1,Cy,,-15", "1,Dee,15000,"),
        [(2, "points_do_not_follow")],
    ),
    **{
        f"{cell} for a player": (a_game(*POINTS).replace(b"Bob", cell.encode()), [(3, "failed_formula")])
        for cell in (
            "#N/A",
            "#REF!",
            "#DIV/0!",
            "#NAME?",
            "#VALUE!",
            "#NV",
            "#BEZUG!",
            "#¿NOMBRE?",
            "Err:502",
            "########",
        )
    },
    "a tick for a player": (
        xlsx(("results", [ROWS[0], [1, None, True, 31900], *ROWS[2:]])),
        [(2, "bad_name")],
    ),
    "an empty merge of players": (
        xlsx(
            ("results", [ROWS[0], [1, None, None, 31900], [1, None, None, 28100], *ROWS[3:]]),
            merged=["C2:C3"],
        ),
        [(2, "name_missing"), (3, "name_missing")],
    ),
    "a player merged over two rows": (
        xlsx(("results", [ROWS[0], ROWS[1], [1, None, None, 28100], *ROWS[3:]]), merged=["C2:C3"]),
        [(3, "two_tables")],
    ),
    "letters that were lost": (a_game(*POINTS).replace(b"Bob", "B\ufffdb".encode()), [(3, "lost_letters")]),
    "a column for each player": (
        csv("game,Ann,Bob,Cy,Dee", "1,31900,28100,25000,15000"),
        [(1, "missing_column")] * 2,
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_file_of_results_is_refused_where_it_is_wrong(hall: Hall, what: str) -> None:
    data, errors = REFUSED[what]
    before = (Player.objects.count(), LedgerEntry.objects.count())

    report = games_of(hall, data)

    assert errors_of(report) == errors
    with pytest.raises(ImportRefused):
        import_results(stage=hall.stage, text=text_of(data, seat_columns.is_header), by=hall.alice)
    assert (Player.objects.count(), LedgerEntry.objects.count()) == before


# What a player list is, and the people that are read of it: name, club, country, licence.
PEOPLE: dict[str, tuple[bytes, list[tuple[str, str, str, str]]]] = {
    "first and last name": (csv("First name;Last name", "Ann;Lee"), [("Ann Lee", "", "", "")]),
    "姓 and 名": (csv("姓,名,所属", "山田,太郎,東京"), [("山田 太郎", "東京", "", "")]),
    "a federation's list": (
        csv(
            "Place,EMA number,Last name,First name,Country",
            "1,04090035,Lee,Ann,GER",
            "2,11990001,Ito,Bob,NED",
        ),
        [("Ann Lee", "", "DE", "EMA 04090035"), ("Bob Ito", "", "NL", "EMA 11990001")],
    ),
    "its first 0 taken away by a spreadsheet": (
        xlsx(("list", [["EMA ID", "Name", "Nat"], [4090035, "Ann Lee", "DEU"]])),
        [("Ann Lee", "", "DE", "EMA 04090035")],
    ),
    "countries in lower case and full width": (
        csv("name,country", "Ann,jpn", "Bob,ＵＫ"),
        [("Ann", "", "JP", ""), ("Bob", "", "GB", "")],
    ),
    "UTF-16 as Excel's Unicode text": (
        "name\tclub\r\nÅsa Öberg\tMalmö\r\n".encode("utf-16"),
        [("Åsa Öberg", "Malmö", "", "")],
    ),
    "Shift-JIS with Latin team names": (
        csv("氏名,所属", "髙橋 ①郎,TEAM雷電", "山田ﾀﾛｳ,U-NEXTパイレーツ", encoding="cp932"),
        [("髙橋 ①郎", "TEAM雷電", "", ""), ("山田ﾀﾛｳ", "U-NEXTパイレーツ", "", "")],
    ),
}


@pytest.mark.parametrize("what", PEOPLE)
def test_a_player_list_is_read(hall: Hall, what: str) -> None:
    data, people = PEOPLE[what]

    report = import_players(
        tournament=hall.tournament,
        text=text_of(data, players.is_header),
        by=hall.alice,
        options=ImportOptions(dry_run=True),
    )

    assert report.errors == []
    assert [
        (
            line["name"],
            line["club"],
            line["country"],
            f"{line['licence_body']} {line['licence_number']}".strip(),
        )
        for line in report.lines
    ] == people


BAD_LISTS: dict[str, tuple[bytes, list[tuple[int, str]]]] = {
    "a failed formula": ((FILES / "failed-formula.xlsx").read_bytes(), [(3, "failed_formula")]),
    "a tick": (xlsx(("list", [["name"], ["Ann"], [True]])), [(3, "bad_name")]),
    "a tick of a German Excel": (csv("name", "Ann", "WAHR"), [(3, "bad_name")]),
    "a country in words": (csv("name,country", "Ann,Germany"), [(2, "bad_country")]),
    "a country of three letters that is none": (csv("name,country", "Ann,XYZ"), [(2, "bad_country")]),
    "spaces of another width": (csv("name", "山田 太郎", "山田太郎"), [(3, "two_spellings")]),
    "髙 beside 高": (csv("name", "高橋 一", "髙橋　一"), [(3, "two_spellings")]),
    "齋 beside 斎": (csv("name", "斎藤 花", "齋藤 花"), [(3, "two_spellings")]),
    "邊 beside 辺": (csv("name", "渡辺 花", "渡邊 花"), [(3, "two_spellings")]),
    "letters of another case": (csv("name", "Ann Lee", "ANN LEE"), [(3, "two_spellings")]),
}


@pytest.mark.parametrize("what", BAD_LISTS)
def test_a_player_list_is_refused_where_it_is_wrong(hall: Hall, what: str) -> None:
    data, errors = BAD_LISTS[what]

    with pytest.raises(ImportRefused) as refused:
        import_players(tournament=hall.tournament, text=text_of(data, players.is_header), by=hall.alice)

    lines = refused.value.fields["lines"]
    assert isinstance(lines, list)
    assert [(line["line"], line["code"]) for line in lines] == errors
    assert Player.objects.count() == 0


# Names in encodings that cannot be told from others.
@pytest.mark.parametrize(
    ("name", "encoding"),
    [
        ("Ibáñez Ruiz", "cp1252"),
        ("NÚÑEZ", "cp1252"),
        ("Peña Sol", "cp1252"),
        ("Jürgen Groß", "cp1252"),
        ("Éva", "cp1252"),
        ("Åsa Öberg", "cp1252"),
        ("Łukasz Święty", "cp1250"),
        ("Žižka", "cp1250"),
        ("Tomáš Novák", "cp1250"),
        ("Иванов", "cp1251"),
        ("Γιώργος", "cp1253"),
        ("Çağlar", "cp1254"),
        ("Jānis", "cp1257"),
        ("山田太郎", "euc_jp"),
        ("王小明", "gb18030"),
        ("陳大文", "big5hkscs"),
        ("김철수", "cp949"),
    ],
)
def test_a_name_in_another_encoding_is_refused_until_somebody_says_which(name: str, encoding: str) -> None:
    data = csv("name;club", f"{name};X", f"{name} 2;X", encoding=encoding)

    found = text_of_file(data)

    assert isinstance(found, Finding)
    assert found.code == "not_utf8"
    assert text_of_file(data, encoding=encoding) == csv("name;club", f"{name};X", f"{name} 2;X").decode()


def test_the_list_of_a_spanish_excel_is_refused_and_read_in_windows_1252() -> None:
    data = (FILES / "windows-1252.csv").read_bytes()

    found = text_of_file(data)

    assert isinstance(found, Finding)
    assert (found.line, found.code) == (2, "not_utf8")
    assert text_of_file(data, encoding="cp1252") == (
        "name;club\r\nIbáñez Ruiz;Málaga\r\nNúñez Gil;Málaga\r\nPeña Sol;Málaga\r\n"
    )


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_its_mark_is_said_to_be_that(encoding: str) -> None:
    found = text_of_file(csv("name", "Ann", encoding=encoding))

    assert isinstance(found, Finding)
    assert found.message.startswith("This looks like UTF-16 without a byte-order mark.")


def test_text_that_is_not_in_the_chosen_encoding_is_refused_at_its_line() -> None:
    found = text_of_file("name\nAnn\nÅsa\n".encode("cp1252"), encoding="utf-8")

    assert isinstance(found, Finding)
    assert (found.line, found.code) == (3, "not_utf8")


def test_two_spellings_that_are_two_people_are_entered_once_somebody_says_so(hall: Hall) -> None:
    text = "name\n高橋 一\n髙橋 一\n"

    import_players(
        tournament=hall.tournament, text=text, by=hall.alice, options=ImportOptions(confirm=["two_spellings"])
    )

    assert set(Player.objects.values_list("name", flat=True)) == {"髙橋 一", "高橋 一"}


def test_somebody_who_takes_part_in_another_spelling_is_asked_about(hall: Hall) -> None:
    import_players(tournament=hall.tournament, text="name\n髙橋 一\n", by=hall.alice)
    text = "game,player,points\n1,高橋 一,31900\n1,Bob,28100\n1,Cy,25000\n1,Dee,15000\n"

    report = games_of(hall, text.encode())

    assert errors_of(report) == [(2, "two_spellings")]
    assert "髙橋 一, who is already entered" in report.errors[0].message


def test_two_spellings_in_two_games_are_asked_about_and_not_called_a_repeated_line(hall: Hall) -> None:
    rows = [
        f"{game},{name},{points}"
        for game, name in ((1, "山田 太郎"), (2, "山田太郎"))
        for name, points in zip((name, "Bob", "Cy", "Dee"), POINTS, strict=True)
    ]

    report = games_of(hall, csv("game,player,points", *rows))

    assert errors_of(report) == [(6, "two_spellings")]
    assert "are probably the same person" in report.errors[0].message


def test_of_namesakes_in_other_clubs_nobody_is_asked(hall: Hall) -> None:
    report = import_players(
        tournament=hall.tournament,
        text="name,club\n高橋,A\n髙橋,B\n",
        by=hall.alice,
        options=ImportOptions(dry_run=True),
    )

    assert report.errors == []


def test_what_stands_above_the_header_is_said(hall: Hall) -> None:
    report = games_of(hall, READ["title lines above the header"][0])

    assert [(finding.line, finding.code) for finding in report.findings] == [(1, "lines_above")]


def test_merges_without_end_are_refused_and_not_followed() -> None:
    book = Workbook()
    for number in range(1, 20_000):
        book.active.cell(number, 1, "x")
    for _number in range(100):
        book.active.merged_cells.ranges.add(book.active.cell(1, 1).coordinate + ":A20000")
    out = io.BytesIO()
    book.save(out)

    assert isinstance(text_of_file(out.getvalue()), str | Finding)
