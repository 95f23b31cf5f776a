"""Draw rounds by lot, by standing or as whole schedules; commit seeds in advance; redraw; seat by hand."""

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db import transaction
from django.db.models import Max, QuerySet
from django.db.models.functions import Now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from seating.errors import SeatingError
from seating.json_requests import as_json
from seating.requests import Request
from tournaments.actions.actor import Actor
from tournaments.actions.doubts import ask_first
from tournaments.actions.draws.drawing import VERSION, Drawn, run
from tournaments.actions.draws.from_standings import (
    results_missing,
    tie_at_the_cut,
    tie_of_teams_at_the_cut,
    uses_standings,
)
from tournaments.actions.draws.inputs import playing, request_of
from tournaments.actions.draws.ledger_entries import record_discarded, record_draws
from tournaments.actions.draws.plans import (
    BEFORE_ALL,
    MOST_OF_A_SEASON,
    MOST_ROUNDS,
    Method,
    Plan,
    StoredDraw,
)
from tournaments.actions.draws.team_stages import team_mates_may_meet
from tournaments.actions.draws.wording.seating import refusal_of
from tournaments.actions.errors import NotAllowed, RulesRefuse, StateRefuses
from tournaments.actions.ledger import record, record_all
from tournaments.actions.locks import lock_tournament
from tournaments.actions.people.waiting_list import move_up
from tournaments.actions.play.round_times import planned, planned_times
from tournaments.actions.reasons import reason_of
from tournaments.actions.round_transitions import refuse_penalized
from tournaments.actions.states import refuse_finished
from tournaments.models import (
    Draw,
    DrawJob,
    Entry,
    LineUp,
    PlannedRounds,
    Round,
    Seat,
    SeedCommitment,
    Stage,
    Table,
    Tournament,
)
from tournaments.models.digests import sha256
from tournaments.models.draws.draws import OF_TEAMS
from tournaments.models.draws.events import SeedCommitted
from tournaments.models.ledger import canonical
from tournaments.models.play.seating_rows import change_winds, clear_tables, insert_seats, remove_seats
from tournaments.models.winds import Wind


@transaction.atomic
def commit_seed(*, stage: Stage, by: Actor) -> SeedCommitment:
    """Commit to the seed of the stage's next draw: publish its hash now, the seed itself with the draw.

    The hash proves that the seed was not chosen after the entries were known. Idempotent: an existing hidden seed is
    returned.
    """
    if by.user is None:
        raise NotAllowed(_("Only an organizer can fix the seed."))
    lock_tournament(stage.tournament_id)
    hidden = stage.seed_commitments.filter(revealed_at=None, draws=None).first()
    if hidden is not None:
        return hidden
    seed = secrets.token_hex(32)
    fixed = SeedCommitment.objects.create(
        stage=stage, seed=seed, commitment=sha256(seed), committed_by=by.user
    )
    record(
        SeedCommitted(stage=stage.pk, commitment=fixed.commitment), tournament_id=stage.tournament_id, by=by
    )
    return fixed


@transaction.atomic
def draw(
    *,
    stage: Stage,
    plan: Plan,
    by: Actor,
    seed: str = "",
    reason: str = "",
    confirm: Collection[str] = (),
) -> Draw:
    """Draw the stage's next rounds as drafts, visible only to the staff.

    Everyone plays except withdrawn entries, substitutes and `plan.sit_out`. The seed is the committed one if there is
    one, else `seed`, else a new one; it is stored so that the draw can be repeated. Refuses what no draw can satisfy.
    Asks first if a draw from the standings would miss results (`results_missing`) or team mates may meet in a team
    stage (`team_mates_together`), unless that code is in `confirm`.
    """
    return draw_now(prepare(stage, plan, confirm=confirm), by=by, seed=seed, reason=reason)


@transaction.atomic
def redraw(
    *, old: Draw, plan: Plan, by: Actor, seed: str = "", reason: str = "", confirm: Collection[str] = ()
) -> Draw:
    """Redraw the rounds of `old` while none is published. The ledger keeps both draws."""
    return draw_now(prepare(old.stage, plan, old=old, confirm=confirm), by=by, seed=seed, reason=reason)


def plan_of(stored: Draw) -> Plan:
    """Return the plan of a draw for redrawing it; players who sat out take part again."""
    if stored.method in (Method.IMPORTED, Method.REPAIRED):
        raise StateRefuses(
            _(
                "These rounds were not drawn here, or were repaired. Please discard the drafts and draw again."
            ),
            code="not_drawn",
        )
    return StoredDraw.of(stored).plan


