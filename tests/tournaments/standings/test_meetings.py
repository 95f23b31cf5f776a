"""Equals are told apart by their last game, or by the games in which they met: wherever a ranking is made."""

import random

import pytest
from django.test import Client

from tests.tournaments.api.callers import body_of, stranger
from tests.tournaments.hall import open_hall
from tests.tournaments.standings.test_ranking import Game, an_event, played, published, ranked
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport
from tournaments.actions.preview import preview
from tournaments.models import Scoresheet, Standing, Table
from tournaments.standings import add_up, publish_standings, ranking_of
from tournaments.standings.rescoring import rescored
from tournaments.verification import verify_ledger

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite", thorough="both")]

# Totals are points alone, so that many are equal.
FLAT = {"result.uma": {"*": [0, 0, 0, 0]}, "result.oka": 0, "result.return_points": 25_000}
LAST = ["total", "last_game", "lot"]
BEFORE = ["total", "before_last_game", "lot"]
MET = ["total", "head_to_head", "lot"]


def some_games(seed: str, players: int = 12, rounds: int = 6) -> list[Game]:
    """Points of 24,000, 25,000 and 26,000 at every table: few different totals."""
    chance = random.Random(seed)
    return [
        [
            (name, 25_000 + 1_000 * points)
            for (name, _points), points in zip(game, chance.sample([1, 1, -1, -1], 4), strict=True)
        ]
        for game in an_event(seed, players, rounds, 1)
    ]


def totals_of(games: list[Game]) -> dict[str, int]:
    found: dict[str, int] = {}
    for game in games:
        for name, points in game:
            found[name] = found.get(name, 0) + points - 25_000
    return found


def test_the_last_game_decides_among_equals() -> None:
    games = some_games("last")
    last = {name: points for game in games for name, points in game}
    keys = {name: (total, last[name]) for name, total in totals_of(games).items()}

    hall = played(games, house_rules=FLAT, tie_breaks=LAST)

    assert published(hall) == ranked(keys, hall)
    assert len(set(totals_of(games).values())) < len(set(keys.values()))
    assert verify_ledger(hall.tournament.pk).problems == []


def test_whoever_was_ahead_before_the_last_game_decides_among_equals() -> None:
    games = some_games("before")
    last = {name: points - 25_000 for game in games for name, points in game}
    keys = {name: (total, total - last[name]) for name, total in totals_of(games).items()}

    hall = played(games, house_rules=FLAT, tie_breaks=BEFORE)

    assert published(hall) == ranked(keys, hall)
    assert len(set(totals_of(games).values())) < len(set(keys.values()))
    assert verify_ledger(hall.tournament.pk).problems == []
    again = rescored(hall.stage, hall.tournament.rulebook)
    assert [(place.shared_rank, row.key) for place, row in again.entries] == list(
        Standing.objects.order_by("position").values_list("rank", "entry_id")
    )


@pytest.mark.parametrize("seed", ["met", "again", "and again"])
def test_the_games_in_which_equals_met_decide(seed: str) -> None:
    games = some_games(seed)
    totals = totals_of(games)
    keys: dict[str, tuple[int, int]] = {}
    for name, total in totals.items():
        tied = {other for other in totals if totals[other] == total}
        met = [dict(game) for game in games if name in dict(game) and len(tied & dict(game).keys()) > 1]
        keys[name] = total, sum(game[name] - 25_000 for game in met)

    hall = played(games, house_rules=FLAT, tie_breaks=MET)

    assert published(hall) == ranked(keys, hall)
    assert len(set(totals.values())) < len(set(keys.values()))
    assert verify_ledger(hall.tournament.pk).problems == []
    again = rescored(hall.stage, hall.tournament.rulebook)
    assert [(place.shared_rank, row.key) for place, row in again.entries] == list(
        Standing.objects.order_by("position").values_list("rank", "entry_id")
    )


@pytest.mark.parametrize(
    ("order", "ahead", "said"),
    [(MET, "A", "Ties: totals when they met"), (LAST, "B", "Ties: last game, then the lot")],
)
def test_the_page_and_the_api_say_what_decided(order: list[str], ahead: str, said: str) -> None:
    """A and B have 1,000 each. A won when they met, B won last."""
    games = [
        [("A", 27_000), ("B", 23_000), ("C", 25_000), ("D", 25_000)],
        [("A", 24_000), ("E", 26_000), ("F", 25_000), ("G", 25_000)],
        [("B", 28_000), ("E", 22_000), ("F", 25_000), ("G", 25_000)],
    ]
    hall = played(games, house_rules=FLAT, tie_breaks=order)

    rows = body_of(stranger().get(f"/v1/stages/{hall.stage.pk}/standings/"))["standings"]
    first, second = (row for row in rows if row["entry"]["name"] in "AB")
    assert (first["total"], second["total"], first["entry"]["name"]) == (1_000, 1_000, ahead)
    assert second["decided_by"] == order[1]
    assert said in text_of(Client().get("/t/spring-open/standings/"))


def test_a_correction_moves_those_whom_it_sets_apart() -> None:
    """The referee's preview says what publishing then does; those who are known are ranked with the others."""
    hall = open_hall(players=4, slug="met", house_rules=FLAT, tie_breaks=MET)
    for points in ((25_000,) * 4, (26_000, 24_000, 25_000, 25_000), (24_000, 26_000, 25_000, 25_000)):
        round_ = hall.started()
        correct_sheet(
            table=round_.tables.get(), report=TableReport(Figures(list(points))), reason="Paper", by=hall.rob
        )
        close_round(round_=round_, by=hall.alice)
        publish_standings(hall.stage.pk)
    before = list(Standing.objects.order_by("entry").values_list("entry_id", "rank"))
    table = Table.objects.get(round__number=1)

    def correct() -> None:
        correct_sheet(
            table=table,
            report=TableReport(
                Figures([26_000, 25_000, 24_000, 25_000]), if_match=Scoresheet.objects.get(table=table).tag
            ),
            reason="Counted",
            by=hall.rob,
        )

    seen = preview(stage=hall.stage, action=correct)
    correct()
    publish_standings(hall.stage.pk)

    after = list(Standing.objects.order_by("entry").values_list("entry_id", "rank"))
    moved = {entry: rank for (entry, rank), old in zip(after, before, strict=True) if (entry, rank) != old}
    assert {move.key: move.rank_after for move in seen.moves if move.rank_before != move.rank_after} == moved
    whole = [(row.key, place.shared_rank) for place, row in ranking_of(add_up(hall.stage), MET)]
    assert sorted(whole) == after


def test_nobody_looks_at_games_where_nobody_is_equal(django_assert_num_queries) -> None:
    hall = played(
        [[("A", 28_000), ("B", 26_000), ("C", 24_000), ("D", 22_000)]], house_rules=FLAT, tie_breaks=MET
    )
    tallies = add_up(hall.stage)

    with django_assert_num_queries(0):
        ranking_of(tallies, MET)
