"""A first division as the JPML plays it: 12 players, 12 match days of 4 hanchan with the same four at a table, under
floating uma. Totals are counted here from the points of the games alone.
"""

from collections import Counter, defaultdict
from itertools import combinations

import pytest

from seating.drbg import Drbg
from tests.tournaments.hall import Figures, Hall, open_hall
from tournaments.actions.draws.draft_rounds import publish_draw
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Method, Plan
from tournaments.actions.play.rounds import close_round, start_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import TableReport
from tournaments.models import Round, Seat, Standing
from tournaments.standings import publish_tournament
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.database("sqlite")

DAYS, GAMES, START = 12, 4, 30_000
# By how many players end above the start, for 1st to 4th place, in points of the standings.
UMA = {1: (12, -1, -3, -8), 2: (8, 4, -4, -8), 3: (8, 3, 1, -12)}


def points_of_a_game(chance: Drbg) -> list[int]:
    """Four different results, none of them the start."""
    while True:
        three = [100 * (chance.below(600) - 50) for _ in range(3)]
        points = [*three, 4 * START - sum(three)]
        if len({*points, START}) == 5:
            return points


def brings(points: list[int]) -> list[int]:
    """What the points of a game bring, in thousandths of a point of the standings."""
    order = sorted(range(4), key=lambda seat: -points[seat])
    uma = UMA[sum(own > START for own in points)]
    return [points[seat] - START + 1_000 * uma[order.index(seat)] for seat in range(4)]


def play_all(hall: Hall) -> tuple[Counter[int], dict[int, list[int]]]:
    """Play every day; return the totals and, for each player, the winds of all games."""
    chance, totals, winds = Drbg("A1", "results"), Counter[int](), defaultdict[int, list[int]](list)
    rounds = list(hall.stage.rounds.order_by("number"))
    for first in rounds[::GAMES]:
        start_round(round_=first, by=hall.alice)
        for round_ in rounds[first.number - 1 : first.number - 1 + GAMES]:
            for table in round_.tables.order_by("number"):
                points = points_of_a_game(chance)
                correct_sheet(table=table, report=TableReport(Figures(points)), reason="paper", by=hall.rob)
                seated = table.seats.order_by("wind").values_list("entry_id", "wind")
                for (entry, wind), won in zip(seated, brings(points), strict=True):
                    totals[entry] += won
                    winds[entry].append(wind)
        close_round(round_=first, by=hall.alice)
    return totals, winds


def test_a_division_of_twelve_over_twelve_days_of_four_games(db: None) -> None:
    hall = open_hall(players=12, rulebook_id="jpml_a_2026")
    plan = Plan(method=Method.SCHEDULE, rounds=DAYS * GAMES, games=GAMES)
    publish_draw(draw=draw(stage=hall.stage, plan=plan, by=hall.alice), by=hall.alice)

    totals, winds = play_all(hall)

    publish_tournament(hall.tournament.pk)
    standings = Standing.objects.filter(stage=hall.stage).order_by("position")
    assert list(standings.values_list("entry_id", "total", "games")) == [
        (entry, total, DAYS * GAMES) for entry, total in totals.most_common()
    ]
    assert sum(totals.values()) == 0
    assert all(
        sorted(of_player[day : day + GAMES]) == [1, 2, 3, 4]
        for of_player in winds.values()
        for day in range(0, DAYS * GAMES, GAMES)
    )
    assert set(hall.stage.rounds.values_list("status", flat=True)) == {Round.Status.CLOSED}
    assert verify_ledger(hall.tournament.pk).problems == []


def test_every_two_players_meet_on_three_or_four_days(db: None) -> None:
    hall = open_hall(players=12)
    plan = Plan(method=Method.SCHEDULE, rounds=DAYS * GAMES, games=GAMES)

    draw(stage=hall.stage, plan=plan, by=hall.alice)

    met = Counter[tuple[int, int]]()
    for day in range(1, DAYS + 1):
        seats = Seat.objects.filter(round__stage=hall.stage, round__match_day=day)
        tables = defaultdict[int, set[int]](set)
        for number, entry in seats.values_list("table__number", "entry_id"):
            tables[number].add(entry)
        assert {len(table) for table in tables.values()} == {4}
        met.update(two for table in tables.values() for two in combinations(sorted(table), 2))
    assert (min(met.values()), max(met.values())) == (3, 4)
