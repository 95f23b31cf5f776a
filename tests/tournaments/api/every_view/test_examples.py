"""Examples are true: what a real tournament was asked and answered, taken down and checked.

There is one request of each operation and one answer of each shape. `JANTAKU_TAKE_DOWN=1` writes those that have
other fields by now; the rest stay as they are, so that a change shows what has changed and no more.
"""

import json
import os
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import jsonschema
import pytest
from django.core.cache import cache as django_cache
from django.http import HttpResponse

from tests.permissions import Row, undone
from tests.registers import CALLS
from tests.tournaments.api.callers import body_of
from tests.tournaments.api.permission_matrix import MATRIX, one_who_may
from tests.tournaments.worlds import ORGANIZER, build
from tournaments.api.openapi import EXAMPLES, REFUSALS, examples
from web.api.docs import description, items_of, resolved
from web.api.schema import SCHEMAS

pytestmark = pytest.mark.database("sqlite")

TAKE_DOWN = "JANTAKU_TAKE_DOWN=1 pytest tests/tournaments/api/every_view/test_examples.py"
MOST_ITEMS, LONGEST = 1, 400
# Fields of requests by which a warning is switched off: nobody should copy them.
ACCEPTING = {"confirm", "leave_open"}
SECRETS = (
    (re.compile(r"mjt_[\w-]{20,}"), "mjt_" + "x" * 43),
    (re.compile(r"mjs_[0-9a-f]{20,}"), "mjs_" + "0123456789abcdef" * 4),
    (re.compile(r"mjc_[0-9a-f]{20,}"), "mjc_" + "0123456789abcdef" * 4),
    (re.compile(r"mjk_[0-9a-f]{20,}"), "mjk_" + "0123456789abcdef" * 4),
    (re.compile(r"whsec_[\w+/]{40,}={0,2}"), "whsec_" + "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" * 2),
    (re.compile(r"\b[A-HJ-NP-Z2-9]{26}\b"), "ABCDEFGHJKLMNPQRSTUVWXYZ23"),
    (re.compile(r"\b[A-HJ-NP-Z2-9]{12}\b"), "ABCDEFGHJKLM"),
    # Nobody's, not even in a test: the walk that looks for people's addresses reads the description too.
    (re.compile(r"[\w.+-]+@[\w-]+\.example\b"), "you@example.com"),
)
CONTENT = "content"  # of a rulebook: cut short, it stays what it is
FREE = {CONTENT, "house_rules", "quality", "record"}  # described as objects of any fields


def strict(schema: Any, *, is_answer: bool) -> Any:
    """OpenAPI 3.0 as JSON Schema: null where it is nullable, and in answers nothing that is not described."""
    if isinstance(schema, list):
        return [strict(one, is_answer=is_answer) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: strict(value, is_answer=is_answer) for name, value in schema.items() if name != "nullable"}
    if "$ref" in made:
        made["$ref"] = made["$ref"].replace("#/components/schemas/", "#/$defs/")
    if is_answer and isinstance(made.get("properties"), dict) and made.get("type") == "object":
        made.setdefault("additionalProperties", False)
    made.pop("readOnly", None)
    return {"anyOf": [made, {"type": "null"}]} if schema.get("nullable") is True else made


@cache
def definitions(*, is_answer: bool) -> Any:
    return strict(description()["components"]["schemas"], is_answer=is_answer)


