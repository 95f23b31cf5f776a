"""A ceremony drawn from a seed: the same every time, and fair."""

from collections import Counter

import pytest

from scoring.ceremony.seats import NEEDS, PROCEDURES
from scoring.ceremony.seeded import Chance, draw_ceremony
from scoring.errors import NeedsEventSetting, ScoringError
from scoring.verbs.ceremony import ceremony


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_the_same_seed_gives_the_same_draw_and_it_can_be_played_again(procedure):
    drawn = draw_ceremony(procedure, "2026-05-05 table 3")

    assert drawn == draw_ceremony(procedure, "2026-05-05 table 3")
    assert set(drawn.fell) == set(NEEDS[procedure])
    assert PROCEDURES[procedure](**drawn.fell) == drawn.seats


def test_the_stream_is_written_down_once_and_for_all():
    """SHA-256 in counter mode: any language gets these numbers."""
    chance = Chance("seed")

    assert [chance.below(6) for _ in range(40)] == [
        *(0, 5, 1, 4, 3, 4, 0, 3, 5, 1, 2, 1, 0, 4, 2, 2, 3, 3, 4, 0),
        *(5, 5, 5, 1, 5, 4, 0, 4, 1, 5, 0, 5, 5, 3, 0, 1, 4, 5, 4, 3),
    ]


@pytest.mark.parametrize("limit", [2, 3, 4, 5, 6])
def test_numbers_are_even(limit):
    """10,000 numbers: every one within five standard deviations of its share."""
    chance = Chance(f"even {limit}")
    seen = Counter(chance.below(limit) for _ in range(10_000))

    share = 10_000 / limit
    assert set(seen) == set(range(limit))
    assert all(abs(count - share) < 5 * share**0.5 for count in seen.values())


def test_every_order_of_four_winds_comes_up_alike():
    chance = Chance("orders")
    seen = Counter(chance.shuffled("ESWN") for _ in range(24_000))

    assert len(seen) == 24
    assert all(abs(count - 1_000) < 5 * 1_000**0.5 for count in seen.values())


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_every_player_deals_first_and_sits_everywhere_alike(procedure):
    first, at = Counter(), Counter()
    for number in range(2_000):
        seats = draw_ceremony(procedure, f"game {number}").seats
        first[seats.first_dealer] += 1
        at.update(enumerate(seats.seats))

    assert all(abs(count - 500) < 5 * 500**0.5 for count in first.values())
    assert len(at) == 16
    assert all(abs(count - 500) < 5 * 500**0.5 for count in at.values())


def test_a_draw_of_five_tiles_may_start_over():
    draws = [draw_ceremony("five_tiles", f"game {number}").fell["draws"] for number in range(100)]

    assert {len(drawn) for drawn in draws} >= {5, 9}
    assert all(len(drawn) % 4 == 1 for drawn in draws)


@pytest.mark.parametrize("seed", ["", "x" * 1001, "\ud800"])
def test_a_seed_is_a_text(seed):
    with pytest.raises(ScoringError) as refused:
        draw_ceremony("two_roll", seed)
    assert refused.value.code == "seed_unusable"


def test_what_is_not_a_procedure_or_not_four_people_is_refused():
    with pytest.raises(ScoringError) as refused:
        draw_ceremony("rochambeau", "seed")
    assert refused.value.code == "unknown_procedure"
    with pytest.raises(ScoringError) as refused:
        draw_ceremony("five_tiles", "seed", ["A", "B"])
    assert refused.value.code == "four_players"


def test_the_door_draws_from_a_seed():
    answer = ceremony({"procedure": "jpml_one_roll", "seed": "2026", "players": ["P", "Q", "R", "S"]})

    drawn = draw_ceremony("jpml_one_roll", "2026", ["P", "Q", "R", "S"])
    assert answer["input"] == drawn.fell
    assert answer["first_dealer"] == drawn.seats.first_dealer
    assert sorted(answer["seats"].values()) == ["P", "Q", "R", "S"]


def test_a_rulebook_may_name_the_procedure():
    by_name = ceremony({"procedure": "shinhochi_two_roll", "seed": "2026"})

    assert ceremony({"rulebook": "shinhochi", "seed": "2026"}) == by_name
    with pytest.raises(NeedsEventSetting) as raised:
        ceremony({"rulebook": "ema_2016", "seed": "2026"})
    assert raised.value.fields == ("seating.seat_draw",)
    with pytest.raises(ScoringError) as refused:
        ceremony({"procedure": "coin", "seed": "2026"})
    assert refused.value.code == "unknown_procedure"
