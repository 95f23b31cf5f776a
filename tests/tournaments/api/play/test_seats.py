"""Phones and their seats; codes, guesses, and who gets in."""

from datetime import timedelta

import pytest
from django.db.models import F

from tests.tournaments.api.callers import (
    BALANCED,
    CSRF,
    Caller,
    body_of,
    code_of,
    phone_of,
    program,
    signed_in,
    stranger,
)
from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.credentials.seat_tokens import issue_seat_tokens
from tournaments.actions.errors import TooManyAttempts
from tournaments.actions.rate_limits import (
    SEAT_CODES_OF_A_DEVICE,
    SEAT_CODES_OF_A_NETWORK,
    SEAT_CODES_WITHOUT_A_DEVICE,
    Limit,
    attempts_counted,
    count_attempt,
    forgive_attempt,
)
from tournaments.credentials.devices import DEVICE_COOKIE, SEAT_COOKIE
from tournaments.models import ApiToken, Attempts, IdempotencyKey, Round, SeatToken, Table

CLAIM = "/v1/seats/claim/"
HERE = "127.0.0.1"


@pytest.fixture
def code(hall: Hall, table: Table) -> str:
    """The code of East's seat."""
    seat = table.seats.get(wind=1)
    return issue_seat_tokens(seats=[seat], by=hall.alice)[seat.pk]


