"""Somebody leaves, comes late or is replaced: the drafts of a schedule are mended; published rounds stay."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext as _

from seating.errors import SeatingError
from seating.requests import RepairRequest
from tournaments.actions.actor import Actor
from tournaments.actions.draws.drawing import VERSION, run
from tournaments.actions.draws.draws import (
    record_draw,
    reveal_if_done,
    seat_players,
    store_draw,
    with_substitutes,
)
from tournaments.actions.draws.inputs import (
    constraints_of,
    refuse_odd_number,
    refuse_odd_tables,
    remainder_of,
    seats_of,
)
from tournaments.actions.draws.plans import ODD, Method, Plan, Remainder, StoredDraw
from tournaments.actions.draws.wording.seating import refusal_of
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.people.entries import withdraw
from tournaments.actions.states import refuse_finished
from tournaments.models import Draw, Entry, Round, Seat, Stage, Tournament
from tournaments.models.ledger_kinds import Kind

# Repairs look at every pair of players in every round; see benchmarks/draws.py.
MOST_CHAIRS = 120_000


@transaction.atomic
def repair_schedule(
    *,
    stage: Stage,
    by: Actor,
    leavers: Sequence[Entry] = (),
    joiners: Sequence[Entry] = (),
    substitutes: Mapping[Entry, Entry] | None = None,
    remainder: Remainder = "refuse",
    seed: str = "",
    reason: str = "",
) -> Draw:
    """Change the stage's drafts, all of which must follow its published rounds, with the fewest changes.

    `leavers` play no more, `joiners` play from now on, and of `substitutes` each takes over the seats of the one
    they are named for. The plan by which the schedule was drawn (who is kept apart) still holds, and the
    seating constraints as they are now. Leavers who sit in no published round that is still open are withdrawn.
    Returns the new draw of the drafts.
    """
    tournament = lock_tournament(stage.tournament_id)
    refuse_finished(tournament)
    rounds = list(
        stage.rounds.select_for_update(of=("self",), no_key=True).select_related("draw").order_by("number")
    )
    drafts = [round_ for round_ in rounds if round_.status == Round.Status.DRAFTED]
    leavers, joiners, substitutes = _as_they_are(leavers, joiners, substitutes or {})
    old = _refuse_no_schedule(rounds, drafts)
    swaps = dict(substitutes)
    _refuse_strangers(tournament, [*leavers, *joiners, *swaps, *swaps.values()])
    if not (leavers or joiners or swaps):
        raise RulesRefuse(_("Please say who leaves or who joins."), code="nothing_to_repair")
    stored = StoredDraw.of(old)
    plan = replace(stored.plan, method=Method.REPAIRED, rounds=len(drafts), remainder=remainder)
    since = rounds.index(drafts[0])
    # Whoever takes over for good plays like everybody else from now on, and no longer for others.
    Entry.objects.filter(pk__in=[entry.pk for entry in [*swaps.values(), *joiners]]).update(
        is_substitute=False
    )
    request = _request(tournament, rounds, stored, since, leavers, joiners, swaps, plan)
    seed = seed or secrets.token_hex(16)
    try:
        drawn = run(request, seed)
    except SeatingError as error:
        raise refusal_of(error, tournament) from error
    new = store_draw(stage, plan, drawn, seed=seed, first=rounds[0].number, reason=reason, by=by)
    seated = list(zip(drafts, with_substitutes(tournament, drawn.rounds[since:]), strict=True))
    for round_, tables in seated:
        _seat_anew(round_, tables, new)
    reveal_if_done(old)
    # The ledger's lock is the last one taken: only now, with every row in its place.
    record(
        tournament_id=tournament.pk,
        kind=Kind.REPAIRED,
        payload={
            "draw": new.pk,
            "number": drafts[0].number,
            "left": sorted(entry.pk for entry in [*leavers, *swaps]),
            "came": sorted(entry.pk for entry in [*joiners, *swaps.values()]),
        },
        by=by,
    )
    for round_, tables in seated:
        record_draw(round_, tables, tournament, by)
    _withdraw([*leavers, *swaps], by)
    return new


def _request(
    tournament: Tournament,
    rounds: Sequence[Round],
    stored: StoredDraw,
    since: int,
    leavers: Sequence[Entry],
    joiners: Sequence[Entry],
    swaps: Mapping[Entry, Entry],
    plan: Plan,
) -> RepairRequest:
    stand_by = set(tournament.entries.filter(is_substitute=True).values_list("pk", flat=True))
    schedule = [_with_places(seats_of(round_), stand_by) for round_ in rounds]
    waiting = [stored.sitting_out(round_.number) for round_ in rounds]
    people = {p for tables in schedule[since:] for table in tables for p in table if p >= 0}
    people |= {p for row in waiting[since:] for p in row}
    here = (people - {entry.pk for entry in [*leavers, *swaps]}) | {
        entry.pk for entry in [*joiners, *swaps.values()]
    }
    refuse_odd_number(len(here), 4, plan.remainder)
    is_odd = plan.remainder in ODD and len(here) % 4 > 0
    if len(here) * len(rounds) > MOST_CHAIRS:
        raise RulesRefuse(
            _("This schedule is too large to be repaired. Please draw the remaining rounds one by one."),
            code="too_many_for_method",
        )
    entries = list(tournament.entries.filter(pk__in=here).select_related("player").order_by("pk"))
    if is_odd:
        refuse_odd_tables(tournament, ODD[plan.remainder], entries)
    return RepairRequest(
        schedule=schedule,
        since=since,
        leavers=sorted(entry.pk for entry in leavers),
        joiners=sorted(entry.pk for entry in joiners),
        substitutes={out.pk: into.pk for out, into in swaps.items()},
        byes=waiting,
        remainder=remainder_of(plan),
        constraints=constraints_of(tournament, entries, plan.apart),
        share_odd=is_odd,
    )


def _with_places(tables: list[list[int]], stand_by: set[int]) -> list[list[int]]:
    """A round with places for substitutes (-1, -2, …) where substitutes were put when it was drawn."""
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


def _as_they_are(
    leavers: Sequence[Entry], joiners: Sequence[Entry], substitutes: Mapping[Entry, Entry]
) -> tuple[list[Entry], list[Entry], dict[Entry, Entry]]:
    """Lock everybody a repair is about and return them as they are now; one may be withdrawing at this moment."""
    named = {entry.pk for entry in [*leavers, *joiners, *substitutes, *substitutes.values()]}
    rows = Entry.objects.select_for_update(of=("self",), no_key=True).select_related("player")
    now = {entry.pk: entry for entry in rows.filter(pk__in=named).order_by("pk")}
    return (
        [now[entry.pk] for entry in leavers],
        [now[entry.pk] for entry in joiners],
        {now[out.pk]: now[into.pk] for out, into in substitutes.items()},
    )


def _seat_anew(round_: Round, tables: list[list[int]], new: Draw) -> None:
    """Write a draft's tables again; a round that stays word for word keeps its rows, and belongs to the new draw."""
    round_.draw, round_.seed, round_.method = new, new.seed, f"{Method.REPAIRED}/{VERSION}"
    round_.save(update_fields=["draw", "seed", "method"])
    if seats_of(round_) != tables:
        round_.tables.all().delete()
        seat_players(round_=round_, tables=tables)


