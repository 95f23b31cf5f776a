"""Editable columns of a tournament, so that new ones need no row in tests."""

from django.db.models import CharField

from tournaments.models import Tournament


def optional_texts() -> list[str]:
    """Return optional texts. All others are texts too, so tests can make values up."""
    columns = [Tournament._meta.get_field(name) for name in Tournament.EDITABLE]
    return [one.name for one in columns if isinstance(one, CharField) and one.blank and not one.choices]


def recorded_texts() -> list[str]:
    """Return those that the ledger records."""
    return [name for name in optional_texts() if Tournament.EDITABLE[name] is not None]
