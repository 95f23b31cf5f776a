"""What the API description says once and refers to: parameters and answers that several operations have."""

import json
from collections import Counter, defaultdict
from http import HTTPStatus
from typing import Any

PARAMETERS = "#/components/parameters/"
RESPONSES = "#/components/responses/"


def share_parts(result: dict[str, Any]) -> None:
    """Move shared parameters and answers of all operations to the components."""
    operations = [
        (path, operation) for path, methods in result["paths"].items() for operation in methods.values()
    ]
    components = result["components"]
    _share_parameters(operations, components.setdefault("parameters", {}))
    for _path, operation in operations:
        _share_refusals(operation, components.setdefault("responses", {}))
    _share_answers([operation for _path, operation in operations], components["responses"])


def _share_parameters(operations: list[tuple[str, dict[str, Any]]], shared: dict[str, Any]) -> None:
    """Share of each name the parameter that most operations have; another one of this name stays where it is."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for path, operation in operations:
        for parameter in operation.get("parameters", []):
            found[_name(path, parameter)][_text(parameter)] += 1
    for name, texts in sorted(found.items()):
        ((text, times),) = texts.most_common(1)
        if times > 1:
            shared[name] = json.loads(text)
    for path, operation in operations:
        if "parameters" in operation:
            operation["parameters"] = [
                {"$ref": PARAMETERS + name} if shared.get(name := _name(path, one)) == one else one
                for one in operation["parameters"]
            ]


def _name(path: str, parameter: dict[str, Any]) -> str:
    """Return the name of a parameter; one of the path is named by what precedes it: stages-id."""
    name: str = parameter["name"]
    if parameter["in"] != "path":
        return name
    return f"{path.partition('{' + name + '}')[0].rstrip('/').rpartition('/')[2]}-{name}"


def _share_refusals(operation: dict[str, Any], shared: dict[str, Any]) -> None:
    responses = operation["responses"]
    for status in [status for status in responses if status[0] != "2"]:
        name = HTTPStatus(int(status)).name.title().replace("_", "")
        if shared.setdefault(name, responses[status]) != responses[status]:
            raise ValueError(f"{operation['operationId']}: its {status} is not that of the others.")
        responses[status] = {"$ref": RESPONSES + name}


def _share_answers(operations: list[dict[str, Any]], shared: dict[str, Any]) -> None:
    """Share the answers that are word for word the same, named by the first operation that gives each."""
    answers = [
        (operation, status)
        for operation in operations
        for status in operation["responses"]
        if status[0] == "2"
    ]
    times = Counter(_text(operation["responses"][status]) for operation, status in answers)
    names: dict[str, str] = {}
    for operation, status in answers:
        text = _text(operation["responses"][status])
        if times[text] > 1:
            name = names.setdefault(text, f"{operation['operationId']}-{status}")
            shared[name] = json.loads(text)
            operation["responses"][status] = {"$ref": RESPONSES + name}


def _text(part: dict[str, Any]) -> str:
    return json.dumps(part, sort_keys=True, default=str)
