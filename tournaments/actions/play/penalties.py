"""Deductions by the referee."""

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import NotAllowed, RulesRefuse
from tournaments.actions.ledger import record
from tournaments.actions.reasons import required_reason
from tournaments.models import Entry, Penalty, Stage
from tournaments.models.ledger_kinds import Kind

MOST_UNITS = 10**9


@transaction.atomic
def penalize(*, stage: Stage, entry: Entry, amount: int, reason: str, by: Actor) -> Penalty:
    """Deduct `amount` (a positive number of the rulebook's smallest units) from an entry's total."""
    if by.user is None:
        raise NotAllowed(_("Penalties are imposed by the referee."))
    if entry.tournament_id != stage.tournament_id:
        raise RulesRefuse(_("This player takes part in another tournament."), code="foreign_entry")
    if not 0 < amount <= MOST_UNITS:
        raise RulesRefuse(
            _("A deduction is more than 0. To give points back, lift the penalty."),
            code="deduction_out_of_range",
            fields={"amount": [_("More than 0.")]},
        )
    reason = required_reason(reason, _("the reason"))
    penalty = Penalty.objects.create(
        stage=stage, entry=entry, amount=amount, reason=reason, imposed_by=by.user
    )
    _record(penalty, Kind.PENALIZED, by)
    return penalty


@transaction.atomic
def lift_penalty(*, penalty: Penalty, reason: str, by: Actor) -> Penalty:
    """Take a penalty back, for a reason; both stay on record. May be repeated."""
    if by.user is None:
        raise NotAllowed(_("Penalties are lifted by the referee."))
    penalty = (
        Penalty.objects.select_for_update(of=("self",), no_key=True)
        .select_related("stage")
        .get(pk=penalty.pk)
    )
    if penalty.lifted_at is not None:
        return penalty
    penalty.lifted_by = by.user
    penalty.lifted_at = Now()
    penalty.lift_reason = required_reason(reason, _("why it is lifted"))
    penalty.save(update_fields=["lifted_by", "lifted_at", "lift_reason"])
    penalty.refresh_from_db(fields=["lifted_at"])
    _record(penalty, Kind.PENALTY_LIFTED, by)
    return penalty


def _record(penalty: Penalty, kind: Kind, by: Actor) -> None:
    record(
        tournament_id=penalty.stage.tournament_id,
        kind=kind,
        payload={
            "penalty": penalty.pk,
            "entry": penalty.entry_id,
            "stage": penalty.stage_id,
            "amount": penalty.amount,
            "reason": penalty.lift_reason or penalty.reason,
        },
        by=by,
    )
