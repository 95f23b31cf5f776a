"""A table's hand log under the table's lock: the hands that count, the game they make, and the next record."""

import json
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

from django.db.models.functions import Now
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from scoring.game.game import State, replay
from scoring.game.log import state_as_json
from scoring.game.outcome import MAX_SEATS, Outcome, as_json, from_json
from scoring.rulebook.rulebook import Rulebook
from scoring.text.errors import say_refusal
from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse, StaleVersion, StateRefuses
from tournaments.actions.play.locked_tables import LockedTable
from tournaments.models import HandRecord, Tournament
from tournaments.models.chain import GENESIS, canonical
from tournaments.models.fast_sql.reading import JoinedRows
from tournaments.models.play.hands import (
    EMPTY_LOG,
    MOST_RECORDS,
    digests_of_hand,
    hand_hash,
    standing,
    typed_in_hand,
)

R = TypeVar("R")

# Includes the database time; a single row without a record for an empty log.
LOG = JoinedRows(
    """
    SELECT {columns} FROM tournaments_table place
    LEFT JOIN tournaments_handrecord record ON record.table_id = place.id
    WHERE place.id = %s ORDER BY record.number
    """,
    expressions=(Now(),),
    record=HandRecord,
)


@dataclass
class HandLog:
    """All records of a table, its current hands, and the time they were read."""

    at: LockedTable
    now: datetime
    records: list[HandRecord] = field(default_factory=list)

    @property
    def tag(self) -> str:
        return self.records[-1].tag if self.records else EMPTY_LOG

    @property
    def standing(self) -> dict[int, HandRecord]:
        """Return the hands that count, by the number each was entered with."""
        return standing(self.records)

    def outcomes(self) -> list[Outcome]:
        return [from_json(record.content) for record in self.standing.values()]

    def state(self) -> State:
        """Return the current state of the game, replayed by the rulebook."""
        return self.replayed(self.outcomes())

    def replayed(self, outcomes: Iterable[Outcome]) -> State:
        """Replay these outcomes. Raises RulesRefuse if they cannot follow each other under this rulebook."""
        rulebook = hands_rulebook(self.at)
        return by_the_rules(lambda: replay(rulebook, outcomes))

    def append(
        self,
        kind: HandRecord.Kind,
        state: State,
        *,
        by: Actor,
        outcome: Outcome | None = None,
        of: int | None = None,
        reason: str = "",
    ) -> HandRecord:
        """Write the next record. Refuses more than a log can hold."""
        if len(self.records) >= MOST_RECORDS:
            message = _("This game already has %(most)s entries. Please report its result.")
            raise StateRefuses(message % {"most": MOST_RECORDS}, code="too_many_hands")
        seat = by.seat_among(self.at.seats)
        told = canonical(as_json(outcome)) if outcome else ""
        texts = typed_in_hand(reason, told)
        salt = secrets.token_hex(16) if texts else ""
        record = HandRecord(
            table=self.at.table,
            number=len(self.records) + 1,
            kind=kind,
            outcome=told,
            of=of,
            reason=reason,
            state=canonical(state_as_json(state)),
            seat=seat,
            user=by.user,
            recorded_at=self.now,
            salt=salt,
            digests=digests_of_hand(salt, texts),
        )
        prev = self.records[-1].hash if self.records else GENESIS
        record.hash = hand_hash(record, wind=seat.wind if seat else None, prev=prev)
        record.save(force_insert=True)
        self.records.append(record)
        return record


def read_log(at: LockedTable) -> HandLog:
    """Read a table's log in one statement, after locking the table."""
    rows = LOG.read(at.table.pk)
    return HandLog(at, rows[0][1], [record for record, _now in rows if record is not None])


def refuse_other_log(log: HandLog, if_match: str) -> None:
    """Raise StaleVersion unless the caller saw the last record."""
    if if_match != log.tag:
        message = _(
            "Another phone has changed this table in the meantime. Please check the hands again: %(hands)s "
            "are entered."
        )
        raise StaleVersion(message % {"hands": len(log.standing)}, code="stale_hands")


def refuse_reported(at: LockedTable) -> None:
    """Refuse hands once a result is reported, unless it is disputed."""
    live = at.last
    if live is not None and live.is_live and live.status != live.Status.DISPUTED:
        message = _(
            "The result of this table is already reported. Hands can be changed only while it is disputed."
        )
        raise StateRefuses(message, code="result_is_in", sheet=live)


def hands_rulebook(at: LockedTable) -> Rulebook:
    """Return the rulebook by which this table's hands are paid. Refuses tables at which a player waits."""
    rulebook = at.rulebook
    if not all_play(rulebook):
        message = _("At a table of %(players)s, one player waits. Please report the final points.")
        raise RulesRefuse(message % {"players": len(at.seats)}, code="no_hands_here")
    return rulebook


def takes_hands(tournament: Tournament, players: int) -> bool:
    """Whether tables of this size can enter hands: not if a player waits or the rules leave the starting
    points open.
    """
    return can_begin(tournament.rulebook_for(players))


def can_begin(rulebook: Rulebook) -> bool:
    """Whether the rulebook pays hands and names the starting points."""
    return all_play(rulebook) and isinstance(rulebook.table.starting_points, int)


def all_play(rulebook: Rulebook) -> bool:
    """Whether everyone at its tables plays every hand."""
    return rulebook.table.players <= MAX_SEATS


def outcome_of(content: object) -> Outcome:
    """Parse the outcome sent. Raises RulesRefuse."""
    return by_the_rules(lambda: from_json(content))


def by_the_rules(compute: Callable[[], R]) -> R:
    """Run `compute`, translating refusals of `scoring` into the reader's language."""
    try:
        return compute()
    except ScoringError as error:
        message = say_refusal(error, get_language())
        raise RulesRefuse(
            message, code=error.code, fields={name: [message] for name in error.fields}
        ) from error


def last_state(record: HandRecord) -> Mapping[str, Any]:
    """Return the stored state of the game after a record."""
    state: Mapping[str, Any] = json.loads(record.state)
    return state
