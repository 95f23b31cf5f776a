"""The OpenAPI description besides its shapes: security, headers, examples, and an introduction."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from drf_spectacular.openapi import AutoSchema

from tournaments.api.glossary import ADDRESSES, GLOSSARY, SUBJECTS
from tournaments.api.guide import ABOUT
from tournaments.api.missing_rights import MEANINGS
from tournaments.credentials.devices import SEAT_COOKIE
from web.api.policies import Policy
from web.api.schema import SCHEMAS, with_words
from web.api.shared_parts import share_parts
from web.browser import cookie_name

EXAMPLES = Path(__file__).with_name("examples.json")

OVERVIEW = """Everything people do on the pages, programs can do here. JSON in, JSON out (but for photos,
and games as NDJSON); changes only ever add to it.

**Reading what is public needs no sign-in.** A token shows you private tournaments of yours as well. Programs send
`Authorization: Bearer mjt_…`; a phone that claimed a seat sends `Authorization: Bearer mjs_…`, the `token` of
`claimSeat`, and one that was shown a player's card `Authorization: Bearer mjc_…`, that of `claimPlayerCard`. Pages of
any origin may call this API with a bearer or without one, never with cookies.

**Every `POST` and `DELETE` needs an `Idempotency-Key`**, made anew for each thing you want done. When an answer gets
lost, send the same request with the same key: nothing happens twice, and the first answer comes again with
`Idempotent-Replay: true`. (Questions to a rulebook change nothing and need no key.)

**Confirm what you saw**: `If-Match` names the `tag` of the sheet on the screen.

**Lists** take `limit` (1 to 200) and `offset`. A parameter that an address does not know is refused with 400.

