"""Every property and every parameter of the description says what it is, and what is said once is shared."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils.translation import override

from tournaments.api.glossary import ADDRESSES, GLOSSARY, SUBJECTS
from web.api.docs import description, resolved
from web.api.schema import NULL, with_words

pytestmark = pytest.mark.once("reads the description, without a database")

SAY = (
    'Say what it is: Annotated[…, "Units deducted."] in an answer, help_text="Units deducted." in a request; if the '
    "name means the same everywhere, in tournaments/api/glossary.py."
)


def properties(part: Any, of: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every property below a part of the description, by the name of what it belongs to; examples are data."""
    if isinstance(part, list):
        for one in part:
            yield from properties(one, of)
    if isinstance(part, dict):
        if isinstance(part.get("properties"), dict):
            yield from ((f"{of}.{name}", schema) for name, schema in part["properties"].items())
        for name, inner in part.items():
            if name not in ("example", "properties"):
                yield from properties(inner, of)
            elif name == "properties":
                for field, schema in inner.items():
                    yield from properties(schema, f"{of}.{field}")


def every_property() -> list[tuple[str, dict[str, Any]]]:
    found = [
        one
        for name, schema in description()["components"]["schemas"].items()
        for one in properties(schema, name)
    ]
    for methods in description()["paths"].values():
        for operation in methods.values():
            found += properties(operation, operation["operationId"])
    return found


def every_parameter() -> list[tuple[str, dict[str, Any]]]:
    return [
        (f"{operation['operationId']}, parameter {parameter['name']}", parameter)
        for methods in description()["paths"].values()
        for operation in methods.values()
        for parameter in map(resolved, operation.get("parameters", []))
    ]


def silent(found: list[tuple[str, dict[str, Any]]]) -> list[str]:
    return sorted({name for name, described in found if not described.get("description", "").strip()})


def test_every_property_says_what_it_is() -> None:
    assert silent(every_property()) == [], SAY


def test_every_parameter_says_what_it_is() -> None:
    assert silent(every_parameter()) == [], f"{SAY} In an address: ADDRESSES there."


def test_a_property_that_says_nothing_is_found() -> None:
    shape = {
        "properties": {"list": {"type": "array", "items": {"properties": {"inner": {"type": "string"}}}}}
    }

    assert silent([*properties(shape, "Shape")]) == ["Shape.list", "Shape.list.inner"]
    assert len(every_property()) > 1_500
    assert len(every_parameter()) > 400


def test_what_is_said_is_a_short_sentence() -> None:
    odd = [
        (name, described["description"])
        for name, described in [*every_property(), *every_parameter()]
        if described["description"][-1] not in ".:`»0123456789)" and "\n" not in described["description"]
    ]

    assert odd == []


def echoes(name: str, description: str) -> bool:
    """Whether a description has no word that is not in the name: "The codes." of `codes`, "The id." of `id`."""
    of_the_name = [word.removesuffix("s") for word in name.rpartition(".")[2].split("_")]
    said = [word.removesuffix("s") for word in re.findall(r"[a-z0-9]+", description.lower())]
    return [word for word in said if word not in ("the", "a", "an", "it")] == of_the_name


def test_no_description_only_repeats_the_name() -> None:
    found = [
        f"{name}: “{described['description']}” repeats the name. {SAY}"
        for name, described in every_property()
        if echoes(name, described["description"])
    ]

    assert found == []


def test_a_description_that_repeats_the_name_is_found() -> None:
    assert echoes("Codes.codes", "The codes.")
    assert echoes("Seat.table_number", "The table number.")
    assert not echoes("Code.code", "Secret code of the seat.")


def unexplained(words: str) -> list[str]:
    """The values of an enumeration that are listed as meaning themselves, or only named one after another."""
    listed = re.findall(r"^\* `([^`]*)` - (.*)$", words, re.MULTILINE)
    bare = re.fullmatch(r"(?:[a-z_]+, )+[a-z_]+ or [a-z_]+\.|[a-z_]+ or [a-z_]+\.", words)
    return [value for value, meaning in listed if "_" in value and value == meaning] + (
        [words] if bare else []
    )


