"""Saying whether an entry is really of the player whose it is said to be."""

from django.db import transaction
from django.db.models.functions import Now

from tournaments.actions.actor import Actor
from tournaments.models import Entry, Recognition


@transaction.atomic
def recognize_entry(*, entry: Entry, is_theirs: bool, by: Actor) -> None:
    """Say that an entry is of its player, or that it is not: the player's page shows its tournament, or does not.

    In its tournament nothing changes. May be repeated, and said otherwise later.
    """
    entry = Entry.objects.select_for_update(of=("self",), no_key=True).get(pk=entry.pk)
    said = {"is_theirs": is_theirs, "said_by": by.user, "said_at": Now()}
    Recognition.objects.update_or_create(entry=entry, defaults=said)