class TestClaiming:
    def test_a_phone_that_claims_a_seat_can_report_for_it(self, table: Table, code: str) -> None:
        phone = Caller()

        response = phone.post(CLAIM, {"code": code, "device_name": "Bob's phone"})

        seat = table.seats.get(wind=1)
        assert response.status_code == 200
        assert body_of(response) == {
            "token": "mjs_" + response.cookies[SEAT_COOKIE].value,
            "seat": seat.pk,
            "wind": 1,
            "table": table.pk,
            "round": table.round_id,
            "tournament": "spring-open",
            "name": seat.entry.player.name,
        }
        assert phone.post(f"/v1/tables/{table.pk}/scoresheets/", BALANCED).status_code == 201

    def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(self, code: str) -> None:
        cookie = Caller().post(CLAIM, {"code": code}).cookies[SEAT_COOKIE]

        assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")

    def test_a_code_may_be_typed_in_small_letters_with_hyphens(self, code: str) -> None:
        typed = "-".join([code[:10], code[10:20], code[20:]]).lower()

        assert Caller().post(CLAIM, {"code": typed}).status_code == 200

    def test_a_repeat_with_the_same_key_gets_the_same_seat_and_cookie(self, code: str) -> None:
        first = Caller().post(CLAIM, {"code": code}, key="one-and-the-same")

        second = Caller().post(CLAIM, {"code": code}, key="one-and-the-same")

        assert (second.status_code, second["Idempotent-Replay"]) == (200, "true")
        assert second.content == first.content
        assert second.cookies[SEAT_COOKIE].value == first.cookies[SEAT_COOKIE].value

    def test_a_second_phone_is_refused_and_the_referee_sees_it(
        self, hall: Hall, table: Table, code: str
    ) -> None:
        Caller().post(CLAIM, {"code": code})

        response = Caller().post(CLAIM, {"code": code})

        assert code_of(response) == (409, "seat_already_claimed")
        assert hall.kinds()[-1] == "second_claim_refused"
        held = body_of(signed_in(hall.alice.user).get(f"/v1/rounds/{table.round_id}/seat-tokens/"))["results"]
        assert [(token["is_claimed"], token["second_claims"]) for token in held] == [(True, 1)]

    def test_one_phone_does_not_hold_two_seats_of_a_table(self, hall: Hall, table: Table, code: str) -> None:
        phone = phone_of(table.seats.get(wind=2), hall.alice)

        response = phone.post(CLAIM, {"code": code})

        assert code_of(response) == (409, "another_seat_held")

    def test_a_wrong_code_opens_nothing_and_is_counted(self, hall: Hall) -> None:
        response = Caller().post(CLAIM, {"code": "A" * 26})

        assert code_of(response) == (403, "code_unknown")
        assert attempts_counted(SEAT_CODES_WITHOUT_A_DEVICE, HERE) == 1

    def test_claims_that_succeed_do_not_use_up_the_halls_attempts(self, code: str) -> None:
        Caller().post(CLAIM, {"code": code})

        assert attempts_counted(SEAT_CODES_WITHOUT_A_DEVICE, HERE) == 0

    def test_after_fifty_wrong_codes_without_a_phones_name_a_wrong_one_has_to_wait_and_the_right_one_has_not(
        self, code: str
    ) -> None:
        spend(SEAT_CODES_WITHOUT_A_DEVICE, HERE)

        wrong, right = Caller().post(CLAIM, {"code": "A" * 26}), Caller().post(CLAIM, {"code": code})

        assert (code_of(wrong), wrong["Retry-After"]) == ((429, "too_many_attempts"), "900")
        assert right.status_code == 200

    def test_a_phone_that_goes_on_guessing_is_refused_with_the_right_code_too(self, code: str) -> None:
        guesser = with_a_name()
        answers = [code_of(guesser.post(CLAIM, {"code": "A" * 26})) for _guess in range(21)]

        right = guesser.post(CLAIM, {"code": code})

        assert answers == [(403, "code_unknown")] * 20 + [(429, "too_many_attempts")]
        assert (code_of(right), right["Retry-After"]) == ((429, "too_many_attempts"), "900")
        assert not SeatToken.objects.filter(device_hash__isnull=False).exists()

    @pytest.mark.slow
    def test_and_stops_nobody_else_of_the_hall(self, code: str) -> None:
        guesser, neighbour = with_a_name(), with_a_name()
        for _guess in range(SEAT_CODES_OF_A_DEVICE.most + 30):
            guesser.post(CLAIM, {"code": "A" * 26})

        typo, right = neighbour.post(CLAIM, {"code": "B" * 26}), neighbour.post(CLAIM, {"code": code})

        assert (code_of(typo), right.status_code) == ((403, "code_unknown"), 200)

    def test_not_even_who_fetches_a_new_name_for_every_guess_keeps_out_who_has_the_right_code(
        self, code: str
    ) -> None:
        spend(SEAT_CODES_OF_A_NETWORK, HERE)

        wrong, right = (
            with_a_name().post(CLAIM, {"code": "A" * 26}),
            with_a_name().post(CLAIM, {"code": code}),
        )

        assert (code_of(wrong), right.status_code) == ((429, "too_many_attempts"), 200)

    def test_a_name_that_was_made_up_is_none(self, hall: Hall) -> None:
        forger = Caller()
        forger.client.cookies[DEVICE_COOKIE] = "a" * 32

        forger.post(CLAIM, {"code": "A" * 26})

        assert attempts_counted(SEAT_CODES_WITHOUT_A_DEVICE, HERE) == 1

    def test_who_pretends_to_come_from_elsewhere_is_counted_where_they_are(self, hall: Hall) -> None:
        for number in range(3):
            Caller().post(CLAIM, {"code": "A" * 26}, X_Forwarded_For=f"10.0.0.{number}")

        assert attempts_counted(SEAT_CODES_WITHOUT_A_DEVICE, HERE) == 3

    def test_a_seat_that_is_taken_is_not_asked_for_for_ever(self, hall: Hall, code: str) -> None:
        Caller().post(CLAIM, {"code": code})

        codes = [code_of(Caller().post(CLAIM, {"code": code})) for _try in range(11)]

        assert codes == [(409, "seat_already_claimed")] * 10 + [(429, "too_many_attempts")]


def with_a_name() -> Caller:
    """A phone that has looked at the claim page."""
    caller = Caller()
    caller.client.get("/seat/")
    caller.client.cookies["csrftoken"] = CSRF
    return caller


