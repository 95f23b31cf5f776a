"""Files by the hash of what is in them."""

import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import override_settings

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