def complaint(value: object, schema: Any, *, is_answer: bool = True) -> str:
    """What is wrong with a value by its schema; empty when nothing is."""
    whole = {**strict(schema, is_answer=is_answer), "$defs": definitions(is_answer=is_answer)}
    error = jsonschema.exceptions.best_match(jsonschema.Draft202012Validator(whole).iter_errors(value))
    return f"{list(error.absolute_path)}: {error.message[:300]}" if error else ""


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in description()["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation


OPERATIONS = {(method, path): operation for method, path, operation in operations()}
OPERATION = {operation["operationId"]: operation for operation in OPERATIONS.values()}


def operation_of(row: Row) -> dict[str, Any] | None:
    return OPERATIONS.get((row.method, row.described_path))


def cut(value: Any, name: str = "") -> Any:
    """The beginning of a long answer: its first rows, and the first of many keys."""
    if isinstance(value, str):
        for pattern, harmless in SECRETS:
            value = pattern.sub(harmless, value)
        return value if len(value) <= LONGEST or name == "payload" else value[:LONGEST]
    if isinstance(value, list):
        most = MOST_ITEMS if value and isinstance(value[0], dict | str) else len(value)
        most = max(most, 5) if name in ("tables", "seats") else most
        return [cut(one) for one in value[:most]]
    if isinstance(value, dict):
        keys = list(value)[:3] if name == CONTENT else list(value)
        return {key: cut(value[key], key) for key in keys}
    return value


def shortened(request: Any) -> Any:
    """A request as it was sent, but for a text that nobody would read to its end."""
    if not isinstance(request, dict):
        return request
    return {
        name: value[:LONGEST] if isinstance(value, str) and len(value) > 10 * LONGEST else value
        for name, value in request.items()
    }


def outline(value: Any, name: str = "") -> Any:
    """The fields of an answer, whatever their values: what two answers of one operation have in common."""
    if isinstance(value, dict):
        if name in FREE:
            return "free"
        return {key: outline(inner, key) for key, inner in value.items()}
    if isinstance(value, list):
        return [outline(value[0], name)] if value else []
    return "value"


EXCHANGES: dict[str, dict[str, Any]] = {}
# Operation → what refuses it until the warning is accepted; empty where nothing does.
WARNINGS: dict[str, str] = {}


@pytest.fixture
def exchanges(db: None) -> dict[str, dict[str, Any]]:
    """Each operation's request and answer, from one world, each call undone again. Asked once for all tests here."""
    if not EXCHANGES:
        EXCHANGES.update(answers_of_a_world())
    return EXCHANGES


def answers_of_a_world() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    worlds = build()
    for row in MATRIX:
        operation = operation_of(row)
        if operation is None or operation["operationId"] in found:
            continue
        caller = worlds.caller(one_who_may(row) or ORGANIZER, row.scene)
        headers = row.headers(worlds.own) if row.headers else {}
        body = row.body(worlds.own) if row.body else None
        path = row.path(worlds.own).removeprefix("/api")
        django_cache.clear()
        with undone():
            answer = caller.call(row.method, path, body, **dict(headers))
        sent = without_accepting(body)
        if sent != body:
            with undone():
                asked = caller.call(row.method, path, sent, **dict(headers))
            WARNINGS[operation["operationId"]] = (
                body_of(asked)["error"]["code"] if asked.status_code > 299 else ""
            )
        found[operation["operationId"]] = {
            # Of files there is nothing to read.
            "request": sent if "requestBody" in operation and not isinstance(body, bytes) else None,
            "status": answer.status_code,
            "response": body_of(answer) if answer.content and is_json(answer) else None,
        }
    return found


def without_accepting(body: Any) -> Any:
    """A request as it is sent first: warnings are not accepted before they are read."""
    if not isinstance(body, dict):
        return body
    return {name: value for name, value in body.items() if name not in ACCEPTING}


def is_json(answer: HttpResponse) -> bool:
    return str(answer["Content-Type"]).startswith("application/json")


def as_stored(exchanges: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    answers: dict[str, Any] = {}
    # An answer of one thing before a list of them.
    for name in sorted(exchanges, key=lambda one: (bool(page_of(one)), one)):
        one = exchanges[name]
        found = [one["response"]] if not page_of(name) else (one["response"] or {}).get("results", [])
        if one["status"] < 300 and (shape := shape_of(name)) and found:
            answers.setdefault(shape, cut(found[0]))
    requests = {
        name: shortened(one["request"])
        for name, one in exchanges.items()
        if one["status"] < 300 and one["request"] is not None
    }
    return {"answers": dict(sorted(answers.items())), "requests": dict(sorted(requests.items()))}


def content_of(name: str) -> Any:
    """The schema of what an operation answers when all is well; empty where that is no JSON."""
    good = resolved(next(one for status, one in OPERATION[name]["responses"].items() if status[0] == "2"))
    return good.get("content", {}).get("application/json", {}).get("schema", {})


def page_of(name: str) -> Any:
    return items_of(content_of(name))


def shape_of(name: str) -> str:
    """The name of the shape that an operation answers, or that its list is made of."""
    schema = page_of(name) or content_of(name)
    return str(schema.get("$ref", "")).rpartition("/")[2]


@pytest.mark.slow
def test_the_examples_are_what_the_api_answers(exchanges: dict[str, dict[str, Any]]) -> None:
    taken_down = as_stored(exchanges)
    kept = {
        kind: {
            name: examples().get(kind, {}).get(name) if is_outlined(kind, name, one) else one
            for name, one in found.items()
        }
        for kind, found in taken_down.items()
    }
    if os.environ.get("JANTAKU_TAKE_DOWN"):
        EXAMPLES.write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        pytest.skip("taken down")

    assert kept == examples(), (
        "look at them, then: JANTAKU_TAKE_DOWN=1 pytest tests/tournaments/api/every_view/test_examples.py"
    )


def is_outlined(kind: str, name: str, one: Any) -> bool:
    """Whether the example that is there has the fields that came now."""
    known = examples().get(kind, {})
    return name in known and outline(known[name]) == outline(one)


def test_every_operation_has_an_example() -> None:
    # Its example in the matrix is one of a refusal: that rulebook counts no patterns.
    refused = {"valuePatterns"}
    # Nothing of the kind is in those worlds.
    never_answered = {"Night", "PatternHand", "Rating"}
    asked = {name for name in OPERATION if "requestBody" in OPERATION[name] and name not in refused}

    # A photo is sent as a form, with nothing to read.
    assert examples()["requests"].keys() == asked - {"takePhoto"}, f"Take them down: {TAKE_DOWN}"
    assert {shape_of(name) for name in OPERATION} - {""} - examples()["answers"].keys() == never_answered


def test_no_example_accepts_a_warning() -> None:
    accepting = [
        name
        for name, request in examples()["requests"].items()
        if isinstance(request, dict) and ACCEPTING & request.keys()
    ]

    assert accepting == []


@pytest.mark.slow
def test_what_is_asked_without_accepting_a_warning_is_done_or_warned_of(
    exchanges: dict[str, dict[str, Any]],
) -> None:
    assert exchanges
    assert WARNINGS.keys() >= {"closeRound", "startRound", "finishTournament"}
    assert set(WARNINGS.values()) <= {"", "please_confirm", "results_missing"}


@pytest.mark.slow
def test_every_answer_has_exactly_the_fields_that_are_described(exchanges: dict[str, dict[str, Any]]) -> None:
    CALLS.refuse_gaps((operation["operationId"] for operation in OPERATIONS.values()), exchanges)
    wrong = []
    for operation in OPERATIONS.values():
        one = exchanges[operation["operationId"]]
        content = resolved(operation["responses"][str(one["status"])]).get("content", {})
        if "application/json" not in content:
            assert one["response"] is None, operation["operationId"]
        elif error := complaint(one["response"], content["application/json"]["schema"]):
            wrong.append((operation["operationId"], error))

    assert wrong == []


def test_every_example_in_the_description_is_valid_by_its_schema() -> None:
    wrong, seen = [], 0
    for operation in OPERATIONS.values():
        bodies = [("request", operation.get("requestBody", {}), False)]
        bodies += [(status, resolved(response), True) for status, response in operation["responses"].items()]
        for what, body, is_answer in bodies:
            content = body.get("content", {}).get("application/json", {})
            if "example" not in content:
                continue
            seen += 1
            if error := complaint(content["example"], content["schema"], is_answer=is_answer):
                wrong.append((operation["operationId"], what, error))
    for name, schema in description()["components"]["schemas"].items():
        if "example" in schema:
            seen += 1
            if error := complaint(schema["example"], {"$ref": f"{SCHEMAS}{name}"}):
                wrong.append((name, "example", error))

    assert wrong == []
    assert seen > 500


def test_every_refusal_has_an_example_and_says_when_to_come_back() -> None:
    for operation in OPERATIONS.values():
        for status, response in operation["responses"].items():
            if status[0] in "45":
                content = resolved(response)["content"]["application/json"]
                assert content["example"]["error"]["code"] == REFUSALS[status][0]
        for status in ("429", "503"):
            assert "Retry-After" in resolved(operation["responses"][status])["headers"]


def test_an_example_that_is_not_valid_is_found() -> None:
    schema = {"$ref": "#/components/schemas/Round"}
    good = examples()["answers"]["Round"]

    assert complaint(good, schema) == ""
    assert "'banana' was unexpected" in complaint({**good, "banana": 1}, schema)
    assert "is not of type 'integer'" in complaint({**good, "id": "7"}, schema)
    assert "is a required property" in complaint({k: v for k, v in good.items() if k != "stage"}, schema)
