"""A phone that claimed its seat through the API does everything with a bearer: no cookie, no CSRF token."""

import pytest
from django.http import HttpResponse
from django.test import Client

from players.actions import add_player
from tests.permissions import digest
from tests.tournaments.api.callers import BALANCED, Caller, body_of, code_of, phone_of, program
from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.credentials.seat_tokens import issue_seat_tokens, revoke_seat_token
from tournaments.actions.people.entries import register
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.seats import substitute
from tournaments.actions.rate_limits import API_TOKENS_OF_A_NETWORK, attempts_counted
from tournaments.models import IdempotencyKey, SeatToken, Table

CLAIM = "/v1/seats/claim/"


class BarePhone(Caller):
    """A program: it keeps no cookies and knows of no CSRF token."""

    def __init__(self, *, bearer: str | None = None) -> None:
        super().__init__(bearer=bearer)
        self.client = _Forgetful(enforce_csrf_checks=True)


class _Forgetful(Client):
    def generic(self, *args: object, **more: object) -> HttpResponse:
        headers = {k: v for k, v in (more.pop("headers", None) or {}).items() if k != "X-CSRFToken"}
        self.cookies.clear()
        answer = super().generic(*args, headers=headers, **more)  # type: ignore[arg-type]
        self.cookies.clear()
        return answer


def claimed(table: Table, hall: Hall, wind: int) -> BarePhone:
    """A phone that claimed the seat of this wind through the API and has nothing but the answer's token."""
    seat = table.seats.get(wind=wind)
    code = issue_seat_tokens(seats=[seat], by=hall.alice)[seat.pk]
    return BarePhone(bearer=body_of(BarePhone().post(CLAIM, {"code": code}))["token"])


def test_claim_table_report_and_confirm_need_nothing_but_the_bearer(hall: Hall, table: Table) -> None:
    east, south = claimed(table, hall, 1), claimed(table, hall, 2)

    me = body_of(east.get("/v1/me/"))
    seats = body_of(east.get(f"/v1/tables/{table.pk}/"))["seats"]
    reported = east.post(
        f"/v1/tables/{me['seat']['table']}/scoresheets/",
        {**BALANCED, "entries": [seat["entry"]["id"] for seat in seats]},
    )
    sheet = body_of(reported)
    confirmed = south.post(f"/v1/scoresheets/{sheet['id']}/confirm/", if_match=sheet["tag"])

    assert (reported.status_code, confirmed.status_code) == (201, 200)
    assert body_of(confirmed)["confirmed_by_seats"] == [table.seats.get(wind=2).pk]


def test_the_bearer_is_recognised_and_stored_only_as_a_hash(hall: Hall, table: Table) -> None:
    token = claimed(table, hall, 1).bearer

    assert token is not None
    assert token.startswith("mjs_")
    secret = token.removeprefix("mjs_")
    rows = [*SeatToken.objects.values(), *IdempotencyKey.objects.values()]
    assert not [row for row in rows if secret in repr(row)]


def test_a_repeated_claim_gives_the_same_bearer_again(hall: Hall, table: Table) -> None:
    seat = table.seats.get(wind=1)
    code = issue_seat_tokens(seats=[seat], by=hall.alice)[seat.pk]
    first = BarePhone().post(CLAIM, {"code": code}, key="one-and-the-same")

    second = BarePhone().post(CLAIM, {"code": code}, key="one-and-the-same")

    assert second["Idempotent-Replay"] == "true"
    assert body_of(second)["token"] == body_of(first)["token"]


def test_a_bearer_goes_before_whatever_cookies_say(hall: Hall, table: Table) -> None:
    phone = phone_of(table.seats.get(wind=2), hall.alice)
    phone.bearer = claimed(table, hall, 1).bearer

    assert body_of(phone.get("/v1/me/"))["seat"]["wind"] == 1


def test_a_bearer_sees_the_private_tournament_of_its_seat_and_acts_for_no_person(db: None) -> None:
    hall = open_hall("secret-cup", visibility="private")
    table = hall.started().tables.get(number=1)
    east = claimed(table, hall, 1)

    assert east.get("/v1/tournaments/secret-cup/").status_code == 200
    assert BarePhone().get("/v1/tournaments/secret-cup/").status_code == 404
    assert east.get("/v1/tokens/").status_code == 403


