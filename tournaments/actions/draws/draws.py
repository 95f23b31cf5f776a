"""Drawing rounds: by lot, by standing, whole schedules; from seeds fixed beforehand; again; by hand."""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max
from django.db.models.functions import Now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from seating.errors import SeatingError
from seating.json_requests import as_json
from seating.requests import Request
from tournaments.actions.actor import Actor
from tournaments.actions.draws.drawing import VERSION, Drawn, run
from tournaments.actions.draws.inputs import playing, request_of, seats_of
from tournaments.actions.draws.plans import (
    BEFORE_ALL,
    MOST_OF_A_SEASON,
    MOST_ROUNDS,
    Method,
    Plan,
    StoredDraw,
)
from tournaments.actions.draws.wording.seating import refusal_of
from tournaments.actions.errors import NotAllowed, RulesRefuse, StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.reasons import reason_of
from tournaments.actions.states import refuse_finished
from tournaments.models import Draw, DrawJob, Entry, Round, Seat, SeedCommitment, Stage, Table, Tournament
from tournaments.models.digests import draw_hash, sha256, tables_hash
from tournaments.models.ledger import canonical
from tournaments.models.ledger_kinds import Kind


@transaction.atomic
def commit_seed(*, stage: Stage, by: Actor) -> SeedCommitment:
    """Fix the seed of the stage's next draw now and publish its hash; the seed itself is shown with the draw.

    Whoever compares the hash later knows that nobody chose the seed after the entries were known. May be repeated:
    a hidden seed that is there already is the answer.
    """
    if by.user is None:
        raise NotAllowed(_("Only an organizer can fix a seed."))
    lock_tournament(stage.tournament_id)
    hidden = stage.seed_commitments.filter(revealed_at=None, draws=None).first()
    if hidden is not None:
        return hidden
    seed = secrets.token_hex(32)
    fixed = SeedCommitment.objects.create(
        stage=stage, seed=seed, commitment=sha256(seed), committed_by=by.user
    )
    record(
        tournament_id=stage.tournament_id,
        kind=Kind.SEED_COMMITTED,
        payload={"stage": stage.pk, "commitment": fixed.commitment},
        by=by,
    )
    return fixed


@transaction.atomic
def draw(*, stage: Stage, plan: Plan, by: Actor, seed: str = "", reason: str = "") -> Draw:
    """Draw the stage's next rounds as drafts that only the staff see.

    Everybody takes part who is neither withdrawn, nor a substitute, nor in `plan.sit_out`. The seed is the one fixed
    beforehand, if there is one, else `seed`, else made here; it is stored, so that the draw can be done again.
    Refuses, with nothing drawn, what no draw can give.
    """
    return draw_now(prepare(stage, plan), by=by, seed=seed, reason=reason)


@transaction.atomic
def redraw(*, old: Draw, plan: Plan, by: Actor, seed: str = "", reason: str = "") -> Draw:
    """Draw again while nothing of `old` is published: its rounds are seated anew. The ledger keeps both draws."""
    return draw_now(prepare(old.stage, plan, old=old), by=by, seed=seed, reason=reason)


def plan_of(stored: Draw) -> Plan:
    """Return the plan of a draw, to draw by it again; who sat out then takes part again."""
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
    """Discard the drafts of a draw."""
    lock_tournament(old.stage.tournament_id)
    drafts = _drafts_of(old)
    Round.objects.filter(pk__in=[draft.pk for draft in drafts]).delete()
    for draft in drafts:
        record_discarded(draft, by)
    reveal_if_done(old)


@transaction.atomic
def swap_players(*, round_: Round, one: Entry, other: Entry, by: Actor) -> None:
    """Exchange two players of a draft by hand. The draw then no longer equals its seed, and says so.

    One of the two may sit out; where teams meet, only a team mate comes in from the bench.
    """
    # Whoever comes in from the bench may be withdrawing at this moment.
    lock_tournament(round_.stage.tournament_id)
    round_ = (
        Round.objects.select_for_update(of=("self",), no_key=True)
        .select_related("stage", "draw")
        .get(pk=round_.pk)
    )
    one, other = (Entry.objects.select_related("player").get(pk=entry.pk) for entry in (one, other))
    if round_.status != Round.Status.DRAFTED:
        raise StateRefuses(_("Only a draft can be changed by hand."), code=f"round_{round_.status}")
    seats = {seat.entry_id: seat for seat in Seat.objects.filter(round=round_, entry__in=[one, other])}
    refuse_exchange(round_, one, other, seats)
    # The rows are written anew: for a moment one player would sit on two chairs.
    Seat.objects.filter(pk__in=[seat.pk for seat in seats.values()]).delete()
    for seat in seats.values():
        seat.entry = other if seat.entry_id == one.pk else one
    Seat.objects.bulk_create(seats.values())
    round_.method = f"{round_.method.removesuffix('+hand')}+hand"
    round_.save(update_fields=["method"])
    # Who it was stays with the staff until the round is published; then everybody can draw again and compare.
    record(
        tournament_id=round_.stage.tournament_id,
        kind=Kind.SWAPPED,
        payload={"round": round_.pk, "tables_hash": tables_hash(round_.seed, seats_of(round_))},
        by=by,
    )


