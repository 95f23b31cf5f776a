"""Permanently removing what a person typed, such as a reason or an announcement. The ledger keeps that it existed."""

from collections.abc import Mapping
from typing import Any

from django.apps import apps
from django.db import transaction
from django.db.models import Model

from tournaments.actions.actor import Actor
from tournaments.actions.hall.announcements import remove_announcement
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.removed_texts import remove_beside
from tournaments.models import Announcement, LedgerEntry, Tournament
from tournaments.models.events import FreeText
from tournaments.models.origins.reading import Ids
from tournaments.models.play.events import (
    Announced,
    ConfirmationUndone,
    ResultCorrected,
    ResultImported,
    ResultReported,
)
from tournaments.models.texts.declared import REMOVED, declared_as, free_texts, row_with_copy
from tournaments.models.texts.events import TextRemoved
from tournaments.models.texts.reading import texts_of

# Each of these writes its own sheet, so their texts do not overlap.
OF_A_SHEET_OF_ITS_OWN = (
    ResultReported.kind,
    ConfirmationUndone.kind,
    ResultCorrected.kind,
    ResultImported.kind,
)


@transaction.atomic
def remove_texts(*, entry: LedgerEntry, by: Actor, only: str | None = None) -> list[str]:
    """Remove the texts of a ledger entry and every copy of them; return their names. Idempotent.

    `only` limits this to the text of that name and identical text elsewhere in the entry. An announcement is also
    taken off the screens. Raises StateRefuses for an entry without texts. Entries of an earlier version keep the text
    in their payload but no longer show it.
    """
    tournament = lock_tournament(entry.tournament_id)
    ids = Ids.of(tournament)
    content = ids.content(entry.seq, entry.kind, entry.content)

    def remove_copy(name: str) -> str:
        return _remove_copy(tournament, ids, entry, content, name)

    names, removed = remove_beside(tournament, entry, content, by=by, remove_copy=remove_copy, only=only)
    if not removed:
        return names
    if entry.kind == Announced.kind and by.user is not None:
        remove_announcement(announcement=Announcement.objects.get(pk=content["announcement"]), by=by)
    record(TextRemoved(of=entry.seq, removed=removed), tournament_id=tournament.pk, by=by)
    return names


def remove_texts_about(tournament: Tournament, model: type[Model], pk: int, *, by: Actor) -> None:
    """Remove the texts of every entry about a row, which may itself be gone; see `remove_texts`."""
    ids = Ids.of(tournament)
    kinds = [
        kind
        for kind, texts in free_texts().items()
        if any(text.row == model.__name__ for text in texts.values())
    ]
    for entry in tournament.ledger.filter(kind__in=kinds).order_by("seq").iterator(chunk_size=500):
        content = ids.content(entry.seq, entry.kind, entry.content)
        for name in texts_of(entry.kind, content):
            row = row_with_copy(entry.kind, name, content)
            if declared_as(entry.kind, name).row == model.__name__ and row == {"pk": pk}:
                remove_texts(entry=entry, by=by, only=name)


def _remove_copy(
    tournament: Tournament, ids: Ids, entry: LedgerEntry, content: Mapping[str, Any], name: str
) -> str:
    """Remove the text from its row and return it; empty if the row's text has changed since."""
    text = declared_as(entry.kind, name)
    row = row_with_copy(entry.kind, name, content)
    if text.place is None and not _is_the_last(tournament, ids, entry, content, text):
        return ""
    rows = apps.get_model("tournaments", text.row)._default_manager.filter(**row)
    stored = rows.values_list(text.column, flat=True).first() or ""
    rows.update(**{text.column: REMOVED})
    return str(stored)


def _is_the_last(
    tournament: Tournament, ids: Ids, entry: LedgerEntry, content: Mapping[str, Any], text: FreeText
) -> bool:
    """Whether the column still holds this entry's text. Voiding a result, for example, replaces its reason."""
    named = {
        kind: name
        for kind, texts in free_texts().items()
        if kind not in OF_A_SHEET_OF_ITS_OWN
        for name, one in texts.items()
        if one.place is None and (one.row, one.column) == (text.row, text.column)
    }
    later = tournament.ledger.filter(seq__gt=entry.seq, kind__in=named)
    return not any(
        ids.content(one.seq, one.kind, one.content).get(text.id) == content[text.id]
        and named[one.kind] in texts_of(one.kind, one.content)
        for one in later.iterator(chunk_size=500)
    )