def spend(limit: Limit, whose: str) -> None:
    for _attempt in range(limit.most):
        count_attempt(limit, whose)


class TestCounting:
    LIMIT = Limit("test", most=2, seconds=3_600)

    def test_the_third_of_two_attempts_is_refused(self, db: None) -> None:
        count_attempt(self.LIMIT, "somebody")
        count_attempt(self.LIMIT, "somebody")

        with pytest.raises(TooManyAttempts) as refused:
            count_attempt(self.LIMIT, "somebody")

        assert refused.value.retry_after == 3_600
        assert attempts_counted(self.LIMIT, "somebody else") == 0

    def test_a_forgiven_attempt_is_free_again(self, db: None) -> None:
        for _time in range(5):
            count_attempt(self.LIMIT, "somebody")
            forgive_attempt(self.LIMIT, "somebody")

        assert attempts_counted(self.LIMIT, "somebody") == 0

    @pytest.mark.parametrize(("ago", "counted"), [(3_500, 2), (3_600, 1), (-100, 1)])
    def test_a_period_begins_with_its_first_attempt_and_lasts_as_long_as_the_limit_says(
        self, db: None, ago: int, counted: int
    ) -> None:
        count_attempt(self.LIMIT, "somebody")
        Attempts.objects.update(period=F("period") - ago)

        count_attempt(self.LIMIT, "somebody")

        assert attempts_counted(self.LIMIT, "somebody") == counted


class TestSecrets:
    def test_codes_are_shown_to_the_one_call_that_made_them_and_stored_nowhere(
        self, hall: Hall, round_: Round
    ) -> None:
        path = f"/v1/rounds/{round_.pk}/seat-tokens/"
        alice = signed_in(hall.alice.user)

        first = body_of(alice.post(path, {}, key="one-and-the-same"))
        again = alice.post(path, {}, key="one-and-the-same")

        assert [len(code["code"]) for code in first["codes"]] == [26] * 8
        assert (again["Idempotent-Replay"], body_of(again)) == ("true", first)
        stored = IdempotencyKey.objects.get(key="one-and-the-same").answer
        assert not any(code["code"] in stored for code in first["codes"])

    def test_a_key_that_was_cleared_and_is_used_anew_makes_other_codes(
        self, hall: Hall, round_: Round
    ) -> None:
        path = f"/v1/rounds/{round_.pk}/seat-tokens/"
        alice = signed_in(hall.alice.user)
        first = body_of(alice.post(path, {}, key="one-and-the-same"))
        IdempotencyKey.objects.all().delete()

        anew = alice.post(path, {}, key="one-and-the-same")
        again = alice.post(path, {}, key="one-and-the-same")

        assert (anew.status_code, body_of(again)) == (201, body_of(anew))
        shown = [{code["code"] for code in body["codes"]} for body in (first, body_of(anew))]
        assert (len(shown[0]), len(shown[1]), shown[0] & shown[1]) == (8, 8, set())

    def test_an_api_token_is_shown_to_the_one_call_that_made_it_and_works(self, hall: Hall) -> None:
        alice = signed_in(hall.alice.user)
        wanted = {"name": "overlay", "scope": "read", "days": 7, "tournament": "spring-open"}

        made = body_of(alice.post("/v1/tokens/", wanted, key="one-and-the-same"))
        again = alice.post("/v1/tokens/", wanted, key="one-and-the-same")

        assert made["token"].startswith("mjt_")
        assert (again["Idempotent-Replay"], body_of(again)) == ("true", made)
        assert made["token"] not in IdempotencyKey.objects.get(key="one-and-the-same").answer
        me = body_of(Caller(bearer=made["token"]).get("/v1/me/"))
        assert (me["user"], me["token_scope"]) == (hall.alice.user.pk if hall.alice.user else None, "read")

    def test_a_revoked_token_is_dead_with_the_next_call(self, hall: Hall) -> None:
        alice = signed_in(hall.alice.user)
        made = body_of(alice.post("/v1/tokens/", {"name": "overlay"}))

        alice.delete(f"/v1/tokens/{made['id']}/")

        assert code_of(Caller(bearer=made["token"]).get("/v1/me/")) == (401, "bad_token")

    def test_a_token_for_one_tournament_sees_no_other(self, hall: Hall) -> None:
        open_hall("other-cup")
        made = body_of(
            signed_in(hall.alice.user).post("/v1/tokens/", {"name": "x", "tournament": "spring-open"})
        )

        listed = body_of(Caller(bearer=made["token"]).get("/v1/tournaments/"))["results"]

        assert [tournament["slug"] for tournament in listed] == ["spring-open"]
        assert Caller(bearer=made["token"]).get("/v1/tournaments/other-cup/").status_code == 404
        assert stranger().get("/v1/tournaments/other-cup/").status_code == 200


