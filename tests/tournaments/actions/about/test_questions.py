"""Organizers ask questions of their own; who registers answers them, and only the organizers read it."""

from collections.abc import Mapping
from typing import Any

import pytest
from django.db import DataError, IntegrityError, transaction

from tests.permissions import digest
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.said import HIDDEN, HOSTILE, LONG, QUESTIONS
from tournaments.actions.about.questions import set_questions
from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse, StaleVersion, StateRefuses
from tournaments.actions.people.editing import remove_entry
from tournaments.actions.people.registration_terms import RegistrationTerms, set_self_registration
from tournaments.actions.people.registrations import (
    About,
    cancel_registration,
    decline_registration,
    sign_up,
)
from tournaments.actions.seen_versions import said_tag
from tournaments.models import Answer, LedgerEntry, Question, Registration
from tournaments.models.about.events import QuestionsSet
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.database("sqlite", thorough="both")

ASKED = ("kind", "label_en", "label_ja", "options", "is_required", "is_closed")


@pytest.fixture
def hall(db: None) -> Hall:
    hall = open_hall()
    set_self_registration(tournament=hall.tournament, terms=RegistrationTerms(is_open=True), by=hall.alice)
    return hall


def stored(hall: Hall) -> list[Question]:
    return list(Question.objects.filter(tournament=hall.tournament))


def ask(hall: Hall, questions: list[dict[str, Any]]) -> list[Question]:
    seen = said_tag(QuestionsSet, stored(hall))
    return set_questions(tournament=hall.tournament, questions=questions, seen=seen, by=hall.alice)


def again(question: Question, **other: Any) -> dict[str, Any]:
    return {"id": question.pk, **{name: getattr(question, name) for name in ASKED}, **other}


def answered(hall: Hall, given: Mapping[int, str], name: str = "Ken") -> Registration:
    return sign_up(tournament=hall.tournament, about=About(name), answers=given, by=Actor())


def all_answers(hall: Hall) -> dict[int, str]:
    """One to each kind of question."""
    diet, size, age, rules = (question.pk for question in stored(hall))
    return {diet: "no fish", size: "L", age: "３１", rules: "yes"}


def is_sound(hall: Hall) -> bool:
    return verify_ledger(hall.tournament.pk).problems == []


def test_questions_are_kept_in_their_order_and_proven(hall: Hall) -> None:
    ask(hall, QUESTIONS)

    assert [{name: getattr(one, name) for name in ASKED} for one in stored(hall)] == QUESTIONS
    assert hall.last_payload()["count"] == len(QUESTIONS)
    assert is_sound(hall)


def test_answers_are_kept_with_the_registration_in_one_form(hall: Hall) -> None:
    ask(hall, QUESTIONS)

    registration = answered(hall, all_answers(hall))

    found = registration.answers.values_list("question__label_en", "text")
    assert list(found) == [
        ("Diet", "no fish"),
        ("Shirt", "L"),
        ("Age", "31"),
        ("I accept the rules", "yes"),
    ]
    assert is_sound(hall)


def test_no_answer_is_in_the_ledger(hall: Hall) -> None:
    ask(hall, QUESTIONS)

    answered(hall, all_answers(hall))

    said = "".join(LedgerEntry.objects.values_list("payload", flat=True))
    assert "no fish" not in said
    assert "Diet" not in said


@pytest.mark.parametrize(
    ("place", "text", "says"),
    [
        (0, "x" * 501, "Diet: At most 500 characters are allowed."),
        (0, HIDDEN[0], "Diet: One character cannot be displayed"),
        (1, "XXL", "Shirt: Please choose one of the options."),
        (2, "old", "Age: Please enter a number."),
        (2, "9" * 13, "Age: This number is too large."),
        (2, "9" * 5_000, "Age: At most 500 characters are allowed."),
        (3, "", "I accept the rules: An answer is needed."),
        (3, "no", "I accept the rules: Please agree to this"),
        (1, "", "Shirt: An answer is needed."),
    ],
)
def test_what_is_no_answer_is_refused_and_nobody_registers(
    hall: Hall, place: int, text: str, says: str
) -> None:
    ask(hall, QUESTIONS)
    given = all_answers(hall) | {stored(hall)[place].pk: text}
    before = digest()

    with pytest.raises(RulesRefuse, match=says) as refused:
        answered(hall, given)

    assert refused.value.fields["question"] == [stored(hall)[place].pk]
    assert digest() == before


