"""Stage settings of one row each."""

from typing import Any

from tournaments.models import Stage
from tournaments.models.events import Event, explaining_events


def setting_answer(event: type[Event], stage: Stage, row: Any) -> Any:
    """Return the stage, the switch if the event has one, and all columns; defaults without a row."""
    explains = explaining_events()[event]
    switch = {explains.switch: row is not None} if explains.switch is not None else {}
    return {"stage": stage.pk, **switch, **explains.of_row(event, row)}
