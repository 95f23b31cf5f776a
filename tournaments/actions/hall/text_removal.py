"""Removing for good what a person typed: a reason, an announcement. That it was there stays in the ledger."""

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.apps import apps
from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import StateRefuses
from tournaments.actions.hall.announcements import remove_announcement
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.models import Announcement, IdempotencyKey, LedgerEntry, LedgerText, Tournament
from tournaments.models.ledger_kinds import Kind
from tournaments.models.origins.reading import Ids
from tournaments.models.texts.declared import FREE_TEXTS, REMOVED, FreeText
from tournaments.models.texts.reading import texts_of

# Each of these writes a sheet, so none has what another wrote before it.
OF_A_SHEET_OF_ITS_OWN = (Kind.REPORTED, Kind.CORRECTED, Kind.PAPER_COUNTED, Kind.IMPORTED)
# A key is stored before the entry of its action, by the same clock.
SAME_TIME = timedelta(minutes=10)
COLUMNS = frozenset(text.column for texts in FREE_TEXTS.values() for text in texts.values())


@transaction.atomic
def remove_texts(*, entry: LedgerEntry, by: Actor) -> list[str]:
    """Remove the texts of a ledger entry, with every copy of them; return their names. May be repeated.

    An announcement that is on the screens is taken down. Refused (StateRefuses) for an entry without any. What an
    entry of an earlier version holds word for word stays in it, and is shown to nobody any more.
    """
    tournament = lock_tournament(entry.tournament_id)
    ids = Ids.of(tournament)
    content = ids.content(entry.seq, entry.kind, entry.content)
    names = texts_of(entry.kind, content)
    if not names:
        raise StateRefuses(_("This entry of the ledger has no text that could be removed."), code="no_text")
    rows = {row.name: row for row in LedgerText.objects.filter(tournament=tournament, seq=entry.seq)}
    waiting = [name for name in names if name not in rows or rows[name].removed_at is None]
    if not waiting:
        return names
    for name in waiting:
        text, row = FREE_TEXTS[entry.kind][name], rows.get(name)
        stored = _remove_copy(tournament, ids, entry, content, text)
        typed = row.text if row is not None else stored or str(content[name])
        row = row or LedgerText(tournament=tournament, seq=entry.seq, name=name)
        row.salt, row.text, row.removed_by, row.removed_at = "", "", by.user, Now()
        row.save()
        _remove_from_answers(entry, typed)
    if entry.kind == Kind.ANNOUNCED and by.user is not None:
        remove_announcement(announcement=Announcement.objects.get(pk=content["announcement"]), by=by)
    payload = {"of": entry.seq, "fields": waiting}
    record(tournament_id=tournament.pk, kind=Kind.TEXT_REMOVED, payload=payload, by=by)
    return names


def _remove_copy(
    tournament: Tournament, ids: Ids, entry: LedgerEntry, content: Mapping[str, Any], text: FreeText
) -> str:
    """Take the text out of the row that it is about, and return it; empty where the row has another one by now."""
    if not _is_the_last(tournament, ids, entry, content, text):
        return ""
    rows = apps.get_model("tournaments", text.row)._default_manager.filter(pk=content[text.id])
    stored = rows.values_list(text.column, flat=True).first() or ""
    rows.update(**{text.column: REMOVED})
    return str(stored)


def _is_the_last(
    tournament: Tournament, ids: Ids, entry: LedgerEntry, content: Mapping[str, Any], text: FreeText
) -> bool:
    """Is it this entry's text that the column holds? A result that is made void has another reason from then on."""
    kinds = [
        kind
        for kind, texts in FREE_TEXTS.items()
        if kind not in OF_A_SHEET_OF_ITS_OWN
        and any((one.row, one.column) == (text.row, text.column) for one in texts.values())
    ]
    later = tournament.ledger.filter(seq__gt=entry.seq, kind__in=kinds)
    return not any(
        ids.content(one.seq, one.kind, one.content).get(text.id) == content[text.id]
        for one in later.iterator(chunk_size=500)
    )


def _remove_from_answers(entry: LedgerEntry, typed: str) -> None:
    """Answers to calls and forms hold what was typed, too, for half a year."""
    answers = IdempotencyKey.objects.filter(
        created_at__gte=entry.recorded_at - SAME_TIME, answer__contains=json.dumps(typed, ensure_ascii=False)
    )
    for answer in answers:
        answer.answer = json.dumps(_without(json.loads(answer.answer), typed), ensure_ascii=False)
        answer.save(update_fields=["answer"])


def _without(value: Any, typed: str) -> Any:
    if isinstance(value, dict):
        return {
            name: REMOVED if name in COLUMNS and one == typed else _without(one, typed)
            for name, one in value.items()
        }
    return [_without(one, typed) for one in value] if isinstance(value, list) else value