def test_what_need_not_be_answered_may_be_left_out(hall: Hall) -> None:
    ask(hall, QUESTIONS)
    given = all_answers(hall)
    diet, _size, age, _rules = given

    registration = answered(hall, {pk: text for pk, text in given.items() if pk not in (diet, age)})

    assert registration.answers.count() == 2


def test_a_question_that_is_not_asked_is_not_answered(hall: Hall) -> None:
    elsewhere = open_hall("autumn-open")
    ask(elsewhere, QUESTIONS[:1])
    ask(hall, [QUESTIONS[0] | {"is_closed": True}])
    before = digest()

    for question in (*stored(elsewhere), *stored(hall)):
        with pytest.raises(StateRefuses, match="A question has changed in the meantime"):
            answered(hall, {question.pk: "no fish"})

    assert digest() == before


def test_hostile_and_long_words_are_kept_as_they_are(hall: Hall) -> None:
    ask(hall, [QUESTIONS[0] | {"label_en": HOSTILE[:200], "label_ja": LONG}])
    (question,) = stored(hall)

    registration = answered(hall, {question.pk: HOSTILE})

    assert (question.label_en, question.label_ja) == (HOSTILE[:200], LONG)
    assert registration.answers.get().text == HOSTILE


def test_a_question_stays_the_one_that_was_answered_when_others_come_and_go(hall: Hall) -> None:
    ask(hall, QUESTIONS)
    registration = answered(hall, all_answers(hall))
    diet, size, age, rules = stored(hall)

    ask(
        hall, [again(rules), again(diet, label_en="Diet or allergies"), again(size), again(age), QUESTIONS[0]]
    )

    assert [one.label_en for one in stored(hall)] == [
        "I accept the rules",
        "Diet or allergies",
        "Shirt",
        "Age",
        "Diet",
    ]
    assert registration.answers.get(question=diet).text == "no fish"
    assert is_sound(hall)


def test_a_question_with_answers_is_closed_and_one_without_is_deleted(hall: Hall) -> None:
    ask(hall, QUESTIONS)
    diet, size, age, rules = stored(hall)
    answered(hall, {pk: text for pk, text in all_answers(hall).items() if pk != age.pk})

    ask(hall, [])

    assert [(one.pk, one.is_closed) for one in stored(hall)] == [
        (diet.pk, True),
        (size.pk, True),
        (rules.pk, True),
    ]
    assert Answer.objects.count() == 3
    assert is_sound(hall)


@pytest.mark.parametrize(
    ("place", "other"),
    [
        (0, {"kind": "number"}),
        (3, {"label_en": "I give you all my money"}),
        (3, {"label_ja": "別の同意"}),
    ],
)
def test_an_answer_is_never_made_to_one_to_something_else(
    hall: Hall, place: int, other: dict[str, str]
) -> None:
    ask(hall, QUESTIONS)
    answered(hall, all_answers(hall))
    wanted = [again(one, **(other if at == place else {})) for at, one in enumerate(stored(hall))]
    before = digest()

    with pytest.raises(StateRefuses, match=r"has answers\. Please close it and ask a new question"):
        ask(hall, wanted)

    assert digest() == before


def test_before_anybody_has_answered_everything_can_change(hall: Hall) -> None:
    ask(hall, QUESTIONS)
    diet, *_others = stored(hall)

    ask(hall, [again(diet, kind="number", label_en="How many")])

    assert [(one.pk, one.kind, one.label_en) for one in stored(hall)] == [(diet.pk, "number", "How many")]


@pytest.mark.parametrize(
    ("question", "column"),
    [
        ({"kind": "text"}, "label_en"),
        ({"kind": "song", "label_en": "La?"}, "kind"),
        ({"kind": "text", "label_en": "x" * 201}, "label_en"),
        *(({"kind": "text", "label_en": text}, "label_en") for text in HIDDEN),
        *(({"kind": "text", "label_ja": text}, "label_ja") for text in HIDDEN),
        ({"kind": "text", "label_en": "Diet", "options": "a\nb"}, "options"),
        ({"kind": "choice", "label_en": "Shirt"}, "options"),
        ({"kind": "choice", "label_en": "Shirt", "options": "S"}, "options"),
        ({"kind": "choice", "label_en": "Shirt", "options": "S\nS"}, "options"),
        ({"kind": "choice", "label_en": "Shirt", "options": "S\n" + "x" * 61}, "options"),
        ({"kind": "choice", "label_en": "Shirt", "options": "\n".join(map(str, range(21)))}, "options"),
        ({"kind": "choice", "label_en": "Shirt", "options": f"S\n{HIDDEN[0]}"}, "options"),
        ({"kind": "consent", "label_en": "Rules", "is_required": False}, "is_required"),
    ],
)
def test_what_is_no_question_is_refused(hall: Hall, question: dict[str, Any], column: str) -> None:
    before = digest()

    with pytest.raises(RulesRefuse) as refused:
        ask(hall, [QUESTIONS[0], question])

    assert (set(refused.value.fields), refused.value.fields["row"]) == ({column, "row"}, [2])
    assert digest() == before


