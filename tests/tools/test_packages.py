"""A release is built from its tag: of that version, with notes, and from what is committed alone."""

import subprocess
from pathlib import Path

import pytest

from tools.environment import ROOT
from tools.packages import export, release_notes, version_of
from web.version import __version__

pytestmark = pytest.mark.database("none")

CHANGELOG = """# Changelog

## Unreleased

## 0.2.0 – 2027-01-15

### Added

* **Tables of five.**

### For upgraders

* Back up first.

## 0.1.0 – 2026-12-01

* Everything.
"""
NOTES = """### Added

* **Tables of five.**

### For upgraders

* Back up first.
"""


def code(folder: Path, version: str, changelog: str = CHANGELOG) -> Path:
    (folder / "web").mkdir(parents=True)
    (folder / "web" / "version.py").write_text(f'__version__ = "{version}"\n')
    (folder / "CHANGELOG.md").write_text(changelog)
    return folder


def test_the_version_is_the_one_that_the_code_has() -> None:
    assert version_of(ROOT) == __version__


def test_the_notes_of_a_release_are_its_section_of_the_changelog(tmp_path: Path) -> None:
    assert release_notes(code(tmp_path, "0.2.0"), "v0.2.0") == NOTES


@pytest.mark.parametrize(
    ("version", "changelog", "says"),
    [
        ("0.1.0", CHANGELOG, "The tag is v0.2.0, but web/version.py says 0.1.0"),
        (
            "0.2.0",
            "# Changelog\n\n## Unreleased\n\n* Tables of five.\n",
            "CHANGELOG.md says nothing under “## 0.2.0",
        ),
        (
            "0.2.0",
            "## 0.2.0 – 2027-01-15\n\n## 0.1.0 – 2026-12-01\n\n* All.\n",
            "CHANGELOG.md says nothing under",
        ),
        ("0.2.0", CHANGELOG.replace(" – 2027-01-15", ""), "CHANGELOG.md says nothing under"),
    ],
    ids=["another version", "unreleased", "empty", "no day"],
)
def test_a_tag_that_is_not_that_of_the_code_or_has_no_notes_is_refused(
    version: str, changelog: str, says: str, tmp_path: Path
) -> None:
    with pytest.raises(SystemExit, match=says):
        release_notes(code(tmp_path, version, changelog), "v0.2.0")


def test_what_is_not_committed_is_not_built(tmp_path: Path) -> None:
    repository, exported = code(tmp_path / "code", "0.2.0"), tmp_path / "exported"
    exported.mkdir()
    git = ["git", "-C", repository, "-c", "user.name=Alice", "-c", "user.email=alice@example.org"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "Begin"], ["tag", "v0.2.0"]):
        subprocess.run([*git, *words], check=True)
    (repository / "web" / "secret.py").write_text("")
    (repository / "CHANGELOG.md").write_text("changed")

    export("v0.2.0", exported, repository)

    assert sorted(str(path.relative_to(exported)) for path in exported.rglob("*.*")) == [
        "CHANGELOG.md",
        "web/version.py",
    ]
    assert (exported / "CHANGELOG.md").read_text() == CHANGELOG
    with pytest.raises(SystemExit, match=r"There is no v0\.3\.0"):
        export("v0.3.0", exported, repository)
