"""Settings stored as one row per stage: the action behind every event that explains such a row."""

from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Model

from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.states import refuse_finished
from tournaments.models import Stage
from tournaments.models.events import Event, Explains, explaining_events


def never_refused(_before: Any, _after: Any) -> None:
    """For settings that depend only on their own columns."""


@transaction.atomic
def set_setting(
    event: type[Event],
    to: Mapping[str, Any],
    *,
    stage: Stage,
    by: Actor,
    refuse: Callable[[Any, Any], None] = never_refused,
) -> Any:
    """Set or delete the row of a stage that `event` explains. Return the row, if there is one.

    Columns missing from `to` take their defaults. If the event has a switch, `to` contains it, and switching off
    deletes the row; without a switch, a row with only defaults is deleted.

    Refused if the tournament is finished, by the model's validators and `clean`, and by `refuse`, which gets the row
    before and after (None: no row) if it changes. Repeating it changes nothing.
    """
    tournament = lock_tournament(stage.tournament_id)
    refuse_finished(tournament)
    explains = explaining_events()[event]
    wanted = _row(event, explains, to)
    rows: Any = explains.model._default_manager
    before = rows.filter(stage=stage).first()
    if _same(event, explains, before, wanted):
        return before
    refuse(before, wanted)
    columns = explains.of_row(event, wanted)
    found = None
    if wanted is None:
        rows.filter(stage=stage).delete()
    else:
        found, _is_new = rows.update_or_create(stage=stage, defaults=columns)
    switch = {explains.switch: wanted is not None} if explains.switch else {}
    record(event(stage=stage.pk, **switch, **columns), tournament_id=tournament.pk, by=by)
    return found


def _row(event: type[Event], explains: Explains, to: Mapping[str, Any]) -> Any:
    """Return the unsaved row; None if there would be none."""
    columns = dict(to)
    is_on = columns.pop(explains.switch) if explains.switch is not None else None
    row = explains.model(**columns)
    if is_on is False:
        return None
    try:
        row.clean_fields(exclude=["stage"])
        row.clean()
    except ValidationError as error:
        name, messages = next(iter(error.message_dict.items()))
        code = event.kind.removesuffix("_set")
        raise RulesRefuse(messages[0], code=code, fields={name: messages[:1]}) from error
    if is_on is None and explains.of_row(event, row) == explains.of_row(event, None):
        return None
    return row


def _same(event: type[Event], explains: Explains, one: Model | None, other: Model | None) -> bool:
    if one is None or other is None:
        return one is other
    return explains.of_row(event, one) == explains.of_row(event, other)