def test_there_are_twenty_questions_at_most_and_each_once(hall: Hall) -> None:
    ask(hall, QUESTIONS[:1])
    (one,) = stored(hall)
    before = digest()

    for questions in ([QUESTIONS[0]] * 21, [again(one), again(one)]):
        with pytest.raises(RulesRefuse, match=r"^At most 20 questions are allowed, each of them once\.$"):
            ask(hall, questions)

    assert digest() == before
    ask(hall, [QUESTIONS[0]] * 20)
    with pytest.raises(IntegrityError, match="few_questions_are_asked"), transaction.atomic():
        Question.objects.create(tournament=hall.tournament, kind="text", label_en="One more")


def test_a_question_of_another_tournament_is_no_one_of_here(hall: Hall) -> None:
    elsewhere = open_hall("autumn-open")
    ask(elsewhere, QUESTIONS[:1])
    before = digest()

    with pytest.raises(RulesRefuse, match="This question no longer exists"):
        ask(hall, [again(stored(elsewhere)[0])])

    assert digest() == before


def test_two_organizers_do_not_undo_each_other(hall: Hall) -> None:
    ask(hall, QUESTIONS)
    before = digest()

    with pytest.raises(StaleVersion):
        set_questions(
            tournament=hall.tournament, questions=[], seen=said_tag(QuestionsSet, []), by=hall.alice
        )

    assert digest() == before


@pytest.mark.parametrize(
    "columns",
    [
        {"kind": "text"},
        {"kind": "song", "label_en": "La?"},
        {"kind": "choice", "label_en": "Shirt"},
        {"kind": "text", "label_en": "Diet", "options": "S\nL"},
        {"kind": "consent", "label_en": "Rules"},
        {"kind": "text", "label_en": "x" * 201},
    ],
    ids=str,
)
def test_the_database_keeps_the_bounds_of_questions(hall: Hall, columns: dict[str, Any]) -> None:
    with pytest.raises((IntegrityError, DataError)), transaction.atomic():
        Question.objects.create(tournament=hall.tournament, **columns)

    assert stored(hall) == []


def test_the_database_keeps_the_bounds_of_answers(hall: Hall) -> None:
    elsewhere = open_hall("autumn-open")
    ask(elsewhere, QUESTIONS[:1])
    ask(hall, QUESTIONS[:1])
    ken, mei = answered(hall, {}), answered(hall, {}, "Mei")
    cancel_registration(registration=mei, by=Actor())
    (here,), (there,) = stored(hall), stored(elsewhere)
    rows = [(ken, here, ""), (ken, here, "x" * 501), (ken, there, "no fish"), (mei, here, "no fish")]

    for registration, question, text in rows:
        with pytest.raises((IntegrityError, DataError)), transaction.atomic():
            Answer.objects.create(registration=registration, question=question, text=text)

    assert not Answer.objects.exists()
    Answer.objects.create(registration=ken, question=here, text="no fish")
    with pytest.raises(IntegrityError, match=r"an_ended_registration_keeps|ended"), transaction.atomic():
        Registration.objects.filter(pk=ken.pk).update(status="cancelled", entry=None, ended_at=ken.created_at)


def test_answers_go_with_a_registration_that_ends(hall: Hall) -> None:
    ask(hall, QUESTIONS)
    given = all_answers(hall)
    cancelled, removed = answered(hall, given), answered(hall, given, "Mei")
    set_self_registration(
        tournament=hall.tournament, terms=RegistrationTerms(is_open=True, needs_approval=True), by=hall.alice
    )
    declined, stays = answered(hall, given, "Rin"), answered(hall, given, "Sho")

    cancel_registration(registration=cancelled, by=Actor())
    assert removed.entry is not None
    remove_entry(entry=removed.entry, by=hall.alice)
    decline_registration(registration=declined, by=hall.alice)

    assert set(Answer.objects.values_list("registration", flat=True)) == {stays.pk}
    assert is_sound(hall)
