"""House rules through the API: all of them at once, until the first game starts."""

from tests.tournaments.api.callers import body_of, code_of, signed_in
from tests.tournaments.hall import Hall
from tournaments.models import Tournament

HOUSE_RULES = "/v1/tournaments/spring-open/house-rules/"


def test_changes_are_declared_over_the_edition_and_answered_with_the_new_hash(hall: Hall) -> None:
    caller = signed_in(hall.alice.user)
    seen = body_of(caller.get("/v1/tournaments/spring-open/"))["rulebook_hash"]

    answer = caller.post(HOUSE_RULES, {"house_rules": {"result.tie": "seat_order"}, "rulebook_hash": seen})

    now = Tournament.objects.get()
    assert (answer.status_code, body_of(answer)["house_rules"]) == (200, {"result.tie": "seat_order"})
    assert body_of(answer)["rulebook_hash"] == now.rulebook.hash() != seen


def test_rules_that_somebody_changed_meanwhile_are_not_overwritten(hall: Hall) -> None:
    caller = signed_in(hall.alice.user)

    answer = caller.post(
        HOUSE_RULES, {"house_rules": {"result.tie": "seat_order"}, "rulebook_hash": "0" * 64}
    )

    assert code_of(answer) == (412, "stale_version")
    assert Tournament.objects.get().usual_format.house_rules == {}


def test_a_field_that_no_rulebook_has_is_named(hall: Hall) -> None:
    caller = signed_in(hall.alice.user)
    seen = Tournament.objects.get().rulebook.hash()

    answer = caller.post(HOUSE_RULES, {"house_rules": {"result.luck": 1}, "rulebook_hash": seen})

    assert (code_of(answer), list(body_of(answer)["error"]["fields"])) == (
        (422, "unknown_field"),
        ["result.luck"],
    )