@transaction.atomic
def discard_draw(*, old: Draw, by: Actor) -> None:
    tournament = lock_tournament(old.stage.tournament_id)
    drafts = _drafts_of(old)
    refuse_penalized(drafts)
    Round.objects.filter(pk__in=[draft.pk for draft in drafts]).delete()
    for draft in drafts:
        record_discarded(draft, by)
    reveal_if_done(old)
    move_up(tournament=tournament, by=by)


def store_draw(
    stage: Stage,
    plan: Plan,
    drawn: Drawn,
    *,
    seed: str,
    first: int,
    by: Actor,
    fixed: SeedCommitment | None = None,
    reason: str = "",
) -> Draw:
    """Store a draw. `first` is the number of the first of `drawn.rounds`."""
    quality = drawn.quality.as_json()
    if plan.best:
        everybody = playing(stage, plan)
        if plan.method in OF_TEAMS:
            teams = {entry.team_id for entry in everybody}
            quality["best_teams"] = min(plan.best, len(teams))
            quality["cut_of_teams"] = tie_of_teams_at_the_cut(stage, teams, plan.best)
        else:
            quality["cut"] = tie_at_the_cut(stage, {entry.pk for entry in everybody}, plan.best)
    return Draw.objects.create(
        stage=stage,
        method=plan.method,
        seed=seed,
        commitment=fixed,
        record=canonical(StoredDraw(plan, drawn.record, first, drawn.byes).as_json()),
        quality=quality,
        reason=reason_of(reason),
        drawn_by=by.user,
    )


def reveal_if_done(stored: Draw) -> None:
    """Reveal the seed of a draw once none of its rounds is a draft."""
    if stored.commitment_id and not stored.rounds.filter(status=Round.Status.DRAFTED).exists():
        SeedCommitment.objects.filter(pk=stored.commitment_id, revealed_at=None).update(revealed_at=Now())


def seat_players(*, round_: Round, tables: Sequence[Sequence[int]]) -> list[Table]:
    """Create tables 1, 2, … of a round with their seats; `tables` holds entry ids, East first."""
    rows = Table.objects.bulk_create(
        Table(round=round_, number=number) for number in range(1, len(tables) + 1)
    )
    insert_seats(
        (row.pk, round_.pk, wind, entry)
        for row, table in zip(rows, tables, strict=True)
        for wind, entry in enumerate(table, 1)
    )
    return rows


def seat_anew(seated: Sequence[tuple[Round, Sequence[Sequence[int]]]]) -> None:
    """Rewrite the tables of rounds that have not started, as `seat_players` does. Unchanged tables keep their seats
    and cards. Where the same people sit in another order, their rows are kept; other tables lose what was made for
    them, such as seat lots.

    The number of statements is constant in rounds and tables.
    """
    rounds = [round_.pk for round_, _tables in seated]
    wanted = {
        (round_.pk, number): tuple(table)
        for round_, tables in seated
        for number, table in enumerate(tables, 1)
    }
    there = {
        (round_, number): pk
        for pk, round_, number in Table.objects.filter(round__in=rounds).values_list(
            "pk", "round_id", "number"
        )
    }
    seats: dict[tuple[int, int], dict[int, SeatedNow]] = {place: {} for place in there}
    rows = Seat.objects.filter(round__in=rounds).order_by("wind")
    for pk, round_, number, wind, now, drawn in rows.values_list(
        "pk", "round_id", "table__number", "wind", "entry_id", "replaces_id"
    ):
        seats[round_, number][drawn or now] = SeatedNow(pk, wind, now)
    sat = {place: tuple(row) for place, row in seats.items()}
    changed = {place for place in wanted.keys() | there.keys() if sat.get(place) != wanted.get(place)}
    gone = changed & there.keys()
    turned = {place for place in gone & wanted.keys() if _sit_in_another_order(seats[place], wanted[place])}
    cleared = {place: [seat.pk for seat in seats[place].values()] for place in gone}
    clear_tables([there[place] for place in gone], of_seats=[pk for place in gone for pk in cleared[place]])
    change_winds(
        (
            {seat.pk: seat.wind for seat in seats[place].values()},
            {seats[place][entry].pk: wind for wind, entry in enumerate(wanted[place], 1)},
        )
        for place in sorted(turned)
    )
    remove_seats([pk for place in gone - turned for pk in cleared[place]])
    Table.objects.filter(pk__in=[there[place] for place in gone - wanted.keys()]).delete()
    added = sorted(wanted.keys() - there.keys())
    tables = Table.objects.bulk_create(Table(round_id=round_, number=number) for round_, number in added)
    there |= {(table.round_id, table.number): table.pk for table in tables}
    insert_seats(
        (there[place], place[0], wind, entry)
        for place in sorted((changed & wanted.keys()) - turned)
        for wind, entry in enumerate(wanted[place], 1)
    )


