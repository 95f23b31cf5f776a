"""Swiss rounds, compared with an exact solver (HiGHS) that is not part of the product."""

import functools
import random
from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csc_matrix

from seating.constraints import SeatingConstraints
from seating.errors import SeatingError
from seating.requests import SwissRequest
from seating.rounds.swiss import draw_swiss
from tests.seating import checker
from tests.thorough import examples, part


@functools.cache
def tournament(players, rounds, seed, skill=10_000, never=(), **options):
    """Rounds drawn from standings that follow from random results."""
    lot = random.Random(seed)
    strength = [lot.randint(-skill, skill) if skill else 0 for _ in range(players)]
    totals, history, drawn, standings = [0] * players, [], [], []
    for number in range(rounds):
        standing = sorted(range(players), key=lambda p: (-totals[p], p))
        constraints = SeatingConstraints(never=never)
        request = SwissRequest(standing, history=history, constraints=constraints, **options)
        drawn.append(draw_swiss(request, f"{seed}-{number}"))
        standings.append(standing)
        history.append(drawn[-1].tables)
        for table in drawn[-1].tables:
            points = sorted(table, key=lambda p: -(strength[p] + lot.gauss(0, 25_000)))
            for player, uma in zip(points, (15_000, 5_000, -5_000, -15_000), strict=False):
                totals[player] += uma + lot.randint(-9_000, 9_000)
    return drawn, standings, history


def exact(standing, history, window=None):
    """The smallest sum of rank differences without a rematch, or None if some rematch is unavoidable."""
    n = len(standing)
    met = checker.times_met(history)
    free = [[frozenset((a, b)) not in met for b in standing] for a in standing]
    tables = [
        t
        for t in combinations(range(n), 4)
        if t[3] - t[0] < (window or n) and all(free[i][j] for i, j in combinations(t, 2))
    ]
    if not tables:
        return None
    price = np.array([sum(j - i for i, j in combinations(t, 2)) for t in tables])
    cover = csc_matrix(
        (np.ones(4 * len(tables)), np.array(tables).ravel(), np.arange(0, 4 * len(tables) + 1, 4)),
        shape=(n, len(tables)),
    )
    optimum = milp(
        price,
        integrality=np.ones(len(tables)),
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(cover, 1, 1),
    )
    return round(optimum.fun) if optimum.x is not None else None


@pytest.mark.parametrize(
    ("players", "rounds", "skill"),
    part(
        [(40, 7, 10_000)],
        [(40, 8, 10_000), (200, 2, 0), (1000, 2, 0), (48, 8, 0), (64, 10, 10_000), (100, 8, 0), (200, 6, 0)],
    ),
)
def test_no_rematch_in_a_usual_tournament(players, rounds, skill):
    drawn, _, history = tournament(players, rounds, f"t{players}", skill)

    for tables in history:
        checker.assert_everyone_sits_once([tables], range(players))
    assert checker.repeats(history) == 0
    assert [d.rematches for d in drawn] == [0] * rounds
    assert {d.proof for d in drawn} == {"none_needed"}


@pytest.mark.parametrize(("players", "rounds"), part([(16, 5)], [(24, 7), (20, 5), (28, 8), (32, 8)]))
def test_a_rematch_only_where_an_exact_solver_finds_it_unavoidable(players, rounds):
    drawn, standings, history = tournament(players, rounds, "forced")

    for k, (standing, one) in enumerate(zip(standings, drawn, strict=True)):
        if one.rematches:
            assert exact(standing, history[:k]) is None
            assert one.proof == "exhaustive_search"


@pytest.mark.parametrize(("players", "rounds", "first"), part([(24, 5, 2)], [(32, 6, 3), (40, 6, 4)]))
def test_closeness_is_within_five_percent_of_the_exact_optimum(players, rounds, first):
    drawn, standings, history = tournament(players, rounds, "close")

    for k in range(first, rounds):
        if drawn[k].rematches:
            continue
        best = exact(standings[k], history[:k], 24)
        assert drawn[k].distance <= 1.05 * best
        assert drawn[k].distance_bound <= best


@pytest.mark.slow
@pytest.mark.parametrize(("players", "rounds"), part([(64, 5)], [(64, 8), (100, 8)]))
def test_balanced_winds_leave_nobody_off_after_any_round(players, rounds):
    drawn, _, history = tournament(players, rounds, "winds", balance_winds=True)

    assert checker.repeats(history) == 0
    assert checker.rounds_with_uneven_winds(history) == []
    assert [d.players_off_winds for d in drawn] == [0] * rounds


@pytest.mark.slow
def test_the_same_standing_history_and_seed_give_the_same_round():
    drawn, standings, history = tournament(40, 8, "t40", 10_000)

    assert draw_swiss(SwissRequest(standings[3], history=history[:3]), "t40-3") == drawn[3]


def test_tables_come_in_the_order_of_their_best_player():
    standing = list(range(39, -1, -1))

    tables = draw_swiss(SwissRequest(standing), "order").tables

    assert [max(t) for t in tables] == list(range(39, 0, -4))


@pytest.mark.slow
def test_pairs_that_must_never_meet_never_do():
    never = ((0, 1), (0, 2), (5, 6), (8, 9), (8, 10), (8, 11))

    _, _, history = tournament(32, examples(3, of=5), "never", never=never)

    met = checker.times_met(history)
    assert not any(frozenset(p) in met for p in never)


def test_constraints_that_cannot_hold_are_refused_with_proof():
    # Nobody but 1, 2 and 3 is left for 0, and 1 must not meet 2.
    never = [(0, 4), (0, 5), (0, 6), (0, 7), (1, 2)]

    with pytest.raises(SeatingError) as caught:
        draw_swiss(SwissRequest(range(8), constraints=SeatingConstraints(never=never)), "x")

    assert caught.value.code == "wishes_conflict"
    assert caught.value.fields["proven"] is True


def test_too_many_who_must_never_meet_are_counted():
    with pytest.raises(SeatingError) as caught:
        draw_swiss(
            SwissRequest(range(16), constraints=SeatingConstraints(never=list(combinations(range(5), 2)))),
            "x",
        )

    assert caught.value.code == "group_too_large"


def test_a_wish_about_a_stranger_is_refused():
    with pytest.raises(SeatingError) as caught:
        draw_swiss(SwissRequest(range(16), constraints=SeatingConstraints(never=[(3, 77)])), "x")

    assert caught.value.code == "player_unknown"


@pytest.mark.slow
@pytest.mark.parametrize(("players", "rounds"), part([(18, 4)], [(30, 6)]))
@pytest.mark.parametrize("remainder", part(["three", "byes"], ["five", "substitutes"]))
def test_numbers_that_do_not_divide_by_four_are_shared_out(remainder, players, rounds):
    drawn, _, _history = tournament(players, rounds, "odd", remainder=remainder)

    odd = Counter(dict.fromkeys(range(players), 0))
    for one in drawn:
        assert sorted([p for t in one.tables for p in t if p >= 0] + list(one.byes)) == list(range(players))
        odd.update(p for t in one.tables if len(t) != 4 or min(t) < 0 for p in t if p >= 0)
        odd.update(one.byes)
    assert max(odd.values()) - min(odd.values()) <= (2 if remainder == "five" else 1)


def test_four_players_are_one_table():
    drawn = draw_swiss(SwissRequest([3, 1, 2, 0], history=[[(0, 1, 2, 3)]]), "x")

    assert sorted(drawn.tables[0]) == [0, 1, 2, 3]
    assert (drawn.rematches, drawn.proof) == (6, "exhaustive_search")
