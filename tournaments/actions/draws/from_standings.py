"""Draws from standings: who is ranked where, whether results are missing, and whether the ranking changed since."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from scoring.standing.ranking import Ranked
from seating.audit import VERSION, Record, redraw
from seating.errors import SeatingError
from seating.json_requests import read
from tournaments.actions.draws.costs import AT_ONCE, milliseconds
from tournaments.actions.draws.drawing import tables_of_record
from tournaments.actions.draws.plans import PATTERNS, ImportedRecord, Method, Plan, StoredDraw
from tournaments.actions.errors import StateRefuses
from tournaments.actions.wording.lists import rounds_in_short
from tournaments.models import (
    Draw,
    LedgerEntry,
    LineUp,
    Qualification,
    Qualifier,
    Round,
    Score,
    Scoresheet,
    Stage,
    Table,
    Tournament,
)
from tournaments.models.people.entries import EntryQuerySet
from tournaments.standings import Tallies, Tally, add_up, ranking_of, tie_breaks_of
from tournaments.standings.stages.carried import qualification_of
from tournaments.standings.stages.who_takes_part import qualified_entries, taking_part_in

# Codes asked about when such a round is drawn or published; see `ask_first`.
RESULTS_MISSING = "results_missing"
STANDINGS_CHANGED = "standings_changed"


def uses_standings(plan: Plan) -> bool:
    """Whether the pairings depend on the standings."""
    return plan.method == Method.SWISS or plan.method in PATTERNS or plan.best > 0


def drawn_in(stage: Stage) -> EntryQuerySet:
    """Return the entries of a stage's draws. Refused until its qualifiers are confirmed."""
    active = stage.tournament.entries.active()
    qualification = Qualification.objects.filter(stage=stage).select_related("stage").first()
    if qualification is None:
        return active
    if qualification.confirmed_at is None:
        raise StateRefuses(
            _("Please confirm who plays in the stage “%(stage)s” first.") % {"stage": stage.name},
            code="qualifiers_not_confirmed",
        )
    return active.filter(pk__in=qualified_entries(qualification))


def standing_of(stage: Stage, players: set[int]) -> list[int]:
    """Return the players of the draw, best first, by the current facts.

    Until a game of the stage counts, the previous stage's standings apply: a final is drawn from them.
    """
    return [row.key for _place, row in deciding_rows(stage) if row.key in players]


def teams_by_standing(stage: Stage, teams: Collection[int | None]) -> list[int]:
    """Return the teams of the draw, best first, by the same standings."""
    return [row.key for _place, row in deciding_teams(stage) if row.key in teams]


def deciding_rows(stage: Stage) -> list[tuple[Ranked, Tally]]:
    """Return the ranked rows of those standings; entries that are not in the stage come last."""
    if qualification_of(stage) is not None:
        return ranking_of(_by_seeds(stage), tie_breaks_of(stage.tournament))
    stage = _deciding_stage(stage)
    tallies, drawn = add_up(stage, everybody=True), taking_part_in(stage)
    for row in tallies.entries:
        row.is_ranked &= drawn is None or row.key in drawn or bool(row.games or row.penalty)
    return ranking_of(tallies, tie_breaks_of(stage.tournament))


def deciding_teams(stage: Stage) -> list[tuple[Ranked, Tally]]:
    """Return the ranked teams of those standings."""
    if qualification_of(stage) is not None:
        return ranking_of(_by_seeds(stage), tie_breaks_of(stage.tournament), of_teams=True)
    stage = _deciding_stage(stage)
    return ranking_of(add_up(stage), tie_breaks_of(stage.tournament), of_teams=True)


def _by_seeds(stage: Stage) -> Tallies:
    """Return the tallies of a stage with confirmed qualifiers: ties are broken by seed."""
    tallies = add_up(stage)
    qualifiers = Qualifier.objects.filter(qualification=stage.pk)
    seeds = list(qualifiers.values_list("entry_id", "team_id", "seed"))
    of_entries = {entry: seed for entry, _team, seed in seeds if entry is not None}
    of_teams = {team: seed for _entry, team, seed in seeds if team is not None}
    for rows, by in ((tallies.entries, of_entries), (tallies.teams, of_teams)):
        rows.sort(key=lambda row: (by.get(row.key, len(seeds) + 1), row.lot))
        for lot, row in enumerate(rows):
            row.lot = lot
    return tallies


def _deciding_stage(stage: Stage) -> Stage:
    counts = Score.objects.filter(stage=OuterRef("pk"), counts=True)
    so_far = stage.tournament.stages.filter(ordinal__lte=stage.ordinal).order_by("-ordinal")
    return so_far.filter(Exists(counts)).first() or stage


