"""Build the documentation as a site: what `make site` does, and `make site TAG=v0.2.0` for a release.

The site is what the repository's own pages say, in `docs/` and in the documents beside the code; links between them
lead to the site's addresses. `make site` builds the files as they lie here, as the version `next`; with a tag, those
of that commit. Each version has a folder of its own in dist/site, which any web server can serve; `versions.json`
fills the menu of versions, and the front leads to the newest release. A link to a page or heading that is not there
is an error.
"""

import argparse
import json
import posixpath
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.environment import ROOT
from tools.packages import export

# Where the site has what lies outside `docs/`; what lies inside keeps its place.
ELSEWHERE = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "CODE_OF_CONDUCT.md": "conduct.md",
    "SECURITY.md": "security.md",
    "benchmarks/results/README.md": "measurements.md",
    "scoring/README.md": "libraries/scoring.md",
    "seating/README.md": "libraries/seating.md",
    "static/mark.svg": "site/mark.svg",
}
LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#)(?P<path>[^)#\s]+)")
DEVELOPMENT = "next"
RELEASE = re.compile(r"v(\d+(?:\.\d+)+)")
FRONT = '<!doctype html><title>Jantaku</title><meta http-equiv="refresh" content="0; url={}/">\n'


def main() -> None:
    parser = argparse.ArgumentParser(prog="make site")
    parser.add_argument(
        "--tag", default="", help="of a release; without it the files are built as they lie here"
    )
    parser.add_argument("--into", type=Path, default=ROOT / "dist" / "site")
    chosen = parser.parse_args()
    version = version_of(chosen.tag)
    with tempfile.TemporaryDirectory(prefix="jantaku-site-") as name:
        folder = Path(name)
        source = ROOT
        if chosen.tag:
            source = folder / "source"
            source.mkdir()
            export(chosen.tag, source)
        built = build(source, folder / "site")
        publish(built, chosen.into, version)
    print(f"{chosen.into / version / 'index.html'}")


def version_of(tag: str) -> str:
    """Return the folder of the version of this tag; exit if it is no tag of a release."""
    if not tag:
        return DEVELOPMENT
    if (found := RELEASE.fullmatch(tag)) is None:
        sys.exit(f"{tag} is no tag of a release; one looks like v0.2.0.")
    return found[1]


def build(source: Path, into: Path) -> Path:
    """Build the documents of a copy of the repository; exit if a link leads nowhere. Return the site's folder."""
    into.mkdir()
    shutil.copy(source / "mkdocs.yml", into)
    collect(source, into / "docs")
    ended = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict", "--config-file", into / "mkdocs.yml"],
        check=False,
    )
    if ended.returncode:
        sys.exit("The site was not built.")
    return into / "site"


def collect(source: Path, into: Path) -> None:
    """Copy the documents to where the site has them, with links that lead there."""
    inside = [path.relative_to(source).as_posix() for path in (source / "docs").rglob("*") if path.is_file()]
    there = {path: path.removeprefix("docs/") for path in inside} | ELSEWHERE
    for path, place in there.items():
        (into / place).parent.mkdir(parents=True, exist_ok=True)
        if path.endswith(".md"):
            text = (source / path).read_text("utf-8")
            (into / place).write_text(relink(text, path, there), "utf-8")
        else:
            shutil.copy(source / path, into / place)


def relink(text: str, path: str, there: dict[str, str]) -> str:
    """Return a document's text with each link to another one, or to a picture, leading to its place on the site."""

    def link(found: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), found["path"]))
        if target not in there:
            return found["path"]
        return posixpath.relpath(there[target], posixpath.dirname(there[path]) or ".")

    return LINK.sub(link, text)


def publish(built: Path, into: Path, version: str) -> None:
    """Put a version's site into its folder, and say at the front which versions there are."""
    shutil.rmtree(into / version, ignore_errors=True)
    into.mkdir(parents=True, exist_ok=True)
    shutil.move(built, into / version)
    versions = sorted((path.parent.name for path in into.glob("*/index.html")), key=newest_first)
    entries = [{"version": name, "title": name, "aliases": []} for name in versions]
    (into / "versions.json").write_text(json.dumps(entries, indent=1) + "\n", "utf-8")
    (into / "index.html").write_text(FRONT.format(versions[0]), "utf-8")


def newest_first(version: str) -> tuple[bool, list[int]]:
    """Sort releases from the newest to the oldest, and what is no release yet behind them."""
    if version == DEVELOPMENT:
        return True, []
    return False, [-int(part) for part in version.split(".")]


if __name__ == "__main__":
    main()
