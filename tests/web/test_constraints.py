"""Which constraint was broken, from what the database says of it; and an empty text where it does not say."""

import pytest
from django.db import IntegrityError, transaction

from tests.tournaments.hall import open_hall
from tournaments.models import Tournament
from web.constraints import broken_constraint


def broken(action) -> str:
    with pytest.raises(IntegrityError) as error, transaction.atomic():
        action()
    return broken_constraint(error.value)


def test_a_rule_of_several_columns_is_named_on_both_databases(db):
    hall = open_hall(players=2)
    first = hall.tournament.entries.get(number=1)

    assert (
        broken(lambda: hall.tournament.entries.create(player=first.player, number=99, lot=99))
        == "one_entry_per_player"
    )


def test_a_check_is_named_on_both_databases(db):
    clock = {"confirmation_rule": "k_of_n", "confirmations_needed": 4}

    assert (
        broken(lambda: Tournament.objects.create(slug="four-of-three", name="Four", **clock))
        == "confirmations_needed_belongs_to_k_of_n"
    )


@pytest.mark.once("asks no database")
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("CHECK constraint failed: points_add_up", "points_add_up"),
        # A guard's own name.
        ("ledger_entries_are_never_changed", "ledger_entries_are_never_changed"),
        ("UNIQUE constraint failed: players_club.made_up", ""),
        ("FOREIGN KEY constraint failed", ""),
        ("", ""),
    ],
)
def test_what_sqlite_says_is_understood(text, name):
    assert broken_constraint(IntegrityError(text)) == name
