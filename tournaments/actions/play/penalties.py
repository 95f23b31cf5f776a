"""Penalties, warnings and bonuses imposed by the referee."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec import UNSET

from scoring.doubts.deductions import is_large, very_good_game
from scoring.standing.shown_totals import show_alone
from tournaments.actions.actor import Actor
from tournaments.actions.doubts import ask_first
from tournaments.actions.errors import NotAllowed, RulesRefuse
from tournaments.actions.ledger import record
from tournaments.actions.reasons import required_reason
from tournaments.models import Entry, Penalty, Round, Stage, Team
from tournaments.models.events import Event
from tournaments.models.play.events import (
    PLAYER_PENALIZED,
    TEAM_PENALIZED,
    PenaltyLifted,
    TeamPenaltyLifted,
)
from tournaments.models.play.penalty_kinds import PENALTY_KINDS, PenaltyKind, sign_of, usual_kind
from tournaments.models.play.results import MOST_DEDUCTED
from web.text.figures import with_minus

# The code that confirms a large deduction.
LARGE_DEDUCTION = "large_deduction"
PLAYED = (Round.Status.STARTED, Round.Status.CLOSED)


@dataclass(frozen=True)
class Ruling:
    """A referee's decision against or in favour of a player or team.

    `amount`, in the rulebook's smallest units, is deducted; a negative one is given. `round` is the round of the
    incident, in the same stage. `kind` is a name in `PENALTY_KINDS`; if empty, it follows from the amount.
    """

    amount: int
    reason: str
    round: Round | None = None
    kind: str = ""


@transaction.atomic
def penalize(
    *,
    stage: Stage,
    entry: Entry,
    ruling: Ruling,
    by: Actor,
    given_for: str = "",
    confirm: Collection[str] = (),
) -> Penalty:
    """Impose a ruling on an entry.

    Its round must have started. Asks first about an amount above two good games, unless LARGE_DEDUCTION is in
    `confirm`. `given_for` is a `Penalty.GivenFor` if a rule, not a referee, imposes it.
    """
    if entry.tournament_id != stage.tournament_id:
        raise RulesRefuse(_("This player belongs to another tournament."), code="foreign_entry")
    penalty = Penalty(stage=stage, entry=entry, given_for=given_for)
    return _impose(penalty, ruling, by=by, confirm=confirm)


@transaction.atomic
def penalize_team(
    *,
    stage: Stage,
    team: Team,
    ruling: Ruling,
    by: Actor,
    before_start: bool = False,
    confirm: Collection[str] = (),
) -> Penalty:
    """Impose a ruling on a team's total, not its players'; otherwise like `penalize`.

    With `before_start` the round may be merely published, for a late line-up.

    Refuses a team of another tournament, and one without players, which has no standing.
    """
    if team.tournament_id != stage.tournament_id:
        raise RulesRefuse(_("This team belongs to another tournament."), code="foreign_team")
    penalty = Penalty(stage=stage, team=team)
    states = (Round.Status.PUBLISHED, *PLAYED) if before_start else PLAYED
    return _impose(penalty, ruling, by=by, confirm=confirm, states=states)


def _impose(
    penalty: Penalty,
    ruling: Ruling,
    *,
    by: Actor,
    confirm: Collection[str],
    states: Collection[str] = PLAYED,
) -> Penalty:
    stage, amount, round_ = penalty.stage, ruling.amount, ruling.round
    if by.user is None:
        raise NotAllowed(_("Only the referee can impose penalties."))
    if abs(amount) > MOST_DEDUCTED:
        message = _("This is more than can be deducted or given at once.")
        raise RulesRefuse(message, code="deduction_out_of_range", fields={"amount": [message]})
    kind = PENALTY_KINDS[ruling.kind] if ruling.kind else usual_kind(amount)
    _refuse_other_sign(kind, amount)
    reason = required_reason(ruling.reason, pgettext("in a sentence", "the reason"))
    if round_ is not None:
        round_ = Round.objects.select_for_update(no_key=True).get(pk=round_.pk)
        _refuse_other_rounds(stage, round_, states)
    if penalty.team is not None:
        _refuse_empty(penalty.team)
    ask_first(_large(stage, amount), confirm)
    penalty.kind, penalty.amount, penalty.reason = kind.name, amount, reason
    penalty.round, penalty.imposed_by = round_, by.user
    penalty.save(force_insert=True)
    _record(penalty, (PLAYER_PENALIZED if penalty.team_id is None else TEAM_PENALIZED)[kind.name], by)
    return penalty


@transaction.atomic
def lift_penalty(*, penalty: Penalty, reason: str, by: Actor) -> Penalty:
    """Lift a penalty of an entry or team for a reason; both stay on record. Idempotent."""
    if by.user is None:
        raise NotAllowed(_("Only the referee can lift penalties."))
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
    _record(penalty, PenaltyLifted if penalty.team_id is None else TeamPenaltyLifted, by)
    return penalty


def _refuse_other_sign(kind: PenaltyKind, amount: int) -> None:
    if sign_of(amount) == kind.sign:
        return
    if kind.sign:
        message = _("“%(kind)s” needs points: please enter how many.") % {"kind": kind.label}
    else:
        message = _("“%(kind)s” has no points: please leave them out.") % {"kind": kind.label}
    raise RulesRefuse(message, code="amount_of_another_kind", fields={"amount": [message]})


def _refuse_other_rounds(stage: Stage, round_: Round, states: Collection[str]) -> None:
    if round_.stage_id == stage.pk and round_.status in states:
        return
    message = _("A penalty must be for a round of this stage that has started.")
    raise RulesRefuse(message, code="round_not_started", fields={"round": [message]})


def _refuse_empty(team: Team) -> None:
    """Under the team's lock: a concurrent removal comes before this, or is refused."""
    found = Team.objects.select_for_update(no_key=True).filter(pk=team.pk).first()
    if found is None or not found.entries.exists():
        message = _("The team “%(name)s” has no players, so it has no total.") % {"name": team.name}
        raise RulesRefuse(message, code="team_without_players", fields={"team": [message]})


def _large(stage: Stage, amount: int) -> dict[str, str]:
    """Return the question about an amount that looks like stick points where totals are counted in tens."""
    rulebook = stage.tournament.rulebook
    best = very_good_game(rulebook)
    if best is None or not is_large(rulebook, abs(amount)):
        return {}
    values = {
        "amount": with_minus(show_alone(-amount, rulebook.units_per_point)),
        "best": show_alone(best, rulebook.units_per_point),
    }
    message = _("The total would change by %(amount)s; even a very good game brings only %(best)s.") % values
    return {LARGE_DEDUCTION: message}


def _record(penalty: Penalty, event: Callable[..., Event], by: Actor) -> None:
    whom = {"entry": penalty.entry_id} if penalty.team_id is None else {"team": penalty.team_id}
    recorded = event(
        penalty=penalty.pk,
        stage=penalty.stage_id,
        amount=penalty.amount,
        round=penalty.round_id,
        reason=penalty.lift_reason or penalty.reason,
        given_for=penalty.given_for or UNSET,
        **whom,
    )
    record(recorded, tournament_id=penalty.stage.tournament_id, by=by)
