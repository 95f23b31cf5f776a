from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating.constraints import SeatingConstraints
from seating.designs.stored import capacity
from seating.errors import SeatingError
from seating.metrics import bounds, measure
from seating.requests import ScheduleRequest
from seating.schedules.schedule import draw_schedule
from tests.seating import checker
from tests.thorough import examples

GRID = [(16, 5), (20, 5), (24, 5), (24, 7), (28, 9), (32, 8), (32, 10), (36, 11), (40, 8), (40, 13), (48, 8)]
GRID += [
    (52, 17),
    (64, 8),
    (64, 10),
    (64, 21),
    (68, 17),
    (100, 8),
    (100, 33),
    (120, 10),
    (172, 15),
    (200, 10),
]
GRID += [(204, 20), (400, 8), (500, 20), (736, 12), (1000, 8), (1000, 20), (2000, 8)]


@pytest.mark.parametrize(("players", "rounds"), GRID)
def test_nobody_meets_twice_and_winds_are_even_after_every_round(players, rounds):
    drawn = draw_schedule(ScheduleRequest(range(players), rounds), "grid").rounds

    checker.assert_everyone_sits_once(drawn, range(players))
    assert checker.repeats(drawn) == 0
    assert checker.rounds_with_uneven_winds(drawn) == []


@pytest.mark.parametrize(("players", "rounds"), [g for g in GRID if g[0] > 100 or g[0] == 64])
def test_nobody_returns_to_a_table_more_often_than_need_be(players, rounds):
    drawn = draw_schedule(ScheduleRequest(range(players), rounds), "grid").rounds

    if rounds <= players // 4:
        assert checker.table_excess(drawn) == 0


@settings(max_examples=examples(20, of=60), deadline=None)
@given(st.integers(4, 90), st.integers(1, 24), st.text(min_size=1, max_size=4, alphabet="ab東"))
def test_any_number_of_tables_and_rounds(tables, rounds, seed):
    players = range(1000, 1000 + 4 * tables)
    if tables > 25:
        rounds = min(rounds, capacity(4 * tables))

    drawn = draw_schedule(ScheduleRequest(players, rounds), seed)

    checker.assert_everyone_sits_once(drawn.rounds, players)
    assert checker.rounds_with_uneven_winds(drawn.rounds) == []
    assert drawn == draw_schedule(ScheduleRequest(list(reversed(players)), rounds), seed)
    if rounds <= capacity(4 * tables):
        assert checker.repeats(drawn.rounds) == 0


@pytest.mark.parametrize(
    ("players", "rounds"),
    [(8, 7), (12, 11), (16, 6), (16, 15), (20, 19), (24, 23), (28, 20), (40, 20), (64, 30)],
)
def test_beyond_the_maximum_rematches_are_at_the_bound_and_spread_evenly(players, rounds):
    drawn = draw_schedule(ScheduleRequest(range(players), rounds), "long").rounds

    assert checker.repeat_weight(drawn) == bounds(players, rounds).repeat_weight
    assert max(checker.times_met(drawn).values()) == bounds(players, rounds).most_meetings
    assert checker.rounds_with_uneven_winds(drawn) == []


@pytest.mark.slow
@settings(max_examples=examples(8, of=25), deadline=None)
@given(
    st.integers(18, 70),
    st.integers(2, 8),
    st.sampled_from(["three", "byes", "five", "substitutes"]),
    st.integers(0, 9),
)
def test_numbers_that_do_not_divide_by_four_are_shared_out_equally(players, rounds, remainder, seed):
    drawn = draw_schedule(ScheduleRequest(range(players), rounds, remainder=remainder), f"s{seed}")

    odd = Counter(dict.fromkeys(range(players), 0))
    for tables, away in zip(drawn.rounds, drawn.byes, strict=True):
        assert sorted([p for t in tables for p in t if p >= 0] + list(away)) == list(range(players))
        odd.update(p for t in tables if len(t) != 4 or min(t) < 0 for p in t if p >= 0)
        odd.update(away)
    assert max(odd.values()) - min(odd.values()) <= 1
    sizes = {len(t) for tables in drawn.rounds for t in tables}
    assert sizes <= {"three": {3, 4}, "byes": {4}, "five": {4, 5}, "substitutes": {4}}[remainder]
    if remainder in ("byes", "substitutes"):
        assert measure(drawn.rounds).rounds_off_winds == 0


@pytest.mark.parametrize("remainder", ["three", "byes", "substitutes", "five"])
def test_a_hundred_and_one_players_need_no_rematch_either(remainder):
    drawn = draw_schedule(ScheduleRequest(range(101), 8, remainder=remainder), "odd")

    assert measure(drawn.rounds).repeated_pairs == 0


def clubs(*sizes):
    return [list(range(sum(sizes[:i]), sum(sizes[: i + 1]))) for i in range(len(sizes))]