class SeatedNow(NamedTuple):
    """A seat before its round is reseated; `entry` is who sits there now, which may differ from the drawn entry."""

    pk: int
    wind: int
    entry: int


def _sit_in_another_order(now: Mapping[int, SeatedNow], wanted: Sequence[int]) -> bool:
    """Whether the table has the same drawn people and a free wind on which one can be parked while they swap."""
    return len(wanted) < len(Wind) and {seat.entry for seat in now.values()} == now.keys() == set(wanted)


@dataclass(frozen=True)
class PreparedDraw:
    """A permitted draw: everything it depends on except the seed, and where its rounds go. Its tournament is locked.

    `old` is the draw whose `drafts` are reseated; `first` is the number of the first round.
    """

    stage: Stage
    tournament: Tournament
    plan: Plan
    request: Request
    first: int
    old: Draw | None
    drafts: Sequence[Round]

    @property
    def fingerprint(self) -> str:
        """Return a hash of the facts that the draw depends on and of its place."""
        rounds = [draft.pk for draft in self.drafts]
        return sha256(canonical({"request": as_json(self.request), "first": self.first, "rounds": rounds}))


def prepare(
    stage: Stage,
    plan: Plan,
    *,
    old: Draw | None = None,
    job: DrawJob | None = None,
    confirm: Collection[str] = (),
) -> PreparedDraw:
    """Lock the tournament and read what a draw depends on; refuses what cannot be drawn now.

    `job` is the background draw being prepared; while one is pending, the stage has no other draw. `confirm` is as
    for `draw`; a background draw asked when it was ordered.
    """
    plan = plan.in_whole_days()
    tournament = lock_tournament(stage.tournament_id)
    refuse_finished(tournament)
    ordered = stage.draw_jobs.live().first()
    if ordered is not None and ordered != job:
        raise StateRefuses(
            _("A draw of this stage is already being computed. Please wait for it, or cancel it first."),
            code="draw_ordered",
            fields={"job": ordered.pk},
        )
    drafts = _drafts_of(old) if old else []
    other_rounds = stage.rounds.exclude(pk__in=[draft.pk for draft in drafts])
    first = drafts[0].number if drafts else (other_rounds.aggregate(last=Max("number"))["last"] or 0) + 1
    most = MOST_OF_A_SEASON if plan.method == Method.TEAM_SEASON else MOST_ROUNDS
    if first + plan.rounds - 1 > most:
        raise RulesRefuse(_("A stage has at most %(most)s rounds.") % {"most": most}, code="too_many_rounds")
    _refuse_other_days(plan, drafts, other_rounds)
    if plan.method in BEFORE_ALL and other_rounds.exists():
        if not other_rounds.exclude(status__in=(Round.Status.DRAFTED, Round.Status.PUBLISHED)).exists():
            raise RulesRefuse(
                _(
                    "This stage has rounds that have not started. Discard their drafts first (a published round goes "
                    "back to a draft at the desk), then draw the whole schedule."
                ),
                code="rounds_exist",
            )
        raise RulesRefuse(
            _(
                "A whole schedule is drawn before the first round. Draw the next round by lot or Swiss instead."
            ),
            code="rounds_exist",
        )
    if job is None:
        asked = results_missing(stage, first) if uses_standings(plan) else {}
        ask_first({**team_mates_may_meet(stage, plan, confirm), **asked}, confirm)
    request = request_of(stage, tournament, plan, without=drafts)
    return PreparedDraw(stage, tournament, plan, request, first, old, drafts)


def _refuse_other_days(plan: Plan, drafts: Sequence[Round], others: QuerySet[Round]) -> None:
    """Refuse to redraw rounds as other match days than before while rounds come after them."""
    if not drafts or not others.filter(number__gt=drafts[-1].number).exists():
        return
    games = plan.games if plan.has_match_days else 1
    if games != max(draft.game or 1 for draft in drafts) or plan.rounds > len(drafts):
        raise RulesRefuse(
            _(
                "Rounds after these are already drawn. Please keep the number of games, or discard them first."
            ),
            code="later_rounds_exist",
        )


def draw_now(prepared: PreparedDraw, *, by: Actor, seed: str, reason: str) -> Draw:
    """Compute a prepared draw and store it, in the transaction that prepared it."""
    seed, fixed = seed_for(prepared.stage, seed)
    try:
        drawn = run(prepared.request, seed)
    except SeatingError as error:
        raise refusal_for(prepared, error) from error
    return store(prepared, drawn, seed=seed, fixed=fixed, reason=reason, by=by)