def results_missing(stage: Stage, before: int) -> dict[str, str]:
    """Return the question whether to draw from incomplete standings, if they are incomplete.

    Rounds closed without a result are not asked about again.
    """
    earlier = Q(stage=stage, number__lt=before) | Q(stage__ordinal__lt=stage.ordinal)
    rounds = Round.objects.filter(earlier, stage__tournament=stage.tournament_id)
    open_rounds = list(
        rounds.exclude(status=Round.Status.CLOSED)
        .select_related("stage")
        .order_by("stage__ordinal", "number")
    )
    tables = Table.objects.filter(round__in=open_rounds)
    missing = tables.exclude(scoresheets__status=Scoresheet.Status.CONFIRMED).count()
    if not missing:
        return {}
    message = _("Results that the standings need are missing: %(count)s in %(rounds)s.")
    return {RESULTS_MISSING: message % {"count": missing, "rounds": rounds_in_short(open_rounds)}}


def standings_changed(draw: Draw, tournament: Tournament) -> dict[str, str]:
    """Return the question whether to keep a draw whose standings have changed since, if they have."""
    if not is_outdated(draw, tournament):
        return {}
    return {STANDINGS_CHANGED: _("The standings have changed since this round was drawn.")}


def is_outdated(draw: Draw, tournament: Tournament) -> bool:
    """Whether the players of a draw would rank in another order now. False for draws that do not depend on it.

    No query for those; one if nothing has moved since.
    """
    return bool(outdated([draw], tournament))


def outdated(draws: Iterable[Draw], tournament: Tournament) -> set[int]:
    """Return the ids of the tournament's draws that are outdated; see `is_outdated`.

    One query in all if nothing has moved since.
    """
    by_standings = [draw for draw in draws if draw.method == Method.SWISS or draw.method in PATTERNS]
    if not by_standings:
        return set()
    moved = LedgerEntry.objects.filter(tournament=tournament, seq=tournament.head.standings_seq)
    moved_at = moved.values_list("recorded_at", flat=True).first()
    if moved_at is None:
        return set()
    found = set()
    for draw in by_standings:
        record = StoredDraw.of(draw).record if draw.drawn_at <= moved_at else None
        if isinstance(record, Record):
            then = cast("list[int]", tables_of_record(record)["standing"])
            if standing_of(draw.stage, set(then)) != then:
                found.add(draw.pk)
    return found


@dataclass(frozen=True)
class OutdatedRound:
    """A round not yet played whose standings have changed since the draw.

    `tables` is the seating, entries East first, that the same seed gives from today's standings; None if that takes
    too long for a page or other players might be drawn. `line_ups` counts the teams that have submitted theirs.
    """

    round: Round
    tables: list[list[int]] | None
    line_ups: int


def outdated_rounds(tournament_id: int) -> list[OutdatedRound]:
    """Return the outdated rounds of a tournament, in order.

    Two queries if no round was drawn from standings, three if nothing has moved since.
    """
    tournament = Tournament.objects.select_related("head").get(pk=tournament_id)
    waiting = Round.objects.not_started().filter(stage__tournament=tournament)
    draws = list(Draw.objects.filter(rounds__in=waiting).select_related("stage").distinct())
    for draw in draws:
        draw.stage.tournament = tournament
    changed = outdated(draws, tournament)
    found = {draw.pk: draw for draw in draws if draw.pk in changed}
    if not found:
        return []
    rounds = waiting.filter(draw__in=found).select_related("stage").order_by("stage__ordinal", "number")
    handed_in = Counter(LineUp.objects.filter(round__in=rounds).order_by().values_list("round", flat=True))
    return [
        OutdatedRound(one, _drawn_today(found[cast("int", one.draw_id)], one.number), handed_in[one.pk])
        for one in rounds
    ]


def _drawn_today(draw: Draw, number: int) -> list[list[int]] | None:
    stored = StoredDraw.of(draw)
    record = stored.record
    if isinstance(record, ImportedRecord) or stored.plan.best or record.version != VERSION:
        return None
    of_tables = tables_of_record(record)
    standing = standing_of(draw.stage, set(cast("list[int]", of_tables["standing"])))
    now: Mapping[str, object] = {**of_tables, "standing": standing}
    today = replace(record, request={**record.request, "days": now} if "days" in record.request else now)
    request, _seed = read({**today.request, "seed": ""})
    if milliseconds(request) > AT_ONCE:
        return None
    try:
        again = redraw(today, draw.seed)
    except SeatingError:
        return None
    return [list(table) for table in again.rounds[number - stored.first]]


def tie_at_the_cut(stage: Stage, players: Collection[int], best: int) -> dict[str, int] | None:
    """Return whether a lot decided the cut: `tied` players share `rank`, of whom `through` made it.

    `players` are the candidates. None if the cut falls between two ranks.
    """
    return _tie([place.shared_rank for place, row in deciding_rows(stage) if row.key in players], best)


def tie_of_teams_at_the_cut(stage: Stage, teams: Collection[int | None], best: int) -> dict[str, int] | None:
    """The same for the best teams."""
    return _tie([place.shared_rank for place, row in deciding_teams(stage) if row.key in teams], best)


def _tie(ranks: Sequence[int | None], best: int) -> dict[str, int] | None:
    rank = ranks[best] if 0 < best < len(ranks) else None
    if rank is None or ranks[best - 1] != rank:
        return None
    return {"rank": rank, "tied": ranks.count(rank), "through": ranks[:best].count(rank)}