def _withdraw(leavers: Sequence[Entry], by: Actor) -> None:
    running = [Round.Status.PUBLISHED, Round.Status.STARTED]
    for entry in leavers:
        if not Seat.objects.filter(entry=entry, round__status__in=running).exists():
            withdraw(entry=entry, by=by)


def _refuse_no_schedule(rounds: Sequence[Round], drafts: Sequence[Round]) -> Draw:
    old = drafts[0].draw if drafts else None
    if old is None or old.method not in (Method.SCHEDULE, Method.REPAIRED, Method.IMPORTED):
        raise StateRefuses(
            _("There are no drafts of a schedule to repair. Please draw the next round."), code="no_schedule"
        )
    if list(rounds[-len(drafts) :]) != list(drafts):
        raise StateRefuses(
            _("A round after the first draft is already published. Please draw the drafts again."),
            code="drafts_between",
        )
    return old


def _refuse_strangers(tournament: Tournament, entries: Sequence[Entry]) -> None:
    if any(entry.tournament_id != tournament.pk for entry in entries):
        raise RulesRefuse(_("This player takes part in another tournament."), code="foreign_entry")
    gone = [entry for entry in entries if entry.status == Entry.Status.WITHDRAWN]
    if gone:
        raise RulesRefuse(
            _("%(entry)s has withdrawn. Please take them back in first.") % {"entry": gone[0].player},
            code="withdrawn",
        )
