"""House rules are declared until the first game starts; then they are fixed for good."""

from typing import Any

import pytest

from scoring.rulebook.rulebook import load
from tests.permissions import digest
from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.errors import RulesRefuse, StaleVersion, StateRefuses
from tournaments.actions.setup.house_rules import change_house_rules
from tournaments.models import Tournament


def change(hall: Hall, rules: dict[str, Any], **more: Any) -> Tournament:
    now = Tournament.objects.get()
    return change_house_rules(
        **{"tournament": now, "house_rules": rules, "seen": now.rulebook.hash(), "by": hall.alice} | more
    )


def refused(hall: Hall, rules: dict[str, Any], **more: Any) -> RulesRefuse | StateRefuses | StaleVersion:
    """The refusal, and nothing else has happened."""
    before = digest()
    with pytest.raises((RulesRefuse, StateRefuses, StaleVersion)) as refusal:
        change(hall, rules, **more)
    assert digest() == before
    return refusal.value


def test_the_declared_changes_are_in_force_and_in_the_ledger(hall: Hall) -> None:
    change(hall, {"result.tie": "seat_order", "bonus.red_fives": 0})

    book = Tournament.objects.get().rulebook
    assert (book.result.tie, book.bonus.red_fives) == ("seat_order", 0)
    assert (hall.kinds()[-1], hall.last_payload()) == (
        "rules_changed",
        {
            "rulebook": "mleague",
            "hash": book.hash(),
            "house_rules": {"result.tie": "seat_order", "bonus.red_fives": 0},
        },
    )


def test_what_is_not_declared_again_is_played_as_the_edition_has_it(hall: Hall) -> None:
    change(hall, {"result.tie": "seat_order"})
    change(hall, {})

    now = Tournament.objects.get()
    assert (now.usual_format.house_rules, now.rulebook) == ({}, load("mleague"))


def test_the_same_rules_again_change_nothing(hall: Hall) -> None:
    change(hall, {"result.tie": "seat_order"})
    before = digest()

    change(hall, {"result.tie": "seat_order"})

    assert digest() == before


def test_after_the_first_start_they_are_fixed(hall: Hall) -> None:
    hall.started()

    assert refused(hall, {"result.tie": "seat_order"}).code == "rules_are_fixed"


def test_whoever_saw_other_rules_is_told_so(hall: Hall) -> None:
    seen = Tournament.objects.get().rulebook.hash()
    change(hall, {"result.tie": "seat_order"})

    assert refused(hall, {"bonus.red_fives": 0}, seen=seen).code == "stale_version"


@pytest.mark.parametrize(
    ("rules", "code", "field"),
    [
        ({"result.tie": "coin"}, "invalid_value", "result.tie"),
        ({"result.luck": 1}, "unknown_field", "result.luck"),
        ({"result.uma": {"*": [15, 0, -15]}}, "contradiction", "result.uma"),
        ({"result.uma": "unset"}, "rulebook_leaves_open", "result.uma"),
    ],
)
def test_what_no_result_can_follow_from_is_refused_beside_its_field(
    hall: Hall, rules: dict[str, Any], code: str, field: str
) -> None:
    refusal = refused(hall, rules)

    assert (refusal.code, list(refusal.fields)) == (code, [field])


def test_a_drawn_round_keeps_the_number_of_players(hall: Hall) -> None:
    hall.draw()

    three = {"table.players": 3, "result.uma": {"*": [15, 0, -15]}}
    assert refused(hall, three).code == "rounds_exist"


def test_a_draft_does_not_fix_the_other_rules(db: None) -> None:
    hall = open_hall()
    hall.draw()

    change(hall, {"bonus.red_fives": 0})

    assert Tournament.objects.get().rulebook.bonus.red_fives == 0
