"""Deductions by the referee."""

import pytest

from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.actor import Actor
from tournaments.actions.errors import NotAllowed, RulesRefuse
from tournaments.actions.play.penalties import lift_penalty, penalize
from tournaments.models import Entry, Penalty


@pytest.fixture
def entry(hall: Hall) -> Entry:
    return hall.tournament.entries.get(number=1)


def test_a_penalty_has_an_author_a_reason_and_a_ledger_entry(hall: Hall, entry: Entry) -> None:
    penalty = penalize(
        stage=hall.stage, entry=entry, amount=20_000, reason="  Late by   10 minutes ", by=hall.rob
    )

    assert (penalty.amount, penalty.reason, penalty.imposed_by) == (
        20_000,
        "Late by 10 minutes",
        hall.rob.user,
    )
    assert (hall.kinds()[-1], hall.last_payload()["amount"]) == ("penalized", 20_000)


@pytest.mark.parametrize(
    ("amount", "reason", "code"),
    [
        (0, "Late", "deduction_out_of_range"),
        (-5, "Bonus", "deduction_out_of_range"),
        (5, " ", "reason_missing"),
    ],
)
def test_a_penalty_deducts_and_says_why(
    hall: Hall, entry: Entry, amount: int, reason: str, code: str
) -> None:
    with pytest.raises(RulesRefuse) as refusal:
        penalize(stage=hall.stage, entry=entry, amount=amount, reason=reason, by=hall.rob)

    assert (refusal.value.code, Penalty.objects.count()) == (code, 0)


def test_another_tournaments_player_is_refused(hall: Hall) -> None:
    foreign = open_hall("other").tournament.entries.get(number=1)

    with pytest.raises(RulesRefuse):
        penalize(stage=hall.stage, entry=foreign, amount=1_000, reason="Late", by=hall.rob)

    assert not Penalty.objects.exists()


def test_nobody_in_particular_cannot_penalize(hall: Hall, entry: Entry) -> None:
    with pytest.raises(NotAllowed):
        penalize(stage=hall.stage, entry=entry, amount=1_000, reason="Late", by=Actor())

    assert not Penalty.objects.exists()


def test_a_lifted_penalty_stays_on_record(hall: Hall, entry: Entry) -> None:
    penalty = penalize(stage=hall.stage, entry=entry, amount=20_000, reason="Late", by=hall.rob)

    lifted = lift_penalty(penalty=penalty, reason="The train was late", by=hall.alice)
    again = lift_penalty(penalty=penalty, reason="Another reason", by=hall.rob)

    assert lifted.lifted_at is not None
    assert (again.lifted_by, again.lift_reason, Penalty.objects.count()) == (
        hall.alice.user,
        "The train was late",
        1,
    )
    assert hall.kinds().count("penalty_lifted") == 1
