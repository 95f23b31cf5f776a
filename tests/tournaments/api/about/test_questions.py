"""The organizer's own questions, through the API."""

import pytest

from tests.tournaments.api.callers import body_of, code_of, signed_in, stranger
from tests.tournaments.hall import Hall
from tournaments.actions.people.registration_terms import RegistrationTerms, set_self_registration
from tournaments.models import IdempotencyKey, Registration

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite")]
T = "/v1/tournaments/spring-open/"
SHIRT = {"kind": "choice", "label_en": "Shirt", "options": ["S", "L"], "is_required": True}


def ask(hall: Hall, question: dict[str, object] = SHIRT) -> int:
    """Ask one question; return its id."""
    set_self_registration(tournament=hall.tournament, terms=RegistrationTerms(is_open=True), by=hall.alice)
    alice = signed_in(hall.alice.user)
    said = alice.post(
        f"{T}questions/", {"questions": [question]}, if_match=body_of(alice.get(f"{T}questions/"))["tag"]
    )
    assert said.status_code == 200
    return int(body_of(said)["questions"][0]["id"])


def test_questions_are_read_by_everybody(hall: Hall) -> None:
    pk = ask(hall)

    assert body_of(stranger().get(f"{T}questions/"))["questions"] == [
        {**SHIRT, "id": pk, "label_ja": "", "is_closed": False}
    ]


def test_answers_are_read_by_the_organizers(hall: Hall) -> None:
    pk = ask(hall)
    answers = [{"question": pk, "answer": "L"}]

    made = stranger().post(f"{T}register/", {"name": "Ken", "answers": answers})

    assert made.status_code == 201
    assert "answers" not in body_of(made)
    listed = body_of(signed_in(hall.alice.user).get(f"{T}registrations/"))
    assert [row["answers"] for row in listed["results"]] == [answers]
    assert stranger().get(f"{T}registrations/").status_code in (401, 403)
    assert signed_in(hall.charlie.user).get(f"{T}registrations/").status_code == 403
    assert signed_in(hall.rob.user).get(f"{T}exports/registrations/").status_code == 403


def test_an_answer_that_is_kept_for_a_call_sent_twice_has_nothing_that_is_erased(hall: Hall) -> None:
    pk = ask(hall, {"kind": "text", "label_en": "Diet"})
    alice = signed_in(hall.alice.user)
    set_self_registration(
        tournament=hall.tournament,
        terms=RegistrationTerms(is_open=True, needs_approval=True, email="optional"),
        by=hall.alice,
    )
    sent = {"name": "Ken", "email": "ken@home.example", "answers": [{"question": pk, "answer": "no fish"}]}
    made = body_of(stranger().post(f"{T}register/", sent))["id"]

    first, second = (alice.post(f"/v1/registrations/{made}/accept/", key="k" * 32) for _time in range(2))

    for answer in (first, second):
        assert body_of(answer)["email"] == "ken@home.example"
        assert body_of(answer)["answers"] == sent["answers"]
    kept = "".join(IdempotencyKey.objects.values_list("answer", flat=True))
    assert "ken@home.example" not in kept
    assert "no fish" not in kept


@pytest.mark.parametrize(
    ("answers", "status", "code"),
    [
        ([], 422, "answer_refused"),
        ([{"question": 0, "answer": "XXL"}], 422, "answer_refused"),
        ([{"question": 10**6, "answer": "L"}], 409, "question_not_asked"),
        ([{"question": 0, "answer": 3}], 400, "invalid"),
        ([{"question": 0}], 400, "invalid"),
        ([{"question": 0, "answer": "x" * 501}], 400, "invalid"),
        ([{"question": 0, "answer": "L"}] * 21, 400, "invalid"),
    ],
)
def test_what_is_no_answer_is_refused(
    hall: Hall, answers: list[dict[str, object]], status: int, code: str
) -> None:
    pk = ask(hall)
    sent = [{**one, "question": one["question"] or pk} for one in answers]

    answer = stranger().post(f"{T}register/", {"name": "Ken", "answers": sent})

    assert code_of(answer) == (status, code)
    assert not Registration.objects.exists()
