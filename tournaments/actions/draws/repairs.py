"""Repair the rounds that have not started when players leave, join late or are replaced."""

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.db import transaction
from django.utils.translation import gettext as _

from seating.errors import SeatingError
from seating.requests import RepairRequest
from tournaments.actions.actor import Actor
from tournaments.actions.doubts import ask_first
from tournaments.actions.draws.drawing import VERSION, run
from tournaments.actions.draws.draws import reveal_if_done, seat_anew, store_draw, with_substitutes
from tournaments.actions.draws.inputs import (
    constraints_of,
    refuse_odd_number,
    refuse_odd_tables,
    remainder_of,
    seats_of,
)
from tournaments.actions.draws.ledger_entries import record_draws, record_unpublished
from tournaments.actions.draws.plans import ODD, Method, Plan, Remainder, StoredDraw
from tournaments.actions.draws.wording.seating import refusal_of
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.other_divisions import has_a_rank, in_another_division
from tournaments.actions.people.entries import withdraw
from tournaments.actions.people.newcomers import Newcomer, register_newcomers
from tournaments.actions.states import refuse_finished
from tournaments.models import Draw, Entry, LineUp, Round, Seat, SeatToken, Stage, Tournament
from tournaments.models.draws.events import ScheduleRepaired
from tournaments.models.play.rounds import NOT_STARTED

# Repairs look at every pair of players in every round; see benchmarks/draws.py.
MOST_CHAIRS = 120_000


@dataclass(frozen=True, kw_only=True)
class ScheduleChange:
    """Players who leave and join a schedule; `remainder` says what to do with players who do not fill a table.

    `leavers` stop playing, `joiners` start, and each of `substitutes` takes over the seats of the player they are
    mapped to. `newcomers` are registered by name and start playing.
    """

    leavers: Sequence[Entry] = ()
    joiners: Sequence[Entry] = ()
    substitutes: Mapping[Entry, Entry] = field(default_factory=dict)
    newcomers: Sequence[Newcomer] = ()
    remainder: Remainder = "refuse"

    @property
    def gone(self) -> list[Entry]:
        return [*self.leavers, *self.substitutes]

    @property
    def come(self) -> list[Entry]:
        return [*self.substitutes.values(), *self.joiners]


@transaction.atomic
def repair_schedule(
    *,
    stage: Stage,
    change: ScheduleChange,
    by: Actor,
    seed: str = "",
    reason: str = "",
    confirm: Collection[str] = (),
) -> Draw:
    """Change the stage's rounds that have not started, which must be its last ones, as little as possible.

    Refuses and asks what `register_newcomers` does, also about substitutes who become regular players. The original
    plan still applies, with the current seating constraints. Published rounds become drafts again, so that the
    organizer sees them first; cards of unchanged seats work again once they are published. Leavers who sit in no
    round in play are withdrawn. Returns the new draw of the drafts.
    """
    tournament = lock_tournament(stage.tournament_id)
    refuse_finished(tournament)
    rounds = list(
        stage.rounds.select_for_update(of=("self",), no_key=True).select_related("draw").order_by("number")
    )
    waiting = [round_ for round_ in rounds if round_.status in NOT_STARTED]
    published = [round_ for round_ in waiting if round_.status == Round.Status.PUBLISHED]
    change = _as_they_are(change)
    old = _refuse_no_schedule(rounds, waiting)
    _refuse_strangers(tournament, [*change.gone, *change.come])
    if not (change.gone or change.come or change.newcomers):
        raise RulesRefuse(_("Please choose who leaves or who joins."), code="nothing_to_repair")
    if change.newcomers:
        # Registering takes the ledger lock: a phone claiming a seat holds its token and waits for that lock.
        tokens = SeatToken.objects.select_for_update(of=("self",), no_key=True).order_by("pk")
        list(tokens.filter(seat__round__in=waiting).values_list("pk"))
    stay = [one.player for one in change.come if not has_a_rank(tournament, is_substitute=one.is_substitute)]
    ask_first(in_another_division(tournament, stay), confirm)
    new_here = register_newcomers(tournament=tournament, newcomers=change.newcomers, by=by, confirm=confirm)
    change = replace(change, joiners=[*change.joiners, *new_here])
    stored = StoredDraw.of(old)
    plan = replace(stored.plan, method=Method.REPAIRED, rounds=len(waiting), remainder=change.remainder)
    since = rounds.index(waiting[0])
    # Players who take over for good become regular players.
    Entry.objects.filter(pk__in=[entry.pk for entry in change.come]).update(is_substitute=False)
    request = _request(tournament, rounds, since, change, plan)
    seed = seed or secrets.token_hex(16)
    try:
        drawn = run(request, seed)
    except SeatingError as error:
        raise refusal_of(error, tournament) from error
    new = store_draw(stage, plan, drawn, seed=seed, first=rounds[0].number, reason=reason, by=by)
    seated = list(zip(waiting, with_substitutes(tournament, drawn.rounds[since:]), strict=True))
    _make_drafts(waiting, new)
    seat_anew(seated)
    reveal_if_done(old)
    # The ledger lock is the last one taken, once all rows are in place.
    for round_ in published:
        record_unpublished(round_, by)
    record(
        ScheduleRepaired(
            draw=new.pk,
            number=waiting[0].number,
            left=sorted(entry.pk for entry in change.gone),
            came=sorted(entry.pk for entry in change.come),
        ),
        tournament_id=tournament.pk,
        by=by,
    )
    record_draws(seated, tournament, by)
    _withdraw(change.gone, by)
    return new


