"""Ledger events of removed texts."""

from django.utils.translation import gettext_lazy as _
from msgspec import field

from tournaments.models.events import Event


class TextRemoved(Event):
    kind = "text_removed"
    on_stream = None
    says = _("The text of entry %(of)s was removed")

    # The entry's number, and the name of its text.
    of: int
    removed: list[str] = field(name="fields")
