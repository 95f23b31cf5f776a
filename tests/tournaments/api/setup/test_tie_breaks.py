"""How equal totals are ordered, through the API: chosen at set-up, changed until the first start, read with the
figure that decided.
"""

import pytest

from tests.tournaments.api.callers import body_of, code_of, signed_in, stranger
from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.imports.results import import_results
from tournaments.models import Tournament
from tournaments.standings import publish_standings

pytestmark = pytest.mark.django_db
ONE = "/v1/tournaments/spring-open/"
MCR = {"rulebook": "mcr", "house_rules": {"chombo.kind": "none", "chombo.amount": 0}}


@pytest.mark.parametrize(
    ("settings", "in_force", "origin"),
    [
        (MCR, ["total", "points", "lot"], "rulebook"),
        ({"rulebook": "mleague"}, ["total", "wins", "seconds", "lot"], "default"),
        ({"rulebook": "mleague", "tie_breaks": ["average", "lot"]}, ["average", "lot"], "organizer"),
        # Chosen, and the same as the rulebook's.
        (MCR | {"tie_breaks": ["total", "points", "lot"]}, ["total", "points", "lot"], "rulebook"),
    ],
)
def test_a_new_tournament_says_what_is_in_force_and_whose_it_is(
    hall: Hall, settings: dict[str, object], in_force: list[str], origin: str
) -> None:
    answer = signed_in(hall.alice.user).post("/v1/tournaments/", {"slug": "cup", "name": "Cup", **settings})

    body = body_of(answer)
    assert (answer.status_code, body["tie_breaks"], body["tie_breaks_from"]) == (201, in_force, origin)


def test_the_order_is_said_in_words(hall: Hall) -> None:
    body = body_of(stranger().get(ONE))

    assert (body["tie_breaks_en"], body["tie_breaks_ja"]) == (
        "Ties: most 1st places, then most 2nd places, then the lot (the rank is shared)",
        "合計が同じ場合：1着回数、2着回数、抽選（同順位）の順",
    )


@pytest.mark.parametrize(
    ("names", "status", "code"),
    [
        (["total", "points"], 422, "lot_must_be_last"),
        ([], 422, "lot_must_be_last"),
        (["total", "total", "lot"], 422, "repeated_tie_break"),
        (["total", "luck", "lot"], 400, "invalid"),
        (["head_to_head"], 422, "lot_must_be_last"),
        ("total", 400, "invalid"),
        ([["total"], "lot"], 400, "invalid"),
        (["lot"] * 50, 400, "invalid"),
    ],
)
def test_what_is_no_order_is_refused_beside_its_field(
    hall: Hall, names: object, status: int, code: str
) -> None:
    answer = signed_in(hall.alice.user).post(f"{ONE}tie-breaks/", {"tie_breaks": names})

    assert code_of(answer) == (status, code)
    assert list(body_of(answer)["error"]["fields"]) == ["tie_breaks"]
    assert Tournament.objects.get().tie_breaks == ["total", "wins", "seconds", "lot"]


def test_the_organizer_changes_it_until_the_first_game_starts(hall: Hall) -> None:
    caller = signed_in(hall.alice.user)

    answer = caller.post(f"{ONE}tie-breaks/", {"tie_breaks": ["total", "points", "lot"]})

    assert (answer.status_code, body_of(answer)["tie_breaks"]) == (200, ["total", "points", "lot"])
    hall.started()
    late = caller.post(f"{ONE}tie-breaks/", {"tie_breaks": ["total", "lot"]})
    assert code_of(late) == (409, "rules_are_fixed")


def test_of_two_with_one_total_the_figure_that_decided_is_named() -> None:
    hall = open_hall(players=0, rulebook_id="mcr", house_rules=MCR["house_rules"])
    games = [[("A", 10), ("B", 9), ("C", -9), ("D", -10)], [("B", 6), ("A", 4), ("D", -2), ("C", -8)]]
    rows = [f"{number},{name},{points}" for number, game in enumerate(games, 1) for name, points in game]
    import_results(stage=hall.stage, text="\n".join(["game,player,points", *rows]), by=hall.alice)
    publish_standings(hall.stage.pk)

    body = body_of(stranger().get(f"/v1/stages/{hall.stage.pk}/standings/"))

    assert body["tie_breaks"] == ["total", "points", "lot"]
    lines = [(row["entry"]["name"], row["decided_by"], row["figures"]) for row in body["standings"]]
    assert lines == [
        ("B", "", {"total": 72, "points": 15}),
        ("A", "points", {"total": 72, "points": 14}),
        ("D", "total", {"total": 12, "points": -12}),
        ("C", "points", {"total": 12, "points": -17}),
    ]
