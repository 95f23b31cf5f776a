"""`python -m seating`: a JSON request on each line of input, an answer on each of output.

    {"do": "schedule", "players": 40, "rounds": 8, "seed": "2026", "groups": [[0, 1]], "avoid": [[2, 3]]}
    {"do": "swiss", "standing": [3, 1, 2, 0, ...], "history": [...], "seed": "2026"}

An answer is what `json_requests.perform` gives, or {"error": {"code", "message", "fields"}}. An `id` is repeated.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from typing import IO

from seating.errors import SeatingError
from seating.json_requests import perform

LONGEST_LINE = 16_000_000


def answer(line: bytes) -> dict[str, object]:
    """The answer to one line; never raises for what the line says."""
    request: object = None
    try:
        if len(line) > LONGEST_LINE:
            raise SeatingError("too_long", f"A line has at most {LONGEST_LINE:,} bytes.", most=LONGEST_LINE)
        request = _read(line)
        result = perform(request)
    except SeatingError as refusal:
        result = {"error": refusal.as_dict()}
    if isinstance(request, dict) and isinstance(request.get("id"), str | int):
        result["id"] = request["id"]
    return result


def _read(line: bytes) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise SeatingError("malformed", "This line is not JSON.", field="line") from None


def answers(lines: Iterable[bytes]) -> Iterator[str]:
    for line in lines:
        if line.strip():
            yield json.dumps(answer(line), separators=(",", ":"))


def main(source: IO[bytes], target: IO[str]) -> int:
    try:
        for text in answers(source):
            target.write(text + "\n")
            target.flush()
    except (BrokenPipeError, KeyboardInterrupt):
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.stdin.buffer, sys.stdout))
