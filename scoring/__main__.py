"""``python -m scoring``: the rules of mahjong for other programs. JSON lines in, JSON lines out."""

import os
import sys

from scoring.batch import serve


def main() -> int:
    """Serve standard input until it ends."""
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer)
    except (BrokenPipeError, KeyboardInterrupt):
        # The reader has gone. Point stdout at nothing, or Python complains once more while shutting down.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
