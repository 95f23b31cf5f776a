"""Static files by the hash of what is in them, also where one script asks for another."""

import hashlib
from importlib.metadata import version
from pathlib import Path

import django
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

# What was collected last, in the folder of what was collected.
MARK = ".collected"
# Of pages that we do not have: the API answers programs alone.
NOT_SHOWN = ["rest_framework*"]


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """A page never runs half of a release: what its scripts import is named by its content too."""

    support_js_module_import_aggregation = True


def collect_if_changed() -> bool:
    """Collect the files, hashed and in gzip, unless just these were collected before; return whether it was done.

    Those of earlier releases stay: a phone whose page is older still gets what belongs to it.
    """
    mark = Path(settings.STATIC_ROOT) / MARK
    wanted = _sources()
    if mark.is_file() and mark.read_text() == wanted:
        return False
    mark.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=NOT_SHOWN)
    mark.write_text(wanted)
    return True


def _sources() -> str:
    """What the collected files depend on: every file by its place, its size and when it was written."""
    seen = hashlib.sha256(f"{django.__version__} {version('whitenoise')}\n".encode())
    for finder in get_finders():
        for name, storage in sorted(finder.list(None), key=lambda found: found[0]):
            found = Path(storage.path(name)).stat()
            seen.update(f"{storage.path(name)} {found.st_size} {found.st_mtime_ns}\n".encode())
    return seen.hexdigest()
