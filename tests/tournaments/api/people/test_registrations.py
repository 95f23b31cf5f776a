"""Registering, deciding and cancelling by programs."""

from typing import Any

import pytest
from django.core import mail

from players.actions import add_player
from players.models import User
from tests.config.accounts.test_mail import refusing
from tests.permissions import digest
from tests.tournaments.api.callers import Caller, body_of, code_of, signed_in, stranger
from tests.tournaments.hall import Hall
from tournaments.actions.people.registration_terms import RegistrationTerms, set_self_registration
from tournaments.actions.rate_limits import REGISTRATIONS_OF_A_NETWORK, count_attempt
from tournaments.models import Entry, IdempotencyKey, Registration

pytestmark = pytest.mark.django_db

HERE = "127.0.0.1"
T = "/v1/tournaments/spring-open/"
OWN = "/v1/registration/"


NO_QUOTAS = {
    "club_limit": None,
    "country_limit": None,
    "country_limits": [],
    "own_club": "",
    "own_places": None,
    "quotas": [],
}


@pytest.fixture
def alice(hall: Hall) -> Caller:
    return signed_in(hall.alice.user)


def opened(hall: Hall, **terms: Any) -> None:
    given = RegistrationTerms(**{"is_open": True, **terms})
    set_self_registration(tournament=hall.tournament, terms=given, by=hall.alice)


def register(name: str = "Ken", **about: str) -> dict[str, Any]:
    return body_of(stranger().post(f"{T}register/", {"name": name, **about}))


def test_everybody_reads_how_places_stand(hall: Hall) -> None:
    closed = body_of(stranger().get(f"{T}registration/"))
    opened(hall, capacity=9)
    for name in ("Ken", "Lars"):
        register(name)

    now = body_of(stranger().get(f"{T}registration/"))

    assert (closed["is_open"], closed["why_closed"], closed["taken"]) == (False, "Registration is closed.", 8)
    assert now == {
        "is_open": True,
        "why_closed": "",
        "capacity": 9,
        "taken": 9,
        "waiting": 1,
        "opens_at": None,
        "closes_at": None,
        "needs_approval": False,
        "email": "not_asked",
        **NO_QUOTAS,
    }


def test_the_organizer_sets_all_of_the_terms(hall: Hall, alice: Caller) -> None:
    terms = {
        "is_open": True,
        "capacity": 40,
        "opens_at": "2098-11-04T18:00:00+09:00",
        "closes_at": "2098-12-04T18:00:00+09:00",
        "needs_approval": True,
        "email": "required",
    }

    answer = body_of(alice.post(f"{T}registration/", terms))

    assert answer == {
        **terms,
        "is_open": False,
        "opens_at": "2098-11-04T09:00:00.000000Z",
        **NO_QUOTAS,
        "closes_at": "2098-12-04T09:00:00.000000Z",
        "why_closed": "Registration opens on Nov. 4, 2098 at 18:00.",
        "taken": 8,
        "waiting": 0,
    }


def test_places_by_country_and_club_are_set_and_say_how_they_stand(hall: Hall, alice: Caller) -> None:
    quotas = {
        "club_limit": 4,
        "country_limit": 2,
        "country_limits": [{"country": "FR", "places": 6}, {"country": "JP", "places": 8}],
        "own_club": "Bears",
        "own_places": 3,
    }

    alice.post(f"{T}registration/", {"is_open": True, "capacity": 40, **quotas})
    register("Ken", country="JP", club="Bears")
    now = body_of(stranger().get(f"{T}registration/"))

    assert {name: now[name] for name in quotas} == quotas
    assert now["quotas"] == [
        {"kind": "reserved", "of": "Bears", "places": 3, "taken": 1},
        {"kind": "country", "of": "FR", "places": 6, "taken": 0},
        {"kind": "country", "of": "JP", "places": 8, "taken": 1},
    ]


@pytest.mark.parametrize(
    ("quotas", "field"),
    [
        ({"country_limits": [{"country": "JP", "places": 8}] * 2}, "country_limits"),
        ({"country_limits": [{"country": "Japan", "places": 8}]}, "country_limits"),
        ({"country_limits": {"JP": 8}}, "country_limits"),
        ({"club_limit": "4"}, "club_limit"),
        ({"own_club": "a\u202eb", "own_places": 3}, "own_club"),
    ],
)
def test_quotas_of_another_shape_are_refused(
    hall: Hall, alice: Caller, quotas: dict[str, Any], field: str
) -> None:
    answer = alice.post(f"{T}registration/", {"is_open": True, "capacity": 40, **quotas})

    assert (answer.status_code, list(answer.json()["error"]["fields"])) == (400, [field])


def test_somebody_registers_looks_and_cancels_without_an_account(hall: Hall) -> None:
    opened(hall)

    made = register("Ken Ito", reading="いとう けん", club="Bears", country="JP")
    seen = body_of(stranger().post(OWN, {"code": made["code"].lower()}, key=None))
    cancelled = body_of(stranger().post(f"{OWN}cancel/", {"code": made["code"]}))

    entry = made["entry"]
    assert made["link"].endswith(f"/registration/#{made['code']}")
    assert (made["status"], made["place"], made["is_mailed"], made["name"]) == (
        "accepted",
        None,
        None,
        "Ken Ito",
    )
    assert seen == {name: made[name] for name in seen}
    assert (cancelled["status"], cancelled["entry"]) == ("cancelled", None)
    assert not Entry.objects.filter(pk=entry).exists()


