"""Odd figures through the API: questioned once, taken with their codes; what no game ends with is refused."""

import pytest
from django.utils.translation import override

from scoring.doubts.results import impossible, strange
from scoring.rulebook.rulebook import load
from tests.tournaments.api.callers import BALANCED, body_of, code_of, phone_of, signed_in
from tests.tournaments.hall import Hall, seats_of
from tournaments.actions.wording.doubts import in_words
from tournaments.models import Scoresheet, Table

pytestmark = pytest.mark.django_db
ODD = {"points": [100_000, 0, 0, 0]}


def path_of(table: Table) -> str:
    return f"/v1/tables/{table.pk}/scoresheets/"


def test_a_phone_is_asked_and_says_that_it_is_meant(hall: Hall, table: Table) -> None:
    phone = phone_of(seats_of(table)[0], hall.alice)

    question = phone.post(path_of(table), ODD)
    nothing_yet = Scoresheet.objects.exists()
    taken = phone.post(path_of(table), {**ODD, "confirm": ["all_points_with_one"]})

    assert (code_of(question), nothing_yet, taken.status_code) == ((422, "please_confirm"), False, 201)
    assert body_of(question)["error"]["fields"]["confirm"] == ["all_points_with_one"]
    assert body_of(taken)["points"] == [100_000, 0, 0, 0]


def test_another_code_confirms_nothing(hall: Hall, table: Table) -> None:
    phone = phone_of(seats_of(table)[0], hall.alice)

    answer = phone.post(path_of(table), {**ODD, "confirm": ["game_sum"]})

    assert code_of(answer) == (422, "please_confirm")
    assert not Scoresheet.objects.exists()


def test_what_is_confirmed_belongs_to_the_body_that_a_key_stands_for(hall: Hall, table: Table) -> None:
    phone = phone_of(seats_of(table)[0], hall.alice)
    meant = {**ODD, "confirm": ["all_points_with_one"]}
    phone.post(path_of(table), meant, key="a-key-for-this-body")

    same = phone.post(path_of(table), meant, key="a-key-for-this-body")
    other = phone.post(path_of(table), ODD, key="a-key-for-this-body")

    assert (same.status_code, same["Idempotent-Replay"]) == (201, "true")
    assert code_of(other) == (422, "idempotency_key_reused")
    assert Scoresheet.objects.count() == 1


def test_the_referee_is_asked_and_says_that_it_is_meant(hall: Hall, table: Table) -> None:
    referee = signed_in(hall.rob.user)
    path, body = f"/v1/tables/{table.pk}/correct/", {**ODD, "reason": "signed paper sheet"}

    question = referee.post(path, body)
    taken = referee.post(path, {**body, "confirm": ["all_points_with_one"]})

    assert (code_of(question), taken.status_code) == ((422, "please_confirm"), 201)


def test_more_chombo_than_a_game_can_have_are_refused(hall: Hall, table: Table) -> None:
    phone = phone_of(seats_of(table)[0], hall.alice)

    answer = phone.post(path_of(table), {**BALANCED, "chombo": [0, 20, 0, 0], "confirm": ["many_chombo"]})

    assert code_of(answer) == (422, "too_many_chombo")
    assert not Scoresheet.objects.exists()


def test_every_sentence_about_a_result_is_said_in_japanese_too() -> None:
    book = load("tenhou")
    games = [([100_000, 0, 0, 0], [20, 0, 0, 0]), ([-700_000, 800_000, 0, 0], [4, 0, 0, 0])]
    doubts = [
        doubt
        for points, chombo in games
        for doubt in (*impossible(book, points, chombo), *strange(book, points, chombo))
    ]

    with override("ja"):
        in_japanese = in_words(doubts)

    assert in_japanese == [
        "一人のチョンボが20回になっています。1対局にありうるのは12回までです。",
        "一人が1対局でチョンボを20回しています。",
        "一人がすべての点を持ち、ほかの全員がちょうど0点です。",
        "終局時に▲700,000点になることはありません。トビで終局するため、最後の1局で失うのは最大603,400点です。",
        "一人が1対局でチョンボを4回しています。",
        "配給原点25,000点に対して、800,000点で終わった人がいます。",
    ]
