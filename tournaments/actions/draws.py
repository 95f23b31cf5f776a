"""Drawing rounds: by lot, a whole schedule, Swiss; from seeds fixed beforehand; again, with a reason; by hand."""

import hashlib
import json
import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.drawing import VERSION, Drawn, run
from tournaments.actions.record import record
from tournaments.actions.refusals import NotAllowed, RulesRefuse, StateRefuses
from tournaments.models import Draw, Entry, Round, Seat, SeedCommitment, Stage, Table, Tournament, Wish
from tournaments.models.ledger import canonical
from tournaments.seating.errors import SeatingError
from tournaments.standings import ranked, tally

MOST_ROUNDS = 60

Remainder = Literal["refuse", "byes", "substitutes"]
Apart = Literal["team", "club", "country"]
Method = Draw.Method


@dataclass(frozen=True)
class Plan:
    """What the organizer asks of a draw.

    `apart` names what keeps two players from one table altogether; the stage's wishes come on top. `remainder` says
    what happens when the players do not fill the tables: refuse, let some sit out in turn, or call substitutes.
    """

    method: str = Method.RANDOM
    rounds: int = 1
    remainder: Remainder = "refuse"
    apart: Collection[Apart] = ()
    balance_winds: bool = False
    sit_out: Collection[int] = ()