def refuse_exchange(round_: Round, one: Entry, other: Entry, seated: Collection[int]) -> None:
    """Refuse two players who cannot change places: strangers, nobody seated, or a guest in another team's match."""
    here = [entry for entry in (one, other) if entry.pk in seated]
    if one.pk == other.pk or not here:
        raise RulesRefuse(_("Both players have to sit in this round."), code="not_seated")
    comer = other if here == [one] else one
    if len(here) == 2:
        return
    if comer.tournament_id != round_.stage.tournament_id or comer.status != Entry.Status.ACTIVE:
        raise RulesRefuse(_("%(player)s does not take part.") % {"player": comer.player}, code="not_seated")
    is_of_teams = round_.draw is not None and round_.draw.method in (Method.TEAMS, Method.TEAM_SEASON)
    if is_of_teams and one.team_id != other.team_id:
        raise RulesRefuse(
            _("%(player)s sits out and can only come in for a player of their own team.")
            % {"player": comer.player},
            code="other_team",
        )


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
    """Store a draw. `first` is the number of the round that the first of `drawn.rounds` is."""
    return Draw.objects.create(
        stage=stage,
        method=plan.method,
        seed=seed,
        commitment=fixed,
        record=canonical(StoredDraw(plan, drawn.record, first, drawn.byes).as_json()),
        quality=drawn.quality.as_json(),
        reason=reason_of(reason),
        drawn_by=by.user,
    )


def reveal_if_done(stored: Draw) -> None:
    """Once no round of a draw is a draft, its seed gives nothing away any more: its commitment is opened."""
    if stored.commitment_id and not stored.rounds.filter(status=Round.Status.DRAFTED).exists():
        SeedCommitment.objects.filter(pk=stored.commitment_id, revealed_at=None).update(revealed_at=Now())


def seat_players(*, round_: Round, tables: Sequence[Sequence[int]]) -> list[Table]:
    """Write tables 1, 2, … of a round with their seats; `tables` holds entry ids, East first."""
    rows = Table.objects.bulk_create(
        Table(round=round_, number=number) for number, _seats in enumerate(tables, 1)
    )
    Seat.objects.bulk_create(
        Seat(table=table, round=round_, wind=wind, entry_id=entry)
        for table, seats in zip(rows, tables, strict=True)
        for wind, entry in enumerate(seats, 1)
    )
    return rows


