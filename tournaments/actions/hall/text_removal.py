"""Removing for good what a person typed: a reason, an announcement. That it was there stays in the ledger."""

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
from tournaments.models.play.events import Announced, ResultCorrected, ResultImported, ResultReported
from tournaments.models.texts.declared import REMOVED, declared_as, free_texts, row_with_copy
from tournaments.models.texts.events import TextRemoved
from tournaments.models.texts.reading import texts_of

# Each of these writes a sheet, so none has what another wrote before it.
OF_A_SHEET_OF_ITS_OWN = (ResultReported.kind, ResultCorrected.kind, ResultImported.kind)


@transaction.atomic
def remove_texts(*, entry: LedgerEntry, by: Actor, only: str | None = None) -> list[str]:
    """Remove the texts of a ledger entry, with every copy of them; return their names. May be repeated.

    `only`: the text of this name, and the same words wherever else the entry has them.
    An announcement that is on the screens is taken down. Refused (StateRefuses) for an entry without any. What an
    entry of an earlier version holds word for word stays in it, and is shown to nobody any more.
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
    """Remove the texts of every entry about a row, which may be gone by now, as `remove_texts` does."""
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
    """Take the text out of the row that it is about, and return it; empty where the row has another one by now."""
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
    """Is it this entry's text that the column holds? A result that is made void has another reason from then on."""
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
