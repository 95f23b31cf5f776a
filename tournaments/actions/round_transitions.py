"""Move a round between states: locked before reading, with its ledger entry."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import RoundClosed, StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.states import ROUND, RoundAction, refuse_finished
from tournaments.models import Penalty, Round
from tournaments.models.events import Event
from tournaments.models.play.rounds import RoundQuerySet


def locked_round(round_: Round, action: RoundAction) -> Round:
    """Return the round, locked and reloaded. Refuses if its state does not allow the action."""
    round_ = _locked().get(pk=round_.pk)
    _refuse_state(round_, action)
    return round_


def locked_day(round_: Round, action: RoundAction) -> list[Round]:
    """Return the rounds of its match day in order, or the round alone, as `locked_round` does. All have one state."""
    rounds = list(_locked().of_day(round_))
    if not rounds:
        raise Round.DoesNotExist
    for one in rounds:
        _refuse_state(one, action)
    return rounds


def _locked() -> RoundQuerySet:
    return Round.objects.select_for_update(of=("self",), no_key=True).select_related(
        "stage__tournament", "draw"
    )


def _refuse_state(round_: Round, action: RoundAction) -> None:
    if (round_.status, action) not in ROUND:
        message = _("%(round)s is %(status)s, so this is not possible.")
        raise RoundClosed(
            message % {"round": round_, "status": round_.get_status_display().lower()},
            code=f"round_{round_.status}",
        )


def refuse_penalized(rounds: Iterable[Round]) -> None:
    """Refuse to discard rounds with team penalties: lifted or not, a penalty is never deleted."""
    if Penalty.objects.filter(round__in=[round_.pk for round_ in rounds]).exists():
        message = _(
            "A team was penalized in this round, so the round cannot be discarded. It can be drawn again."
        )
        raise StateRefuses(message, code="penalties_exist")


def move_round(
    round_: Round,
    action: RoundAction,
    event: Callable[..., Event],
    by: Actor,
    *,
    extra: Mapping[str, Any] | None = None,
    **changes: object,
) -> Round:
    """Move a round to its next state, with its ledger entry; `extra` are further fields of the event, `changes` of
    the round.
    """
    round_, moved = moved_round(round_, action, event, extra=extra, **changes)
    record(moved, tournament_id=round_.stage.tournament_id, by=by)
    return round_


def moved_round(
    round_: Round,
    action: RoundAction,
    event: Callable[..., Event],
    *,
    extra: Mapping[str, Any] | None = None,
    **changes: object,
) -> tuple[Round, Event]:
    """Move a round like `move_round`, and return it with the event still to be recorded."""
    round_ = locked_round(round_, action)
    if action != "close":
        refuse_finished(round_.stage.tournament)
    for name, value in {"status": ROUND[round_.status, action], **changes}.items():
        setattr(round_, name, value)
    round_.save(update_fields=["status", *changes])
    return round_, event(round=round_.pk, number=round_.number, **(extra or {}))
