"""All ways to read ranks, totals and moves at the end of a season, each parsed to figures.

Readers of standings return `Rank` by name; readers of a season a `Place` for each player of a division, best first.
All names on the server are different.
"""

import csv
import io
import re
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import openpyxl
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client

from players.models import Player
from tests.pages import Element, read_page, rows_of
from tests.tournaments.api.callers import body_of, stranger
from tests.tournaments.api.callers import signed_in as program_of
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.actor import Actor
from tournaments.models import Move, Season, Stage, Team, Tournament


class Rank(NamedTuple):
    """A rank (None: without one), total in points (None: not shown before the first game), and games."""

    rank: int | None
    total: Fraction | None
    games: int | None = None


class Place(NamedTuple):
    """A final place in a season and the move: `way` as shown, empty for players who stay."""

    name: str
    rank: int
    total: Fraction | None
    way: str = ""
    plays_off: bool = False
    is_tied: bool = False


Ranks = dict[str, Rank]


def opened(address: str, browser: Client | None = None) -> HttpResponse:
    # Files and calls are rate-limited; no user opens this many in an hour.
    cache.clear()
    answer = (browser or Client()).get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    return answer


def page(address: str, browser: Client | None = None) -> Element:
    return read_page(opened(address, browser).content.decode())


def called(path: str, by: Actor | None = None) -> Any:
    cache.clear()
    answer = (program_of(by.user) if by is not None else stranger()).get(path)
    assert answer.status_code == 200, (path, answer.status_code, answer.content)
    return body_of(answer)


def points(text: str) -> Fraction:
    """Parse a total as shown: +26.2, −3, 5 1/3."""
    sign = -1 if text[:1] in "-−" else 1
    return sign * sum((Fraction(one) for one in text.lstrip("+-−").replace(",", "").split()), Fraction(0))


def number(text: str) -> int | None:
    return int(text) if text.isdigit() else None


def total_in(cell: Element) -> Fraction | None:
    shown = next(cell.every("span", "total"), None)
    return points(shown.text) if shown is not None else None


def as_shown(said: Ranks, page: Ranks) -> Ranks:
    """What a door says, without the rank and the total of 0 that the page leaves out before the first game."""
    return {
        name: page[name]
        if name in page and page[name].total is None and not one.total and not one.games
        else one
        for name, one in said.items()
    }


def on_the_page(stage: Stage) -> Ranks:
    found = page(f"/t/{stage.tournament.slug}/standings/{stage.ordinal}/")
    return {
        row["Name"].first("bdi").text: Rank(
            number(row["Rank"].own_text), total_in(row["Total"]), number(row["Games"].text)
        )
        for table in found.every("table", "players")
        for row in rows_of(table)
    }


def on_paper(stage: Stage) -> Ranks:
    found = page(f"/t/{stage.tournament.slug}/print/stages/{stage.ordinal}/standings/")
    return {
        row["Name"].first("bdi").text: Rank(
            number(row["Rank"].text), total_in(row["Total"]), number(row["Games"].text)
        )
        for row in rows_of(list(found.every("table", "paper-rows"))[-1])
    }


def for_programs(stage: Stage) -> Ranks:
    found = called(f"/v1/stages/{stage.pk}/standings/")
    units = found["units_per_point"]
    return {
        row["entry"]["name"]: Rank(row["rank"], Fraction(row["total"], units), row["games"])
        for row in found["standings"]
    }


def in_a_csv_file(stage: Stage) -> Ranks:
    text = file_of(stage, "standings.csv").decode("utf-8-sig")
    return _in_lines(list(csv.DictReader(io.StringIO(text))))


def in_a_workbook(stage: Stage) -> Ranks:
    book = openpyxl.load_workbook(io.BytesIO(file_of(stage, "standings.xlsx")), read_only=True)
    lines = list(book.worksheets[0].iter_rows(values_only=True))
    book.close()
    heads = next(number for number, line in enumerate(lines) if "Rank" in line)
    return _in_lines([dict(zip(map(str, lines[heads]), line, strict=False)) for line in lines[heads + 1 :]])


def in_json(stage: Stage) -> Ranks:
    address = f"/v1/tournaments/{stage.tournament.slug}/exports/standings/?stage={stage.ordinal}"
    found = called(address)
    units = found["units_per_point"]
    return {
        row["name"]: Rank(row["rank"], Fraction(row["total"], units), row["games"]) for row in found["rows"]
    }


