"""Adding up, from all sources, what everybody in a stage has made."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from scoring.standing.carry_over import Start
from tournaments.models import Entry, FormerTeam, Qualification, Stage
from tournaments.models.fast_sql.reading import PreparedQuery
from tournaments.standings.meetings import Meetings
from tournaments.standings.ranking import ranking_of
from tournaments.standings.sources import SOURCES, Sums, deductions_one_by_one, games, team_deductions
from tournaments.standings.stages.carried import (
    FROM_NOTHING,
    NOTHING,
    Starts,
    Stood,
    from_nothing,
    published_end,
    qualification_of,
    rule_of,
    starts_from,
)
from tournaments.standings.stages.counted import counting_of
from tournaments.standings.stages.seeds import seeds_of
from tournaments.standings.stages.who_takes_part import taking_part_in
from tournaments.standings.tally import Columns, OfTeams, Tallies, Tally
from tournaments.standings.teams.changed import ALL_COUNT, ChangedTeams, Deduction
from tournaments.standings.teams.counted import (
    PlayerGame,
    count_for_teams,
    games_one_by_one,
    team_counting_of,
)
from tournaments.standings.teams.rosters import Rosters, rosters_of
from tournaments.standings.tie_breaks import tie_breaks_of
from tournaments.standings.who_is_ranked import fixed_score, is_annulled, is_ranked


def _entries(tournament_id: int) -> QuerySet[Entry, tuple[Any, ...]]:
    """Of everybody: id, whom they were merged into, team, lot, status, are they a substitute, number, and have they
    changed teams.
    """
    has_changed = Exists(FormerTeam.objects.filter(entry=OuterRef("pk")))
    entries = Entry.objects.filter(tournament_id=tournament_id).order_by("number")
    columns = ("pk", "merged_into", "team_id", "lot", "status", "is_substitute", "number", has_changed)
    return entries.values_list(*columns)


ACTIVE: str = Entry.Status.ACTIVE.value
ENTRIES = PreparedQuery(_entries, of=int)


def add_up(
    stage: Stage,
    known: Mapping[int, Columns] | None = None,
    *,
    of_games: Sums | None = None,
    one_by_one: Sequence[PlayerGame] | None = None,
    through: int | None = None,
    everybody: bool = False,
) -> Tallies:
    """Add up, from all sources, what everybody in a stage has made.

    Listed are those who take part in the stage (`taking_part_in`; with `everybody` all who take part in the
    tournament), and others who have played in it or been penalized; whether they are
    ranked, whether results of those who have withdrawn are annulled, and for whom a substitute's games count, is the
    tournament's to say. Whoever is in
    `known`, with the values of `COLUMNS`, is not read from any source: what is known is right. `of_games` stands for
    what the games' source would read, if it is worked out already, and `one_by_one` for the games
    that count for teams. `through` is the number of the last
    round that counts: of what is confirmed today, its results and those before it, and penalties imposed before a
    later round began.
    """
    rows = ENTRIES.read_raw(stage.tournament_id)
    # An action names the entry that a player played under, which may be one that was merged into theirs.
    others = {merged_into for _pk, merged_into, *_about in rows}
    known = {pk: row for pk, row in (known or {}).items() if pk not in others}
    unknown = [pk for pk, *_about in rows if pk not in known] if known else None
    sources = [
        of_games if source is games and of_games is not None else source(stage, unknown, through)
        for source in SOURCES
    ]
    starts, seeds = starts_of(stage), seeds_of(stage)
    drawn = None if everybody else taking_part_in(stage, through)
    tallies, tournament = [], stage.tournament
    counting = counting_of(stage)
    annuls = {status for status in Entry.Status.values if is_annulled(tournament, status=status)}
    annulled = {pk for pk, _merged_into, _team, _lot, status, *_about in rows if status in annuls}
    ranks = {
        (status, substitute): is_ranked(tournament, status=status, is_substitute=substitute)
        for status in Entry.Status.values
        for substitute in (False, True)
    }
    rosters = Rosters({pk: team for pk, _merged_into, team, *_about in rows if pk not in annulled})
    has_teams = rosters.has_teams
    if any(row[-1] for row in rows):
        rosters, has_teams = rosters_of(stage, rosters.team_of, through), True
    for pk, merged_into, _team, lot, status, is_substitute, number, _has_changed in rows:
        if merged_into is not None or pk in annulled:
            continue
        published = known.get(pk)
        made = Tally(pk, lot, *published) if published is not None else Tally(pk, lot)
        if published is None:
            sums = [source[pk] for source in sources if pk in source]
            takes_part = status == ACTIVE and not is_substitute and (drawn is None or pk in drawn)
            if not sums and not takes_part:
                continue
            for one in sums:
                made.add(one)
        made.seed = seeds.of_entry(pk, rosters.team_of[pk], number)
        made.is_ranked = ranks[status, is_substitute]
        if counting is not None and made.is_ranked:
            # What is known has it deducted already.
            if published is None:
                made.penalize(counting.cost_of_missing(made.games))
            made.is_ranked = counting.is_ranked_after(made.games)
        # A player's start can move with another's result, and no entry names them for it.
        made.begin_with(starts.entries.get(pk, NOTHING))
        tallies.append(made)
    # Most tournaments have no teams; of them nothing is asked.
    deducted = team_deductions(stage, through) if has_teams else {}
    of_teams = team_counting_of(stage) if has_teams else None
    if of_teams is not None and one_by_one is None:
        one_by_one = games_one_by_one(stage, through)
    counts = count_for_teams(of_teams, one_by_one or (), rosters) if of_teams is not None else None
    changed = changed_teams(stage, rosters, one_by_one, through)
    begins = from_nothing(qualification_of(stage))
    alone = OfTeams(deducted, starts.teams, counts, changed)
    return Tallies.of(tallies, rosters, alone, Meetings(stage, through), begins)


def changed_teams(
    stage: Stage, rosters: Rosters, games: Iterable[PlayerGame] | None = None, through: int | None = None
) -> ChangedTeams | None:
    """What those who changed teams in a stage made for each of them; None where nobody did, and nothing is read.

    Two queries, one where the stage's games are given, and two more where substitutes have a fixed score. Read are
    the games of those alone.
    """
    if not rosters.changes:
        return None
    if games is None:
        games = games_one_by_one(stage, through, entries=rosters.changes)
    deductions = [Deduction(*row) for row in deductions_one_by_one(stage, rosters.changes, through)]
    counting, fixed = counting_of(stage), set[int]()
    if fixed_score(stage.tournament) is not None:
        substitutes = stage.tournament.entries.filter(is_substitute=True, pk__in=rosters.changes)
        fixed.update(substitutes.values_list("pk", flat=True))
    return ChangedTeams(rosters, games, deductions, counting.rule if counting else ALL_COUNT, fixed)


def starts_of(stage: Stage) -> Starts:
    """With what everybody begins a stage. One query for what is no later stage, at least four for what is one."""
    qualification = qualification_of(stage)
    if qualification is None or qualification.carries == Qualification.Carries.NOTHING:
        return FROM_NOTHING
    rule, of_teams = rule_of(qualification), qualification.of_teams
    going_on: dict[int, set[int]] = {}
    qualifiers = qualification.qualifiers.exclude(source=None)
    for source, key in qualifiers.values_list("source_id", "team_id" if of_teams else "entry_id"):
        going_on.setdefault(source, set()).add(key)
    found: dict[int, Start] = {}
    for source in Stage.objects.filter(pk__in=going_on).select_related("qualification"):
        source.tournament = stage.tournament
        found |= starts_from(rule, end_of(source, of_teams=of_teams), going_on[source.pk])
    return Starts({}, found) if of_teams else Starts(found, {})


def end_of(stage: Stage, *, of_teams: bool) -> list[Stood]:
    """Everybody in a stage, best first: what is published, or while that is behind what follows from the facts."""
    published = published_end(stage, of_teams=of_teams)
    if published is not None:
        return published
    tallies = add_up(stage)
    rows = ranking_of(tallies, tie_breaks_of(stage.tournament), of_teams=of_teams)
    return [Stood(row.key, row.total, row.penalty, row.points) for _place, row in rows]
