"""Confirming or denying that an entry belongs to its player."""

from django.db import transaction
from django.db.models.functions import Now

from tournaments.actions.actor import Actor
from tournaments.models import Entry, Recognition


@transaction.atomic
def recognize_entry(*, entry: Entry, is_theirs: bool, by: Actor) -> None:
    """Confirm or deny that an entry is its player's; only confirmed tournaments appear on the player's page.

    The tournament itself is unaffected. Idempotent and reversible.
    """
    entry = Entry.objects.select_for_update(of=("self",), no_key=True).get(pk=entry.pk)
    said = {"is_theirs": is_theirs, "said_by": by.user, "said_at": Now()}
    Recognition.objects.update_or_create(entry=entry, defaults=said)
