"""Files by the hash of what is in them."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import get_finder
from django.core.management import call_command
from django.test import override_settings

from web.static_files import collect_if_changed

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "web.static_files.HashedStaticFiles"},
}


def collected(folder: Path, *, news: str) -> dict[str, str]:
    """The scripts of a page by the names under which a server gives them: one of them imports `news.js`."""
    scripts = folder / "static" / "js"
    scripts.mkdir(parents=True)
    (scripts / "live.js").write_text('import { follow } from "./news.js";\nfollow();\n')
    (scripts / "news.js").write_text(news)
    with override_settings(
        STATIC_ROOT=folder / "collected",
        STATICFILES_DIRS=[folder / "static"],
        STATICFILES_FINDERS=["django.contrib.staticfiles.finders.FileSystemFinder"],
        STORAGES=STORAGES,
    ):
        call_command("collectstatic", interactive=False, verbosity=0)
    hashed = re.compile(r"(live|news)\.[0-9a-f]{12}\.js")
    found = (folder / "collected" / "js").iterdir()
    return {file.name: file.read_text() for file in found if hashed.fullmatch(file.name)}


@pytest.mark.once("asks no database")
def test_a_script_imports_those_of_its_own_release(tmp_path: Path):
    one = collected(tmp_path / "one", news="export const follow = () => 1;\n")
    other = collected(tmp_path / "other", news="export const follow = () => 2;\n")

    for release in (one, other):
        [live, news] = sorted(release)
        assert f'from "./{news}"' in release[live]
    assert set(one) & set(other) == set()


@pytest.mark.once("asks no database")
def test_files_are_collected_in_gzip_when_they_have_changed_and_only_then(tmp_path: Path):
    style = tmp_path / "static" / "look.css"
    style.parent.mkdir()
    style.write_text("a { color: red }\n" * 100)
    with override_settings(
        STATIC_ROOT=tmp_path / "collected",
        STATICFILES_DIRS=[tmp_path / "static"],
        STATICFILES_FINDERS=["django.contrib.staticfiles.finders.FileSystemFinder"],
        STORAGES=STORAGES,
    ):
        get_finder.cache_clear()
        first, again = collect_if_changed(), collect_if_changed()
        style.write_text("a { color: blue }\n" * 100)
        changed = collect_if_changed()
    get_finder.cache_clear()

    names = [file.name for file in (tmp_path / "collected").iterdir()]
    assert (first, again, changed) == (True, False, True)
    # Those of before stay, for pages that ask for them still.
    assert len([name for name in names if re.fullmatch(r"look\.[0-9a-f]{12}\.css", name)]) == 2
    assert len([name for name in names if re.fullmatch(r"look\.[0-9a-f]{12}\.css\.gz", name)]) == 2
