"""A round's life: draw, publish, start, close, reopen."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.draw_inputs import seats_of
from tournaments.actions.draw_jobs import draw_or_order
from tournaments.actions.draw_plans import ODD, Plan, Remainder
from tournaments.actions.draws import draw, plan_of, record_discarded, reveal_if_done
from tournaments.actions.locks import lock_tournament
from tournaments.actions.odd_tables import pin_odd_rulebooks
from tournaments.actions.record import record
from tournaments.actions.refusals import RoundClosed, StateRefuses
from tournaments.actions.states import ROUND, RoundDeed, refuse_finished
from tournaments.models import Draw, DrawJob, Entry, Round, Scoresheet, SeedCommitment, Stage, Tournament
from tournaments.models.digests import sha256
from tournaments.models.ledger import canonical


@transaction.atomic
def draw_round(
    *, stage: Stage, by: Actor, seed: str = "", sit_out: Sequence[Entry] = (), remainder: Remainder = "refuse"
) -> Round:
    """Draw the stage's next round by lot, as a draft that only the staff see. See `draws.draw`."""
    plan = Plan(remainder=remainder, sit_out=[entry.pk for entry in sit_out])
    return draw(stage=stage, plan=plan, by=by, seed=seed).rounds.get()


@transaction.atomic
def redraw_round(
    *,
    round_: Round,
    by: Actor,
    seed: str = "",
    sit_out: Sequence[Entry] = (),
    remainder: Remainder = "refuse",
) -> Round | DrawJob:
    """Draw a draft again from a new seed, with all rounds that were drawn together. The ledger keeps both draws.

    What would take longer than a request may is ordered, see `draw_jobs.draw_or_order`.
    """
    lock_tournament(round_.stage.tournament_id)
    round_ = _locked(round_, "redraw")
    if round_.draw is None:
        raise StateRefuses(_("This round was not drawn here, so it cannot be drawn again."), code="not_drawn")
    asked = plan_of(round_.draw)
    keeps_remainder = remainder == "refuse" and (asked.rounds > 1 or asked.remainder in ODD)
    plan = replace(
        asked,
        sit_out=[entry.pk for entry in sit_out],
        remainder=asked.remainder if keeps_remainder else remainder,
    )
    found = draw_or_order(stage=round_.stage, plan=plan, by=by, seed=seed, old=round_.draw)
    return found if isinstance(found, DrawJob) else found.rounds.get(number=round_.number)


@transaction.atomic
def discard_round(*, round_: Round, by: Actor) -> None:
    """Throw a draft away. The ledger keeps that it was drawn."""
    lock_tournament(round_.stage.tournament_id)
    round_ = _locked(round_, "discard")
    Round.objects.filter(pk=round_.pk).delete()
    if round_.draw is not None:
        reveal_if_done(round_.draw)
    record_discarded(round_, by)


@transaction.atomic
def publish_round(*, round_: Round, by: Actor) -> Round:
    """Show a drawn round to everybody: who sits where, and the seed it was drawn from.

    The seed of a whole schedule is shown with its last round: it would give away the others.
    """
    # Locked before looking: of two who publish the last two drafts at once, one has to see that it is the last.
    lock_tournament(round_.stage.tournament_id)
    fixed = SeedCommitment.objects.filter(draws__rounds=round_).first()
    drafts = Round.objects.filter(draw=round_.draw_id, status=Round.Status.DRAFTED).exclude(pk=round_.pk)
    is_last = round_.draw_id is None or not drafts.exists()
    round_ = _move(
        round_,
        "publish",
        "published",
        by,
        extra={
            "seed": round_.seed if is_last else None,
            "commitment": fixed.commitment if fixed else None,
            "tables": seats_of(round_),
        },
    )
    if round_.draw is not None:
        reveal_if_done(round_.draw)
    return round_


