"""Real processes, at the same moment, on one database: SQLite in one half of `make test`, PostgreSQL in the other."""

import pytest

from tests.leagues.league import DEMO
from tests.thorough import examples

pytestmark = pytest.mark.race

POINTS = [[40_000, 30_000, 20_000, 10_000], [10_000, 40_000, 30_000, 20_000]]
POINTS += [[20_000, 10_000, 40_000, 30_000], [30_000, 20_000, 10_000, 40_000]]
TABLES = examples(3, of=6)
# How often four race for one sheet, and for the end of one ledger.
TURNS = examples(8, of=20)


@pytest.fixture
def hall(four):
    return four.do("set_up", players=4 * TABLES)


def statuses(replies):
    return sorted(one["status"] for one in replies)


def test_four_phones_report_one_table_at_once_and_one_result_stands(four, hall):
    for table, tokens in hall["tables"]:
        replies = four.at_once(
            [
                {"do": "report", "table": table, "token": token, "points": points, "key": f"{table}-{token}"}
                for token, points in zip(tokens, POINTS, strict=True)
            ]
        )

        accepted = [one["body"] for one in replies if one["status"] == 201]
        refused = [one["body"] for one in replies if one["status"] == 409]
        assert (len(accepted), len(refused)) == (1, 3), replies
        assert refused == [{"code": "live_sheet_exists", "live": accepted[0]["tag"]}] * 3

    found = four.do("verify", tournament=hall["tournament"])
    assert [version for _table, version, _status in found["sheets"]] == [1] * TABLES
    assert found["problems"] == []


def test_four_retries_with_one_key_are_one_result_and_four_times_the_same_answer(four, hall):
    for table, tokens in hall["tables"]:
        call = {
            "do": "report",
            "table": table,
            "token": tokens[0],
            "points": POINTS[0],
            "key": f"once {table}",
        }

        replies = four.at_once([call] * 4)

        assert statuses(replies) == [201] * 4
        assert all(one == replies[0] for one in replies)

    found = four.do("verify", tournament=hall["tournament"])
    assert [version for _table, version, _status in found["sheets"]] == [1] * TABLES
    assert found["problems"] == []


def test_of_many_edits_and_confirmations_at_once_none_is_lost_and_none_confirms_what_it_did_not_see(
    four, hall
):
    table, tokens = hall["tables"][0]
    accepted = four.do("report", table=table, token=tokens[0], points=POINTS[0], key="first")
    edits, confirmed = 0, []
    for turn in range(TURNS):
        tag = four.do("live_tag", table=table)["body"]["tag"]
        points = [25_000 + 100 * turn, 25_000 - 100 * turn, 26_000, 24_000]
        replies = four.at_once(
            [
                {"do": "report_again", "table": table, "token": tokens[0], "points": points, "if_match": tag},
                {
                    "do": "report_again",
                    "table": table,
                    "token": tokens[0],
                    "points": POINTS[1],
                    "if_match": tag,
                },
                {"do": "confirm", "table": table, "token": tokens[1], "if_match": tag},
                {"do": "confirm", "table": table, "token": tokens[2], "if_match": tag},
            ]
        )

        assert {one["status"] for one in replies} <= {200, 412}, replies
        assert statuses(replies[:2]) == [200, 412]
        edits += 1
        confirmed += [one["body"]["status"] for one in replies[2:] if one["status"] == 200]

    found = four.do("verify", tournament=hall["tournament"])
    assert accepted["status"] == 201
    # An edit voids what was agreed before it, so nothing is ever confirmed while edits go on.
    assert set(confirmed) <= {"submitted"}
    assert (edits, found["sheets"], found["problems"]) == (TURNS, [[table, TURNS + 1, "submitted"]], [])


def test_three_confirmations_at_once_confirm_a_result_once(four, hall):
    for table, tokens in hall["tables"]:
        sheet = four.do("report", table=table, token=tokens[0], points=POINTS[0], key=f"{table}")["body"]

        replies = four.at_once(
            [
                {"do": "confirm", "table": table, "token": token, "if_match": sheet["tag"]}
                for token in tokens[1:]
            ]
        )

        assert sorted(one["body"].get("status", "") for one in replies) == [
            "confirmed",
            "submitted",
            "submitted",
        ], replies

    found = four.do("verify", tournament=hall["tournament"])
    assert [status for _table, _version, status in found["sheets"]] == ["confirmed"] * TABLES
    # Also compares the published standings, which the last confirmation's process brought up to date.
    assert (found["problems"], found["remarks"]) == ([], [])


def test_two_draws_at_once_are_two_rounds_with_numbers_of_their_own(four, hall):
    call = {"do": "draw", "stage": hall["stage"], "organizer": hall["organizer"]}

    replies = four.at_once([call] * 2)

    numbers = sorted(one["body"]["number"] for one in replies if one["status"] == 200)
    assert numbers in ([2], [2, 3]), replies
    assert four.do("verify", tournament=hall["tournament"])["problems"] == []


def test_four_who_print_cards_of_one_table_at_once_all_get_them_and_the_last_ones_open(four, hall):
    for table, _tokens in hall["tables"]:
        call = {"do": "print_cards", "table": table, "organizer": hall["organizer"]}

        replies = four.at_once([call] * 4)

        assert replies == [{"status": 200, "body": {"codes": 4}}] * 4

    assert four.do("verify", tournament=hall["tournament"])["problems"] == []


def test_four_stages_added_at_once_are_four_stages(four, hall):
    call = {"do": "add_stage", "tournament": hall["tournament"], "organizer": hall["organizer"]}

    replies = four.at_once([call] * 4)

    assert statuses(replies) == [200] * 4, replies
    assert sorted(one["body"]["ordinal"] for one in replies) == [2, 3, 4, 5]


def test_the_chain_of_a_ledger_never_forks(four, hall):
    before = four.do("verify", tournament=hall["tournament"])["seq"]
    for turn in range(TURNS):
        entries = hall["entries"][turn % TABLES * 4 : turn % TABLES * 4 + 4]
        replies = four.at_once(
            [
                {"do": "impose", "stage": hall["stage"], "entry": entry, "referee": hall["referee"]}
                for entry in entries
            ]
        )

        assert statuses(replies) == [200] * 4, replies

    found = four.do("verify", tournament=hall["tournament"])
    assert (found["seq"], found["problems"]) == (before + 4 * TURNS, [])


def test_one_file_imported_twice_at_once_is_imported_once(four):
    hall = four.do("set_up", players=4)
    text = (DEMO / "mleague_2018.csv").read_text()
    seq = four.do("verify", tournament=hall["tournament"])["seq"]
    text = "\n".join(
        ["round," + text.splitlines()[0], *(f"{_shift(line)},{line}" for line in text.splitlines()[1:])]
    )
    call = {
        "do": "take_in",
        "stage": hall["stage"],
        "organizer": hall["organizer"],
        "text": text,
        "as_of": seq,
    }

    replies = four.at_once([call] * 2)

    assert statuses(replies) == [200, 409], replies
    assert [one["body"] for one in replies if one["status"] == 409] == [
        {"code": "imported_meanwhile", "live": None}
    ]
    assert [one["body"] for one in replies if one["status"] == 200] == [{"new": 106}]
    assert four.do("verify", tournament=hall["tournament"])["problems"] == []


def _shift(line):
    """Round 1 was drawn in the hall; the imported games go behind it."""
    return int(line.partition(",")[0]) % 1000 + 1
