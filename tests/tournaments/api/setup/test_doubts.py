"""House rules in doubt, and what a rulebook leaves open, through the API."""

from typing import Any

import pytest
from django.utils.translation import override

from scoring.doubts.house_rules import impossible, strange
from scoring.rulebook.choices import choices_of
from scoring.rulebook.rulebook import editions, load, unset_fields
from tests.scoring.doubts import test_house_rules as cases
from tests.tournaments.api.callers import body_of, code_of, signed_in, stranger
from tests.tournaments.hall import Hall
from tournaments.actions.wording.doubts import in_words
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
NEW = "/v1/tournaments/"


def ask(hall: Hall, rulebook: str, **more: Any) -> Any:
    return signed_in(hall.alice.user).post(NEW, {"slug": "cup", "name": "Cup", "rulebook": rulebook, **more})


def test_what_no_game_follows_from_is_refused_beside_its_field(hall: Hall) -> None:
    answer = ask(hall, "mleague", house_rules={"result.uma": {"*": [-15, -5, 5, 15]}})

    assert code_of(answer) == (422, "uma_rises")
    assert body_of(answer)["error"]["fields"] == {
        "result.uma": ["A better place cannot score less than a worse one."]
    }
    assert not Tournament.objects.filter(slug="cup").exists()


def test_what_can_hardly_be_meant_is_asked_with_what_a_game_then_sums_to(hall: Hall) -> None:
    answer = ask(hall, "mleague", house_rules={"result.oka": 0})

    assert code_of(answer) == (422, "please_confirm")
    error = body_of(answer)["error"]
    assert error["message"].startswith("The results of a game would then sum to −20 instead of 0")
    assert error["fields"]["confirm"] == ["game_sum"]
    assert not Tournament.objects.filter(slug="cup").exists()


def test_said_to_be_meant_it_is_taken(hall: Hall) -> None:
    answer = ask(hall, "mleague", house_rules={"result.oka": 0}, confirm=["game_sum"])

    assert (answer.status_code, body_of(answer)["house_rules"]) == (201, {"result.oka": 0})


def test_another_code_confirms_nothing_and_the_impossible_cannot_be_confirmed(hall: Hall) -> None:
    other = ask(hall, "mleague", house_rules={"result.oka": 0}, confirm=["high_noten"])
    never = ask(hall, "mleague", house_rules={"table.starting_points": 0}, confirm=["start_too_small"])

    assert (code_of(other), code_of(never)) == ((422, "please_confirm"), (422, "start_too_small"))


def test_a_planned_tournament_is_asked_the_same(hall: Hall) -> None:
    caller = signed_in(hall.alice.user)
    address = "/v1/tournaments/spring-open/house-rules/"
    seen = Tournament.objects.get().rulebook.hash()
    body = {"house_rules": {"chombo.amount": 20_000}, "rulebook_hash": seen}

    question = caller.post(address, body)
    taken = caller.post(address, {**body, "confirm": ["chombo_amount"]})

    assert code_of(question) == (422, "please_confirm")
    assert body_of(question)["error"]["message"] == (
        "One chombo would then take 20,000 points off a game's result, where 1,000 points at the table are one. "
        "Did you mean 20? If this is intended, confirm chombo_amount."
    )
    assert taken.status_code == 200


def test_what_is_left_open_comes_with_its_answers_and_an_example(hall: Hall) -> None:
    answer = ask(hall, "rmu_a")

    body = body_of(answer)
    assert code_of(answer) == (422, "rulebook_leaves_open")
    kind = body["choices"][0]
    assert (kind["path"], [value["value"] for value in kind["values"]]) == (
        "chombo.kind",
        ["after_game", "each", "mangan", "none"],
    )
    assert kind["values"][3] == {"value": "none", "en": "none", "ja": "なし"}
    assert body["error"]["fields"]["chombo.kind"] == ["Please choose one of: after_game, each, mangan, none."]
    assert (body["choices"][1]["path"], body["choices"][1]["unit"]) == (
        "chombo.amount",
        "result_points_or_points",
    )


@pytest.mark.parametrize("edition", [edition for edition in editions() if unset_fields(load(edition))])
def test_the_example_can_be_sent_as_it_stands(hall: Hall, edition: str) -> None:
    house_rules: dict[str, object] = {}
    for _round in range(5):
        answer = ask(hall, edition, house_rules=house_rules)
        if answer.status_code == 201:
            break
        assert code_of(answer) == (422, "rulebook_leaves_open")
        house_rules |= body_of(answer)["example"]["house_rules"]

    assert answer.status_code == 201, body_of(answer)


def test_a_rulebook_says_what_each_field_may_be_and_what_a_tournament_must_decide() -> None:
    body = body_of(stranger().get("/v1/rulebooks/danching/"))

    tie = next(field for field in body["fields"] if field["path"] == "result.tie")
    assert [value["value"] for value in tie["choices"]["values"]] == ["split", "seat_order", "shared_rank"]
    assert body["needs"] == unset_fields(load("danching"))


def test_a_wrong_uma_is_explained_as_json_has_it(hall: Hall) -> None:
    message = body_of(ask(hall, "mleague", house_rules={"result.uma": [15, 5, -5, -15]}))["error"]["message"]

    assert '{"*": [15, 5, -5, -15]}' in message


def test_every_sentence_has_its_japanese_with_the_same_figures() -> None:
    marks = [
        mark
        for test in (
            cases.test_what_no_game_follows_from_is_refused,
            cases.test_what_is_hardly_meant_has_to_be_confirmed_with_its_consequence,
        )
        for mark in test.pytestmark  # type: ignore[attr-defined]
    ]
    rows = [row for mark in marks for row in mark.args[1]]
    books = [cases.house(edition, changes) for edition, changes, *_expected in rows]
    doubts = [doubt for book in books for doubt in (*impossible(book), *strange(book))]

    with override("ja"):
        in_japanese = in_words(doubts)

    assert len({doubt.sentence for doubt in doubts}) == 29
    for doubt, japanese in zip(doubts, in_japanese, strict=True):
        assert not japanese.isascii(), doubt
        shown = [figure for name, figure in doubt.values.items() if f"%({name})s" in doubt.sentence]
        assert all(figure.lstrip("-") in japanese for figure in shown), doubt
    assert choices_of(books[0], "result.uma").kind == "uma"
