"""Tables of three through the API: named, drawn, reported."""

import pytest

from tests.tournaments.api.callers import body_of, code_of, signed_in
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.odd_hall import THREES
from tournaments.models import Scoresheet, Tournament

PAGE = "/v1/tournaments/spring-open/"
ODD = f"{PAGE}odd-rulebooks/"
NAMED = {"players": 3, "rulebook": "mleague", "house_rules": THREES.rules}


def test_the_rulebook_for_three_stands_on_the_tournaments_page(hall: Hall) -> None:
    caller = signed_in(hall.alice.user)

    answer = caller.post(ODD, NAMED)

    rulebook_hash = Tournament.objects.get().rulebook_for(3).hash()
    expected = [
        {
            "players": 3,
            "rulebook": "mleague",
            "rulebook_hash": rulebook_hash,
            "house_rules": THREES.rules,
            "is_pinned": False,
        }
    ]
    assert (answer.status_code, body_of(answer)["odd_tables"]) == (200, expected)
    assert body_of(caller.get(PAGE))["odd_tables"] == expected


def test_what_cannot_be_added_up_is_refused_by_field(hall: Hall) -> None:
    answer = signed_in(hall.alice.user).post(
        ODD, {**NAMED, "house_rules": {**THREES.rules, "result.tie_remainder": "exact"}}
    )

    assert code_of(answer) == (422, "units_differ")
    assert set(body_of(answer)["error"]["fields"]) == {"result.tie", "result.tie_remainder"}
    assert Tournament.objects.get().odd_sizes == []


@pytest.mark.slow
def test_a_round_is_drawn_with_a_table_of_three_and_its_result_reported(db: None) -> None:
    hall = THREES.named(open_hall(players=7))
    caller = signed_in(hall.alice.user)

    answer = caller.post(f"/v1/stages/{hall.stage.pk}/draws/", {"method": "swiss", "remainder": "three"})

    assert answer.status_code == 201
    table = THREES.table(THREES.started(hall))
    reported = caller.post(f"/v1/tables/{table.pk}/scoresheets/", {"points": [50_000, 35_000, 20_000]})
    assert reported.status_code == 201
    assert [seat["total"] for seat in body_of(reported)["seats"]] == list(THREES.totals)
    assert Scoresheet.objects.get().north is None
