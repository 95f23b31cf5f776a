"""At the desk the questions for those who register are one list."""

from typing import Any

import pytest
from django.test import Client

from tests.permissions import digest
from tests.tournaments.hall import Hall
from tests.tournaments.said import QUESTIONS
from tests.tournaments.views.desk.browser import DESK
from tests.tournaments.views.public.test_registration import opened
from tournaments.actions.about.questions import set_questions
from tournaments.actions.actor import Actor
from tournaments.actions.people.registrations import About, sign_up
from tournaments.actions.seen_versions import said_tag
from tournaments.models import Question
from tournaments.models.about.events import QuestionsSet

pytestmark = pytest.mark.django_db
PAGE = f"{DESK}questions/"
EMPTY = said_tag(QuestionsSet, [])


def filled(*rows: dict[str, Any], initial: int = 0, seen: str = EMPTY) -> dict[str, Any]:
    fields = {"seen": seen, "questions-TOTAL_FORMS": len(rows), "questions-INITIAL_FORMS": initial}
    return fields | {
        f"questions-{at}-{name}": text for at, row in enumerate(rows) for name, text in row.items()
    }


def asked() -> list[tuple[str, str, bool]]:
    return list(Question.objects.values_list("kind", "label_en", "is_closed"))


def test_questions_are_saved_in_the_order_of_their_positions(hall: Hall, alice: Client) -> None:
    rows = (
        {"kind": "consent", "label_en": "I accept the rules", "ORDER": 2},
        {"kind": "choice", "label_en": "Shirt", "options": "S\r\nL", "is_required": "on", "ORDER": 1},
        {"kind": "text"},
    )

    page = alice.post(PAGE, filled(*rows), follow=True).content.decode()

    assert "Questions saved." in page
    assert list(Question.objects.values_list("kind", "label_en", "options", "is_required")) == [
        ("choice", "Shirt", "S\nL", True),
        ("consent", "I accept the rules", "", True),
    ]
    assert "I accept the rules" in page


def test_a_question_that_is_ticked_is_removed_and_an_answered_one_closed(hall: Hall, alice: Client) -> None:
    opened(hall)
    first, second = set_questions(
        tournament=hall.tournament,
        questions=[QUESTIONS[0], {**QUESTIONS[2], "is_required": False}],
        seen=EMPTY,
        by=hall.alice,
    )
    sign_up(tournament=hall.tournament, about=About("Ken"), answers={first.pk: "no fish"}, by=Actor())
    rows = [
        {"id": one.pk, "kind": one.kind, "label_en": one.label_en, "label_ja": one.label_ja, "DELETE": "on"}
        for one in (first, second)
    ]

    alice.post(PAGE, filled(*rows, initial=2, seen=said_tag(QuestionsSet, [first, second])))

    assert asked() == [("text", "Diet", True)]


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ({"kind": "choice", "label_en": "Shirt"}, "Please enter 2 to 20 different options"),
        ({"kind": "text", "label_en": "x" * 201}, "at most 200 characters"),
        ({"kind": "text", "label_en": "a\u202eb"}, "One character cannot be displayed"),
        ({"kind": "song", "label_en": "La?"}, "Select a valid choice"),
        ({"id": 10**6, "kind": "text", "label_en": "Diet"}, "This question no longer exists"),
        ({"id": "x", "kind": "text", "label_en": "Diet"}, "Please correct the items marked below."),
    ],
)
def test_what_is_no_question_is_said(hall: Hall, alice: Client, row: dict[str, Any], says: str) -> None:
    before = digest()

    answer = alice.post(PAGE, filled(row))

    assert (answer.status_code, says in answer.content.decode()) == (422, True)
    assert {**digest(), "tournaments_idempotencykey": ""} == {**before, "tournaments_idempotencykey": ""}


def test_the_page_is_found_from_the_registrations(hall: Hall, alice: Client) -> None:
    assert f'href="{PAGE}"' in alice.get(f"{DESK}registrations/").content.decode()
