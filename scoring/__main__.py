"""``python -m scoring``: the rules of mahjong for other programs. JSON lines in, JSON lines out.

Exits with 0 if every line was answered, with 1 if a line was an error (the others are answered too), with 2 for
unknown arguments.
"""

import argparse
import os
import sys

from scoring.verbs import EXAMPLES
from scoring.verbs.batch import serve

HELP = """A request is a JSON object on a line of its own; every line gets one line of answer, in order, and a line
that cannot be answered gets {"error": {"code", "message", "fields"}}. "do" names the verb, "rulebook" an edition
(or a whole rulebook), "assume" house rules on top of it; an "id" is repeated, "language" is that of an error's
message. A key that a verb does not know is refused. All keys: docs/scoring.md.

"""
AFTER = """
exit code: 0 every line was answered, 1 a line was an error, 2 unknown arguments

example:
  echo '{"do": "draw", "rulebook": "mleague", "dealer": 0, "tenpai": [0]}' | python -m scoring
"""


def main(arguments: list[str] | None = None) -> int:
    """Serve standard input until it ends."""
    verbs = "\n".join(f"  {name:<10}  {line}" for name, line in EXAMPLES.items())
    parser = argparse.ArgumentParser(
        prog="python -m scoring",
        usage="python -m scoring [--help] < requests > answers",
        description=HELP + "verbs, a request each:\n" + verbs,
        epilog=AFTER,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.parse_args(arguments)
    if sys.stdin.isatty():
        print(
            "Waiting for requests: a JSON object a line; the end of input (Ctrl-D) ends it. See --help.",
            file=sys.stderr,
        )
    try:
        return int(serve(sys.stdin.buffer, sys.stdout.buffer) > 0)
    except (BrokenPipeError, KeyboardInterrupt):
        # The reader closed the pipe. Redirect stdout, or Python complains again at shutdown.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