def _request(
    tournament: Tournament, rounds: Sequence[Round], since: int, change: ScheduleChange, plan: Plan
) -> RepairRequest:
    stand_by = set(tournament.entries.filter(is_substitute=True).values_list("pk", flat=True))
    schedule = [_with_places(seats_of(round_), stand_by) for round_ in rounds]
    waiting = _sitting_out(rounds)
    people = {p for tables in schedule[since:] for table in tables for p in table if p >= 0}
    people |= {p for row in waiting[since:] for p in row}
    here = (people - {entry.pk for entry in change.gone}) | {entry.pk for entry in change.come}
    size = tournament.usual_format.players
    refuse_odd_number(len(here), size, plan.remainder)
    is_odd = plan.remainder in ODD and len(here) % size > 0
    if len(here) * len(rounds) > MOST_CHAIRS:
        raise RulesRefuse(
            _("This schedule is too large to repair. Please draw the remaining rounds one by one."),
            code="too_many_for_method",
        )
    entries = list(tournament.entries.filter(pk__in=here).select_related("player").order_by("pk"))
    if is_odd:
        refuse_odd_tables(tournament, ODD[plan.remainder], entries)
    return RepairRequest(
        schedule=schedule,
        since=since,
        leavers=sorted(entry.pk for entry in change.leavers),
        joiners=sorted(entry.pk for entry in change.joiners),
        substitutes={out.pk: into.pk for out, into in change.substitutes.items()},
        byes=waiting,
        remainder=remainder_of(plan),
        constraints=constraints_of(tournament, entries, plan.apart),
        share_odd=is_odd,
        table_size=size,
    )


def _sitting_out(rounds: Sequence[Round]) -> list[list[int]]:
    """Return who sits out in each round, by the draw it comes from."""
    draws = {round_.draw_id: round_.draw for round_ in rounds if round_.draw is not None}
    stored = {pk: StoredDraw.of(draw) for pk, draw in draws.items()}
    return [
        stored[round_.draw_id].sitting_out(round_.number) if round_.draw_id in stored else []
        for round_ in rounds
    ]


def _with_places(tables: list[list[int]], stand_by: set[int]) -> list[list[int]]:
    """Return a round with placeholders (-1, -2, …) where substitutes were seated when it was drawn."""
    number = 0
    out = []
    for table in tables:
        row = []
        for entry in table:
            if entry in stand_by:
                number -= 1
                entry = number
            row.append(entry)
        out.append(row)
    return out


def _as_they_are(change: ScheduleChange) -> ScheduleChange:
    """Lock and reload everyone a repair is about; one may be withdrawing at this moment."""
    named = {entry.pk for entry in [*change.gone, *change.come]}
    rows = Entry.objects.select_for_update(of=("self",), no_key=True).select_related("player")
    now = {entry.pk: entry for entry in rows.filter(pk__in=named).order_by("pk")}
    return replace(
        change,
        leavers=[now[entry.pk] for entry in change.leavers],
        joiners=[now[entry.pk] for entry in change.joiners],
        substitutes={now[out.pk]: now[into.pk] for out, into in change.substitutes.items()},
    )


def _make_drafts(rounds: Sequence[Round], new: Draw) -> None:
    """Turn rounds into drafts of the new draw."""
    for round_ in rounds:
        round_.draw, round_.seed, round_.method = new, new.seed, f"{Method.REPAIRED}/{VERSION}"
        round_.status = Round.Status.DRAFTED
    Round.objects.bulk_update(rounds, ["draw", "seed", "method", "status"])
    LineUp.objects.filter(round__in=rounds).delete()


def _withdraw(leavers: Sequence[Entry], by: Actor) -> None:
    for entry in leavers:
        if not Seat.objects.filter(entry=entry).exclude(round__status=Round.Status.CLOSED).exists():
            withdraw(entry=entry, by=by)


def _refuse_no_schedule(rounds: Sequence[Round], waiting: Sequence[Round]) -> Draw:
    old = waiting[0].draw if waiting else None
    if old is None:
        raise StateRefuses(
            _(
                "No round of this stage is waiting to be played, so there is nothing to repair. All players "
                "are included in the next draw."
            ),
            code="no_schedule",
        )
    if old.method in (Method.TEAMS, Method.TEAM_SEASON):
        raise StateRefuses(
            _("Team matches cannot be repaired. Exchange players of one team, or draw the matches again."),
            code="team_matches",
        )
    if any(round_.match_day is not None for round_ in rounds):
        raise StateRefuses(
            _("Match days cannot be repaired. Put a substitute in, or draw the remaining match days again."),
            code="match_days",
        )
    if list(rounds[-len(waiting) :]) != list(waiting):
        raise StateRefuses(
            _("A round after the first waiting one has already started. Please close it first."),
            code="drafts_between",
        )
    return old


def _refuse_strangers(tournament: Tournament, entries: Sequence[Entry]) -> None:
    if any(entry.tournament_id != tournament.pk for entry in entries):
        raise RulesRefuse(_("This player belongs to another tournament."), code="foreign_entry")
    gone = [entry for entry in entries if entry.status == Entry.Status.WITHDRAWN]
    if gone:
        raise RulesRefuse(
            _("%(entry)s has withdrawn. Please reinstate them first.") % {"entry": gone[0].player},
            code="withdrawn",
        )
