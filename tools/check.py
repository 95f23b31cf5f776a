"""All checks of the code that do not run the product: what `make check` does.

A check's output is shown only if it fails. All run even if one fails; the status is 0 if none did. Long files and
full folders are listed at the end.
"""

import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tools.environment import ROOT, clean, like_production

BIN = Path(sys.executable).parent
# A registry's address is specific to the machine that made a lock.
ADDRESS = re.compile(r"https?://|file:|--(extra-)?index-url|--find-links", re.IGNORECASE)
TYPED = [
    "config",
    "guides",
    "jantaku",
    "players",
    "publishing",
    "rules",
    "scoring",
    "seating",
    "tournaments",
    "web",
    "tools",
]
# Larger ones are listed.
LONG_FILE, FULL_FOLDER = 500, 20
SCRIPTS = sorted(map(str, (ROOT / "static" / "js").glob("*.js")))
PIN = re.compile(r"^([a-z0-9-]+)==([^ ;]+)", re.MULTILINE)
LOCKS = ["requirements/*.txt", "**/package-lock.json", "**/*.lock", "**/pylock*.toml"]


def commands(var: Path) -> dict[str, tuple[list[str | Path], dict[str, str]]]:
    """Name → command and environment; the slowest first, so that the others run beside them."""
    manage: list[str | Path] = [sys.executable, "manage.py"]
    here, server = clean(JANTAKU_VAR_DIR=str(var)), like_production(var)
    found: dict[str, tuple[list[str | Path], dict[str, str]]] = {
        "types": ([BIN / "mypy", *TYPED], here),
        # The check of that name collects static files, possibly later than this.
        "settings": (
            [*manage, "check", "--deploy", "--fail-level", "WARNING"],
            {**server, "STATIC_MANIFEST": "0"},
        ),
        "migrations": ([*manage, "makemigrations", "--check", "--dry-run"], here),
        "API description": (
            [*manage, "spectacular", "--validate", "--fail-on-warn", "--file", os.devnull],
            here,
        ),
        "static files": ([*manage, "collectstatic", "--noinput", "--verbosity=0"], server),
        "translations": ([sys.executable, "-m", "tools.translations", "check"], here),
        "floors": ([BIN / "lint-imports"], here),
        "style": ([BIN / "ruff", "check", "--quiet", "."], here),
        "scripts": ([BIN / "oxlint", "--quiet", "static/js", "tests/static"], here),
        "types of scripts": (
            [BIN / "deno", "check", "--quiet", "--config", "tools/javascript/deno.json", *SCRIPTS],
            {**here, "DENO_DIR": str(var / "deno"), "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"},
        ),
        "format": ([BIN / "ruff", "format", "--check", "--quiet", "."], here),
    }
    if any((ROOT / "templates").rglob("*.html")):
        found["templates"] = ([BIN / "djlint", "templates", "--lint", "--quiet"], here)
    return found


def locks(root: Path = ROOT) -> str:
    """Return the lines of lock files that contain an address, which none should."""
    return "\n".join(
        f"{path.relative_to(root)}:{number}: {line.strip()}"
        for pattern in LOCKS
        for path in sorted(root.glob(pattern))
        if ".venv" not in path.parts and "node_modules" not in path.parts
        for number, line in enumerate(path.read_text().splitlines(), start=1)
        if ADDRESS.search(line)
    )


def left_out(root: Path = ROOT) -> str:
    """Return the packages that a server installs in a version other than the tests', or that the tests do without."""
    pins = {
        name: dict(PIN.findall((root / "requirements" / f"{name}.txt").read_text()))
        for name in ("base", "sentry", "dev")
    }
    return "\n".join(
        f"requirements/{lock}.txt has {name}=={version}, requirements/dev.txt has {pins['dev'].get(name, 'none')}: "
        "make lock"
        for lock in ("base", "sentry")
        for name, version in pins[lock].items()
        if pins["dev"].get(name) != version
    )


def worth_a_look(root: Path = ROOT) -> list[str]:
    """Return long files and full folders, one per line, for information only: nothing is split to meet a number."""
    found, counts = [], Counter[Path]()
    files = [path for room in TYPED for path in sorted((root / room).rglob("*.py"))]
    files += sorted((root / "templates").rglob("*.html"))
    for path in (path for path in files if "migrations" not in path.parts):
        if path.name != "__init__.py":
            counts[path.parent.relative_to(root)] += 1
        if (lines := len(path.read_text().splitlines())) > LONG_FILE:
            found.append(f"{path.relative_to(root)} has {lines} lines")
    found += [f"{folder} holds {count} files" for folder, count in counts.items() if count > FULL_FOLDER]
    return found


def run(command: list[str | Path], environment: dict[str, str]) -> tuple[bool, str, float]:
    """Return whether it succeeded, its output, and its duration."""
    began = time.monotonic()
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode == 0, done.stdout, time.monotonic() - began


def main() -> int:
    failed = []
    with (
        tempfile.TemporaryDirectory(prefix="jantaku-check-") as folder,
        concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool,
    ):
        wanted = commands(Path(folder))
        runs = {name: pool.submit(run, *what) for name, what in wanted.items()}
        for name, answer in runs.items():
            succeeded, output, seconds = answer.result()
            print(f"{'ok    ' if succeeded else 'FAILED'}  {name}  ({seconds:.0f} s)", flush=True)
            if not succeeded:
                failed.append(name)
                print(output, flush=True)
    if named := "\n".join(filter(None, [locks(), left_out()])):
        failed.append("locks")
        print(f"FAILED  locks\n{named}")
    else:
        print("ok      locks")
    for line in worth_a_look():
        print(f"look    {line}")
    print(f"{len(failed)} failed: {', '.join(failed)}" if failed else "All checks passed.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