def test_a_bearer_whose_round_is_over_is_told_again_what_it_was_told_and_starts_nothing(
    hall: Hall, table: Table
) -> None:
    east, south = claimed(table, hall, 1), claimed(table, hall, 2)
    report = f"/v1/tables/{table.pk}/scoresheets/"
    first = east.post(report, BALANCED, key="the-report-whose-answer-was-lost")
    close_round(round_=table.round, by=hall.alice, leave_open=True)
    before = digest()

    again = east.post(report, BALANCED, key="the-report-whose-answer-was-lost")

    assert (again.status_code, again.content) == (201, first.content)
    assert again["Idempotent-Replay"] == "true"
    assert code_of(east.post(report, BALANCED)) == (401, "bad_seat_token")
    assert code_of(south.post(report, BALANCED, key="the-report-whose-answer-was-lost")) == (
        401,
        "bad_seat_token",
    )
    assert digest() == before


def test_one_phone_does_not_hold_two_seats_of_a_table_by_bearer_either(hall: Hall, table: Table) -> None:
    east = claimed(table, hall, 1)
    seat = table.seats.get(wind=2)
    code = issue_seat_tokens(seats=[seat], by=hall.alice)[seat.pk]

    assert code_of(east.post(CLAIM, {"code": code})) == (409, "another_seat_held")


def test_a_bearer_does_nothing_at_another_table(hall: Hall, table: Table) -> None:
    other = table.round.tables.get(number=2)
    east = claimed(table, hall, 1)
    untouched = digest()

    answer = east.post(f"/v1/tables/{other.pk}/scoresheets/", BALANCED)

    assert code_of(answer) == (403, "not_allowed")
    assert digest() == untouched


@pytest.mark.parametrize("end", ["revoked", "closed", "substituted", "issued again"])
def test_a_bearer_dies_with_its_seat_and_is_told_so(hall: Hall, table: Table, end: str) -> None:
    east = claimed(table, hall, 1)
    seat = table.seats.get(wind=1)
    match end:
        case "revoked":
            revoke_seat_token(token=SeatToken.objects.get(seat=seat), by=hall.rob)
        case "closed":
            close_round(round_=table.round, by=hall.alice, leave_open=True)
        case "issued again":
            issue_seat_tokens(seats=[seat], by=hall.alice)
        case "substituted":
            spare = register(
                tournament=hall.tournament,
                player=add_player(name="Spare One"),
                by=hall.alice,
                is_substitute=True,
            )
            substitute(seat=seat, entry=spare, by=hall.rob)
    untouched = digest()

    answers = [east.get("/v1/tournaments/"), east.post(f"/v1/tables/{table.pk}/scoresheets/", BALANCED)]

    assert [code_of(answer) for answer in answers] == [(401, "bad_seat_token")] * 2
    assert answers[0]["WWW-Authenticate"] == 'Bearer realm="jantaku"'
    assert digest() == untouched


def test_wrong_bearers_are_counted_and_dead_ones_are_not(hall: Hall, table: Table) -> None:
    east = claimed(table, hall, 1)
    revoke_seat_token(token=SeatToken.objects.get(seat__wind=1, seat__table=table), by=hall.rob)
    east.get("/v1/me/")
    counted = attempts_counted(API_TOKENS_OF_A_NETWORK, "127.0.0.1")

    wrong = BarePhone(bearer="mjs_" + "0" * 64).get("/v1/me/")

    assert code_of(wrong) == (401, "bad_seat_token")
    assert (counted, attempts_counted(API_TOKENS_OF_A_NETWORK, "127.0.0.1")) == (0, 1)


def test_a_seats_bearer_is_no_api_token_nor_the_other_way_round(hall: Hall, table: Table) -> None:
    api = program(hall.alice.user).bearer
    seat = claimed(table, hall, 1).bearer
    assert api is not None
    assert seat is not None

    crossed = [
        BarePhone(bearer=api.replace("mjt_", "mjs_")).get("/v1/me/"),
        BarePhone(bearer=seat.replace("mjs_", "mjt_")).get("/v1/me/"),
    ]

    assert [answer.status_code for answer in crossed] == [401, 401]