@pytest.mark.parametrize(
    ("players", "rounds", "sizes"),
    [
        (32, 8, (8, 6, 5, 4)),
        (64, 8, (16, 12, 10, 8, 6, 5)),
        (64, 8, (16, 16, 16, 16)),
        (40, 12, (4, 4, 4, 3, 2)),
        (120, 10, (30, 30, 10, 10)),
        (1000, 8, (250, 200, 100, 100, 100, 50, 50, 50)),
        *(
            (n, r, (4,) * (n // 4))
            for n, r in [(16, 4), (20, 4), (24, 6), (40, 7), (40, 8), (80, 7), (104, 8)]
        ),
    ],
)
def test_clubs_and_teams_never_meet_and_nobody_meets_twice(players, rounds, sizes):
    groups = clubs(*sizes)

    drawn = draw_schedule(
        ScheduleRequest(range(players), rounds, constraints=SeatingConstraints(groups=groups)), "clubs"
    ).rounds

    met = checker.times_met(drawn)
    assert not any(frozenset(p) in met for g in groups for p in combinations(g, 2))
    assert checker.repeats(drawn) == 0
    assert checker.rounds_with_uneven_winds(drawn) == []


@settings(max_examples=examples(8, of=25), deadline=None)
@given(st.data())
def test_hard_constraints_are_never_broken(data):
    players = data.draw(st.integers(20, 60))
    rounds = data.draw(st.integers(2, 6))
    people = st.integers(0, players - 1)
    never = data.draw(st.lists(st.tuples(people, people).filter(lambda p: p[0] != p[1]), max_size=12))
    remainder = data.draw(st.sampled_from(["three", "byes", "substitutes"]))

    drawn = draw_schedule(
        ScheduleRequest(
            range(players), rounds, constraints=SeatingConstraints(never=never), remainder=remainder
        ),
        "w",
    )

    met = checker.times_met(drawn.rounds)
    assert not any(frozenset(p) in met for p in never)


def test_players_who_would_rather_not_meet_do_not_when_that_is_free():
    shy = [(0, i) for i in range(1, 12)]

    drawn = draw_schedule(
        ScheduleRequest(range(40), 8, constraints=SeatingConstraints(rather_not=shy)), "shy"
    ).rounds

    met = checker.times_met(drawn)
    assert not any(frozenset(p) in met for p in shy)
    assert checker.repeats(drawn) == 0


def test_a_fixed_table_and_a_fixed_seat_hold():
    drawn = draw_schedule(
        ScheduleRequest(
            range(40), 8, constraints=SeatingConstraints(tables={3: 1, 4: 2, 5: 10}, winds={3: 0})
        ),
        "fix",
    ).rounds

    assert [next(i for i, t in enumerate(r, 1) if 4 in t) for r in drawn] == [2] * 8
    assert [next(i for i, t in enumerate(r, 1) if 5 in t) for r in drawn] == [10] * 8
    assert [r[0].index(3) for r in drawn] == [0] * 8
    assert checker.repeats(drawn) == 0


def test_two_players_may_share_a_fixed_table():
    drawn = draw_schedule(
        ScheduleRequest(range(40), 6, constraints=SeatingConstraints(tables={3: 1, 4: 1})), "fix"
    ).rounds

    assert all({3, 4} <= set(r[0]) for r in drawn)
    assert checker.repeats(drawn) == 1


def test_a_featured_player_sits_at_table_one_in_their_round():
    stars = [7, 1, None, 3]

    drawn = draw_schedule(
        ScheduleRequest(range(40), 8, constraints=SeatingConstraints(featured=stars)), "tv"
    ).rounds

    assert all(star is None or star in r[0] for star, r in zip(stars, drawn, strict=False))


@pytest.mark.parametrize(
    ("constraints", "code", "message"),
    [
        (
            SeatingConstraints(groups=[[1, 2, 3, 4, 5]]),
            "group_too_large",
            "The 5 players of group 1 cannot be kept apart on 4 tables",
        ),
        (
            SeatingConstraints(never=list(combinations(range(5), 2))),
            "group_too_large",
            "5 players who must never meet",
        ),
        (SeatingConstraints(never=[(3, 99)]), "player_unknown", "player 99"),
        (SeatingConstraints(never=[(3, 3)]), "wish_malformed", "Player 3"),
        (SeatingConstraints(groups=[[1, 1]]), "player_twice", "Player 1"),
        (SeatingConstraints(tables={1: 9}), "table_unknown", "Player 1 is fixed at table 9"),
        (SeatingConstraints(tables=dict.fromkeys(range(5), 1)), "table_overbooked", "5 players"),
        (SeatingConstraints(tables={1: 2, 3: 2}, never=[(1, 3)]), "wishes_conflict", "Players 1 and 3"),
        (
            SeatingConstraints(tables={1: 2, 3: 2}, winds={1: 0, 3: 0}),
            "seat_overbooked",
            "both fixed as E of table 2",
        ),
        (SeatingConstraints(winds=dict.fromkeys(range(5), 0)), "seat_overbooked", "5 players"),
        (SeatingConstraints(winds={0: 4}), "seat_unknown", "Player 0"),
        (SeatingConstraints(never=[(0, i) for i in range(1, 14)]), "nobody_left", "Player 0 may meet only 2"),
    ],
)
def test_contradictory_constraints_are_named(constraints, code, message):
    with pytest.raises(SeatingError) as caught:
        draw_schedule(ScheduleRequest(range(16), 3, constraints=constraints), "x")

    assert caught.value.code == code
    assert message in caught.value.message


@pytest.mark.parametrize(
    ("players", "rounds", "code"),
    [
        (range(100_000), 3, "too_many_players"),
        (range(40), 200, "rounds_out_of_range"),
        (range(40), 0, "rounds_out_of_range"),
        ([1, 2, 2, 3], 3, "player_twice"),
        ([-1, 2, 4, 3], 3, "player_unknown"),
        ([1, 2], 3, "players_do_not_fit"),
    ],
)
def test_impossible_sizes_are_named(players, rounds, code):
    with pytest.raises(SeatingError) as caught:
        draw_schedule(ScheduleRequest(players, rounds), "x")

    assert caught.value.code == code