def test_a_phone_sees_the_private_tournament_it_plays_in(db: None) -> None:
    hall = open_hall("secret-cup", visibility="private")
    table = hall.started().tables.get(number=1)
    phone = phone_of(table.seats.get(wind=1), hall.alice)

    assert phone.get(f"/v1/tables/{table.pk}/").status_code == 200
    assert phone.post(f"/v1/tables/{table.pk}/scoresheets/", BALANCED).status_code == 201
    assert stranger().get(f"/v1/tables/{table.pk}/").status_code == 404


def test_issuing_again_kills_the_phone_that_held_the_seat(hall: Hall, table: Table) -> None:
    phone = phone_of(table.seats.get(wind=1), hall.alice)
    assert body_of(phone.get("/v1/me/"))["seat"]["table"] == table.pk

    east = table.seats.get(wind=1).pk

    answer = signed_in(hall.alice.user).post(f"/v1/rounds/{table.round_id}/seat-tokens/", {"seats": [east]})

    assert answer.status_code == 201
    assert body_of(phone.get("/v1/me/"))["seat"] is None


def test_new_codes_for_a_whole_round_ask_first_while_phones_hold_seats_of_it(
    hall: Hall, table: Table
) -> None:
    phone = phone_of(table.seats.get(wind=1), hall.alice)
    alice, path = signed_in(hall.alice.user), f"/v1/rounds/{table.round_id}/seat-tokens/"
    cards = set(SeatToken.objects.filter(revoked_at=None).values_list("pk", flat=True))

    asked = alice.post(path, {})
    before = (
        body_of(phone.get("/v1/me/"))["seat"]["table"],
        set(SeatToken.objects.filter(revoked_at=None).values_list("pk", flat=True)),
    )
    meant = alice.post(path, {"confirm": ["phones_out"]})

    error = body_of(asked)["error"]
    assert (asked.status_code, error["code"], error["fields"]["confirm"]) == (
        409,
        "please_confirm",
        ["phones_out"],
    )
    assert error["message"].startswith("1 phone is using a seat here and would be signed out")
    assert before == (table.pk, cards)
    assert (meant.status_code, len(body_of(meant)["codes"])) == (201, 8)
    assert body_of(phone.get("/v1/me/"))["seat"] is None


def test_using_a_token_is_noted_at_most_once_a_minute(hall: Hall) -> None:
    caller = program(hall.alice.user, "read")
    token = ApiToken.objects.get(user=hall.alice.user)
    assert token.last_used_at is None

    caller.get("/v1/me/")
    token.refresh_from_db()
    noted = token.last_used_at
    caller.get("/v1/me/")
    token.refresh_from_db()
    assert noted is not None
    assert token.last_used_at == noted

    ApiToken.objects.update(last_used_at=noted - timedelta(minutes=2))
    caller.get("/v1/me/")
    token.refresh_from_db()
    assert token.last_used_at is not None
    assert token.last_used_at >= noted
