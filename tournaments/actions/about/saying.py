"""The action behind every event that seals rows of what organizers say about their event."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models, transaction

from players.traces import retrace
from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.seen_versions import refuse_stale, said_tag
from tournaments.models import Tournament
from tournaments.models.about.events import Said
from tournaments.models.events import Seals, sealing_events
from web.text.typed_texts import as_typed

Rows = Sequence[Mapping[str, Any]]
Stored = Sequence[models.Model]


@transaction.atomic
def set_said(event: type[Said], to: Rows, *, tournament: Tournament, seen: str, by: Actor) -> list[Any]:
    """Replace the rows that `event` seals by those in `to`, in that order, and return them. Allowed at any time.

    Omitted columns take their defaults; a row with an existing `pk` is updated. `seen` is the `said_tag` of the
    version shown. Refuses what the model's validators and `clean` refuse, naming the index in `to`. Repeating it
    changes nothing.
    """
    seals = sealing_events()[event]
    tournament = lock_tournament(tournament.pk)
    before = list(seals.rows(tournament))
    refuse_stale(seen, said_tag(event, before))
    rows = store_said(event, to, tournament=tournament, before=before)
    if rows is None:
        return before
    record(sealing(event, rows, tournament=tournament), tournament_id=tournament.pk, by=by)
    return rows


def store_said(
    event: type[Said], to: Rows, *, tournament: Tournament, before: Stored
) -> list[models.Model] | None:
    """Store the rows of one kind and return them; None if unchanged. Records nothing."""
    seals = sealing_events()[event]
    wanted = [
        checked_row(seals, {"tournament": tournament}, place, columns) for place, columns in enumerate(to)
    ]
    if seals.content(before) == seals.content(wanted):
        return None
    replace_rows(seals, seals.rows(tournament), before, wanted)
    return list(seals.rows(tournament))


def sealing(event: type[Said], rows: Stored, *, tournament: Tournament) -> Said:
    """Return the entry that seals these rows."""
    seals = sealing_events()[event]
    digest = retrace(seals.subject, tournament.pk, seals.content(rows))
    return event(count=len(rows), digest=digest)


def say_again(
    event: type[Said], columns: Sequence[str], *, said_of: Tournament, tournament: Tournament, by: Actor
) -> None:
    """Copy these columns of what is said about one tournament to a new one."""
    seals = sealing_events()[event]
    rows = [{name: getattr(row, name) for name in columns} for row in seals.rows(said_of)]
    set_said(event, rows, tournament=tournament, seen=said_tag(event, []), by=by)


def replace_rows(seals: Seals, rows: models.QuerySet[Any, Any], before: Stored, wanted: Stored) -> None:
    """Replace `rows`, which were `before`, by the wanted ones. A row with an existing `pk` is updated."""
    there = {row.pk for row in before}
    kept = [row for row in wanted if row.pk in there]
    manager: Any = seals.model._default_manager
    rows.exclude(pk__in=[row.pk for row in kept]).delete()
    if kept:
        manager.bulk_update(kept, seals.columns)
    manager.bulk_create([row for row in wanted if row.pk not in there])


def checked_row(
    seals: Seals, owner: Mapping[str, Any], place: int, columns: Mapping[str, Any]
) -> models.Model:
    """Return the unsaved row; `owner` holds the columns of its owner."""
    typed = {name: as_typed(value) if isinstance(value, str) else value for name, value in columns.items()}
    row = seals.model(**owner, **typed)
    try:
        row.clean_fields(exclude=list(owner))
        row.clean()
    except ValidationError as error:
        name, messages = next(iter(error.message_dict.items()))
        fields = {name: messages[:1], "row": [place + 1]}
        raise RulesRefuse(messages[0], code=f"{seals.subject}_refused", fields=fields) from error
    return row