def test_every_value_of_an_enumeration_says_what_it_means() -> None:
    found = [
        (name, values)
        for name, described in every_property()
        if (values := unexplained(described["description"]))
    ]

    assert found == [], (
        "OneOf(Model.Kind.choices), with labels; in an answer Annotated[…, 'What it is.', Model.Kind]"
    )


def test_a_bare_value_is_found() -> None:
    assert unexplained("Kind.\n\n* `by_rank` - by_rank\n* `none` - Nothing") == ["by_rank"]
    assert unexplained("never, rather_not or wind.") == ["never, rather_not or wind."]
    assert unexplained("tsumo or ron.") == ["tsumo or ron."]
    assert unexplained("How it is won: tsumo or ron.") == []


def test_the_description_is_english_whoever_asks_for_it_first() -> None:
    description.cache_clear()

    with override("ja"):
        found = description()["components"]["schemas"]["Clock"]["properties"]["after_gong"]["description"]

    assert found == (
        "What is still played when the time is up.\n\n* `finish_hand` - Finish the hand being played\n"
        "* `one_more_hand` - Finish the hand being played, then play one more\n* `stop` - Stop right away"
    )


def test_the_glossary_has_no_word_that_nothing_needs() -> None:
    used = {name.rpartition(".")[2] for name, _schema in every_property()}
    steps = {step for path in description()["paths"] for step in path.split("/")}

    assert set(GLOSSARY) - used == set()
    assert set(ADDRESSES) - steps == set()


def test_words_beside_a_reference_are_not_lost() -> None:
    assert with_words({"$ref": "#/components/schemas/Team"}, "The team.") == {
        "allOf": [{"$ref": "#/components/schemas/Team"}],
        "description": "The team.",
    }


def test_what_a_refusal_of_a_status_is_stands_in_one_place() -> None:
    shared = description()["components"]["responses"]
    refusals = [
        (operation["operationId"], status, response)
        for methods in description()["paths"].values()
        for operation in methods.values()
        for status, response in operation["responses"].items()
        if status[0] in "345"
    ]

    assert [one for one in refusals if one[2].keys() != {"$ref"}] == []
    assert {one[2]["$ref"].rpartition("/")[2] for one in refusals} == {
        name for name in shared if "-" not in name
    }
    assert len(refusals) > 1_500


def test_a_part_that_several_operations_have_stands_in_one_place() -> None:
    operations = [one for methods in description()["paths"].values() for one in methods.values()]
    parameters = Counter(
        json.dumps(one)
        for operation in operations
        for one in operation.get("parameters", [])
        if "$ref" not in one
    )
    answers = Counter(
        json.dumps(one, default=str)
        for operation in operations
        for one in operation["responses"].values()
        if "$ref" not in one
    )

    assert [text for text, times in answers.items() if times > 1] == []
    assert [text for text, times in parameters.items() if times > 3] == []
    assert set(description()["components"]["parameters"]) >= {
        "Idempotency-Key",
        "If-Match",
        "tournaments-slug",
    }


def test_the_description_is_not_longer_than_a_program_wants_to_read() -> None:
    compact = json.dumps(description(), ensure_ascii=False, separators=(",", ":"), default=str)

    assert len(compact.encode()) < 750_000


def test_every_tag_says_what_it_is_about() -> None:
    used = {
        tag for methods in description()["paths"].values() for one in methods.values() for tag in one["tags"]
    }

    assert [one["name"] for one in description()["tags"]] == sorted(used) == list(SUBJECTS)


def test_validators_find_no_type_missing_beside_nullable_and_no_default_that_is_refused() -> None:
    """As openapi-spec-validator, spectral and redocly ask for it."""
    found = list(parts(description()))
    untyped = [one for one in found if one.get("nullable") and "type" not in one]
    defaults = [
        one
        for one in found
        if one.get("format") == "email" and "default" in one and "@" not in str(one["default"])
    ]

    assert untyped == defaults == []
    assert {
        "oneOf": [{"$ref": "#/components/schemas/Team"}, NULL],
        "description": "Team; null if none.",
    } in found


def parts(of: Any) -> Iterator[dict[str, Any]]:
    """Every object of the description; examples are data."""
    for one in of if isinstance(of, list) else []:
        yield from parts(one)
    if isinstance(of, dict):
        yield of
        for name, inner in of.items():
            if name != "example":
                yield from parts(inner)
