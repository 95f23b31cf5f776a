"""Compare the row that an event explains with the last event of its stage."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.db.models import Model

from tournaments.models import Tournament
from tournaments.models.events import Event, Explains
from tournaments.models.setup.events import StageRemoved
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, differing, differs, gone, without_entry
from tournaments.verification.reading import each


class ExplainedRows:
    """Follows one kind of event that explains a row of a stage: the last one wins, until the stage is removed."""

    def __init__(self, event: type[Event], explains: Explains) -> None:
        self.event, self.explains = event, explains
        # By stage: the last entry, and the row's columns; None if there is no row.
        self.recorded: dict[Any, tuple[int, Mapping[str, Any] | None]] = {}
        self.unrecorded: set[str] = set()

    @property
    def about(self) -> type[Model]:
        return self.explains.model

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {self.event.kind: self._set, StageRemoved.kind: self._removed}

    def _set(self, entry: Entry) -> None:
        self.recorded[entry.payload["stage"]] = entry.seq, self.explains.columns(self.event, entry.payload)

    def _removed(self, entry: Entry) -> None:
        self.recorded.pop(entry.payload["stage"], None)

    def rows(self) -> dict[Any, Any]:
        """The unsaved row of every stage that has one, as of the last entry read."""
        return {
            stage: self.explains.model(**columns)
            for stage, (_seq, columns) in self.recorded.items()
            if columns is not None
        }

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        here: dict[Any, Model] = {}
        rows = self.explains.model._default_manager.filter(stage__tournament=tournament)
        yield from each(rows, lambda row: here.update({row.pk: row}))
        should = {
            stage: (seq, columns) for stage, (seq, columns) in self.recorded.items() if columns is not None
        }
        for stage in sorted(here.keys() | should.keys(), key=str):
            about = str(self.explains.about) % {"id": stage}
            if stage not in should:
                yield without_entry(about)
                continue
            seq, columns = should[stage]
            if stage not in here:
                yield gone(about, seq)
                continue
            has = [getattr(here[stage], name) for name in columns]
            yield from differs(about, differing(list(columns), has, list(columns.values())), seq)
