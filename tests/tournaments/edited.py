"""What can be read from the columns of a tournament that organizers edit, so that a new one needs no row for it."""

from django.db.models import CharField

from tournaments.models import Tournament


def optional_texts() -> list[str]:
    """The texts that organizers type if they like. Any other text is one, too, so tests can make one up."""
    columns = [Tournament._meta.get_field(name) for name in Tournament.EDITABLE]
    return [one.name for one in columns if isinstance(one, CharField) and one.blank and not one.choices]


def recorded_texts() -> list[str]:
    """Those of them that the ledger tells."""
    return [name for name in optional_texts() if Tournament.EDITABLE[name] is not None]
