"""Many names in one sentence."""

from tournaments.actions.wording.lists import in_short, rounds_in_short
from tournaments.models import Round


def test_a_few_are_all_named() -> None:
    assert in_short(f"Round {number}" for number in (1, 2)) == "Round 1, Round 2"
    assert in_short(range(1, 8)) == "1, 2, 3, 4, 5, 6, 7"


def test_of_many_the_first_are_named_and_the_others_counted() -> None:
    rounds = [f"Round {number}" for number in range(13, 49)]

    assert in_short(rounds) == "Round 13, Round 14, Round 15, Round 16, Round 17, Round 18 and 30 more"
    assert in_short([]) == ""


def rounds(*numbers: int, stage: int = 1, status: str = "published", name: str = "") -> list[Round]:
    return [Round(stage_id=stage, number=number, status=status, name=name) for number in numbers]


def test_rounds_that_follow_each_other_are_named_by_the_first_and_the_last() -> None:
    assert rounds_in_short(rounds(*range(13, 49))) == "Rounds 13–48"
    assert rounds_in_short(rounds(1, 2, 4, 5, 6, 9)) == "Round 1, Round 2, Rounds 4–6, Round 9"
    assert rounds_in_short([]) == ""


def test_a_name_another_stage_and_another_state_end_a_row_of_rounds() -> None:
    named = [*rounds(1, 2, 3), *rounds(4, name="Gold"), *rounds(5, 6, 7)]

    assert rounds_in_short(named) == "Rounds 1–3, Gold, Rounds 5–7"
    assert rounds_in_short([*rounds(1, 2, 3), *rounds(4, 5, stage=2)]) == "Rounds 1–3, Round 4, Round 5"
    in_play = [*rounds(1, 2, status="started"), *rounds(3, 4, 5)]
    assert rounds_in_short(in_play) == "Rounds 1–5"
    said = "Round 1 (In play), Round 2 (In play), Rounds 3–5 (Published)"
    assert rounds_in_short(in_play, with_state=True) == said
