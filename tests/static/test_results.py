"""Places and totals while points are typed: the script and its table beside the engine, game by game."""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Route

from scoring.errors import RuleError, ScoringError
from scoring.lookup.result_table import result_table
from scoring.result.result import SeatResult, settle
from scoring.rulebook.rulebook import Rulebook, editions, load
from scoring.standing.shown_totals import show_alone
from tests.scoring.result.test_five_players import FIVE, FLOATING
from tests.scoring.vectors import read
from tests.thorough import examples

STATIC = Path(__file__).parents[2] / "static"
GAMES_OF_A_RULEBOOK = 1_000
# What one tournament or another sets where its rulebook leaves it open, or has it otherwise.
SETTINGS = {
    "result.tie": ("split", "split", "seat_order"),
    "result.tie_remainder": ("exact", "tenth_to_seat_order", "floor_point"),
    "result.leftover_deposits": ("lost", "top", "top_split"),
    "result.rounding": ("none", "gosha_rokunyu", "shisha_gonyu", "kirisute", "kiriage"),
    "chombo.kind": ("after_game", "each", "minipoints", "none"),
    "chombo.amount": (20, 8_000),
}
FIVE_FLOATING = FIVE | {"result.uma": FLOATING, "result.floating_threshold": 25_000, "result.oka": 0}
EVENTS = (
    *(
        ("mleague", {}),
        ("jpml_a", {}),
        ("ema_2025", {}),
        ("mahjongsoul_sanma", {}),
        ("beginner", {}),
        ("mcr", {}),
    ),
    *(("mleague", FIVE), ("mleague", FIVE_FLOATING), ("mleague", {"result.kind": "raw"})),
)
SCRIPT = """
async (games) => {
  const { settle, shown } = await import('/js/results.js');
  return JSON.stringify(JSON.parse(games).map(({ table, cases }) => cases.map(([points, leftover, chombo]) => {
    const seats = settle(table, points, leftover, chombo);
    return seats && seats.map((it) =>
      [it.seat, it.place, it.base, it.uma, it.oka, it.leftover, it.chombo, it.total, shown(table, it.total)]);
  })));
}
"""


@dataclass(frozen=True)
class Game:
    """What a table reports."""

    points: tuple[int, ...]
    leftover: int
    chombo: tuple[int, ...]


def games_of(book: Rulebook, how_many: int, dice: random.Random) -> Iterator[Game]:
    """Finals as they come, and as they hardly ever come: tied, below zero, with chombo, with sticks that are left."""
    players, start = book.table.players, book.table.starting_points
    each = start if isinstance(start, int) else 30_000
    step, spread = (100, 20_000) if book.result.kind == "points" else (1, 200)
    for _game in range(how_many):
        wide = dice.choice((spread, spread, spread // 20, step * 2, step, 0, spread * 5))
        leftover = dice.choice((0, 0, 0, 1_000, 2_000, 3_000, 7_000)) if step == 100 else 0
        points = [each + round(dice.gauss(0, wide) / step) * step for _seat in range(players - 1)]
        points.append(players * each - leftover - sum(points))
        dice.shuffle(points)
        if dice.random() < 0.02:  # does not add up, or is no number that these rules know
            points[0] += dice.choice((1, 100, -2_000, 9_000_000))
        chombo = [dice.choice((0, 0, 0, 1, 2)) if wide == spread // 20 else 0 for _seat in range(players)]
        yield Game(tuple(points), leftover, tuple(chombo))


def by_the_engine(book: Rulebook, game: Game) -> list[list[object]] | None:
    try:
        result = settle(book, game.points, leftover=game.leftover, chombo=game.chombo)
    except ScoringError:
        return None
    return [_described(seat, book.units_per_point) for seat in result.seats]


def _described(seat: SeatResult, units: int) -> list[object]:
    parts = [seat.base, seat.uma, seat.oka, seat.leftover, seat.chombo, seat.total]
    return [seat.seat, seat.place, *parts, show_alone(seat.total, units).lstrip("+-")]


@pytest.fixture(scope="module")
def script(browser: Browser) -> Iterator[Any]:
    """A page that has the script; all games are given to it at once."""
    page = browser.new_page()

    def answer(route: Route) -> None:
        path = route.request.url.partition("test/")[2]
        if path == "":
            route.fulfill(body="<!doctype html><title>Results</title>", content_type="text/html")
        else:
            route.fulfill(body=(STATIC / path).read_bytes(), content_type="text/javascript")

    page.route("**/*", answer)
    page.goto("http://phone.test/")
    yield lambda games: json.loads(page.evaluate(SCRIPT, json.dumps(games)))
    page.close()


def differences(script: Any, played: Sequence[tuple[Rulebook, list[Game]]]) -> tuple[list[str], int]:
    """The first games that script and engine settle differently, and how many both settled. Of a rulebook without a
    table the script settles none."""
    found, settled = [], 0
    asked = [
        {
            "table": result_table(book),
            "cases": [[game.points, game.leftover, game.chombo] for game in games],
        }
        for book, games in played
    ]
    for (book, games), answers in zip(played, script(asked), strict=True):
        has_table = result_table(book) is not None
        for game, answer in zip(games, answers, strict=True):
            wanted = by_the_engine(book, game) if has_table else None
            settled += answer is not None
            if answer != wanted:
                found.append(f"{book.identity.id} {game}: {answer} instead of {wanted}")
    return found[:3], settled


pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


def test_a_thousand_games_of_every_rulebook(script: Any):
    dice = random.Random(1)
    played = [(load(name), [*games_of(load(name), GAMES_OF_A_RULEBOOK, dice)]) for name in editions()]

    assert differences(script, played) == ([], 19_437)


def test_every_worked_case(script: Any):
    cases = read("hanchan_results")["cases"] + read("hanchan_tie_matrix")["cases"]
    played = []
    for case in cases:
        if "scores" in case:
            book = load(case["rulebook"])
            book = book.with_house_rules("case", case["assume"]) if case["assume"] else book
            chombo = tuple(case.get("chombo") or [0] * len(case["scores"]))
            played.append((book, [Game(tuple(case["scores"]), case["deposits"], chombo)]))

    assert differences(script, played) == ([], 214)


@pytest.mark.slow
def test_whatever_an_event_sets_about_results(script: Any):
    dice = random.Random(2)
    played = []
    for name, rules in EVENTS:
        for _event in range(examples(10, of=40)):
            changes = rules | {
                path: dice.choice(values) for path, values in SETTINGS.items() if dice.random() < 0.8
            }
            try:
                book = load(name).with_house_rules("event", changes)
            except RuleError:  # these do not go together
                continue
            played.append((book, [*games_of(book, 40, dice)]))

    assert differences(script, played) == ([], examples(3_126, of=12_430))
