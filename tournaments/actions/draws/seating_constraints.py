"""Seating constraints: what every draw has to respect for particular players."""

from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from seating.constraints import SeatingConstraints, check_constraints
from seating.errors import SeatingError
from tournaments.actions.actor import Actor
from tournaments.actions.draws.wording.seating import refusal_of
from tournaments.actions.errors import NameTaken, RulesRefuse
from tournaments.actions.hall.text_removal import remove_texts_about
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.reasons import reason_of
from tournaments.actions.states import refuse_finished
from tournaments.models import Entry, SeatingConstraint, Tournament
from tournaments.models.digests import seating_constraint_hash
from tournaments.models.draws.events import SeatingConstraintAdded, SeatingConstraintDropped
from tournaments.models.texts.declared import WITHOUT_TEXTS

MOST_CONSTRAINTS = 2_000
MOST_PLAYERS = 2_000


@dataclass(frozen=True)
class Wish:
    """A constraint on a player: `never` or `rather_not` with `other`; always at `table`; always on seat `wind`. As
    the columns of `SeatingConstraint`.
    """

    kind: str
    entry: Entry
    other: Entry | None = None
    table: int | None = None
    wind: int | None = None
    reason: str = ""


@transaction.atomic
def add_seating_constraint(*, tournament: Tournament, wish: Wish, by: Actor) -> SeatingConstraint:
    """Add a constraint that every draw from now on respects.

    Refuses a contradiction with other constraints that no number of tables resolves; lack of tables is refused when
    drawing. The ledger records that a constraint was added, not whom it is about.
    """
    tournament = lock_tournament(tournament.pk)
    refuse_finished(tournament)
    _refuse_malformed(wish)
    entry, other = wish.entry, wish.other
    if any(one is not None and one.tournament_id != tournament.pk for one in (entry, other)):
        raise RulesRefuse(_("This player belongs to another tournament."), code="foreign_entry")
    if other is not None and other.pk == entry.pk:
        raise RulesRefuse(_("A player cannot be kept apart from themselves."), code="same_player")
    if other is not None and other.pk < entry.pk:
        entry, other = other, entry
    constraints = list(tournament.seating_constraints.all())
    if len(constraints) >= MOST_CONSTRAINTS:
        raise RulesRefuse(
            _("A tournament can have at most %(most)s wishes.") % {"most": MOST_CONSTRAINTS},
            code="too_many_wishes",
        )
    if any(_is_about_the_same(constraint, wish.kind, entry, other) for constraint in constraints):
        raise NameTaken(_("The same wish already exists. Please drop it first."), code="wish_exists")
    constraint = SeatingConstraint(
        tournament=tournament,
        kind=wish.kind,
        entry=entry,
        other=other,
        table=wish.table,
        wind=wish.wind,
        reason=reason_of(wish.reason),
    )
    _refuse_contradiction(tournament, [*constraints, constraint])
    constraint.save(force_insert=True)
    record(
        SeatingConstraintAdded(
            wish=constraint.pk,
            wish_kind=wish.kind,
            hash=seating_constraint_hash(constraint),
            reason=constraint.reason,
            scheme=WITHOUT_TEXTS,
        ),
        tournament_id=tournament.pk,
        by=by,
    )
    return constraint


@transaction.atomic
def drop_seating_constraint(*, constraint: SeatingConstraint, by: Actor) -> None:
    """Remove a constraint and its reason. Drawn rounds stay unchanged. Idempotent."""
    tournament = lock_tournament(constraint.tournament_id)
    dropped, _rows = SeatingConstraint.objects.filter(pk=constraint.pk).delete()
    if not dropped:
        return
    record(
        SeatingConstraintDropped(wish=constraint.pk, wish_kind=constraint.kind),
        tournament_id=constraint.tournament_id,
        by=by,
    )
    remove_texts_about(tournament, SeatingConstraint, constraint.pk, by=by)


def _refuse_malformed(wish: Wish) -> None:
    needs = {
        SeatingConstraint.Kind.NEVER: "other",
        SeatingConstraint.Kind.RATHER_NOT: "other",
        SeatingConstraint.Kind.TABLE: "table",
        SeatingConstraint.Kind.WIND: "wind",
    }
    given = {name for name in needs.values() if getattr(wish, name) is not None}
    if wish.kind not in needs or given != {needs[SeatingConstraint.Kind(wish.kind)]}:
        raise RulesRefuse(
            _("A wish names another player, a table or a seat, as its kind requires, and nothing else."),
            code="wish_malformed",
        )
    if wish.table is not None and not 1 <= wish.table <= MOST_PLAYERS // 4:
        raise RulesRefuse(
            _("A table number is 1 to %(most)s.") % {"most": MOST_PLAYERS // 4}, code="table_unknown"
        )
    if wish.wind is not None and not 1 <= wish.wind <= 4:
        raise RulesRefuse(_("A seat is East, South, West or North."), code="seat_unknown")


def _is_about_the_same(constraint: SeatingConstraint, kind: str, entry: Entry, other: Entry | None) -> bool:
    if other is not None:
        return (constraint.entry_id, constraint.other_id) == (entry.pk, other.pk)
    return (constraint.entry_id, constraint.kind) == (entry.pk, kind)


def _refuse_contradiction(tournament: Tournament, constraints: list[SeatingConstraint]) -> None:
    """Check as if for the largest possible hall: what is refused here can never be drawn."""
    people = {constraint.entry_id for constraint in constraints} | {
        constraint.other_id for constraint in constraints if constraint.other_id
    }
    strangers = range(-1, -1 - (MOST_PLAYERS - len(people)), -1)
    wanted = SeatingConstraints(
        never=[
            (constraint.entry_id, constraint.other_id)
            for constraint in constraints
            if constraint.kind == SeatingConstraint.Kind.NEVER and constraint.other_id
        ],
        tables={constraint.entry_id: constraint.table for constraint in constraints if constraint.table},
        winds={constraint.entry_id: constraint.wind - 1 for constraint in constraints if constraint.wind},
    )
    try:
        check_constraints(wanted, [*people, *strangers], MOST_PLAYERS // 4)
    except SeatingError as error:
        raise refusal_of(error, tournament) from error
