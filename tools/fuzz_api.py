"""Send tens of thousands of generated requests to all operations of the API: `make fuzz`.

They come from an organizer, a player, a phone and an anonymous client, about existing objects, without rate limits
and on a separate database. Prints the answers by caller and status. Exits with 1 if any answer was a 5xx, or if
another promise of tests/tournaments/api/every_view/test_storm.py was broken.
"""

import argparse
import json
import os
import secrets
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tools.environment import ROOT, clean
from tools.servers import running

STORM = "tests/tournaments/api/every_view/test_storm.py"


def main() -> int:
    arguments = _parser().parse_args()
    with tempfile.TemporaryDirectory(prefix="jantaku-fuzz-") as name:
        folder = Path(name)
        variables = {
            "JANTAKU_VAR_DIR": str(folder / "var"),
            "STATIC_MANIFEST": "0",
            "JANTAKU_THOROUGH": "1",
            "JANTAKU_FUZZ": str(arguments.examples),
            "JANTAKU_FUZZ_SEED": str(arguments.seed),
            "JANTAKU_FUZZ_COUNTS": str(folder),
        }
        if arguments.postgresql:
            with running() as servers:
                status = _run({**variables, "SECRET_KEY": secrets.token_urlsafe(50), **servers})
        else:
            status = _run(variables)
        crashes = _print_counts(folder)
    return 1 if status or crashes else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--examples",
        type=int,
        default=40,
        help="requests for each operation, well-formed and not, and caller (default 40: more than 25,000 in all)",
    )
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9), help="send the same ones again")
    parser.add_argument("--postgresql", action="store_true", help="on PostgreSQL and Redis instead of SQLite")
    return parser


def _run(variables: dict[str, str]) -> int:
    print(f"Seed {variables['JANTAKU_FUZZ_SEED']}.", flush=True)
    command = [sys.executable, "-m", "pytest", "-q", "-n", str(os.cpu_count() or 1), "-p", "no:randomly"]
    command += ["-p", "no:cacheprovider", STORM]
    return subprocess.run(command, cwd=ROOT, env=clean(**variables), check=False).returncode


def _print_counts(folder: Path) -> int:
    """Print the table of answers; return the number of 5xx."""
    by_caller: dict[str, Counter[str]] = {}
    crashes = 0
    for path in sorted(folder.glob("*.json")):
        report = json.loads(path.read_text(encoding="utf-8"))
        crashes += len(report["crashes"])
        for who, statuses in report["statuses"].items():
            by_caller.setdefault(who, Counter()).update(statuses)
    for who, found in by_caller.items():
        listed = ", ".join(f"{status}: {count:,}" for status, count in sorted(found.items()))
        print(f"{who}: {found.total():,} ({listed})")
    total = sum(found.total() for found in by_caller.values())
    print(f"{total:,} requests, {crashes} answered with a 5xx.")
    return crashes


if __name__ == "__main__":
    sys.exit(main())
