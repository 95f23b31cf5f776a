"""Build the packages of a version: `make packages`, and `make packages TAG=v0.2.0` for a release.

`jantaku`, `jantaku-scoring` and `jantaku-seating`, each as a source distribution and a wheel made from it, from
committed files only, into dist/. With a tag, the version in the code has to match, and the changelog needs a section
for it, which becomes NOTES.md. SHA256SUMS lists what was built.
"""

import argparse
import hashlib
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.environment import ROOT

# The product, and the libraries packaged separately.
FOLDERS = (".", "scoring", "seating")


def main() -> None:
    parser = argparse.ArgumentParser(prog="make packages")
    parser.add_argument("--tag", default="", help="of a release; without it the newest commit is built")
    parser.add_argument("--into", type=Path, default=ROOT / "dist")
    chosen = parser.parse_args()
    if chosen.into.exists() and any(chosen.into.iterdir()):
        sys.exit(f"{chosen.into} is not empty. Move away what is in it, so that nothing old is published.")
    with tempfile.TemporaryDirectory(prefix="jantaku-packages-") as folder:
        source = Path(folder)
        export(chosen.tag or "HEAD", source)
        notes = release_notes(source, chosen.tag) if chosen.tag else ""
        build(source, chosen.into)
    if notes:
        (chosen.into / "NOTES.md").write_text(notes, "utf-8")
    print(f"{chosen.into}: {', '.join(sorted(path.name for path in chosen.into.iterdir()))}")


def export(commit: str, into: Path, repository: Path = ROOT) -> None:
    """Export the files of a commit."""
    archive = subprocess.run(
        ["git", "-C", repository, "archive", commit], stdout=subprocess.PIPE, check=False
    )
    if archive.returncode:
        sys.exit(f"There is no {commit} in {repository}.")
    subprocess.run(["tar", "--extract", "--directory", into], input=archive.stdout, check=True)


def version_of(source: Path) -> str:
    """Return the version in the code."""
    found = re.search(r'^__version__ = "(.+)"$', (source / "web" / "version.py").read_text("utf-8"), re.M)
    if found is None:
        sys.exit("web/version.py names no __version__.")
    return found[1]


def release_notes(source: Path, tag: str) -> str:
    """Return the changelog's section for the version of this tag; exit if it is missing or the code has another
    version.
    """
    version = version_of(source)
    if tag != f"v{version}":
        sys.exit(f"The tag is {tag}, but web/version.py says {version}. Nothing was built.")
    changelog = (source / "CHANGELOG.md").read_text("utf-8")
    heading = rf"^## {re.escape(version)} – \d{{4}}-\d\d-\d\d\n"
    found = re.search(rf"{heading}(.+?)(?=^## |\Z)", changelog, re.M | re.S)
    if found is None or not found[1].strip():
        sys.exit(f"CHANGELOG.md says nothing under “## {version} – YEAR-MONTH-DAY”. Nothing was built.")
    return found[1].strip() + "\n"


def build(source: Path, into: Path) -> None:
    """Build the packages of the tree in `source` with this environment's backend, and check them."""
    into.mkdir(parents=True, exist_ok=True)
    for folder in FOLDERS:
        command = [sys.executable, "-m", "build", "--no-isolation", f"--outdir={into}", str(source / folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"{done.stdout}{done.stderr}\n{folder} could not be built.")
    files = sorted(into.iterdir())
    subprocess.run(
        [sys.executable, "-m", "twine", "--no-color", "check", "--strict", *map(str, files)], check=True
    )
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (into / "SHA256SUMS").write_text("".join(sums), "ascii")


if __name__ == "__main__":
    main()