@transaction.atomic
def publish_draw(*, kept: Draw, by: Actor) -> list[Round]:
    """Show everybody all rounds of a draw that are still drafts, all or none."""
    lock_tournament(kept.stage.tournament_id)
    drafts = kept.rounds.filter(status=Round.Status.DRAFTED).select_related("stage").order_by("number")
    published = [publish_round(round_=round_, by=by) for round_ in drafts]
    if not published:
        raise StateRefuses(_("No round of this draw is a draft any more."), code="no_drafts")
    return published


@transaction.atomic
def start_round(*, round_: Round, by: Actor) -> Round:
    """Let the games begin: from now on tables report. The tournament's first start pins its rulebook."""
    # Locked before it is read: house rules changed at this very moment are pinned, too, or come too late.
    lock_tournament(round_.stage.tournament_id)
    round_ = _move(round_, "start", "started", by, started_at=Now())
    pin_rulebook(round_.stage.tournament, by=by)
    return round_


@transaction.atomic
def close_round(*, round_: Round, by: Actor, leave_open: bool = False) -> Round:
    """End a round: phones can no longer report or confirm; the referee can still correct.

    Refuses while a table has no confirmed result, and names those tables, unless `leave_open` says that they
    shall stay without one.
    """
    # Locked before looking: a report on its way is either seen here or finds the round closed.
    round_ = _locked(round_, "close")
    waiting = list(
        round_.tables.exclude(scoresheets__status=Scoresheet.Status.CONFIRMED)
        .order_by("number")
        .values_list("number", flat=True)
    )
    if waiting and not leave_open:
        raise StateRefuses(
            _(
                "No confirmed result yet from table %(tables)s. Please wait, decide the result, or close without it."
            )
            % {"tables": ", ".join(map(str, waiting))},
            code="results_missing",
            fields={"tables": waiting},
        )
    return _move(round_, "close", "closed", by, extra={"open": waiting}, closed_at=Now())


@transaction.atomic
def reopen_round(*, round_: Round, by: Actor) -> Round:
    """Let phones report again in a round closed too early."""
    # Finished at this very moment, the tournament would have an open round.
    lock_tournament(round_.stage.tournament_id)
    return _move(round_, "reopen", "reopened", by, closed_at=None)


def pin_rulebook(tournament: Tournament, *, by: Actor) -> None:
    """Copy the whole content of its rulebooks into the tournament: a later edition never rewrites its history."""
    if tournament.status != Tournament.Status.PLANNED:
        pin_odd_rulebooks(tournament, by=by)
        return
    rulebook = tournament.rulebook
    tournament.rulebook_content = canonical(rulebook.content())
    tournament.status = Tournament.Status.RUNNING
    tournament.save(update_fields=["rulebook_content", "status"])
    record(
        tournament_id=tournament.pk,
        kind="rulebook_pinned",
        payload={
            "rulebook": tournament.rulebook_id,
            "hash": rulebook.hash(),
            "content": sha256(tournament.rulebook_content),
        },
        by=by,
    )
    pin_odd_rulebooks(tournament, by=by)


def _locked(round_: Round, deed: RoundDeed) -> Round:
    round_ = (
        Round.objects.select_for_update(of=("self",), no_key=True)
        .select_related("stage__tournament", "draw")
        .get(pk=round_.pk)
    )
    if (round_.status, deed) not in ROUND:
        message = _("%(round)s is %(status)s, so that cannot be done.")
        raise RoundClosed(
            message % {"round": round_, "status": round_.get_status_display().lower()},
            code=f"round_{round_.status}",
        )
    return round_


def _move(
    round_: Round,
    deed: RoundDeed,
    kind: str,
    by: Actor,
    *,
    extra: Mapping[str, object] | None = None,
    **changes: object,
) -> Round:
    round_ = _locked(round_, deed)
    if deed in ("start", "reopen"):
        refuse_finished(round_.stage.tournament)
    for name, value in {"status": ROUND[round_.status, deed], **changes}.items():
        setattr(round_, name, value)
    round_.save(update_fields=["status", *changes])
    payload = {"round": round_.pk, "number": round_.number, **(extra or {})}
    record(tournament_id=round_.stage.tournament_id, kind=kind, payload=payload, by=by)
    return round_
