"""What a rulebook is called in the reader's language."""

from django.conf import settings
from django.utils.translation import get_language

from scoring import Rulebook


def rulebook_name(rulebook: Rulebook) -> str:
    """The name of a rulebook in the reader's language, house rules first."""
    identity = rulebook.identity
    edition = identity.edition_in(get_language())
    return f"{identity.house} ({edition})" if identity.house else edition


def is_called(rulebook: Rulebook, part: str) -> bool:
    """Is this a part of its identifier or of its name in any of our languages? Case makes no difference."""
    identity = rulebook.identity
    names = [identity.id, *(identity.edition_in(code) for code, _name in settings.LANGUAGES)]
    return any(part.casefold() in name.casefold() for name in names)