def file_of(stage: Stage, name: str) -> bytes:
    answer = opened(f"/t/{stage.tournament.slug}/downloads/{name}?stage={stage.ordinal}")
    return bytes(answer.getvalue())


def _in_lines(lines: Iterable[Mapping[str, Any]]) -> Ranks:
    found = {}
    for line in lines:
        total = line["Total"]
        exact = Fraction(Decimal(str(total))) if "/" not in str(total) else points(str(total))
        found[str(line["Name"])] = Rank(number(str(line["Rank"])), exact, int(line["Games"]))
    return found


STANDINGS: dict[str, Callable[[Stage], Ranks]] = {
    one.__name__: one for one in (on_the_page, on_paper, for_programs, in_a_csv_file, in_a_workbook, in_json)
}


def on_the_projector(tournament: Tournament, kind: str = "standings") -> Ranks:
    """Read the last stage that has games. No games are shown."""
    found = page(f"/t/{tournament.slug}/hall/screen/?show={kind}")
    return {
        one.first("bdi").text: Rank(
            number(one.first("strong", "at").text), total_in(list(one.every("span", "sum"))[-1])
        )
        for one in found.every("li")
        if any(one.every("strong", "at"))
    }


def as_leaders(stage: Stage) -> Ranks:
    """Read the leaders of a stage on the tournament's page."""
    found = page(f"/t/{stage.tournament.slug}/")
    return {
        one.first("bdi").text: Rank(number(one.first("strong", "rank").text), total_in(one))
        for section in found.every("section")
        if section.attributes.get("aria-labelledby") == f"stage-{stage.ordinal}"
        for one in section.every("li")
        if any(one.every("strong", "rank")) and any(one.every("span", "total"))
    }


class OfAPlayer(NamedTuple):
    """A tournament on a player's page: the final rank, and each stage by name."""

    final: int | None
    stages: dict[str, Rank]


def on_the_players_page(player: int) -> dict[str, OfAPlayer]:
    """Read a player's page, by tournament name."""
    found = {}
    for section in page(f"/players/{player}/").every("section"):
        if not re.fullmatch(r"t\d+", section.attributes.get("aria-labelledby", "")):
            continue
        final = [
            one.first("strong").text
            for one in section.every("span")
            if "Final rank" in one.own_text or "Individual rank" in one.own_text
        ]
        stages = {
            row["Stage"].text: Rank(
                number(row["Rank"].text), total_in(row["Total"]), number(row["Games"].text)
            )
            for table in section.every("table")
            if "Stage" in [one.text for one in table.first("thead").every("th")]
            for row in rows_of(table)
        }
        found[section.first("h2").text] = OfAPlayer(number(final[0]) if final else None, stages)
    return found


def teams_on_the_page(stage: Stage) -> Ranks:
    found = page(f"/t/{stage.tournament.slug}/standings/{stage.ordinal}/")
    return {
        row["Team"].first("bdi").text: Rank(
            number(row["Rank"].own_text), total_in(row["Total"]), number(row["Games"].text)
        )
        for table in found.every("table", "standings")
        if "players" not in table.classes
        for row in rows_of(table)
    }


def teams_on_paper(stage: Stage) -> Ranks:
    found = page(f"/t/{stage.tournament.slug}/print/stages/{stage.ordinal}/standings/")
    tables = [rows_of(table) for table in found.every("table", "paper-rows")]
    return {
        row["Team"].first("bdi").text: Rank(
            number(row["Rank"].text), total_in(row["Total"]), number(row["Games"].text)
        )
        for row in (tables[0] if len(tables) > 1 else ())
    }


def teams_for_programs(stage: Stage) -> Ranks:
    found = called(f"/v1/stages/{stage.pk}/standings/")
    units = found["units_per_point"]
    return {
        row["team"]["name"]: Rank(row["rank"], Fraction(row["total"], units), row["games"])
        for row in found["teams"]
    }


def teams_in_a_csv_file(stage: Stage) -> Ranks:
    text = file_of(stage, "team-standings.csv").decode("utf-8-sig")
    return _in_lines([{**line, "Name": line["Team"]} for line in csv.DictReader(io.StringIO(text))])


