"""The language of a reader."""

from django.utils.translation import get_language


def language() -> str:
    """The language in which pages and rulebooks speak to this reader: `ja` or `en`."""
    return "ja" if get_language() == "ja" else "en"
