"""Downloaded files compared with pages, and the event on another server."""

import contextlib
import csv
import json
import re
import subprocess
import sys
from pathlib import Path

import openpyxl

from tests.journeys.event.hands import Hands
from tools.environment import ROOT, clean

Lines = list[tuple[str, ...]]


def shown_standings(desk: Hands) -> Lines:
    """Return rank, name, total, games, places and penalties of the page, by column titles."""
    found = desk.page.locator("table.standings.players").evaluate(
        """(table) => {
          const columns = [...table.tHead.rows[0].cells].map((it) => it.textContent.trim());
          const first = (it) => it?.firstChild?.textContent ?? "";
          return [...table.tBodies[0].rows].filter((row) => !row.matches(".cut")).map((row) => {
            const at = (title) => first(row.cells[columns.indexOf(title)]);
            return [
              at("Rank"), row.querySelector(".who a").textContent, at("Total"), at("Games"),
              ...row.querySelector(".taken small").textContent.split("-"), at("Penalties"),
            ];
          });
        }"""
    )
    # The page leaves out penalties of 0.
    return [
        (plain(line[0]), line[1].strip(), *map(plain, line[2:-1]), plain(line[-1]) or "0") for line in found
    ]


def shown_final_ranking(desk: Hands) -> Lines:
    """Return rank, name and total of all players on the page of the prize-giving."""
    found = desk.page.locator("table.standings tbody tr").evaluate_all(
        "rows => rows.map((row) => ['.rank', '.who a', '.sum'].map((it) => row.querySelector(it).textContent))"
    )
    return [(plain(rank), name.strip(), plain(total)) for rank, name, total in found]


def shown_results(desk: Hands, stage: str, number: int) -> Lines:
    """Return stage, round, table, name, total and points of a round's page."""
    seats = desk.page.locator(".cards .seats > li")
    found = seats.evaluate_all(
        "seats => seats.map((it) => [it.closest('.card').id.slice(6), it.querySelector('bdi').textContent,"
        " it.querySelector('.figure').firstChild.textContent, it.querySelector('.figure small').textContent])"
    )
    return [
        (stage, str(number), table, name.strip(), plain(total), plain(points))
        for table, name, total, points in found
    ]


def plain(text: object) -> str:
    """Normalize a figure: `−1,500` and `-1500.0` are equal, and so are `–` and an empty text."""
    text = re.sub(r"[\s,+]", "", str("" if text is None else text)).replace("−", "-").replace("–", "")
    if not re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", text):
        return ""
    number = float(text)
    return str(int(number)) if number == int(number) else str(number)


def standings_in(file: Path) -> Lines:
    """Return the page's standings from a file of any format."""
    keys = {
        "rank": "Rank", "name": "Name", "total": "Total", "games": "Games", "firsts": "1st", "seconds": "2nd",
        "thirds": "3rd", "fourths": "4th", "penalties": "Penalties",
    }  # fmt: skip
    return [(plain(line[0]), str(line[1]), *map(plain, line[2:])) for line in _read(file, keys)]


def results_in(file: Path) -> Lines:
    """Return the rounds' results from a file of any format."""
    keys = {"stage": "Stage", "round": "Round", "table": "Table", "name": "Name", "total": "Game result",
            "points": "Points at the table"}  # fmt: skip
    return [
        (str(stage), plain(number), plain(table), str(name), plain(total), plain(points))
        for stage, number, table, name, total, points in _read(file, keys)
    ]


def _read(file: Path, keys: dict[str, str]) -> list[list[object]]:
    """Return these columns of a file: by title, in JSON by key and converted to the others' unit."""
    if file.suffix == ".json":
        table = json.loads(file.read_text(encoding="utf-8"))
        per_point = {"total": table["units_per_point"], "penalties": table["units_per_point"]}
        return [
            [row[key] / per_point[key] if key in per_point else row[key] for key in keys]
            for row in table["rows"]
        ]
    if file.suffix == ".csv":
        with file.open(encoding="utf-8-sig", newline="") as lines:
            return [[row[title] for title in keys.values()] for row in csv.DictReader(lines)]
    with contextlib.closing(openpyxl.load_workbook(file, read_only=True)) as book:
        titles, *rows = book.worksheets[0].iter_rows(values_only=True)
    return [[row[titles.index(title)] for title in keys.values()] for row in rows]


def verified(laptop: Path) -> str:
    """Return the output of the verification command."""
    return subprocess.run(
        [sys.executable, "manage.py", "verify_ledger", "--all", "--skip-checks"],
        cwd=ROOT,
        env=clean(JANTAKU_VAR_DIR=str(laptop / "var")),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
