"""Links of the documents lead somewhere, and files that the architecture names are there."""

import re
from pathlib import Path

import pytest

from tools.environment import ROOT

pytestmark = pytest.mark.once("reads files")

PAGES = sorted(
    path.relative_to(ROOT)
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    # Links of guides are tried with their pages, in tests/guides.
    if not path.is_relative_to(ROOT / "docs" / "guides") or path.name == "README.md"
)
ARCHITECTURE = ("architecture.md", "architecture-reference.md", "how-it-works.md")
# A document may leave these out before the path of a file.
FOLDERS = ("", "tournaments", "tests")
MAP = re.compile(r"## The floors.*?```\n(.*?)```", re.DOTALL)


def anchors(page: Path) -> set[str]:
    """The names of a page's headings, as they are linked to."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def wrong_links(page: Path) -> list[str]:
    """The links of a page within the repository that lead to no file, or to no heading of it."""
    wrong = []
    for target in re.findall(r"\]\((?!https?:|mailto:)([^)\s]+)\)", page.read_text(encoding="utf-8")):
        path, _, anchor = target.partition("#")
        there = (page.parent / path).resolve() if path else page
        if not there.exists() or (anchor and anchor not in anchors(there)):
            wrong.append(target)
    return wrong


def wrong_paths(page: Path) -> list[str]:
    """The paths with a folder that a page names, and of which there is no file or folder."""
    named = re.findall(r"`((?:[\w-]+/)+[\w.*-]*)`", page.read_text(encoding="utf-8"))
    return [path for path in named if not any((ROOT / folder / path).exists() for folder in FOLDERS)]


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_links_lead_to_files_and_headings_that_are_there(page: Path) -> None:
    assert wrong_links(ROOT / page) == []


def test_a_link_to_a_heading_that_is_gone_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# One: “two” `three`\n[a](#one-two-three) [b](#gone) [c](gone.md) [d](page.md#gone)\n")

    assert wrong_links(page) == ["#gone", "gone.md", "page.md#gone"]


@pytest.mark.parametrize("name", ARCHITECTURE)
def test_files_that_the_architecture_names_are_there(name: str) -> None:
    assert wrong_paths(ROOT / "docs" / name) == []


def test_a_file_that_is_gone_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("`models/` `web/triggers.py` `models/gone.py` `web/policies.py` `text/plain`\n")

    assert wrong_paths(page) == ["models/gone.py", "text/plain"]


def test_every_folder_of_the_floors_is_on_the_map() -> None:
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests", "tools", "benchmarks"}
    inside = {path.parent.name for path in ROOT.glob("tournaments/*/__init__.py")} - {"migrations"}
    drawn = MAP.search((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))
    assert drawn is not None

    on_map = set(re.findall(r"(\w+)/", drawn[1]))

    assert on_map == packages | inside
