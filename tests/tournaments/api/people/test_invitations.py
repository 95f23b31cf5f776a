"""Inviting through the API, and a staff list that appoints nobody and tells nothing."""

import pytest
from django.core import mail

from players.models import User
from tests.config.accounts.test_mail import refusing
from tests.tournaments.api.callers import Caller, body_of, code_of, signed_in
from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.rate_limits import INVITATIONS_MAILED_BY_A_PERSON, count_attempt
from tournaments.models import IdempotencyKey, Invitation, LedgerEntry, Staff
from tournaments.models.codes import hash_of

pytestmark = pytest.mark.django_db

STAFF = "/v1/tournaments/spring-open/staff/"
INVITATIONS = "/v1/tournaments/spring-open/invitations/"


@pytest.fixture
def alice(hall: Hall) -> Caller:
    return signed_in(hall.alice.user)


def test_an_invitation_is_made_listed_and_withdrawn(hall: Hall, alice: Caller):
    made = body_of(alice.post(INVITATIONS, {"role": "referee", "for_whom": "Charlie"}))
    [listed] = body_of(alice.get(INVITATIONS))["results"]
    gone = alice.delete(f"{INVITATIONS}{made['id']}/")

    shown_once = {name: made.pop(name) for name in ("link", "code", "is_mailed")}
    assert listed == made
    assert (made["role"], made["for_whom"], made["status"], made["invited_by"]) == (
        "referee",
        "Charlie",
        "open",
        "Alice",
    )
    assert shown_once["link"].endswith(f"/invitation/#{shown_once['code']}")
    assert shown_once["is_mailed"] is None
    assert gone.status_code == 204
    assert body_of(alice.get(INVITATIONS))["results"][0]["status"] == "withdrawn"


def test_a_repeat_makes_and_mails_nothing_and_shows_the_same_link(hall: Hall, alice: Caller):
    body = {"role": "referee", "email": "charlie@elsewhere.example"}
    first = body_of(alice.post(INVITATIONS, body, key="the-same-key"))

    again = alice.post(INVITATIONS, body, key="the-same-key")

    assert again.headers["Idempotent-Replay"] == "true"
    assert body_of(again) == first
    assert (first["is_mailed"], Invitation.objects.get().code_hash) == (True, hash_of(first["code"]))
    assert (Invitation.objects.count(), len(mail.outbox)) == (1, 1)


def test_a_repeat_says_what_became_of_the_mail_and_tries_no_other(hall: Hall, alice: Caller):
    body = {"role": "referee", "email": "charlie@elsewhere.example"}
    with refusing():
        first = body_of(alice.post(INVITATIONS, body, key="the-same-key"))

    again = body_of(alice.post(INVITATIONS, body, key="the-same-key"))

    assert again == first
    assert (first["is_mailed"], mail.outbox) == (False, [])


def test_repeats_do_not_count_as_mails(hall: Hall, alice: Caller):
    body = {"role": "referee", "email": "charlie@elsewhere.example"}
    for _earlier in range(INVITATIONS_MAILED_BY_A_PERSON.most - 1):
        count_attempt(INVITATIONS_MAILED_BY_A_PERSON, str(hall.alice.user.pk))
    first = alice.post(INVITATIONS, body, key="the-same-key")

    again = [alice.post(INVITATIONS, body, key="the-same-key") for _call in range(2)]

    assert {(one.status_code, one.content) for one in again} == {(201, first.content)}


def test_the_code_of_a_call_is_nowhere_and_another_calls_is_another(hall: Hall, alice: Caller):
    body = {"role": "referee"}
    codes = [body_of(alice.post(INVITATIONS, body, key=key))["code"] for key in ("one-key-1", "other-key")]
    IdempotencyKey.objects.filter(key="one-key-1").delete()

    codes.append(body_of(alice.post(INVITATIONS, body, key="one-key-1"))["code"])

    assert len(set(codes)) == 3
    stored = f"{list(IdempotencyKey.objects.values())}{list(Invitation.objects.values())}"
    assert not [code for code in codes if code in stored]


def test_whether_the_mail_went_out_is_said(hall: Hall, alice: Caller):
    body = {"role": "referee", "email": "charlie@elsewhere.example"}
    went = body_of(alice.post(INVITATIONS, body))
    with refusing():
        stayed = body_of(alice.post(INVITATIONS, body))

    assert [went["is_mailed"], stayed["is_mailed"]] == [True, False]
    assert len(stayed["code"]) == 26


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"role": "owner"},
        {"role": "scorer", "email": "no address"},
        {"role": "scorer", "email": 7},
        {"role": "scorer", "for_whom": "B\u202eob"},
        {"role": "scorer", "user": 1},
    ],
)
def test_an_invitation_that_is_none_is_refused(body: dict[str, object], hall: Hall, alice: Caller):
    assert code_of(alice.post(INVITATIONS, body)) == (400, "invalid")
    assert not Invitation.objects.exists()


def test_the_staff_change_roles_among_themselves(hall: Hall, alice: Caller):
    answer = alice.post(STAFF, {"user": hall.rob.user.pk, "role": "scorer"})

    assert answer.status_code == 201
    assert body_of(answer)["role"] == "scorer"


def test_nobody_is_appointed_by_number(hall: Hall, alice: Caller):
    elsewhere = open_hall("elsewhere")
    before = (Staff.objects.count(), LedgerEntry.objects.count())
    strangers = [hall.charlie.user.pk, hall.bob.pk, elsewhere.rob.user.pk, 10**9]

    answers = [alice.post(STAFF, {"user": pk, "role": "scorer"}) for pk in strangers]

    assert {(answer.status_code, answer.content) for answer in answers} == {(422, answers[0].content)}
    assert body_of(answers[0])["error"]["code"] == "not_on_the_staff"
    assert (Staff.objects.count(), LedgerEntry.objects.count()) == before


def test_nobody_is_appointed_by_address_and_no_address_is_told_from_another(hall: Hall, alice: Caller):
    addresses = [hall.charlie.user.email, hall.rob.user.email, "nobody@nowhere.example", "no address", 7]

    answers = [alice.post(STAFF, {"email": email, "role": "scorer"}) for email in addresses]

    assert {(answer.status_code, answer.content) for answer in answers} == {(400, answers[0].content)}
    assert "invitation" in body_of(answers[0])["error"]["message"]
    assert Staff.objects.count() == 2


def test_somebody_without_a_name_is_listed_by_number(hall: Hall, alice: Caller):
    User.objects.filter(pk=hall.rob.user.pk).update(name="")

    names = [one["name"] for one in body_of(alice.get(STAFF))["results"]]

    assert names == ["Alice", f"Account {hall.rob.user.pk}"]
