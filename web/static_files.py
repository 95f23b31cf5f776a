"""Static files by the hash of what is in them, also where one script asks for another."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """A page never runs half of a release: what its scripts import is named by its content too."""

    support_js_module_import_aggregation = True