TEAMS: dict[str, Callable[[Stage], Ranks]] = {
    one.__name__: one for one in (teams_on_the_page, teams_on_paper, teams_for_programs, teams_in_a_csv_file)
}


# A season, of players or of teams if teams move.

STAYS = {"Stays", ""}
YES = ("1", "True")


def season_page(season: Season) -> list[list[Place]]:
    """Read the public page, division by division."""
    return [_places_in(tables[:1]) for tables in _season_tables(season)]


def players_of_teams(season: Season) -> list[list[Place]]:
    """Read the players below teams, if teams move."""
    return [_places_in(tables[1:]) for tables in _season_tables(season)]


def _season_tables(season: Season) -> list[list[Element]]:
    found = page(f"/l/{season.league.slug}/seasons/{season.ordinal}/").first("main")
    sections = found.every("section")
    return [
        # The road to the final is a table, too.
        [table for table in one.every("table") if any(head.text == "Rank" for head in table.every("th"))]
        for one in sections
        if one.attributes["aria-labelledby"].startswith("level-")
    ]


def _places_in(tables: Iterable[Element]) -> list[Place]:
    return [_line(row) for table in tables for row in rows_of(table)]


def _line(row: Mapping[str, Element]) -> Place:
    own = row["Team"] if "Team" in row else row["Name"]
    chips = [chip.text for chip in own.every("span", "chip")]
    ways = [chip for chip in chips if chip not in ("Plays off", "Tied")]
    total = row["Total"].text
    return Place(
        own.first("bdi").text,
        int(row["Rank"].text),
        points(total) if total else None,
        " ".join(ways),
        "Plays off" in chips,
        "Tied" in chips,
    )


def season_for_programs(season: Season) -> list[list[Place]]:
    found = called(f"/v1/seasons/{season.pk}/standings/")
    return [
        [
            Place(
                line["name"],
                line["rank"],
                Fraction(line["total"], one["units_per_point"]),
                in_words(line["way"], line["to_level"], season),
                line["plays_off"],
                line["is_tied"],
            )
            for line in one["teams"] or one["players"]
        ]
        for one in found["divisions"]
    ]


def season_in_a_csv_file(season: Season) -> list[list[Place]]:
    text = opened(f"/l/{season.league.slug}/seasons/{season.ordinal}/standings.csv").getvalue()
    return _season_in_lines(list(csv.DictReader(io.StringIO(text.decode("utf-8-sig")))), season)


def season_in_a_workbook(season: Season) -> list[list[Place]]:
    text = opened(f"/l/{season.league.slug}/seasons/{season.ordinal}/standings.xlsx").getvalue()
    book = openpyxl.load_workbook(io.BytesIO(text), read_only=True)
    lines = list(book.worksheets[0].iter_rows(values_only=True))
    book.close()
    heads = next(number for number, line in enumerate(lines) if "Rank" in line)
    titles = list(map(str, lines[heads]))
    return _season_in_lines([dict(zip(titles, line, strict=False)) for line in lines[heads + 1 :]], season)


def _season_in_lines(lines: Iterable[Mapping[str, Any]], season: Season) -> list[list[Place]]:
    """Read lines where players or teams that move come first in each division; teams have lines without a name."""
    levels: dict[str, list[Place]] = {str(one): [] for one in season.divisions.order_by("level")}
    teams = {str(line["Division"]) for line in lines if not line["Name"]}
    for line in lines:
        division = str(line["Division"])
        if division in teams and line["Name"]:
            continue
        way = str(line["Next season"] or "")
        there = line["Division in the next season"]
        levels[division].append(
            Place(
                str(line["Name"] or line["Team"]),
                int(line["Rank"]),
                Fraction(Decimal(str(line["Total"]))),
                "" if way in STAYS else f"Placed in {there}" if way.startswith("Placed") else way,
                str(line["Plays off"]) in YES,
                str(line["Tied at the line"]) in YES,
            )
        )
    return list(levels.values())


SEASONS: dict[str, Callable[[Season], list[list[Place]]]] = {
    one.__name__: one
    for one in (season_page, season_for_programs, season_in_a_csv_file, season_in_a_workbook)
}


