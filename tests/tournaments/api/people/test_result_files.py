"""Results of games played elsewhere, by the API: looked at in a dry run, then imported in one batch."""

import base64

from tests.tournaments.api.callers import body_of, code_of, signed_in
from tests.tournaments.hall import Hall
from tournaments.models import Scoresheet

GAMES = "round,table,player,points\n1,1,Ann,40000\n1,1,Ben,30000\n1,1,Cat,20000\n1,1,Dan,10000\n"
SHORT = GAMES.replace("10000", "9000")


def test_a_dry_run_says_what_would_come_and_changes_nothing(hall: Hall) -> None:
    alice = signed_in(hall.alice.user)

    found = body_of(
        alice.post(f"/v1/stages/{hall.stage.pk}/results/import/", {"csv": GAMES, "dry_run": True})
    )

    counts = {"dry_run": True, "games": 1, "new_games": 1, "known_games": 0, "entered": 4, "unbalanced": []}
    assert {name: found[name] for name in counts} == counts
    assert Scoresheet.objects.count() == 0


def test_a_file_is_imported_once_and_may_be_sent_again(hall: Hall) -> None:
    alice = signed_in(hall.alice.user)
    address = f"/v1/stages/{hall.stage.pk}/results/import/"
    dry = body_of(alice.post(address, {"csv": GAMES, "dry_run": True}))

    first = alice.post(address, {"file": base64.b64encode(GAMES.encode()).decode(), "as_of": dry["as_of"]})
    again = alice.post(address, {"csv": GAMES})

    assert (first.status_code, body_of(first)["new_games"], body_of(first)["known_games"]) == (200, 1, 0)
    assert (again.status_code, body_of(again)["new_games"], body_of(again)["known_games"]) == (200, 0, 1)
    sheet = Scoresheet.objects.get()
    assert (sheet.status, sheet.points) == ("confirmed", [40_000, 30_000, 20_000, 10_000])


def test_games_that_do_not_add_up_need_a_reason(hall: Hall) -> None:
    alice = signed_in(hall.alice.user)
    address = f"/v1/stages/{hall.stage.pk}/results/import/"

    refused = alice.post(address, {"csv": SHORT})
    dry = body_of(alice.post(address, {"csv": SHORT, "dry_run": True}))
    taken = alice.post(address, {"csv": SHORT, "accept_unbalanced": "A stick was lost"})

    assert code_of(refused)[0] == 422
    assert Scoresheet.objects.count() == 1
    assert dry["unbalanced"] == [
        {
            "game": "1/1",
            "line": 2,
            "found": 99_000,
            "expected": 100_000,
            "missing": 1_000,
            "leftover": 0,
            "reason": "",
        }
    ]
    assert (taken.status_code, body_of(taken)["unbalanced"][0]["reason"]) == (200, "A stick was lost")
