"""The language of a reader."""

from django.utils.translation import get_language


def language() -> str:
    """The language in which pages and rulebooks speak to this reader, such as `ja` or `en`."""
    return get_language() or "en"
