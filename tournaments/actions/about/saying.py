"""What organizers say about their event: the action of every event that seals rows of a tournament."""

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
    """Make the rows that `event` seals what `to` says, in its order; return them. May be done at any time.

    Columns that a row leaves out are as in a new one; one with a `pk` that is there stays that row. `seen` is the
    `said_tag` of what was shown. Refused: what the model's validators and its `clean` refuse, with its place in `to`.
    The same again changes nothing.
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
    """Store the rows of one kind, and return them; None where they say the same as before. Records nothing."""
    seals = sealing_events()[event]
    wanted = [
        checked_row(seals, {"tournament": tournament}, place, columns) for place, columns in enumerate(to)
    ]
    if seals.content(before) == seals.content(wanted):
        return None
    replace_rows(seals, seals.rows(tournament), before, wanted)
    return list(seals.rows(tournament))


def sealing(event: type[Said], rows: Stored, *, tournament: Tournament) -> Said:
    """The entry that seals these rows."""
    seals = sealing_events()[event]
    digest = retrace(seals.subject, tournament.pk, seals.content(rows))
    return event(count=len(rows), digest=digest)


def say_again(
    event: type[Said], columns: Sequence[str], *, said_of: Tournament, tournament: Tournament, by: Actor
) -> None:
    """Say of a new tournament what is said of another one, in these columns."""
    seals = sealing_events()[event]
    rows = [{name: getattr(row, name) for name in columns} for row in seals.rows(said_of)]
    set_said(event, rows, tournament=tournament, seen=said_tag(event, []), by=by)


def replace_rows(seals: Seals, rows: models.QuerySet[Any, Any], before: Stored, wanted: Stored) -> None:
    """Store the wanted rows in place of `rows`, which were `before`. One with a `pk` of before stays that row."""
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
    """The row as it would be, not stored; `owner` are the columns that say whose it is."""
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
