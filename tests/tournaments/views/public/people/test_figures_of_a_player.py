"""A player's page, the calls and the files say the same of their games: each game, and what they add up to."""

import csv
import io
import re
from collections import Counter
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from players.models import Player
from tests.leagues.doors import called, file_of, number, page, points, total_in
from tests.pages import Element, rows_of
from tests.tournaments.hall import BALANCED, Hall, let_a_week_pass, open_hall, phones_of
from tournaments.actions.imports.results import import_results
from tournaments.actions.play.penalties import Ruling, penalize
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport, report_sheet
from tournaments.models import Table, Tournament
from tournaments.standings import publish_tournament

pytestmark = pytest.mark.django_db

PLAYERS = ("Bob", "Ann", "Cat", "Dan", "Eve", "Fay", "Gil", "Hal")
# By tournament, in each round where Bob comes in at the first table, with what; others are level with nobody.
PLACES = {"spring": (1, 4, 2, 1, 3), "autumn": (2, 2, 4)}
MADE = (45_300, 29_800, 20_100, 4_800)


class OneGame(NamedTuple):
    round: int
    table: int
    wind: str
    points: int
    place: int
    total: Fraction


class Sums(NamedTuple):
    rank: int | None
    total: Fraction
    games: int
    places: tuple[int, ...]


def results(slug: str) -> str:
    lines = ["round,table,player,points"]
    for round_, place in enumerate(PLACES[slug], 1):
        # Bob meets others each time, and sits elsewhere.
        others = [*PLAYERS[1:][round_:], *PLAYERS[1:][:round_]]
        first = others[:3]
        first.insert(place - 1, "Bob")
        for table, names in enumerate((first, others[3:]), 1):
            seated = list(zip(names, MADE, strict=True))
            seated = [*seated[round_ % 4 :], *seated[: round_ % 4]]
            lines += [f"{round_},{table},{name},{made}" for name, made in seated]
    return "\n".join(lines)


@pytest.fixture
def halls(db: None) -> dict[str, Hall]:
    """Two tournaments that everybody may find, with a deduction and a corrected game in one and a game that nobody
    has confirmed in the other, and one that is not found.
    """
    halls = {}
    for slug, day in (("spring", date(2026, 3, 1)), ("autumn", date(2026, 9, 1))):
        hall = open_hall(slug, players=0, rulebook_id="mleague", starts_on=day, name=slug.title())
        let_a_week_pass(hall.alice)
        import_results(stage=hall.stage, text=results(slug), by=hall.alice)
        halls[slug] = hall
    spring, autumn = halls["spring"], halls["autumn"]
    bob = spring.tournament.entries.get(player__name="Bob")
    penalize(stage=spring.stage, entry=bob, ruling=Ruling(20_000, "Late"), by=spring.rob)
    table = Table.objects.get(round__stage=spring.stage, round__number=2, number=1)
    # Bob, who was last, was second.
    left = [41_300, 19_500, 9_200]
    seats = table.seats.order_by("wind").values_list("entry__player__name", flat=True)
    again = Figures([30_000 if name == "Bob" else left.pop() for name in seats])
    seen = table.scoresheets.get().tag
    correct_sheet(
        table=table, report=TableReport(again, if_match=seen), reason="Counted again", by=spring.rob
    )
    open_ = next(one for one in autumn.started().tables.all() if one.seats.filter(entry__player__name="Bob"))
    report_sheet(table=open_, report=TableReport(BALANCED), by=phones_of(open_, autumn.alice)[0])
    secret = open_hall("secret", players=0, rulebook_id="mleague", visibility=Tournament.Visibility.PRIVATE)
    import_results(stage=secret.stage, text=results("autumn"), by=secret.alice)
    for slug in (*halls, "secret"):
        publish_tournament(Tournament.objects.get(slug=slug).pk)
    return halls


def bob() -> Player:
    return Player.objects.get(name="Bob")


# What each says of Bob: games by tournament, in the order of play, and the line in the standings.


def sections() -> dict[str, Element]:
    """By tournament, from the page."""
    found = page(f"/players/{bob().pk}/")
    return {
        re.fullmatch(r"/t/(.+)/", one.first("h2").first("a").attributes["href"])[1]: one  # type: ignore[index]
        for one in found.every("section")
        if re.fullmatch(r"t\d+", one.attributes["aria-labelledby"])
    }


def games_on_the_page() -> dict[str, dict[int, OneGame]]:
    """By the id of their table, as the links of the page have it."""
    return {slug: dict(map(_game_on_the_page, _rows(one, "Wind"))) for slug, one in sections().items()}


def _game_on_the_page(row: dict[str, Element]) -> tuple[int, OneGame]:
    at = re.fullmatch(r"Round (\d+), Table (\d+)", row["Round"].text)
    link = re.fullmatch(r"/t/[^/]+/tables/(\d+)/", row["Round"].first("a").attributes["href"])
    assert at is not None
    assert link is not None
    wind = row["Wind"].first("span", "vh").text
    place, made = int(row["Place"].text), int(row["Points"].text.replace(",", ""))
    return int(link[1]), OneGame(int(at[1]), int(at[2]), wind, made, place, total_in(row["Total"]))