@transaction.atomic
def commit_seed(*, stage: Stage, by: Actor) -> SeedCommitment:
    """Fix the seed of the stage's next draw now and publish its hash; the seed itself is shown with the draw.

    Whoever compares the hash later knows that nobody chose the seed after the entries were known. May be repeated:
    a hidden seed that is there already is the answer.
    """
    if by.user is None:
        raise NotAllowed(_("A seed is fixed by the organizer."))
    _lock_tournament(stage.tournament_id)
    hidden = stage.seed_commitments.filter(revealed_at=None, draws=None).first()
    if hidden is not None:
        return hidden
    seed = secrets.token_hex(32)
    fixed = SeedCommitment.objects.create(
        stage=stage, seed=seed, commitment=sha256(seed), committed_by=by.user
    )
    record(
        tournament_id=stage.tournament_id,
        kind="seed_committed",
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
    return _draw(stage, plan, by, seed=seed, reason=reason, drafts=[])


@transaction.atomic
def redraw(*, old: Draw, plan: Plan, by: Actor, seed: str = "", reason: str = "") -> Draw:
    """Draw again while nothing of `old` is published: its rounds are seated anew. The ledger keeps both draws."""
    drafts = _drafts_of(old)
    Table.objects.filter(round__in=drafts).delete()
    return _draw(old.stage, plan, by, seed=seed, reason=reason, drafts=drafts)


def plan_of(kept: Draw) -> Plan:
    """Return what was asked of a draw, to ask it again; who sat out then takes part again."""
    inputs = _content(kept)["inputs"]
    return Plan(
        method=kept.method,
        rounds=inputs["rounds"],
        remainder=inputs["remainder"],
        apart=inputs["apart"],
        balance_winds=inputs["balance_winds"],
    )


@transaction.atomic
def discard_draw(*, old: Draw, by: Actor) -> None:
    """Throw the drafts of a draw away."""
    for round_ in _drafts_of(old):
        _discard(round_, by)


@transaction.atomic
def swap_players(*, round_: Round, one: Entry, other: Entry, by: Actor) -> None:
    """Exchange two players of a draft by hand. The draw then no longer equals its seed, and says so."""
    round_ = Round.objects.select_for_update(of=("self",)).select_related("stage").get(pk=round_.pk)
    if round_.status != Round.Status.DRAFTED:
        raise StateRefuses(_("Only a draft can be changed by hand."), code=f"round_{round_.status}")
    seats = {seat.entry_id: seat for seat in Seat.objects.filter(round=round_, entry__in=[one, other])}
    if len(seats) != 2:
        raise RulesRefuse(_("Both players have to sit in this round."), code="not_seated")
    first, second = seats[one.pk], seats[other.pk]
    # The rows are written anew: for a moment one player would sit on two chairs.
    Seat.objects.filter(pk__in=[first.pk, second.pk]).delete()
    first.entry, second.entry = other, one
    Seat.objects.bulk_create([first, second])
    round_.method = f"{round_.method.removesuffix('+hand')}+hand"
    round_.save(update_fields=["method"])
    record(
        tournament_id=round_.stage.tournament_id,
        kind="swapped",
        payload={"round": round_.pk, "entries": [one.pk, other.pk]},
        by=by,
    )


def is_as_drawn(kept: Draw) -> bool:
    """Draw again from what is kept and compare: do the rounds still sit as the seed says?

    Compares with the seats as they are now, except for players exchanged by a substitute, and with the stored hash.
    Rounds changed by hand are not as drawn.
    """
    content = _content(kept)
    drawn = _run(content["inputs"])
    if sha256(canonical(drawn.rounds)) != content["outcome"]:
        return False
    seated = [seats_of(round_) for round_ in kept.rounds.order_by("number")]
    if len(seated) != len(drawn.rounds):
        return False
    return all(
        now == then or then < 0
        for tables, again in zip(seated, drawn.rounds, strict=True)
        for table, table_again in zip(tables, again, strict=True)
        for now, then in zip(table, table_again, strict=True)
    )


def seats_of(round_: Round) -> list[list[int]]:
    """Who was drawn to sit where: entry ids by table, East first; substitutes appear as those they replace."""
    rows = (
        Seat.objects.filter(round=round_)
        .order_by("table__number", "wind")
        .values_list("table__number", "entry_id", "replaces_id")
    )
    return [[drawn or now for _n, now, drawn in table] for _n, table in groupby(rows, key=lambda row: row[0])]


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


def sha256(text: str) -> str:
    """Return the hash by which seeds and draws are fixed before they are shown."""
    return hashlib.sha256(text.encode()).hexdigest()


def _draw(stage: Stage, plan: Plan, by: Actor, *, seed: str, reason: str, drafts: Sequence[Round]) -> Draw:
    """Draw, seating `drafts` anew as far as they reach; those left over are discarded."""
    tournament = _lock_tournament(stage.tournament_id)
    if tournament.status == Tournament.Status.FINISHED:
        raise StateRefuses(_("This tournament is finished."), code="tournament_finished")
    kept_rounds = stage.rounds.exclude(pk__in=[draft.pk for draft in drafts])
    number = drafts[0].number if drafts else (kept_rounds.aggregate(last=Max("number"))["last"] or 0) + 1
    if number + plan.rounds - 1 > MOST_ROUNDS:
        raise RulesRefuse(
            _("A stage has at most %(most)s rounds.") % {"most": MOST_ROUNDS}, code="too_many_rounds"
        )
    if plan.method == Method.SCHEDULE and kept_rounds.exists():
        raise RulesRefuse(
            _(
                "A whole schedule is drawn before the first round. Draw the next round by lot or Swiss instead."
            ),
            code="rounds_exist",
        )
    fixed = None if seed else stage.seed_commitments.filter(revealed_at=None, draws=None).first()
    seed = seed or (fixed.seed if fixed else secrets.token_hex(16))
    inputs = _inputs(stage, tournament, plan, seed)
    drawn = _run(inputs)
    tables = _with_substitutes(tournament, drawn.rounds)
    outcome = sha256(canonical(drawn.rounds))
    kept = Draw.objects.create(
        stage=stage,
        method=plan.method,
        seed=seed,
        commitment=fixed,
        record=canonical({"inputs": inputs, "outcome": outcome}),
        quality=drawn.quality,
        reason=reason,
        drawn_by=by.user,
    )
    for offset, seats in enumerate(tables):
        round_ = drafts[offset] if offset < len(drafts) else Round(stage=stage, number=number + offset)
        round_.draw, round_.seed, round_.method = kept, seed, f"{plan.method}/{VERSION}"
        round_.save()
        seat_players(round_=round_, tables=seats)
        _record_draw(round_, seats, tournament, by)
    for left_over in drafts[len(tables) :]:
        _discard(left_over, by)
    return kept


def _drafts_of(old: Draw) -> list[Round]:
    """Lock the rounds of a draw; refuses when one of them is no longer a draft."""
    rounds = list(Round.objects.select_for_update(of=("self",)).filter(draw=old).order_by("number"))
    if any(round_.status != Round.Status.DRAFTED for round_ in rounds):
        raise StateRefuses(
            _("A round of this draw is published already. Draw the rounds that are still drafts one by one."),
            code="draw_published",
        )
    return rounds


def _discard(round_: Round, by: Actor) -> None:
    record(tournament_id=round_.stage.tournament_id, kind="discarded", payload={"round": round_.pk}, by=by)
    round_.delete()


def _content(kept: Draw) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(kept.record)
    return content


def _lock_tournament(tournament_id: int) -> Tournament:
    return Tournament.objects.select_for_update().get(pk=tournament_id)


def _run(inputs: Mapping[str, Any]) -> Drawn:
    try:
        return run(inputs)
    except SeatingError as error:
        raise RulesRefuse(error.message, code=error.code) from error


def _inputs(stage: Stage, tournament: Tournament, plan: Plan, seed: str) -> dict[str, Any]:
    """Everything the draw depends on, as plain data; entries as ids in ascending order, the standing best first."""
    entries = [
        entry
        for entry in tournament.entries.active().select_related("player").order_by("pk")
        if entry.pk not in set(plan.sit_out)
    ]
    players = [entry.pk for entry in entries]
    size = tournament.rulebook.table.players
    _refuse_odd_number(len(players), size, plan.remainder)
    if size != 4 and plan.method != Method.RANDOM:
        raise RulesRefuse(
            _("Rounds at tables of three are drawn by lot."), code="method_needs_tables_of_four"
        )
    return {
        "version": VERSION,
        "method": str(plan.method),
        "seed": seed,
        "players": players,
        "rounds": plan.rounds,
        "table_size": size,
        "apart": sorted(set(plan.apart)),
        "remainder": "byes" if plan.remainder == "refuse" else plan.remainder,
        "balance_winds": plan.balance_winds,
        "history": history_of(tournament),
        "standing": _standing(stage, set(players)) if plan.method == Method.SWISS else [],
        "wishes": _wishes(tournament, entries, plan.apart),
    }


def _refuse_odd_number(players: int, size: int, remainder: Remainder) -> None:
    over = players % size
    if players >= size and (not over or remainder != "refuse"):
        return
    raise RulesRefuse(
        _(
            "%(players)s players do not fill tables of %(size)s: %(missing)s more are needed, "
            "or %(over)s sit out this round."
        )
        % {"players": players, "size": size, "missing": size - over, "over": over},
        code="players_do_not_fill_tables",
    )


def history_of(tournament: Tournament) -> list[list[list[int]]]:
    """Who sat where in the tournament's rounds so far: rounds of tables of entry ids, East first."""
    rows = Seat.objects.filter(round__stage__tournament=tournament).order_by(
        "round__stage__ordinal", "round__number", "table__number", "wind"
    )
    rounds: dict[int, dict[int, list[int]]] = {}
    for round_id, table_id, entry_id in rows.values_list("round_id", "table_id", "entry_id"):
        rounds.setdefault(round_id, {}).setdefault(table_id, []).append(entry_id)
    return [list(tables.values()) for tables in rounds.values()]


def _standing(stage: Stage, players: set[int]) -> list[int]:
    """The players of the draw, best first, by the facts as they are now."""
    rows = ranked(tally(stage), stage.tournament.tie_breaks)
    return [row.entry_id for _place, row in rows if row.entry_id in players]


def _wishes(tournament: Tournament, entries: Iterable[Entry], apart: Collection[Apart]) -> dict[str, Any]:
    here = {entry.pk for entry in entries}
    groups: list[list[int]] = []
    for by in sorted(set(apart)):
        members: dict[object, list[int]] = {}
        for entry in entries:
            value = {"team": entry.team_id, "club": entry.player.club_id, "country": entry.player.country}[by]
            if value:
                members.setdefault(value, []).append(entry.pk)
        groups += [group for group in members.values() if len(group) > 1]
    kept = [wish for wish in tournament.wishes.all() if wish.entry_id in here]
    pairs = [wish for wish in kept if wish.other_id in here]
    return {
        "groups": sorted(groups),
        "never": [[wish.entry_id, wish.other_id] for wish in pairs if wish.kind == Wish.Kind.NEVER],
        "rather_not": [[wish.entry_id, wish.other_id] for wish in pairs if wish.kind == Wish.Kind.RATHER_NOT],
        "tables": [[wish.entry_id, wish.table] for wish in kept if wish.kind == Wish.Kind.TABLE],
        "winds": [[wish.entry_id, (wish.wind or 1) - 1] for wish in kept if wish.kind == Wish.Kind.WIND],
    }


def _with_substitutes(tournament: Tournament, rounds: Sequence[list[list[int]]]) -> list[list[list[int]]]:
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
            _("%(needed)s substitutes are needed, but only %(there)s are registered.")
            % {"needed": -lowest, "there": len(stand_by)},
            code="too_few_substitutes",
        )
    return [
        [[entry if entry >= 0 else stand_by[-entry - 1] for entry in table] for table in tables]
        for tables in rounds
    ]


def _record_draw(round_: Round, tables: Sequence[Sequence[int]], tournament: Tournament, by: Actor) -> None:
    """Fix the draw in the public ledger without giving the draft away: hashes now, seed and seats on publishing."""
    record(
        tournament_id=tournament.pk,
        kind="drawn",
        payload={
            "round": round_.pk,
            "number": round_.number,
            "method": round_.method,
            "seed_hash": sha256(round_.seed),
            "tables_hash": sha256(canonical([list(seats) for seats in tables])),
        },
        by=by,
    )
