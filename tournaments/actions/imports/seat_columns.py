"""Columns of a results file: one row per seat, or one row per game with columns for each seat."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from web.sheets.csv_rows import Chosen, Row, Sheet, has_all, read_each
from web.sheets.headers import Reading, comparable_title, matched

FIRST_NAME = (
    "first name",
    "given name",
    "forename",
    "名",
    "vorname",
    "prénom",
    "prenom",
    "nombre",
    "imię",
    "nome",
)
LAST_NAME = (
    "last name",
    "family name",
    "surname",
    "姓",
    "氏",
    "名字",
    "苗字",
    "nachname",
    "nom",
    "apellido",
    "cognome",
)
COLUMNS = {
    "game": ("game no", "game number", "対局", "対局番号", "半荘", "試合", "ゲーム"),
    "round": ("round number", "回戦", "節"),
    "table": ("table number", "卓", "卓番"),
    "date": ("played on", "day", "日付", "対局日", "日時", "対局日時", "date time", "datum"),
    "seat": ("wind", "席", "家", "起家"),
    "player": ("name", "player name", "選手", "選手名", "氏名", "名前", "プレイヤー"),
    "first_name": FIRST_NAME,
    "last_name": LAST_NAME,
    "club": ("所属", "所属クラブ", "クラブ"),
    "team": ("チーム", "チーム名"),
    # Files may call either points or totals “points”; the clearer titles are tried first.
    "points": (
        "raw score",
        "raw points",
        "final points",
        "素点",
        "持ち点",
        "最終持ち点",
        "points",
        "table points",
        "点数",
        "score",
    ),
    "leftover": ("sticks left", "deposits", "供託"),
    "chombo": ("チョンボ",),
    "imbalance_reason": ("reason", "why", "理由", "過不足の理由"),
    "place": ("着順", "順位"),
    "total": ("ポイント", "合計", "成績", "match points", "standard points"),
}
REQUIRED = (("player", "last_name"), ("points", "total"))

# In rows of whole games: what a title says beside the seat, and how it names the seat.
_SHORT = {"points": ("点", "pts", "pt"), "total": ("スコア", "result"), "player": ("", "家")}
_WORDS = {
    comparable_title(word): what
    for what in ("total", "points", "player", "first_name", "last_name")
    for word in (what, *COLUMNS[what], *_SHORT.get(what, ()))
}
_WINDS = (
    ("東家", "東", "east", "e"),
    ("南家", "南", "south", "s"),
    ("西家", "西", "west", "w"),
    ("北家", "北", "north", "n"),
    ("抜け番", "抜", "fifth", "f"),
)
_PLACES = (("1st", "first"), ("2nd", "second"), ("3rd", "third"), ("4th", "fourth"), ("5th",))
_MARKS = (
    {mark: f"seat {wind}" for wind, marks in enumerate(_WINDS, 1) for mark in marks}
    | {mark: f"place {place}" for place, marks in enumerate(_PLACES, 1) for mark in marks}
    | {f"{number}{sign}": f"place {n}" for sign in "位着" for n, number in enumerate("一二三四五", 1)}
    | {f"{number}{sign}": f"place {number}" for sign in "位着" for number in range(1, 6)}
    | {str(number): f"number {number}" for number in range(1, 6)}
)
_LONGEST_FIRST = sorted(_MARKS, key=len, reverse=True)
_BEGINS = re.compile(f"({'|'.join(_LONGEST_FIRST)})(.*)")
# So that “Players” does not end with s for south.
_ENDS = re.compile(f"(.*?)({'|'.join(mark for mark in _LONGEST_FIRST if mark not in 'eswnf')})")
# “Player 1 points”: whose, and what.
_OF_PLAYER = re.compile(f"(?:player|選手|プレイヤー)({'|'.join(_LONGEST_FIRST)})(.+)")
_NAMES = ("player", "first_name", "last_name")
_FIGURES = ("points", "total")
_WHAT = (*_NAMES, *_FIGURES)
KINDS = ("seat", "place", "number")
FEWEST_SEATS, MOST_SEATS = 3, 5
# The columns of a player in rows of whole games, each by seat, place or number: "points seat 2".
SEAT_COLUMNS = [
    f"{what} {kind} {number}" for kind in KINDS for number in range(1, MOST_SEATS + 1) for what in _WHAT
]
# Columns of rows per seat that rows of whole games do not have.
_OF_ONE_PLAYER = (*_WHAT, "club", "team", "seat", "chombo", "place")


def seats_in_a_row(titles: Sequence[str]) -> list[str | None] | None:
    """Return the columns of a header with one row per game, such as ``player seat 1``; None for any other header.

    >>> seats_in_a_row(["日付", "東家", "東点", "南家", "南点", "西家", "西点", "北家", "北点"])[:4]
    ['date', 'player seat 1', 'points seat 1', 'player seat 2']
    """
    found: list[str | None] = []
    begun, last = 0, ""
    for title in titles:
        what, seat = _read(comparable_title(title))
        if what in _NAMES and not seat:
            # A name, or the first of its two parts, begins the next player.
            if not last or {f"{it} {last}" for it in (what, *_FIGURES)} & {*found}:
                begun += 1
                last = f"number {begun}"
        elif what in _NAMES:
            last = seat
        seat = seat or last
        found.append(f"{what} {seat}" if what else None)
    seats = {name.partition(" ")[2] for name in found if name}
    names = [name for name in found if name]
    kinds = {seat.partition(" ")[0] for seat in seats}
    is_whole = all(_has_all(seat, names) for seat in seats)
    if (
        not FEWEST_SEATS <= len(seats) <= MOST_SEATS
        or len(kinds) > 1
        or not is_whole
        or len(names) > len(set(names))
    ):
        return None
    others = matched(
        [title if name is None else "" for title, name in zip(titles, found, strict=True)], COLUMNS
    )
    return [name or other for name, other in zip(found, others.names, strict=True)]


def lacking(names: Sequence[str]) -> list[str] | None:
    """Return what is missing from columns of one row per game; None for columns of one row per seat."""
    seats = {name.partition(" ")[2] for name in names if " " in name}
    if not seats:
        return None
    found = []
    if len({seat.partition(" ")[0] for seat in seats}) > 1 or set(names) & set(_OF_ONE_PLAYER):
        found.append(
            _(
                "A row holds either one player or a whole game. Please assign the columns one way or the "
                "other."
            )
        )
    for seat in sorted(seats):
        if not _has_all(seat, names):
            message = _(
                "Player %(number)s needs a column with the name, and one with the points or the total."
            )
            found.append(message % {"number": seat.partition(" ")[2]})
    if len(seats) < FEWEST_SEATS:
        message = _("A row with a whole game needs the columns of at least three players.")
        found.append(message)
    return found


def _has_all(seat: str, names: Sequence[str]) -> bool:
    """Whether this player has both a name and a figure."""
    is_named = {f"player {seat}", f"last_name {seat}"} & set(names)
    return bool(is_named and {f"points {seat}", f"total {seat}"} & set(names))


ONE_ROW_A_GAME = Reading(seats_in_a_row, lacking)


def _read(title: str) -> tuple[str, str]:
    """Return what a title is about and of which seat, as far as it says so."""
    if title in _WORDS and title:
        return ("", "") if title == "家" else (_WORDS[title], "")
    for pattern, mark, word in ((_OF_PLAYER, 1, 2), (_BEGINS, 1, 2), (_ENDS, 2, 1)):
        if (found := pattern.fullmatch(title)) and found[word] in _WORDS:
            what, seat = _WORDS[found[word]], _MARKS[found[mark]]
            # A number alone is not a player.
            if found[word] or not seat.startswith("number"):
                return what, seat
    return "", ""


def read_seats(lines: Iterable[str], sheet: Sheet, chosen: Chosen | None = None) -> Iterator[Row]:
    """Yield a row for each seat of a results file in either format."""
    games, tables = 0, dict[str, int]()
    for row in read_each(lines, COLUMNS, REQUIRED, sheet, chosen=chosen, reading=ONE_ROW_A_GAME):
        seats = {name.partition(" ")[2] for name in sheet.columns if " " in name}
        if not seats:
            yield row
            continue
        games += 1
        shared = {name: cell for name, cell in row.cells.items() if " " not in name}
        if not shared.get("game"):
            if shared.get("round") and not shared.get("table"):
                tables[shared["round"]] = tables.get(shared["round"], 0) + 1
                shared["table"] = str(tables[shared["round"]])
            elif not shared.get("round"):
                shared["game"] = str(games)
        for seat in sorted(seats):
            kind, _blank, number = seat.partition(" ")
            cells = {what: row[f"{what} {seat}"] for what in _WHAT}
            if any(cells.values()):
                yield replace(row, cells={**shared, **cells, **({kind: number} if kind != "number" else {})})


def is_header(cells: Sequence[str]) -> bool:
    """Whether these are the column titles of a results file in either format."""
    return has_all(cells, COLUMNS, REQUIRED, ONE_ROW_A_GAME)


def columns_read(sheet: Sheet) -> list[str]:
    """Return the columns of the file as rows per seat have them."""
    read = dict.fromkeys(name.partition(" ")[0] for name in sheet.columns)
    return [*read] if all(" " not in name for name in sheet.columns) else [*read, "game"]
