"""Static files named by content hash, including imports between scripts."""

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

# Records what was collected last, in the target folder.
MARK = ".collected"
# Assets of pages we do not have: the API is only for programs.
NOT_SHOWN = ["rest_framework*"]


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """A page never mixes releases: imports of its scripts are named by content, too.

    A page's scripts, and its style sheets, are bundled (`web.joined_files`).
    """

    support_js_module_import_aggregation = True

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str | None, Any]]:
        if not dry_run:
            paths = paths | self._joined(paths)
        yield from super().post_process(paths, dry_run=dry_run, **options)

    def _joined(self, paths: dict[str, Any]) -> dict[str, Any]:
        """Replace each list of files by its bundle; return the new paths."""

        def read(name: str) -> str:
            storage, path = paths[name]
            with storage.open(path) as source:
                return str(source.read().decode())

        lists = [
            name for name in paths if name.endswith((".js", ".css")) and joined_files.is_list(read(name))
        ]
        for name in lists:
            self.delete(name)
            self._save(name, ContentFile(joined_files.bundle(name, read).encode()))
        return {name: (self, name) for name in lists}


def asked_for(name: str) -> list[str]:
    """Return all files a browser loads for this name."""
    return [name] if settings.STATIC_MANIFEST else made_of(name)


def made_of(name: str) -> list[str]:
    """Return all sources of this file: its imports, in order, and itself."""
    return joined_files.needed(name, lambda part: Path(str(find(part))).read_text("utf-8"))


def collect_if_changed() -> bool:
    """Collect static files, hashed and compressed, unless unchanged; return whether it was done.

    Files of earlier releases are kept for phones with older pages.
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
    """Return a fingerprint of the sources: path, size and modification time of every file."""
    seen = hashlib.sha256(f"{django.__version__} {version('whitenoise')}\n".encode())
    seen.update(Path(joined_files.__file__).read_bytes())
    for finder in get_finders():
        for name, storage in sorted(finder.list(None), key=lambda found: found[0]):
            found = Path(storage.path(name)).stat()
            seen.update(f"{storage.path(name)} {found.st_size} {found.st_mtime_ns}\n".encode())
    return seen.hexdigest()