def proposal_page(season: Season, by: Actor) -> list[list[Place]]:
    """Read the proposal before the next season is opened. Ties are named above it."""
    address = f"/l/{season.league.slug}/seasons/{season.ordinal}/next/"
    found = page(address, signed_in(by)).first("main")
    notes = " ".join(note.text for note in found.every("p", "warn"))
    tied = {
        name.strip()
        for said in re.findall(r"only the lot decides between (.*?)\.", notes)
        for name in said.split(",")
    }
    teams = set(Team.objects.filter(tournament__season=season).values_list("name", flat=True))
    return [
        [
            Place(
                one.first("bdi").text,
                int(one.first("span", "muted").text.removeprefix("Rank")),
                points(one.first("span", "number").text),
                "" if chips[0] in STAYS else chips[0],
                "Plays off" in chips,
                one.first("bdi").text in tied,
            )
            for one in section.every("summary")
            # Players without a rank are listed below, as are players without a team.
            if any(one.every("span", "number")) and (not teams or one.first("bdi").text in teams)
            for chips in [[chip.text for chip in one.every("span", "chip")]]
        ]
        for section in found.every("section")
    ]


def proposal_for_programs(season: Season, by: Actor) -> list[list[Place]]:
    found = called(f"/v1/seasons/{season.pk}/next/", by)
    off = {key for keys in found["play_offs"] for key in keys}
    tied = {key for tie in found["ties"] if not tie["is_of_title"] for key in tie["players"]}
    levels: dict[int, list[Place]] = {one["level"]: [] for one in found["next"]}
    rows = found["teams"] or found["places"]
    for row in sorted(rows, key=lambda one: (one["level"], one["position"])):
        units = units_of(season, row["level"])
        key = row["team"] if found["teams"] else row["player"]
        levels[row["level"]].append(
            Place(
                row["name"],
                row["rank"],
                Fraction(row["total"], units),
                in_words(row["way"], row["to_level"], season),
                key in off,
                key in tied,
            )
        )
    return list(levels.values())


def moves_for_programs(season: Season) -> list[list[Place]]:
    """Read players' moves by division, once confirmed."""
    levels: dict[int, list[Place]] = {
        level: [] for level in season.divisions.order_by("level").values_list("level", flat=True)
    }
    for row in called(f"/v1/seasons/{season.pk}/moves/?limit=200")["results"]:
        if row["position"] is not None:
            total = Fraction(row["total"], units_of(season, row["level"]))
            way = in_words(row["way"], row["to_level"], season)
            levels[row["level"]].append(Place(row["name"], row["rank"], total, way))
    return list(levels.values())


def in_words(way: str, to_level: int | None, season: Season) -> str:
    if way == Move.Way.PLACED:
        return f"Placed in {season.divisions.get(level=to_level)}"
    return "" if way in ("", Move.Way.STAYS) else str(Move.Way(way).label)


def units_of(season: Season, level: int) -> int:
    return Tournament.objects.get(season=season, level=level).rulebook.units_per_point


def divisions_on_the_players_page(player: int) -> dict[str, tuple[int, str]]:
    """Read, by season name, the final rank and the move."""
    found = {}
    for section in page(f"/players/{player}/").every("section"):
        if section.attributes.get("aria-labelledby") == "divisions":
            for one in section.every("li"):
                said = re.search(r"(?<!team’s )rank (\d+)", one.text)
                if said:
                    chip = one.first("span", "chip").text
                    found[one.first("bdi").text] = int(said[1]), "" if chip in STAYS else chip
    return found


def season_ranking(season: Season) -> dict[str, tuple[int | None, Fraction]]:
    found = page(f"/l/{season.league.slug}/seasons/{season.ordinal}/ranking/").first("main")
    return {
        row["Name"].first("bdi").text: (number(row["Rank"].text), points(row["Total"].text))
        for table in found.every("table")
        for row in rows_of(table)
    }


def season_ranking_for_programs(season: Season) -> dict[str, tuple[int | None, Fraction]]:
    found = called(f"/v1/seasons/{season.pk}/ranking/")
    units = found["units_per_point"]
    return {one["name"]: (one["rank"], Fraction(one["value"], units)) for one in found["players"]}


def name_of(pk: int, *, is_team: bool = False) -> str:
    return Team.objects.get(pk=pk).name if is_team else Player.objects.get(pk=pk).name