def test_a_repeat_registers_nobody_twice_and_brings_the_same_code(hall: Hall) -> None:
    opened(hall, email="optional")
    body = {"name": "Ken", "email": "ken@home.example"}
    first = body_of(stranger().post(f"{T}register/", body, key="the-same-key"))

    again = stranger().post(f"{T}register/", body, key="the-same-key")

    assert again.headers["Idempotent-Replay"] == "true"
    assert body_of(again) == first
    assert (first["is_mailed"], Registration.objects.count(), len(mail.outbox)) == (True, 1, 1)


def test_neither_code_nor_address_is_stored_with_the_answer(hall: Hall) -> None:
    opened(hall, email="optional")

    made = register(email="ken@home.example")

    stored = "".join(IdempotencyKey.objects.values_list("answer", flat=True))
    assert [secret for secret in (made["code"], "ken@home") if secret in stored] == []


def test_a_mail_that_could_not_be_sent_is_said_so(hall: Hall) -> None:
    opened(hall, email="optional")

    with refusing():
        made = register(email="ken@home.example")

    assert (made["status"], made["is_mailed"]) == ("accepted", False)


def test_a_signed_in_player_needs_no_name_and_a_stranger_does(hall: Hall) -> None:
    opened(hall)
    ken = add_player(name="Ken")
    ken.user = User.objects.create_user("ken@home.example", name="Ken")
    ken.save()

    mine = body_of(signed_in(ken.user).post(f"{T}register/", {}))
    nobodys = stranger().post(f"{T}register/", {})

    assert Entry.objects.get(pk=mine["entry"]).player == ken
    assert (nobodys.status_code, list(body_of(nobodys)["error"]["fields"])) == (400, ["name"])


def test_who_waits_is_told_which_place(hall: Hall) -> None:
    opened(hall, capacity=8)
    register("Ken")

    assert register("Lars")["place"] == 2


def test_the_organizer_lists_accepts_and_declines(hall: Hall, alice: Caller) -> None:
    opened(hall, needs_approval=True, email="optional")
    first, second = register("Ken", email="ken@home.example"), register("Lars")

    listed = body_of(alice.get(f"{T}registrations/?status=pending"))["results"]
    accepted = body_of(alice.post(f"/v1/registrations/{first['id']}/accept/"))
    declined = body_of(alice.post(f"/v1/registrations/{second['id']}/decline/"))

    assert [(one["name"], one["email"]) for one in listed] == [("Ken", "ken@home.example"), ("Lars", "")]
    assert (accepted["status"], accepted["entry"] is None) == ("accepted", False)
    assert declined["status"] == "declined"


def test_who_may_be_on_file_is_named_in_the_call(hall: Hall, alice: Caller) -> None:
    on_file = hall.tournament.entries.get(number=1).player
    opened(hall, needs_approval=True)
    made = register("Bob")
    accept = f"/v1/registrations/{made['id']}/accept/"

    asked = alice.post(accept)
    accepted = body_of(alice.post(accept, {"player": on_file.pk}))

    assert code_of(asked) == (422, "who_is_it")
    assert body_of(asked)["error"]["fields"] == {"player": [on_file.pk]}
    assert accepted["entry"] == hall.tournament.entries.get(number=1).pk


def test_a_namesake_is_somebody_new_when_the_call_says_so(hall: Hall, alice: Caller) -> None:
    opened(hall, needs_approval=True)
    made = register("Bob")

    accepted = body_of(alice.post(f"/v1/registrations/{made['id']}/accept/", {"player": None}))

    assert accepted["entry"] != hall.tournament.entries.get(number=1).pk


def test_one_more_than_there_are_places_is_asked_first(hall: Hall, alice: Caller) -> None:
    opened(hall, capacity=8)
    accept = f"/v1/registrations/{register()['id']}/accept/"

    asked = alice.post(accept)
    accepted = alice.post(accept, {"confirm": ["no_place"]})

    assert (code_of(asked), accepted.status_code) == ((409, "please_confirm"), 200)


def test_all_at_once(hall: Hall, alice: Caller) -> None:
    opened(hall, needs_approval=True)
    for name in ("Ken", "Lars", "Bob"):
        register(name)

    assert body_of(alice.post(f"{T}registrations/accept/")) == {"accepted": 2, "left": 1}


def test_a_code_that_opens_nothing(hall: Hall) -> None:
    answer = stranger().post(f"{OWN}cancel/", {"code": "ABCD EFGH JKLM"})

    assert code_of(answer) == (403, "code_unknown")


def test_closed_is_a_conflict_and_too_many_are_put_off(hall: Hall) -> None:
    closed = stranger().post(f"{T}register/", {"name": "Ken"})
    for _earlier in range(REGISTRATIONS_OF_A_NETWORK.most - 2):
        count_attempt(REGISTRATIONS_OF_A_NETWORK, HERE)
    last, late = (stranger().post(f"{T}register/", {"name": "Ken"}) for _turn in range(2))

    assert [code_of(one) for one in (closed, last)] == [(409, "registration_closed")] * 2
    assert (late.status_code, "Retry-After" in late.headers) == (429, True)


def test_a_registration_is_of_no_player_who_is_not_on_file(hall: Hall, alice: Caller) -> None:
    opened(hall, needs_approval=True)
    register("Ken")
    before = digest()

    answer = alice.post(f"/v1/registrations/{Registration.objects.get().pk}/accept/", {"player": 10**9})

    no_such = ["This does not exist, or you are not allowed to use it."]
    assert (answer.status_code, body_of(answer)["error"]["fields"]) == (400, {"player": no_such})
    assert digest() == before
