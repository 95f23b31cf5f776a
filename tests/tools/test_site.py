"""The documentation as a site: what the repository's pages say, with links between them and a menu of versions."""

import json
import re
import shutil
from pathlib import Path

import pytest

from tools.environment import ROOT
from tools.site import ELSEWHERE, build, collect, publish, relink, version_of

pytestmark = pytest.mark.once("reads files")

THERE = {
    "README.md": "index.md",
    "scoring/README.md": "libraries/scoring.md",
    "docs/ledger.md": "ledger.md",
    "docs/pictures/desk.png": "pictures/desk.png",
    "docs/guides/en/player.md": "guides/en/player.md",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the files as they lie here; a link that leads nowhere ends the build."""
    return build(ROOT, tmp_path_factory.mktemp("site") / "built")


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("README.md", "[a](docs/ledger.md#head)", "[a](ledger.md#head)"),
        ("README.md", "![a](docs/pictures/desk.png)", "![a](pictures/desk.png)"),
        ("docs/ledger.md", "[a](../scoring/README.md)", "[a](libraries/scoring.md)"),
        (
            "scoring/README.md",
            "[a](../README.md) [b](../docs/ledger.md)",
            "[a](../index.md) [b](../ledger.md)",
        ),
        ("docs/guides/en/player.md", "[a](../../ledger.md)", "[a](../../ledger.md)"),
        ("README.md", "[a](https://example.org/README.md)", "[a](https://example.org/README.md)"),
        ("README.md", "[a](#README.md)", "[a](#README.md)"),
    ],
)
def test_a_link_leads_to_where_the_site_has_its_document(path: str, text: str, expected: str) -> None:
    assert relink(text, path, THERE) == expected


def test_every_document_of_the_repository_is_a_page_and_in_the_menu(site: Path) -> None:
    documents = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    paths = {path.relative_to(ROOT).as_posix() for path in documents} | ELSEWHERE.keys()
    places = {ELSEWHERE.get(path, path.removeprefix("docs/")) for path in paths if path.endswith(".md")}
    menu = set(re.findall(r"\S+\.md$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE))

    assert menu == places
    for place in places:
        page = re.sub(r"(?:index|README)$", "", place.removesuffix(".md"))
        assert (site / page / "index.html").is_file(), place


def test_the_site_asks_nobody_else_for_anything(site: Path) -> None:
    for page in site.rglob("*.html"):
        asked = re.findall(
            r'<(?:script|img|link)\b[^>]*\b(?:src|href)="(https?:[^"]+)"', page.read_text("utf-8")
        )

        assert asked == [], page


def test_a_link_to_a_document_that_is_not_there_ends_the_build(tmp_path: Path) -> None:
    source = tmp_path / "source"
    shutil.copytree(ROOT / "docs", source / "docs")
    for path in [*ELSEWHERE, "mkdocs.yml"]:
        (source / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, source / path)
    (source / "docs" / "ledger.md").write_text("# Ledger\n\n[gone](gone.md)\n", "utf-8")

    with pytest.raises(SystemExit, match="The site was not built"):
        build(source, tmp_path / "built")


def test_each_version_has_a_folder_and_the_front_leads_to_the_newest_release(tmp_path: Path) -> None:
    for version in ("0.9.0", "next", "0.10.0", "0.9.0"):
        built = tmp_path / "built"
        built.mkdir()
        (built / "index.html").write_text(version)
        publish(built, tmp_path / "into", version)

    versions = json.loads((tmp_path / "into" / "versions.json").read_text())
    assert [each["version"] for each in versions] == ["0.10.0", "0.9.0", "next"]
    assert "url=0.10.0/" in (tmp_path / "into" / "index.html").read_text()
    assert (tmp_path / "into" / "0.9.0" / "index.html").read_text() == "0.9.0"


def test_a_version_is_a_release_tag_or_what_lies_here() -> None:
    assert (version_of(""), version_of("v0.10.0")) == ("next", "0.10.0")
    with pytest.raises(SystemExit, match="main is no tag of a release"):
        version_of("main")


def test_pictures_and_files_outside_docs_come_along(tmp_path: Path) -> None:
    collect(ROOT, tmp_path / "docs")

    assert (tmp_path / "docs" / "site" / "mark.svg").read_bytes() == (
        ROOT / "static" / "mark.svg"
    ).read_bytes()
    assert any((tmp_path / "docs" / "pictures").glob("*.png"))