def _rows(section: Element, column: str) -> list[dict[str, Element]]:
    tables = [
        one for one in section.every("table") if column in [th.text for th in one.first("thead").every("th")]
    ]
    return rows_of(tables[0])


def sums_on_the_page() -> dict[str, Sums]:
    found = {}
    for slug, section in sections().items():
        (row,) = _rows(section, "Stage")
        places = tuple(map(int, row["Places"].text.split("-")))
        found[slug] = Sums(number(row["Rank"].text), total_in(row["Total"]), int(row["Games"].text), places)
    return found


def games_for_programs() -> dict[str, dict[int, tuple[int, int, Fraction]]]:
    """Points, place and total by the id of the table, from `getPlayer`."""
    said = called(f"/v1/players/{bob().pk}/")
    units = {one["tournament"]: one["units_per_point"] for one in said["entries"]}
    found: dict[str, dict[int, tuple[int, int, Fraction]]] = {slug: {} for slug in units}
    for one in said["games"]:
        total = Fraction(one["total"], units[one["tournament"]])
        found[one["tournament"]][one["table"]] = (one["points"], one["place"], total)
    return found


def sums_for_programs(hall: Hall) -> Sums:
    said = called(f"/v1/stages/{hall.stage.pk}/standings/")
    (row,) = [one for one in said["standings"] if one["entry"]["name"] == "Bob"]
    return Sums(
        row["rank"], Fraction(row["total"], said["units_per_point"]), row["games"], tuple(row["places"][:4])
    )


def lines_of_bob(hall: Hall, name: str) -> list[dict[str, Any]]:
    """From a file of the tournament, as JSON; totals are in points."""
    said = called(f"/v1/tournaments/{hall.tournament.slug}/exports/{name}/")
    return [
        {**row, "total": Fraction(row["total"] or 0, said["units_per_point"])}
        for row in said["rows"]
        if row["name"] == "Bob"
    ]


def games_in_a_file(hall: Hall, name: str) -> list[OneGame]:
    return [
        OneGame(*(row[column] for column in OneGame._fields))
        for row in lines_of_bob(hall, name)
        if row["counts"]
    ]


def games_in_a_csv_file(hall: Hall, name: str) -> list[OneGame]:
    text = file_of(hall.stage, f"{name}.csv").decode("utf-8-sig")
    return [
        OneGame(
            int(row["Round"]),
            int(row["Table"]),
            row["Seat"],
            int(row["Points at the table"]),
            int(row["Place"]),
            points(row["Game result"]) if "/" in row["Game result"] else Fraction(row["Game result"]),
        )
        for row in csv.DictReader(io.StringIO(text))
        if row["Name"] == "Bob" and row["Counts"] in ("1", "True", "yes")
    ]


def sums_in_a_file(hall: Hall) -> Sums:
    (row,) = lines_of_bob(hall, "standings")
    places = tuple(row[key] for key in ("firsts", "seconds", "thirds", "fourths"))
    return Sums(row["rank"], row["total"], row["games"], places)


def test_page_calls_and_files_say_the_same_of_each_game(halls: dict[str, Hall]) -> None:
    shown = games_on_the_page()

    # The tournament that comes last stands first, and so does its last game.
    in_order = {slug: sorted(games.values()) for slug, games in shown.items()}
    assert list(shown) == ["autumn", "spring"]
    assert [list(games.values()) for games in shown.values()] == [one[::-1] for one in in_order.values()]
    assert {slug: [one.place for one in games] for slug, games in in_order.items()} == {
        "spring": [1, 2, 2, 1, 3],
        "autumn": [2, 2, 4],
    }
    assert games_for_programs() == {
        slug: {table: (one.points, one.place, one.total) for table, one in games.items()}
        for slug, games in shown.items()
    }
    for name in ("results", "results-by-player"):
        assert {slug: games_in_a_file(hall, name) for slug, hall in halls.items()} == in_order, name
        assert {slug: games_in_a_csv_file(hall, name) for slug, hall in halls.items()} == in_order, name


def test_page_calls_and_files_say_the_same_of_what_games_add_up_to(halls: dict[str, Hall]) -> None:
    deducted = {"spring": Fraction(20), "autumn": Fraction(0)}
    games = {slug: list(of_it.values()) for slug, of_it in games_on_the_page().items()}

    shown = sums_on_the_page()

    assert {slug: one._replace(rank=None) for slug, one in shown.items()} == {
        slug: Sums(
            None,
            sum((one.total for one in of_it), -deducted[slug]),
            len(of_it),
            tuple(Counter(one.place for one in of_it)[place] for place in (1, 2, 3, 4)),
        )
        for slug, of_it in games.items()
    }
    assert {slug: sums_for_programs(hall) for slug, hall in halls.items()} == shown
    assert {slug: sums_in_a_file(hall) for slug, hall in halls.items()} == shown
    # At the head of the page is the sum, and the form ends with the latest games, of whichever tournament.
    text = page(f"/players/{bob().pk}/").first("main").text
    latest = [one.place for slug in ("autumn", "spring") for one in games[slug]]
    assert f" {len(latest)} games " in text
    assert f"Form, latest {len(latest)} games {' '.join(map(str, reversed(latest)))}" in text
