"""Tables of five through the API: named, drawn, reported, ranked."""

from tests.tournaments.api.callers import body_of, signed_in
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.odd_hall import FIVES
from tournaments.models import Scoresheet, Tournament
from tournaments.standings import publish_tournament

PAGE = "/v1/tournaments/spring-open/"


def test_the_rulebook_for_five_stands_on_the_tournaments_page(hall: Hall) -> None:
    caller = signed_in(hall.alice.user)

    answer = caller.post(
        f"{PAGE}odd-rulebooks/", {"players": 5, "rulebook": "mleague", "house_rules": FIVES.rules}
    )

    assert (answer.status_code, body_of(answer)["odd_tables"]) == (
        200,
        [
            {
                "players": 5,
                "rulebook": "mleague",
                "rulebook_hash": Tournament.objects.get().rulebook_for(5).hash(),
                "house_rules": FIVES.rules,
                "is_pinned": False,
            }
        ],
    )


def test_a_round_is_drawn_with_a_table_of_five_and_its_result_reported(db: None) -> None:
    hall = FIVES.named(open_hall(players=9))
    caller = signed_in(hall.alice.user)

    answer = caller.post(f"/v1/stages/{hall.stage.pk}/draws/", {"method": "swiss", "remainder": "five"})
    assert answer.status_code == 201
    table = FIVES.table(FIVES.started(hall))
    reported = caller.post(
        f"/v1/tables/{table.pk}/scoresheets/", {"points": list(FIVES.figures.points), "chombo": [0] * 5}
    )

    assert reported.status_code == 201
    assert tuple(seat["total"] for seat in body_of(reported)["seats"]) == FIVES.totals
    assert [seat["wind"] for seat in body_of(reported)["seats"]] == [1, 2, 3, 4, 5]
    assert Scoresheet.objects.get().fifth == 1_000


def test_places_have_a_fifth_where_tables_of_five_may_be(hall: Hall) -> None:
    caller = signed_in(hall.alice.user)
    page = f"/v1/stages/{hall.stage.pk}/standings/"
    publish_tournament(hall.tournament.pk)
    before = body_of(caller.get(page))["standings"]

    FIVES.named(hall)
    after = body_of(caller.get(page))["standings"]

    assert ({len(row["places"]) for row in before}, {len(row["places"]) for row in after}) == ({4}, {5})
