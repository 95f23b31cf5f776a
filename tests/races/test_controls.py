"""The same races without lock and constraint have to go wrong; else the processes did not race."""

import pytest
from django.db import connection

from tests.races.test_races import POINTS, TABLES

pytestmark = pytest.mark.race

ONE_LIVE_SHEET = ".one_live_sheet_per_table"


@pytest.fixture
def hall(four):
    hall = four.do("set_up", players=4 * TABLES)
    four.do("unguard", constraints=[ONE_LIVE_SHEET])
    return hall


def doubled(four, hall):
    """The share of tables with more than one live result."""
    live = four.do("count", tables=[table for table, _tokens in hall["tables"]])["live"]
    return sum(count > 1 for count in live) / len(live)


def test_look_then_write_makes_two_results_of_one_table(four, hall):
    for table, _tokens in hall["tables"]:
        four.at_once(
            [
                {"do": "naive_report", "table": table, "points": points, "version": version}
                for version, points in enumerate(POINTS, 1)
            ]
        )

    assert doubled(four, hall) == 1


@pytest.mark.slow
def test_a_key_that_is_looked_up_and_written_afterwards_does_not_make_a_retry_harmless(four, hall):
    for table, _tokens in hall["tables"]:
        four.at_once(
            [
                {
                    "do": "naive_retry",
                    "table": table,
                    "points": POINTS[0],
                    "version": version,
                    "key": f"{table}",
                }
                for version in range(1, 5)
            ]
        )

    assert doubled(four, hall) == 1


def test_without_the_heads_lock_appends_collide_and_the_constraint_alone_has_to_refuse_them(four, hall):
    replies = [
        one
        for turn in range(5)
        for one in four.at_once([{"do": "naive_append", "tournament": hall["tournament"], "turn": turn}] * 4)
    ]

    assert sorted(one["status"] for one in replies) == [201] * 5 + [409] * 15


def test_without_lock_and_constraint_the_chain_forks_and_verify_ledger_says_where(four, hall):
    if connection.vendor == "sqlite":
        pytest.skip("SQLite cannot drop a constraint of a table")
    last = four.do("verify", tournament=hall["tournament"])["seq"]
    names = ("one_ledger_entry_per_seq", "a_ledger_never_forks")
    four.do("unguard", constraints=[f"tournaments_ledgerentry.{name}" for name in names])

    four.at_once([{"do": "naive_append", "tournament": hall["tournament"], "turn": 1}] * 4)

    found = four.do("verify", tournament=hall["tournament"])
    assert found["problems"][0] == f"Entry {last + 1}: this number appears twice."
