"""`python -m seating`: a JSON request on each line of input, an answer on each line of output.

    {"do": "schedule", "players": 40, "rounds": 8, "seed": "2026", "groups": [[0, 1]], "avoid": [[2, 3]]}
    {"do": "swiss", "standing": [3, 1, 2, 0, ...], "history": [...], "seed": "2026"}

An answer is the result of `json_requests.perform`, or {"error": {"code", "message", "fields"}}; an `id` is repeated.
Exits with 0 if every line was answered, with 1 if a line was an error, with 2 for unknown arguments.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from typing import IO

from seating.errors import SeatingError
from seating.json_requests import KINDS, perform

LONGEST_LINE = 16_000_000
HELP = """A request is a JSON object on a line of its own; every line gets one line of answer, in order, and a line
that cannot be answered gets {"error": {"code", "message", "fields"}}. "do" says what to draw, "seed" is the
published seed; an "id" is repeated. All fields: docs/draws.md.

"""
_EIGHT = "[0, 1, 2, 3, 4, 5, 6, 7]"
_MET = "[[[0, 1, 2, 3], [4, 5, 6, 7]]]"
EXAMPLES = {
    "schedule": '{"do": "schedule", "players": 40, "rounds": 8, "seed": "2026", "groups": [[0, 1]]}',
    "swiss": f'{{"do": "swiss", "standing": {_EIGHT}, "history": {_MET}, "seed": "2026"}}',
    "random": f'{{"do": "random", "players": 8, "history": {_MET}, "seed": "2026"}}',
    "standing": f'{{"do": "standing", "standing": {_EIGHT}, "seed": "2026"}}',
    "snake": f'{{"do": "snake", "standing": {_EIGHT}, "seed": "2026"}}',
    "interval": f'{{"do": "interval", "standing": {_EIGHT}, "seed": "2026"}}',
    "free_play": f'{{"do": "free_play", "present": {_EIGHT}, "history": {_MET}, "seed": "2026"}}',
    "repair": f'{{"do": "repair", "schedule": {_MET}, "since": 0, "substitutes": {{"3": 8}}, "seed": "2026"}}',
    "teams": '{"do": "teams", "teams": [[0, 1], [2, 3], [4, 5], [6, 7]], "rounds": 3, "seed": "2026"}',
    "season": '{"do": "season", "teams": [[0, 1], [2, 3], [4, 5], [6, 7]], "rounds": 2, "seed": "2026"}',
    "match_days": '{"do": "match_days", "games": 4, "days": {"do": "random", "players": 8}, "seed": "2026"}',
    "round_robin": '{"do": "round_robin", "teams": 5, "seed": "2026"}',
}
"""A request for each kind, as `--help` shows them; a test runs every one."""


def answer(line: bytes) -> dict[str, object]:
    """Return the answer to one line; errors are answers too, never raised."""
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


def answers(lines: Iterable[bytes]) -> Iterator[dict[str, object]]:
    for line in lines:
        if line.strip():
            yield answer(line)


def main(source: IO[bytes], target: IO[str]) -> int:
    """Answer every line; return 1 if a line was an error, or the reader closed the pipe."""
    code = 0
    try:
        for reply in answers(source):
            code = max(code, int("error" in reply))
            target.write(json.dumps(reply, separators=(",", ":")) + "\n")
            target.flush()
    except (BrokenPipeError, KeyboardInterrupt):
        return 1
    return code


def command(arguments: list[str] | None = None) -> int:
    """Parse arguments (only --help), then serve standard input."""
    examples = "\n".join(f"  {name:<12}  {EXAMPLES[name]}" for name in KINDS)
    parser = argparse.ArgumentParser(
        prog="python -m seating",
        usage="python -m seating [--help] < requests > answers",
        description=HELP + "what can be drawn, a request each:\n" + examples,
        epilog="exit code: 0 every line was answered, 1 a line was an error, 2 unknown arguments",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.parse_args(arguments)
    if sys.stdin.isatty():
        print(
            "Waiting for requests: a JSON object a line; the end of input (Ctrl-D) ends it. See --help.",
            file=sys.stderr,
        )
    return main(sys.stdin.buffer, sys.stdout)


if __name__ == "__main__":
    sys.exit(command())
