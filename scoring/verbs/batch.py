"""Questions in a batch: one JSON object per line in, one per line out.

A request names its verb: ``{"do": "result", "rulebook": "mleague", "scores": [...]}``. Every line gets exactly one
answer, in order: the verb's, or ``{"error": {"code", "message", "fields"}}``; ``internal`` is a bug of ours, whose
traceback goes to standard error. An ``id`` (text or number) is returned with the answer. ``language`` (default "en")
is that of the error's message.
"""

import json
import traceback
from collections.abc import Iterator
from typing import IO, Any, NoReturn

from scoring.errors import NeedsEventSetting, RuleError
from scoring.text.errors import say_refusal
from scoring.translation import SOURCE
from scoring.verbs import VERBS
from scoring.verbs.request import language_of

MAX_LINE = 256 * 1024


def serve(lines: IO[bytes], out: IO[bytes]) -> int:
    """Answer every line until the input ends. Return the number of errors."""
    errors = 0
    for line in _lines(lines):
        reply = answer(line)
        errors += "error" in reply and reply["error"] is not None and "code" in reply["error"]
        out.write(json.dumps(reply, separators=(",", ":")).encode("ascii") + b"\n")
        out.flush()
    return errors


def answer(line: bytes | None) -> dict[str, Any]:
    """Return the answer to one line (None: the line was too long)."""
    given_id: dict[str, Any] = {}
    language = SOURCE
    try:
        request = _parse(line)
        given_id = _id(request)
        language = language_of(request)
        do = request.get("do")
        if not isinstance(do, str) or do not in VERBS:
            raise RuleError(
                "unknown_verb", f'"do" must be one of: {", ".join(sorted(VERBS))}.', fields=["do"]
            )
        return given_id | VERBS[do](request)
    except NeedsEventSetting as error:
        return given_id | {"needs_event_setting": list(error.fields)} | _error(error, language)
    except RuleError as error:
        return given_id | _error(error, language)
    except Exception:
        traceback.print_exc()
        bug = RuleError(
            "internal", "This line cannot be answered because of a bug in Jantaku. Please report it."
        )
        return given_id | _error(bug, language)


def _error(error: RuleError, language: str) -> dict[str, Any]:
    message = say_refusal(error, language)
    return {"error": {"code": error.code, "message": message, "fields": list(error.fields)}}


def _id(request: dict[str, Any]) -> dict[str, Any]:
    value = request.get("id")
    if (isinstance(value, str) and len(value) <= 200) or (type(value) is int and abs(value) < 2**63):
        return {"id": value}
    return {}


def _parse(line: bytes | None) -> dict[str, Any]:
    if line is None:
        raise RuleError("line_too_long", f"A line has at most {MAX_LINE:,} bytes.")
    try:
        # Windows writes a byte order mark before the first line; the JSON standard allows ignoring it.
        request = json.loads(
            line.decode("utf-8-sig"), parse_constant=_no_constant, object_pairs_hook=_each_key_once
        )
    except RuleError:
        raise  # also a ValueError, but more specific
    except (ValueError, RecursionError):
        # Not UTF-8, not JSON, NaN or Infinity, thousands of digits, or too deeply nested.
        raise RuleError("malformed", "This line is not a JSON object as the standard defines it.") from None
    if not isinstance(request, dict):
        raise RuleError("malformed", "A request is a JSON object.")
    return request


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object. Refuses repeated keys, because either value may be intended."""
    data = dict(pairs)
    if len(data) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in data if keys.count(key) > 1)[:40]
        raise RuleError("malformed", f"{json.dumps(twice)} stands twice in one object.", fields=[twice])
    return data


def _lines(stream: IO[bytes]) -> Iterator[bytes | None]:
    """Yield lines without their ends; None for one that is too long, which is skipped."""
    while line := stream.readline(MAX_LINE + 1):
        if len(line) <= MAX_LINE or line.endswith(b"\n"):
            yield line.rstrip(b"\r\n")
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(MAX_LINE)
        yield None