**Limits** are counted by the minute for each person, token or phone, and for each network of unknown visitors;
`RateLimit-Limit`, `-Remaining` and `-Reset` (seconds) say how many calls are left. 429 and 503 carry `Retry-After`.
"""

SCHEMES: dict[str, dict[str, str]] = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "An API token of yours, mjt_…, made under Account. It reads, reports or manages.",
    },
    "seatToken": {
        "type": "http",
        "scheme": "bearer",
        "description": "What claimSeat gave to this phone, mjs_…: it opens one seat until its round closes.",
    },
    "cardToken": {
        "type": "http",
        "scheme": "bearer",
        "description": (
            "What claimPlayerCard gave to this phone, mjc_…: it opens every seat of the player until the tournament "
            "ends. While the phone waits to be let in, it opens nothing."
        ),
    },
    "kioskToken": {
        "type": "http",
        "scheme": "bearer",
        "description": (
            "What claimKiosk gave to the tablet of a table, mjk_…: it enters hands and calls the referee there, "
            "until the staff ends it or the tournament ends. A report or a word on one takes a player's PIN besides."
        ),
    },
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": settings.SESSION_COOKIE_NAME,
        "description": "The sign-in of the pages. Changes need X-CSRFToken as well. Not from other origins.",
    },
    "seat": {
        "type": "apiKey",
        "in": "cookie",
        "name": cookie_name(SEAT_COOKIE),
        "description": "The cookie of a phone that claimed a seat on the pages. Changes need X-CSRFToken as well.",
    },
}

HEADERS: dict[str, dict[str, Any]] = {
    "RateLimit-Limit": {
        "description": "Calls of this kind (reads or changes) you may make in a minute.",
        "schema": {"type": "integer"},
        "example": 3000,
    },
    "RateLimit-Remaining": {
        "description": "How many of them are left in this minute.",
        "schema": {"type": "integer"},
        "example": 2987,
    },
    "RateLimit-Reset": {
        "description": "Seconds until the next minute begins.",
        "schema": {"type": "integer"},
        "example": 24,
    },
    "Retry-After": {
        "description": "Seconds after which to send the same request again, with the same Idempotency-Key.",
        "schema": {"type": "integer"},
        "example": 2,
    },
    "Idempotent-Replay": {
        "description": "`true` when this is the first answer to this Idempotency-Key again.",
        "schema": {"type": "string", "enum": ["true"]},
    },
    "ETag": {
        "description": "What to name in If-None-Match to ask whether it changed, or in If-Match to say what you saw.",
        "schema": {"type": "string"},
        "example": '"r1-1f0c9a3b"',
    },
    "Location": {
        "description": "Where to look how far it is, and to cancel it.",
        "schema": {"type": "string", "format": "uri-reference"},
        "example": "/api/v1/draw-jobs/5/",
    },
}
# Descriptions of statuses in terms of tournaments; `web.api` has general ones.
RESPONSES: dict[str, str] = {
    "401": "Nobody is signed in, or the token is not valid: expired, revoked, or its seat or card is over.",
    "409": "The state refuses it now: a closed round, another live sheet. `sheet` is the one that stands.",
    "412": "What was named as seen, in If-Match or in the body, no longer stands; `sheet` is the one that does.",
    "422": "The rulebook refuses it, or the Idempotency-Key was used for another request.",
}
IF_MATCH = 'The `tag` of the sheet you saw, in quotation marks: "r2-1f0c9a3b".'
BESIDE_ERROR: dict[str, dict[str, object]] = {
    "sheet": with_words({"$ref": f"{SCHEMAS}Sheet"}, "The live scoresheet, with 409 and 412."),
    "needs": {
        "type": "string",
        "enum": list(MEANINGS),
        "description": "With 403: what the caller would need.\n\n"
        + "\n".join(f"* `{word}` - {meaning}" for word, meaning in MEANINGS.items()),
    },
    "choices": {
        "type": "array",
        "items": {"$ref": f"{SCHEMAS}Choices"},
        "description": "What may be answered where the rulebook leaves something open.",
    },
    "example": {
        "type": "object",
        "additionalProperties": {},
        "description": "Answers to `choices` as a request has them.",
    },
}
RATES = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")

# Status → code and message of a real refusal.
REFUSALS: dict[str, tuple[str, str]] = {
    "400": (
        "unknown_parameter",
        "The parameter “serach” is not supported here. Supported parameters: limit, offset, search.",
    ),
    "401": ("bad_token", "This API token is not valid: it is unknown, expired or revoked."),
    "403": ("not_allowed", "You are not allowed to do this. Please ask the organizer or the referee."),
    "404": ("not_found", "This does not exist, or you are not allowed to see it."),
    "409": ("round_closed", "This round is closed. Please ask the referee."),
    "410": (
        "too_far_behind",
        "More than 5000 events lie behind this position. Please read them with Accept: application/x-ndjson, and go "
        "on from the id of the last one.",
    ),
    "412": ("stale_version", "Another version stands by now."),
    "415": ("unsupported_media_type", 'Unsupported media type "text/plain" in request.'),
    "422": (
        "points_do_not_balance",
        "The four scores add up to 119,900, not 120,000. Is a riichi stick missing?",
    ),
    "428": ("version_missing", "Please send If-Match with the tag of the result you saw."),
    "429": ("too_many_requests", "Request was throttled. Expected available in 24 seconds."),
    "503": ("try_again", "The database is temporarily unavailable. Nothing was lost; please try again."),
}


class Description(AutoSchema):
    """One operation: described by the guide, open to those its policy names."""

    def get_description(self) -> str:  # type: ignore[override]
        # An operation of which there is no more to say has its summary alone.
        return ABOUT.get(self.get_operation_id(), "")

    def get_auth(self) -> list[dict[str, list[str]]]:
        (policy,) = self.view.get_permissions()
        assert isinstance(policy, Policy), f"{self.view} has no policy of the house"
        schemes = policy.to_read if self.method in ("GET", "HEAD") else policy.to_change
        return [{name: []} for name in schemes]


def complete(result: dict[str, Any], generator: object, request: object, public: bool) -> dict[str, Any]:
    """Add schemes, headers and examples: a post-processing hook of drf-spectacular."""
    result["info"]["description"] = OVERVIEW
    result["tags"] = [{"name": name, "description": words} for name, words in SUBJECTS.items()]
    components = result["components"]
    components["securitySchemes"] = SCHEMES
    components["headers"] = HEADERS
    error = components["schemas"]["Error"]
    components["schemas"]["Error"] = {**error, "properties": {**error["properties"], **BESIDE_ERROR}}
    for name, schema in components["schemas"].items():
        _add_words(schema)
        if name in examples()["answers"]:
            schema["example"] = examples()["answers"][name]
    for path, methods in result["paths"].items():
        for method, operation in methods.items():
            # An explicit empty list, so that generated clients ask for no token.
            operation.setdefault("security", [])
            if operation.get("description") == operation.get("summary"):
                del operation["description"]
            _describe_for_tournaments(path, operation)
            _add_headers(method, operation)
            _add_examples(operation)
    share_parts(result)
    return result


def _add_words(schema: dict[str, Any]) -> None:
    """Describe the properties that mean the same everywhere."""
    properties = schema.get("properties", {})
    for name, described in properties.items():
        if "description" not in described and name in GLOSSARY:
            properties[name] = with_words(described, GLOSSARY[name])


def _describe_for_tournaments(path: str, operation: dict[str, Any]) -> None:
    for parameter in operation.get("parameters", []):
        if parameter["name"] == "If-Match":
            parameter["description"] = IF_MATCH
        elif parameter["in"] == "path":
            # The preceding part of the address names its owner.
            of = path.partition("{" + parameter["name"] + "}")[0].rstrip("/").rpartition("/")[2]
            if of in ADDRESSES:
                parameter["description"] = ADDRESSES[of]
    for status, response in operation["responses"].items():
        response["description"] = RESPONSES.get(status, response["description"])


def _add_headers(method: str, operation: dict[str, Any]) -> None:
    parameters = {parameter["name"] for parameter in operation.get("parameters", [])}
    for status, response in operation["responses"].items():
        # All answers have the rates; they are described where answers are shared.
        names = list(RATES) if status[0] != "2" and status not in ("401", "503") else []
        if status in ("429", "503"):
            names.append("Retry-After")
        if "Idempotency-Key" in parameters and status[0] == "2":
            names.append("Idempotent-Replay")
        if (status[0] == "2" and {"If-Match", "If-None-Match"} & parameters) or status == "304":
            names.append("ETag")
        if status == "202":
            names.append("Location")
        response.setdefault("headers", {}).update(
            {name: {"$ref": f"#/components/headers/{name}"} for name in names}
        )


def _add_examples(operation: dict[str, Any]) -> None:
    sent = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if sent is not None and operation["operationId"] in examples()["requests"]:
        sent["example"] = examples()["requests"][operation["operationId"]]
    for status, response in operation["responses"].items():
        if status in REFUSALS:
            code, message = REFUSALS[status]
            content = response["content"]["application/json"]
            content["example"] = {"error": {"code": code, "message": message, "fields": {}}}


@lru_cache(maxsize=1)
def examples() -> dict[str, dict[str, Any]]:
    """Return recorded calls: a request for each operation id, and an answer for each shape name."""
    found: dict[str, dict[str, Any]] = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    return found
