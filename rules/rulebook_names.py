"""What a rulebook is called in the reader's language."""

from django.utils.translation import get_language

from scoring import Rulebook


def rulebook_name(rulebook: Rulebook) -> str:
    """The name of a rulebook in the reader's language, house rules first."""
    identity = rulebook.identity
    edition = identity.edition_in(get_language())
    return f"{identity.house} ({edition})" if identity.house else edition
