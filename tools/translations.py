"""Translations: `check` that they are complete and compiled; `update` them from the sources.

There are two catalogues for each language: of the pages and the API, read by Django, and of the rules, which do not
use Django. To add a language, add `locale/fr/LC_MESSAGES/` with an empty django.po; `update` fills in the texts, for
the rules too. Compiled .mo files are committed, so that a new clone speaks Japanese without gettext. Collecting
texts needs gettext's xgettext; compiling does not.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import polib

from tools.environment import ROOT


class Catalogue(NamedTuple):
    """Texts translated together: the folder of its languages, and its sources."""

    folder: str
    domain: str
    rooms: tuple[str, ...]

    def path(self, language: str, root: Path = ROOT) -> Path:
        """Return the file translators edit."""
        return root / self.folder / language / "LC_MESSAGES" / f"{self.domain}.po"

    def languages(self, root: Path = ROOT) -> list[str]:
        return sorted(path.parts[-3] for path in (root / self.folder).glob(f"*/LC_MESSAGES/{self.domain}.po"))


PAGES = Catalogue(
    "locale",
    "django",
    ("config", "guides", "players", "publishing", "rules", "tournaments", "web", "templates"),
)
RULES = Catalogue("scoring/locale", "scoring", ("scoring",))
CATALOGUES = (PAGES, RULES)


def languages(root: Path = ROOT) -> list[str]:
    """Return Japanese, and all other languages of either catalogue: each needs both."""
    return sorted({"ja", *(language for one in CATALOGUES for language in one.languages(root))})


def problems(root: Path = ROOT) -> list[str]:
    """Return problems, one sentence each."""
    found = []
    for catalogue in (one for one in CATALOGUES if any((root / room).is_dir() for room in one.rooms)):
        for language in languages(root):
            found += _problems_of(catalogue, language, root)
    return found


def _problems_of(catalogue: Catalogue, language: str, root: Path) -> list[str]:
    path = catalogue.path(language, root)
    if not path.exists():
        return [f"{path.relative_to(root)} is missing. Run: make messages"]
    texts = polib.pofile(str(path))
    found = [f"{language}: not translated: {entry.msgid!r}" for entry in texts.untranslated_entries()]
    found += [f"{language}: only guessed (fuzzy): {entry.msgid!r}" for entry in texts.fuzzy_entries()]
    compiled = path.with_suffix(".mo")
    if not compiled.exists() or compiled.read_bytes() != texts.to_binary():
        found.append(f"{compiled.relative_to(root)} is not what {path.name} says. Run: make messages")
    if shutil.which("xgettext"):
        known = {(entry.msgctxt, entry.msgid) for entry in texts}
        found += [
            f"{language}: not collected yet: {entry.msgid!r}. Run: make messages"
            for entry in collected(catalogue, language, root)
            if (entry.msgctxt, entry.msgid) not in known
        ]
    elif os.environ.get("JANTAKU_REQUIRE_GETTEXT"):
        found.append("There is no xgettext, and JANTAKU_REQUIRE_GETTEXT is set.")
    return found


def collected(catalogue: Catalogue, language: str, root: Path = ROOT) -> polib.POFile:
    """Return the catalogue with the current texts of the sources, and known translations."""
    with tempfile.TemporaryDirectory() as name:
        # In a copy, so that checks change nothing, and tests and the environment are not searched.
        folder = Path(name)
        for room in catalogue.rooms:
            if (root / room).is_dir():
                shutil.copytree(root / room, folder / room, ignore=shutil.ignore_patterns("locale"))
        target = folder / "locale" / language / "LC_MESSAGES" / "django.po"
        target.parent.mkdir(parents=True)
        known = catalogue.path(language, root)
        # An empty file would be a catalogue without a header.
        if known.exists() and known.stat().st_size:
            shutil.copy(known, target)
        command = ["django", "makemessages", "--locale", language, "--no-location", "--no-obsolete"]
        # Without settings, it searches its current folder.
        environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
        done = subprocess.run(
            [sys.executable, "-m", *command],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            sys.exit(done.stderr)
        texts = polib.pofile(str(target))
    # The collection date would change in every commit.
    texts.metadata.pop("POT-Creation-Date", None)
    return texts


def update() -> None:
    """Collect texts into each catalogue and compile it."""
    if not shutil.which("xgettext"):
        sys.exit("Collecting texts needs gettext. On Debian or Ubuntu: apt install gettext")
    for catalogue in CATALOGUES:
        for language in languages():
            path = catalogue.path(language)
            path.parent.mkdir(parents=True, exist_ok=True)
            texts = collected(catalogue, language)
            texts.save(str(path))
            path.with_suffix(".mo").write_bytes(polib.pofile(str(path)).to_binary())
            left = len(texts.untranslated_entries()) + len(texts.fuzzy_entries())
            print(f"{path.relative_to(ROOT)}: {len(texts)} texts, {left} left to translate")


def main() -> int:
    if sys.argv[1:] == ["update"]:
        update()
        return 0
    found = problems()
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
