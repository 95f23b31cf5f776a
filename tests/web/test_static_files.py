"""Files by the hash of what is in them."""

import json
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
def test_scripts_of_a_page_are_one_file_that_is_named_by_all_that_is_in_it(tmp_path: Path):
    names = []
    for news in ("1", "2"):
        scripts = tmp_path / "static" / "js"
        scripts.mkdir(parents=True, exist_ok=True)
        (scripts / "page.js").write_text('import "./live.js";\n')
        (scripts / "more.js").write_text('import "./page.js";\nimport "./own.js";\n')
        (scripts / "own.js").write_text('import { follow } from "./news.js";\nfollow(2);\n')
        (scripts / "live.js").write_text(
            'import { follow } from "./news.js";\nfollow(1);\nimport("./later.js");\n'
        )
        (scripts / "later.js").write_text("1;\n")
        (scripts / "news.js").write_text(f"export const follow = () => {news};\n")
        with override_settings(
            STATIC_ROOT=tmp_path / "collected",
            STATICFILES_DIRS=[tmp_path / "static"],
            STATICFILES_FINDERS=["django.contrib.staticfiles.finders.FileSystemFinder"],
            STORAGES=STORAGES,
        ):
            call_command("collectstatic", interactive=False, verbosity=0)
        told = json.loads((tmp_path / "collected" / "staticfiles.json").read_text())["paths"]
        page, more = (
            (tmp_path / "collected" / told[name]).read_text() for name in ("js/page.js", "js/more.js")
        )
        names.append(told)

        assert f"follow = () => {news};" in page
        assert f'import("./{Path(told["js/later.js"]).name}")' in page
        assert more.startswith(f'import {{ js_news_js }} from "./{Path(told["js/page.js"]).name}";')
        assert "follow = " not in more
    assert names[0]["js/page.js"] != names[1]["js/page.js"]
    assert names[0]["js/more.js"] != names[1]["js/more.js"]


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
