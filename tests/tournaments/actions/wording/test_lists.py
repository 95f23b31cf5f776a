"""Many names in one sentence."""

from tournaments.actions.wording.lists import in_short


def test_a_few_are_all_named() -> None:
    assert in_short(f"Round {number}" for number in (1, 2)) == "Round 1, Round 2"
    assert in_short(range(1, 8)) == "1, 2, 3, 4, 5, 6, 7"


def test_of_many_the_first_are_named_and_the_others_counted() -> None:
    rounds = [f"Round {number}" for number in range(13, 49)]

    assert in_short(rounds) == "Round 13, Round 14, Round 15, Round 16, Round 17, Round 18 and 30 more"
    assert in_short([]) == ""
