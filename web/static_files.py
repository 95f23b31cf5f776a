"""Static files by the hash of what is in them, also where one script asks for another."""

import hashlib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from django.contrib.staticfiles.finders import find, get_finders
from django.core.files.base import ContentFile
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

from web import joined_files

# What was collected last, in the folder of what was collected.
MARK = ".collected"
# Of pages that we do not have: the API answers programs alone.
NOT_SHOWN = ["rest_framework*"]


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """A page never runs half of a release: what its scripts import is named by its content too.

    What a page needs of scripts, or of style sheets, is one file (`web.joined_files`).
    """

    support_js_module_import_aggregation = True

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str | None, Any]]:
        if not dry_run:
            paths = paths | self._joined(paths)
        yield from super().post_process(paths, dry_run=dry_run, **options)

    def _joined(self, paths: dict[str, Any]) -> dict[str, Any]:
        """Write each list of files in one, in its own place; return where they are now."""

        def read(name: str) -> str:
            storage, path = paths[name]
            with storage.open(path) as source:
                return str(source.read().decode())

        lists = [
            name for name in paths if name.endswith((".js", ".css")) and joined_files.is_list(read(name))
        ]
        for name in lists:
            self.delete(name)
            self._save(name, ContentFile(joined_files.joined(name, read).encode()))
        return {name: (self, name) for name in lists}


def asked_for(name: str) -> list[str]:
    """All files that a browser asks for where a page names this one."""
    return [name] if settings.STATIC_MANIFEST else made_of(name)


def made_of(name: str) -> list[str]:
    """All sources of which this file is made: those it imports, in their order, and itself."""
    return joined_files.needed(name, lambda part: Path(str(find(part))).read_text("utf-8"))


def collect_if_changed() -> bool:
    """Collect the files, hashed and in gzip, unless just these were collected before; return whether it was done.

    Those of earlier releases stay: a phone whose page is older still gets what belongs to it.
    """
    mark = Path(settings.STATIC_ROOT) / MARK
    wanted = _sources()
    if mark.is_file() and mark.read_text("ascii") == wanted:
        return False
    mark.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=NOT_SHOWN)
    mark.write_text(wanted, "ascii")
    return True


def _sources() -> str:
    """What the collected files depend on: every file by its place, its size and when it was written."""
    seen = hashlib.sha256(f"{django.__version__} {version('whitenoise')}\n".encode())
    seen.update(Path(joined_files.__file__).read_bytes())
    for finder in get_finders():
        for name, storage in sorted(finder.list(None), key=lambda found: found[0]):
            found = Path(storage.path(name)).stat()
            seen.update(f"{storage.path(name)} {found.st_size} {found.st_mtime_ns}\n".encode())
    return seen.hexdigest()
