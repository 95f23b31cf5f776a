"""Rulebook names in the reader's language."""

from django.conf import settings
from django.utils.translation import get_language

from scoring import Rulebook


def rulebook_name(rulebook: Rulebook) -> str:
    """Return the name in the reader's language, with house rules first."""
    identity = rulebook.identity
    edition = identity.edition_in(get_language())
    return f"{identity.house} ({edition})" if identity.house else edition


def is_called(rulebook: Rulebook, part: str) -> bool:
    """Whether this is part of the identifier or of a name in any of our languages, ignoring case."""
    identity = rulebook.identity
    names = [identity.id, *(identity.edition_in(code) for code, _name in settings.LANGUAGES)]
    return any(part.casefold() in name.casefold() for name in names)