def seed_for(stage: Stage, seed: str) -> tuple[str, SeedCommitment | None]:
    """Return the seed to draw from: the committed one with its commitment, else `seed`, else a new one."""
    fixed = None if seed else stage.seed_commitments.filter(revealed_at=None, draws=None).first()
    return seed or (fixed.seed if fixed else secrets.token_hex(16)), fixed


def refusal_for(prepared: PreparedDraw, error: SeatingError) -> RulesRefuse:
    """Return the refusal for an impossible draw, with names."""
    entries = playing(prepared.stage, prepared.plan)
    return refusal_of(error, prepared.tournament, entries=entries, apart=prepared.plan.apart)


def store(
    prepared: PreparedDraw, drawn: Drawn, *, seed: str, fixed: SeedCommitment | None, reason: str, by: Actor
) -> Draw:
    """Seat everyone as drawn, reusing the drafts; surplus drafts are discarded."""
    stage, tournament, plan, drafts = prepared.stage, prepared.tournament, prepared.plan, prepared.drafts
    tables = with_substitutes(tournament, drawn.rounds)
    Table.objects.filter(round__in=drafts).delete()
    LineUp.objects.filter(round__in=drafts).delete()
    left_overs = drafts[len(tables) :]
    refuse_penalized(left_overs)
    Round.objects.filter(pk__in=[draft.pk for draft in left_overs]).delete()
    seated: list[tuple[Round, Sequence[Sequence[int]]]] = []
    stored = store_draw(
        stage, plan, drawn, seed=seed, first=prepared.first, fixed=fixed, reason=reason, by=by
    )
    first_day = (
        stage.rounds.filter(number__lt=prepared.first).aggregate(last=Max("match_day"))["last"] or 0
    ) + 1
    # No two rounds are the same game of a day, not even for a moment.
    Round.objects.filter(pk__in=[draft.pk for draft in drafts]).update(match_day=None, game=None)
    times = planned_times(tournament, PlannedRounds.objects.filter(stage=stage).first())
    timed = list[Round]()
    for offset, seats in enumerate(tables):
        number = prepared.first + offset
        round_ = drafts[offset] if offset < len(drafts) else Round(stage=stage, number=number)
        if round_.pk is None and number <= len(times):
            round_.planned_at = times[number - 1]
            timed.append(round_)
        round_.draw, round_.seed, round_.method = stored, seed, f"{plan.method}/{VERSION}"
        round_.match_day = first_day + offset // plan.games if plan.has_match_days else None
        round_.game = offset % plan.games + 1 if plan.has_match_days else None
        round_.save()
        seat_players(round_=round_, tables=seats)
        seated.append((round_, seats))
    # The ledger lock is the last one taken, once all rows are in place.
    record_draws(seated, tournament, by)
    if timed:
        record_all([planned(round_) for round_ in timed], tournament_id=tournament.pk, by=by)
    for left_over in left_overs:
        record_discarded(left_over, by)
    if prepared.old is not None:
        reveal_if_done(prepared.old)
    return stored


def _drafts_of(old: Draw) -> list[Round]:
    """Lock the rounds of a draw; refuses if one is no longer a draft."""
    rounds = list(
        Round.objects.select_for_update(of=("self",), no_key=True).filter(draw=old).order_by("number")
    )
    if any(round_.status != Round.Status.DRAFTED for round_ in rounds):
        raise StateRefuses(
            _("A round of this draw is already published. Draw the remaining drafts one by one."),
            code="draw_published",
        )
    return rounds


def with_substitutes(tournament: Tournament, rounds: Sequence[list[list[int]]]) -> list[list[list[int]]]:
    """Assign the tournament's substitutes, in order of their numbers, to the placeholders of a draw."""
    lowest = min((entry for tables in rounds for table in tables for entry in table), default=0)
    if lowest >= 0:
        return list(rounds)
    stand_by = list(
        tournament.entries.filter(status=Entry.Status.ACTIVE, is_substitute=True)
        .order_by("number")
        .values_list("pk", flat=True)[:3]
    )
    if len(stand_by) < -lowest:
        raise RulesRefuse(
            ngettext(
                "%(needed)s substitute is needed, but only %(there)s are registered.",
                "%(needed)s substitutes are needed, but only %(there)s are registered.",
                -lowest,
            )
            % {"needed": -lowest, "there": len(stand_by)},
            code="too_few_substitutes",
        )
    return [
        [[entry if entry >= 0 else stand_by[-entry - 1] for entry in table] for table in tables]
        for tables in rounds
    ]
