"""Permanently removing what a person typed beside a ledger, with every copy."""

import json
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db.models.functions import Now
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import StateRefuses
from tournaments.models import IdempotencyKey, League, Tournament
from tournaments.models.chain import ChainEntry
from tournaments.models.texts.declared import REMOVED, free_texts, typed_in
from tournaments.models.texts.reading import texts_of

# A key is stored shortly before the entry of its action, by the same clock.
SAME_TIME = timedelta(minutes=10)
COLUMNS = frozenset(text.column for texts in free_texts().values() for text in texts.values())


def remove_beside(
    owner: Tournament | League,
    entry: ChainEntry,
    content: Mapping[str, Any],
    *,
    by: Actor,
    remove_copy: Callable[[str], str],
    only: str | None = None,
) -> tuple[list[str], list[str]]:
    """Remove the texts of an entry; return the names of all, and of those that still existed.

    With `only` only that text and identical text elsewhere in the entry. `content` is the payload in this server's
    ids; `remove_copy` removes the named text from its row and returns it. Raises StateRefuses for an entry without
    such a text.
    """
    names = texts_of(entry.kind, content)
    if not names or (only is not None and only not in names):
        raise StateRefuses(_("This ledger entry has no text that could be removed."), code="no_text")
    rows = {row.name: row for row in owner.ledger_texts.filter(seq=entry.seq)}
    words = dict(typed_in(entry.kind, content)) | {name: row.text for name, row in rows.items()}
    if only is not None:
        names = [name for name in names if name == only or words.get(name) == words[only] != ""]
    waiting = [name for name in names if name not in rows or rows[name].removed_at is None]
    for name in waiting:
        stored = remove_copy(name)
        typed = rows[name].text if name in rows else stored or words[name]
        gone = {"salt": "", "text": "", "removed_by": by.user, "removed_at": Now()}
        owner.ledger_texts.update_or_create(seq=entry.seq, name=name, defaults=gone)
        remove_from_answers(typed, since=entry.recorded_at)
    return names, waiting


def remove_from_answers(typed: str, *, since: datetime) -> None:
    """Remove the text from stored answers to calls and forms, which are kept for half a year."""
    answers = IdempotencyKey.objects.filter(
        created_at__gte=since - SAME_TIME, answer__contains=json.dumps(typed, ensure_ascii=False)
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
