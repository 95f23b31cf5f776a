"""Draft rounds: draw, redraw, discard, publish and unpublish."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.doubts import ask_first
from tournaments.actions.draws.draws import draw, plan_of, reveal_if_done
from tournaments.actions.draws.from_standings import standings_changed
from tournaments.actions.draws.jobs.orders import redraw_or_order
from tournaments.actions.draws.ledger_entries import as_published, record_discarded
from tournaments.actions.draws.plans import Remainder
from tournaments.actions.draws.team_stages import usual_plan
from tournaments.actions.errors import StateRefuses
from tournaments.actions.ledger import record_all
from tournaments.actions.locks import lock_tournament
from tournaments.actions.people.waiting_list import move_up
from tournaments.actions.round_transitions import (
    locked_day,
    locked_round,
    move_round,
    moved_round,
    refuse_penalized,
)
from tournaments.models import Draw, DrawJob, Entry, Round, SeatToken, Stage, Tournament
from tournaments.models.draws.draws import OF_TEAMS
from tournaments.models.events import Event
from tournaments.models.play.events import RoundPublished, RoundUnpublished

# The code that confirms redrawing a published round.
PUBLISHED = "published"


@transaction.atomic
def draw_round(
    *,
    stage: Stage,
    by: Actor,
    seed: str = "",
    sit_out: Sequence[Entry] = (),
    remainder: Remainder = "refuse",
) -> Round:
    """Draw the stage's next round, or all games of its next match day, as drafts, visible only to the staff, by
    `usual_plan`; return the first. `remainder` applies only to a draw by lot. See `draws.draw`.
    """
    lock_tournament(stage.tournament_id)
    plan = replace(usual_plan(stage), sit_out=[entry.pk for entry in sit_out])
    if plan.method not in OF_TEAMS:
        plan = replace(plan, remainder=remainder)
    return draw(stage=stage, plan=plan, by=by, seed=seed).rounds.earliest("number")


@transaction.atomic
def redraw_round(
    *,
    round_: Round,
    by: Actor,
    seed: str = "",
    sit_out: Sequence[Entry] = (),
    remainder: Remainder = "refuse",
    confirm: Collection[str] = (),
) -> Round | DrawJob:
    """Redraw a round from a new seed, with all rounds of its draw. The ledger keeps both draws.

    A published round becomes a draft again, after asking unless `published` is in `confirm`. The remainder is treated
    as before unless `remainder` is given. A draw too long for a request runs in the background; see
    `jobs.redraw_or_order`, also for `confirm`.
    """
    lock_tournament(round_.stage.tournament_id)
    day = locked_day(round_, "redraw")
    round_ = next(one for one in day if one.pk == round_.pk)
    if round_.draw is None:
        raise StateRefuses(_("This round was not drawn here, so it cannot be drawn again."), code="not_drawn")
    old = round_.draw
    # Already loaded with its tournament.
    old.stage = round_.stage
    before = plan_of(old)
    if round_.status == Round.Status.PUBLISHED:
        question = _("%(round)s is published. Drawing it again makes it a draft, and every seat may change.")
        ask_first({PUBLISHED: question % {"round": round_}}, confirm)
        # The ledger lock comes before the draw: a phone claiming a seat holds its token and waits for that lock.
        tokens = SeatToken.objects.select_for_update(of=("self",), no_key=True).order_by("pk")
        list(tokens.filter(seat__round__in=day).values_list("pk"))
        for one in day:
            move_round(one, "unpublish", RoundUnpublished, by)
    plan = replace(
        before,
        sit_out=[entry.pk for entry in sit_out],
        remainder=before.remainder if remainder == "refuse" else remainder,
    )
    found = redraw_or_order(old=old, plan=plan, by=by, seed=seed, confirm=confirm)
    return found if isinstance(found, DrawJob) else found.rounds.get(number=round_.number)


@transaction.atomic
def discard_round(*, round_: Round, by: Actor) -> None:
    """Discard a draft, or all games of its match day. The ledger keeps the record of the draw."""
    tournament = lock_tournament(round_.stage.tournament_id)
    day = locked_day(round_, "discard")
    refuse_penalized(day)
    Round.objects.filter(pk__in=[one.pk for one in day]).delete()
    if day[0].draw is not None:
        reveal_if_done(day[0].draw)
    for one in day:
        record_discarded(one, by)
    # With no draft left, waiting registrations can move up.
    move_up(tournament=tournament, by=by)


@transaction.atomic
def publish_round(*, round_: Round, by: Actor, confirm: Collection[str] = ()) -> Round:
    """Publish a drawn round, or all games of its match day: the seating and the seed.

    The seed of a whole schedule is revealed with its last round, because it determines the others. If the standings
    it was drawn from have been corrected since, asks first unless `standings_changed` is in `confirm`.
    """
    # Locked before reading, so that of two concurrent publishers of the last two drafts one sees that it is the last.
    tournament = lock_tournament(round_.stage.tournament_id)
    day = locked_day(round_, "publish")
    published = _publish(day, tournament, by, confirm)
    return next(one for one in published if one.pk == round_.pk)


def _publish(
    rounds: Iterable[Round], tournament: Tournament, by: Actor, confirm: Collection[str]
) -> list[Round]:
    """Publish locked rounds as one act: their ledger entries have one time."""
    published, told = list[Round](), list[Event]()
    for round_ in rounds:
        if round_.draw is not None:
            ask_first(standings_changed(round_.draw, tournament), confirm)
        times = round_.publications + 1
        moved, event = moved_round(
            round_, "publish", RoundPublished, extra=as_published(round_), publications=times
        )
        if moved.draw is not None:
            reveal_if_done(moved.draw)
        published.append(moved)
        told.append(event)
    if told:
        record_all(told, tournament_id=tournament.pk, by=by)
    return published


@transaction.atomic
def unpublish_round(*, round_: Round, by: Actor) -> Round:
    """Turn a published round, or its match day, back into a draft, visible only to the staff, so that it can be
    changed or redrawn.

    The ledger shows that it was published. Its seat cards stop working until it is published again; then those of
    unchanged seats work again.
    """
    lock_tournament(round_.stage.tournament_id)
    day = locked_day(round_, "unpublish")
    drafts = {one.pk: move_round(one, "unpublish", RoundUnpublished, by) for one in day}
    return drafts[round_.pk]


@transaction.atomic
def publish_draw(*, draw: Draw, by: Actor, confirm: Collection[str] = ()) -> list[Round]:
    """Publish all remaining drafts of a draw, or none. Asks as `publish_round` does."""
    tournament = lock_tournament(draw.stage.tournament_id)
    drafts = draw.rounds.filter(status=Round.Status.DRAFTED).select_related("stage").order_by("number")
    published = _publish((locked_round(one, "publish") for one in drafts), tournament, by, confirm)
    if not published:
        raise StateRefuses(_("This draw has no drafts left."), code="no_drafts")
    return published


@transaction.atomic
def unpublish_rounds(*, draw: Draw, rounds: Collection[int], by: Actor) -> list[Round]:
    """Turn these published rounds of a draw (ids) back into drafts, or none, the last one first.

    Refuses if one of them has started since, or is gone.
    """
    lock_tournament(draw.stage.tournament_id)
    found = list(draw.rounds.filter(pk__in=rounds).select_related("stage").order_by("-number"))
    if not found or len(found) < len(set(rounds)):
        message = _("A round that was published has been drawn again or discarded since.")
        raise StateRefuses(message, code="rounds_changed")
    back: dict[int, Round] = {}
    for round_ in found:
        if round_.pk not in back:
            # The games of a match day go back together.
            day = locked_day(round_, "unpublish")
            back |= {one.pk: move_round(one, "unpublish", RoundUnpublished, by) for one in day}
    return list(back.values())
