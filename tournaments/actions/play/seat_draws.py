"""The seat draw at the table: who sits where and who deals first, by the rulebook's procedure."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.ceremony.dice import CHAIRS
from scoring.ceremony.seats import PLAYERS, PROCEDURES, DrawAgain, Seats
from scoring.ceremony.seeded import draw_ceremony
from scoring.errors import RuleError
from scoring.rulebook.rulebook import Rulebook
from scoring.text.errors import say_refusal
from scoring.verbs.ceremony import what_fell
from tournaments.actions.actor import Actor
from tournaments.actions.errors import NotAllowed, RulesRefuse, StateRefuses
from tournaments.actions.idempotency import one_transaction
from tournaments.actions.ledger import record
from tournaments.actions.play.live_results import refuse_live_results
from tournaments.actions.play.locked_tables import (
    LockedTable,
    Permit,
    lock_and_look,
    permitted_already,
    refuse_unless_running,
    sealed_hands,
)
from tournaments.actions.play.turn_order import HAS_PLAYED, reseat
from tournaments.actions.setup.settings import set_setting
from tournaments.models import SeatDraw, SeatDrawRule, Stage, Table
from tournaments.models.ceremony.events import SeatDrawRuleSet, SeatsDrawn
from tournaments.models.chain import canonical
from web.visitor_language import language

BY_LOT = "random"


def set_seat_draw_rule(*, stage: Stage, is_on: bool, by: Actor) -> SeatDrawRule | None:
    """Set whether players draw their seats at the table or sit as drawn. Tables that have drawn are unchanged. See
    `set_setting`.
    """
    found: SeatDrawRule | None = set_setting(SeatDrawRuleSet, {"is_on": is_on}, stage=stage, by=by)
    return found


@one_transaction
def draw_seats(
    *, table: Table, by: Actor, fell: Mapping[str, Any] | None = None, permit: Permit = permitted_already
) -> SeatDraw:
    """Seat a table by the dice or tiles drawn there, as its rulebook's procedure reads them; players A to D are the
    current seats, East first. `fell` None draws from a seed in the ledger, so that anyone can verify it.

    The first dealer is East. Refused if the stage has no seat draw, at tables of three or five, and if the table has
    a hand or result. Only the staff may repeat a draw, to fix a typing error.
    """
    at = lock_and_look(by, pk=table.pk)
    permit(at)
    refuse_unless_running(at)
    _refuse_table(at, by)
    procedure, seed = procedure_of(at.rulebook), ""
    if fell is None:
        seed = secrets.token_hex(16)
        drawn = draw_ceremony(procedure, seed)
        fell, seats = drawn.fell, drawn.seats
    else:
        seats = seats_by(procedure, fell)
    before = [seat.pk for seat in at.seats]
    by_letter = {letter: seat.entry_id for letter, seat in zip(PLAYERS, at.seats, strict=True)}
    seat = by.seat_among(at.seats)
    reseat(at, [by_letter[letter] for letter in turn_order(seats)])
    SeatDraw.objects.filter(table=at.table).delete()
    drawn_row = SeatDraw.objects.create(
        table=at.table,
        procedure=procedure,
        content=canonical(fell),
        seed=seed,
        seat=seat,
        user=None if seat else by.user,
    )
    drawn_row.refresh_from_db(fields=["drawn_at"])
    record(
        SeatsDrawn(
            round=at.table.round_id,
            table=at.table.pk,
            seats_before=before,
            seats=[one.pk for one in at.seats],
            procedure=procedure,
            fell=drawn_row.content,
            seed=seed or None,
            by_seat=seat.pk if seat else None,
            hands=sealed_hands(at),
        ),
        tournament_id=at.tournament.pk,
        by=by,
    )
    return drawn_row


def procedure_of(rulebook: Rulebook) -> str:
    """Return the seat-draw procedure of this rulebook; by lot if it names none."""
    named = rulebook.seating.seat_draw
    return named if isinstance(named, str) and named in PROCEDURES else BY_LOT


def seats_by(procedure: str, fell: Mapping[str, Any], names: Sequence[str] = PLAYERS) -> Seats:
    """Return the seating for what was drawn, with `names` for players A to D.

    Raises RulesRefuse for an impossible draw (`draw_again`: everyone draws again).
    """
    try:
        known = what_fell(fell, procedure)
        return PROCEDURES[procedure](players=names, **_named(known, dict(zip(PLAYERS, names, strict=True))))
    except DrawAgain as error:
        message = _("White is left over: please mix the tiles and draw again.")
        raise RulesRefuse(message, code=error.code) from error
    except RuleError as error:
        raise RulesRefuse(say_refusal(error, language()), code=error.code) from error


def _named(fell: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    found = dict(fell)
    if "draws" in found:
        found["draws"] = [(names.get(letter, letter), tile) for letter, tile in found["draws"]]
    if "order" in found:
        found["order"] = [names.get(letter, letter) for letter in found["order"]]
    return found


def turn_order(seats: Seats) -> list[str]:
    """Return the players in turn order from the first dealer: East, South, West, North."""
    return [seats.seats[(seats.first_dealer_chair + turn) % CHAIRS] for turn in range(CHAIRS)]


def _refuse_table(at: LockedTable, by: Actor) -> None:
    if not SeatDrawRule.objects.filter(stage=at.table.round.stage_id).exists():
        message = _("In this stage players sit as the round was drawn.")
        raise StateRefuses(message, code="no_seat_draw")
    if len(at.seats) != CHAIRS:
        message = _(
            "Seats are drawn only at tables of four. At this table, players sit as the round was drawn."
        )
        raise RulesRefuse(message, code="four_players")
    refuse_live_results(Table.objects.filter(pk=at.table.pk), code=HAS_PLAYED)
    is_drawn = SeatDraw.objects.filter(table=at.table).exists()
    if is_drawn and by.seat_among(at.seats) is not None:
        message = _(
            "The seats of this table are already drawn. If something was entered incorrectly, call the "
            "referee."
        )
        raise NotAllowed(message, code="seats_are_drawn")
