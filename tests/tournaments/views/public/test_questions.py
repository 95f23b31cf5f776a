"""Who registers answers the organizer's questions, and nobody else reads the answers."""

import html
from typing import Any

import pytest
from django.test import Client

from tests.permissions import digest
from tests.tournaments.hall import Hall
from tests.tournaments.said import HOSTILE, LONG, QUESTIONS
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.public.test_registration import KEN, KEY, opened
from tournaments.actions.about.about import describe_tournament
from tournaments.actions.about.questions import set_questions
from tournaments.actions.actor import Actor
from tournaments.actions.people.registrations import About, sign_up
from tournaments.actions.seen_versions import said_tag
from tournaments.models import Question, Registration
from tournaments.models.about.events import AboutSet, QuestionsSet

pytestmark = pytest.mark.django_db
PAGE = "/t/spring-open/register/"
LIST = "/t/spring-open/desk/registrations/"


def ask(hall: Hall, questions: list[dict[str, Any]]) -> list[Question]:
    opened(hall)
    seen = said_tag(QuestionsSet, list(Question.objects.filter(tournament=hall.tournament)))
    return set_questions(tournament=hall.tournament, questions=questions, seen=seen, by=hall.alice)


def typed(questions: list[Question], *answers: str) -> dict[str, str]:
    fields = {f"question_{one.pk}": text for one, text in zip(questions, answers, strict=True) if text}
    return {**KEN, "key": KEY, **fields}


def test_each_question_has_its_field(hall: Hall, client: Client) -> None:
    diet, shirt, age, rules = (f'name="question_{one.pk}"' for one in ask(hall, QUESTIONS))

    page = client.get(PAGE).content.decode()

    assert f'<input type="text" {diet}' in page
    assert f"<select {shirt} required" in page
    assert f'<input type="text" {age} inputmode="decimal"' in page
    assert f'<input type="checkbox" {rules} required' in page
    assert "They are erased 30 days after the tournament." in page


def test_questions_are_in_the_language_of_the_page_or_in_the_other(hall: Hall, client: Client) -> None:
    ask(hall, QUESTIONS)

    page = client.get(f"/ja{PAGE}").content.decode()

    assert "食事の希望</label>" in page
    assert "Shirt</label>" in page


def test_who_registers_answers_and_the_organizer_reads_it(hall: Hall, client: Client, alice: Client) -> None:
    questions = ask(hall, QUESTIONS)

    answer = client.post(PAGE, typed(questions, "no fish", "L", "31", "on"))

    assert answer.status_code == 302
    assert list(Registration.objects.get().answers.values_list("text", flat=True)) == [
        "no fish",
        "L",
        "31",
        "yes",
    ]
    page = alice.get(LIST).content.decode()
    assert "<bdi>no fish</bdi>" in page
    assert "<dd>Agreed</dd>" in page


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        (("", "L", "", ""), "This field is required."),
        (("", "", "", "on"), "This field is required."),
        (("", "XXL", "", "on"), "Please choose one of the options."),
        (("", "L", "old", "on"), "Please enter a number."),
        (("x" * 501, "L", "", "on"), "at most 500 characters"),
        (("a\u202eb", "L", "", "on"), "One character cannot be displayed (U+202E)."),
    ],
)
def test_what_is_no_answer_is_said_beside_its_question(
    hall: Hall, client: Client, answers: tuple[str, ...], says: str
) -> None:
    questions = ask(hall, QUESTIONS)
    before = digest()

    answer = client.post(PAGE, typed(questions, *answers))

    assert (answer.status_code, says in answer.content.decode()) == (422, True)
    assert digest() == before


def test_a_player_who_is_known_is_asked_too(hall: Hall) -> None:
    charlie = signed_in(hall.charlie)
    ask(hall, QUESTIONS)

    assert 'name="question_' in charlie.get(PAGE).content.decode()


def test_a_question_that_was_closed_meanwhile_is_said_and_nobody_registers(
    hall: Hall, client: Client
) -> None:
    questions = ask(hall, QUESTIONS[:1])
    ask(hall, [])

    client.post(PAGE, typed(questions, "no fish"))

    assert not Registration.objects.filter(answers__isnull=False).exists()


@pytest.mark.parametrize(
    "address",
    [
        *("", "players/", "ledger/", "register/", "downloads/", "downloads/registrations.csv"),
        *("downloads/players.csv", "downloads/ledger.csv", "downloads/registrations.json"),
    ],
)
@pytest.mark.parametrize("who", ["nobody", "charlie", "rob"])
def test_no_answer_is_anywhere_but_with_the_organizers(
    hall: Hall, client: Client, address: str, who: str
) -> None:
    (diet,) = ask(hall, QUESTIONS[:1])
    sign_up(tournament=hall.tournament, about=About("Ken"), answers={diet.pk: "no fish"}, by=Actor())
    reader = client if who == "nobody" else signed_in(getattr(hall, who))

    answer = reader.get(f"/t/spring-open/{address}")

    assert answer.status_code in (200, 302, 403)
    assert b"no fish" not in answer.getvalue()


@pytest.mark.parametrize("form", ["csv", "json"])
def test_the_file_of_the_organizers_has_a_column_for_each_question(
    hall: Hall, alice: Client, form: str
) -> None:
    diet, shirt, age, rules = (one.pk for one in ask(hall, QUESTIONS))
    given = {diet: "=1+1", shirt: "L", age: "31", rules: "yes"}
    sign_up(tournament=hall.tournament, about=About("Ken"), answers=given, by=Actor())

    text = alice.get(f"/t/spring-open/downloads/registrations.{form}").getvalue().decode()

    assert all(word in text for word in ("Ken", "=1+1", "31", "yes"))
    assert ("I accept the rules" if form == "csv" else f'"question_{rules}"') in text


@pytest.mark.parametrize("text", [HOSTILE, LONG], ids=["hostile", "long"])
def test_hostile_words_are_shown_and_execute_nowhere(
    hall: Hall, client: Client, alice: Client, text: str
) -> None:
    choice = {**QUESTIONS[1], "options": f"{text[:60].strip()}\nL", "is_required": False}
    question, _choice = ask(hall, [{**QUESTIONS[0], "label_en": text[:200]}, choice])
    sign_up(tournament=hall.tournament, about=About("Ken"), answers={question.pk: text}, by=Actor())

    for page in (client.get(PAGE), alice.get(LIST), alice.get("/t/spring-open/desk/questions/")):
        body = page.content.decode()
        main = body[body.index("<main") : body.index("</main>")]
        assert "<script>alert" not in main
        assert "<img src=x" not in main
        assert text[:60].strip() in html.unescape(main)


def test_the_fee_and_the_address_are_where_people_register(hall: Hall, client: Client) -> None:
    opened(hall)
    about = {"fee": "3,000 yen", "address": "1-2-3 Kanda, Tokyo"}
    describe_tournament(tournament=hall.tournament, seen=said_tag(AboutSet, []), by=hall.alice, **about)

    page = client.get(PAGE).content.decode()

    assert "<bdi>3,000 yen</bdi>" in page
    assert "<bdi>1-2-3 Kanda, Tokyo</bdi>" in page