@dataclass(frozen=True)
class PreparedDraw:
    """A draw that may be done: all it depends on but its seed, and where its rounds go. Its tournament is locked.

    `old` is the draw whose `drafts` are seated anew; `first` is the number of the first round.
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
        """While it stays, so do the facts that the draw depends on and the place it goes to."""
        rounds = [draft.pk for draft in self.drafts]
        return sha256(canonical({"request": as_json(self.request), "first": self.first, "rounds": rounds}))


def prepare(stage: Stage, plan: Plan, *, old: Draw | None = None, job: DrawJob | None = None) -> PreparedDraw:
    """Lock the tournament and read what a draw depends on; refuses what may not be drawn now.

    `job` is the ordered draw this is for; no other draw of the stage begins while one is ordered.
    """
    tournament = lock_tournament(stage.tournament_id)
    refuse_finished(tournament)
    ordered = stage.draw_jobs.live().first()
    if ordered is not None and ordered != job:
        raise StateRefuses(
            _("A draw of this stage is being computed. Please wait for it, or cancel it first."),
            code="draw_ordered",
            fields={"job": ordered.pk},
        )
    drafts = _drafts_of(old) if old else []
    other_rounds = stage.rounds.exclude(pk__in=[draft.pk for draft in drafts])
    first = drafts[0].number if drafts else (other_rounds.aggregate(last=Max("number"))["last"] or 0) + 1
    most = MOST_OF_A_SEASON if plan.method == Method.TEAM_SEASON else MOST_ROUNDS
    if first + plan.rounds - 1 > most:
        raise RulesRefuse(_("A stage has at most %(most)s rounds.") % {"most": most}, code="too_many_rounds")
    if plan.method in BEFORE_ALL and other_rounds.exists():
        raise RulesRefuse(
            _(
                "A whole schedule is drawn before the first round. Draw the next round by lot or Swiss instead."
            ),
            code="rounds_exist",
        )
    request = request_of(stage, tournament, plan, without=drafts)
    return PreparedDraw(stage, tournament, plan, request, first, old, drafts)


def draw_now(prepared: PreparedDraw, *, by: Actor, seed: str, reason: str) -> Draw:
    """Compute a prepared draw and store it, in the transaction that prepared it."""
    seed, fixed = seed_for(prepared.stage, seed)
    try:
        drawn = run(prepared.request, seed)
    except SeatingError as error:
        raise refusal_for(prepared, error) from error
    return store(prepared, drawn, seed=seed, fixed=fixed, reason=reason, by=by)


def seed_for(stage: Stage, seed: str) -> tuple[str, SeedCommitment | None]:
    """The seed to draw from: `seed`, or the one fixed beforehand with its commitment, or one made here."""
    fixed = None if seed else stage.seed_commitments.filter(revealed_at=None, draws=None).first()
    return seed or (fixed.seed if fixed else secrets.token_hex(16)), fixed


def refusal_for(prepared: PreparedDraw, error: SeatingError) -> RulesRefuse:
    """The refusal for a draw that cannot be, with names."""
    entries = playing(prepared.tournament, prepared.plan)
    return refusal_of(error, prepared.tournament, entries=entries, apart=prepared.plan.apart)


def store(
    prepared: PreparedDraw, drawn: Drawn, *, seed: str, fixed: SeedCommitment | None, reason: str, by: Actor
) -> Draw:
    """Seat everybody as drawn, in the drafts as far as they reach; those left over are discarded."""
    stage, tournament, plan, drafts = prepared.stage, prepared.tournament, prepared.plan, prepared.drafts
    tables = with_substitutes(tournament, drawn.rounds)
    Table.objects.filter(round__in=drafts).delete()
    left_overs = drafts[len(tables) :]
    Round.objects.filter(pk__in=[draft.pk for draft in left_overs]).delete()
    seated: list[tuple[Round, Sequence[Sequence[int]]]] = []
    stored = store_draw(
        stage, plan, drawn, seed=seed, first=prepared.first, fixed=fixed, reason=reason, by=by
    )
    for offset, seats in enumerate(tables):
        round_ = (
            drafts[offset] if offset < len(drafts) else Round(stage=stage, number=prepared.first + offset)
        )
        round_.draw, round_.seed, round_.method = stored, seed, f"{plan.method}/{VERSION}"
        round_.save()
        seat_players(round_=round_, tables=seats)
        seated.append((round_, seats))
    # The ledger's lock is the last one taken: only now, with every row in its place.
    for round_, sat in seated:
        record_draw(round_, sat, tournament, by)
    for left_over in left_overs:
        record_discarded(left_over, by)
    if prepared.old is not None:
        reveal_if_done(prepared.old)
    return stored


def _drafts_of(old: Draw) -> list[Round]:
    """Lock the rounds of a draw; refuses when one of them is no longer a draft."""
    rounds = list(
        Round.objects.select_for_update(of=("self",), no_key=True).filter(draw=old).order_by("number")
    )
    if any(round_.status != Round.Status.DRAFTED for round_ in rounds):
        raise StateRefuses(
            _("A round of this draw is published already. Draw the rounds that are still drafts one by one."),
            code="draw_published",
        )
    return rounds


def record_discarded(round_: Round, by: Actor) -> None:
    """Note in the ledger that a draft was discarded; its row is gone by now."""
    record(tournament_id=round_.stage.tournament_id, kind=Kind.DISCARDED, payload={"round": round_.pk}, by=by)


def with_substitutes(tournament: Tournament, rounds: Sequence[list[list[int]]]) -> list[list[list[int]]]:
    """Put the tournament's substitutes, in the order of their numbers, on the places a draw left to them."""
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


def record_draw(round_: Round, tables: Sequence[Sequence[int]], tournament: Tournament, by: Actor) -> None:
    """Fix a drawn round in the public ledger without giving it away: hashes now, seats and seed on publishing."""
    record(
        tournament_id=tournament.pk,
        kind=Kind.DRAWN,
        payload={
            "round": round_.pk,
            "stage": round_.stage_id,
            "number": round_.number,
            "method": round_.method,
            "draw": round_.draw_id,
            "draw_hash": draw_hash(round_.draw) if round_.draw else None,
            "seed_hash": sha256(round_.seed),
            "tables_hash": tables_hash(round_.seed, tables),
        },
        by=by,
    )
