"""Published standings against the facts, as of the entry they name."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models.functions import Now
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.errors import ScoringError
from scoring.standing.carry_over import Start
from scoring.standing.ranking import is_last
from tournaments.models import (
    LedgerHead,
    Penalty,
    Publication,
    Qualification,
    Round,
    RoundCount,
    Stage,
    Standing,
    TeamStanding,
    Tournament,
)
from tournaments.models.ledger import instant
from tournaments.models.people.entries import COUNTED_ENTRY
from tournaments.models.play.game_counts import counted
from tournaments.models.play.triggers import GAME_COUNTS
from tournaments.standings import COLUMNS, PLACES, OfTeams, Sums, Tallies, Tally, add_up, ranking_of
from tournaments.standings.last_round import ranks_before
from tournaments.standings.meetings import TableGame
from tournaments.standings.stages.carried import (
    FROM_NOTHING,
    NOTHING,
    FromNothing,
    Starts,
    Stood,
    from_nothing,
    qualification_of,
    rule_of,
    starts_from,
)
from tournaments.standings.stages.counted import OF_LAST_GAMES, counting_of, total_of
from tournaments.standings.stages.seeds import Seeds
from tournaments.standings.stages.who_takes_part import drawn_into
from tournaments.standings.teams.changed import ALL_COUNT, ChangedTeams, Deduction
from tournaments.standings.teams.counted import PlayerGame, count_for_teams
from tournaments.standings.teams.rosters import rosters_from
from tournaments.standings.who_is_ranked import fixed_score, is_annulled, is_ranked, with_fixed_scores
from tournaments.verification.findings import Found
from tournaments.verification.published.hands import hands_differences
from tournaments.verification.published.moments import Then
from tournaments.verification.published.plain_sums import plain_differences
from tournaments.verification.reading import as_far_as_readable, each
from tournaments.verification.results import Results
from tournaments.verification.rows import chunks
from tournaments.verification.scores import Scores, Settling
from tournaments.verification.stages import NOT_WRITTEN, TERMS

OWN = ("rank", *COLUMNS)
# Loaded with a stage, to avoid separate queries.
OF_A_STAGE = ("stage__qualification", "stage__counting", "stage__team_counting")
PARTS = range(GAME_COUNTS)
# A worker publishes within a second, and the sweep runs every fifteen.
PATIENCE = timedelta(minutes=1)
TEAMS = (
    "rank",
    "total",
    "carried",
    "carried_points",
    "own_penalty",
    "left_out",
    "match_points",
    "games",
    *PLACES,
)


@dataclass
class Standings:
    """Compares published standings, stage by stage."""

    results: Results
    scores: Scores
    # By the entry named by an outdated publication.
    then: dict[int, Then] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    # By that entry, the time of the first later entry that moves standings.
    behind_since: dict[int, datetime] = field(default_factory=dict)
    # Stages outdated for longer than `PATIENCE`.
    behind: list[str] = field(default_factory=list)

    def findings(self, tournament: Tournament, *, is_whole: bool) -> Iterator[Found]:
        """`is_whole`: the chain holds, so that outdated standings can be recomputed from it."""
        for stage in tournament.stages.filter(publication=None):
            yield None, _("%(stage)s no longer has a publication.") % {"stage": stage}
        rows = Publication.objects.filter(stage__tournament=tournament).select_related(*OF_A_STAGE)
        rows = rows.prefetch_related("stage__game_counts")
        yield from as_far_as_readable(RoundCount, _miscounted(tournament))

        def of_one(publication: Publication) -> Iterator[Found]:
            # Loaded once, with its head and its rules.
            publication.stage.tournament = tournament
            yield from _dated(publication)
            noted = {count.part: count.reported for count in publication.stage.game_counts.all()}
            reported = {part: self.scores.reported[publication.stage_id, part] for part in PARTS}
            if is_whole and noted != reported:
                message = _("The recorded number of reported games of %(stage)s is wrong.")
                yield None, message % {"stage": publication.stage}
            yield from self._of_rows(publication, is_whole=is_whole)

        yield from each(rows, of_one)

    def _of_rows(self, publication: Publication, *, is_whole: bool) -> Iterator[Found]:
        tournament = publication.stage.tournament
        if publication.as_of_seq >= tournament.head.standings_seq:
            sums = self._sums(publication.stage, tournament) if is_whole else None
            found = published_differences(publication, sums)
            if is_whole and not found:
                # Published rows and the recomputed ones share the same adding-up code.
                found = plain_differences(publication, self.scores.sums(publication.stage_id))
            if is_whole:
                found += [one for one in _differences_before(publication) if one not in found]
            for difference in found:
                yield None, difference
            return
        since = self.behind_since.get(publication.as_of_seq)
        if since is not None and not settings.EMBEDDED and _now() - since > PATIENCE:
            message = _("%(tournament)s, %(stage)s: behind since %(time)s.")
            about = {"tournament": tournament.slug, "stage": publication.stage, "time": instant(since)}
            self.behind.append(message % about)
        if is_whole:
            yield from self._behind(publication)
        else:
            self.remarks.append(_behind_remark(publication))

    def _sums(self, stage: Stage, tournament: Tournament) -> Sums | None:
        """Return everyone's sums of a stage's games; None if sums of entries are not enough."""
        is_whole = counting_of(stage) is None
        is_whole &= OF_LAST_GAMES.isdisjoint(tournament.tie_breaks)
        if tournament.substitutes == Tournament.Substitutes.FOR_ABSENT or not is_whole:
            return None
        return with_fixed_scores(tournament, self.scores.sums(stage.pk))

    def _behind(self, publication: Publication) -> Iterator[Found]:
        """Check that an outdated publication follows from the ledger at its entry."""
        self.remarks.append(_behind_remark(publication))
        then = self.then.get(publication.as_of_seq, Then(publication.as_of_seq))
        tournament = copy(publication.stage.tournament)
        for column, value in then.ranking.items():
            setattr(tournament, column, value)
        try:
            given = [
                self._tallies(publication.stage, then, tournament, everybody=everybody)
                for everybody in (False, True)
            ]
        except (ScoringError, KeyError, TypeError):
            yield (
                None,
                _("The results from which %(stage)s was published cannot be added up.")
                % {"stage": publication.stage},
            )
            return
        now = publication.stage.tournament.tie_breaks
        tie_breaks = now if then.tie_breaks is None else then.tie_breaks
        given += [_ranked_as_before(tallies) for tallies in given]
        differs = all(_differences(publication, tallies, tie_breaks) for tallies in given)
        if differs and standings_differences(publication, as_before=True):
            message = _(
                "The standings of %(stage)s match neither the ledger as of entry %(seq)s, as they claim, "
                "nor the current ledger."
            )
            yield None, message % {"stage": publication.stage, "seq": publication.as_of_seq}

    def _tallies(self, stage: Stage, then: Then, tournament: Tournament, *, everybody: bool) -> Tallies:
        """Return the tallies by the ledger as of then, ranked by `tournament`'s rules of that time. With `everybody`
        as earlier versions listed a later stage.
        """
        settled, fixed, stand_in = Settling(tournament), fixed_score(tournament), then.substitutes
        sums: dict[Any, Tally] = {}
        lots = {entry.pk: entry.lot for entry in then.entries}
        games: defaultdict[Any, list[tuple[tuple[int, int], int]]] = defaultdict(list)
        met: list[TableGame] = []
        one_by_one: list[PlayerGame] = []
        order_of_equals = then.tie_breaks if then.tie_breaks is not None else tournament.tie_breaks
        counting, of_teams = then.counting.get(stage.pk), then.team_counting.get(stage.pk)
        # Details of single games are kept only where needed: there may be a million.
        keeps_totals = counting is not None or not OF_LAST_GAMES.isdisjoint(order_of_equals)
        keeps_meetings = "head_to_head" in order_of_equals
        keeps_games = of_teams is not None or bool(then.former)

        def of(pk: Any) -> Tally:
            return sums.setdefault(pk, Tally(pk, lots[pk]))

        rounds, counted = self.results.rounds, set()
        for pk, sheet in self.results.counted_at(then.seq) if then.is_known else ():
            table = rounds.seated.get(sheet.figures[0])
            if sheet.figures[0] in rounds.unranked:
                continue
            if table is None or table.stage_id != stage.pk:
                continue
            counted.add(table.round_id)
            credited = players = [then.merged.get(entry, entry) for entry in sheet.entries]
            if tournament.substitutes == Tournament.Substitutes.FOR_ABSENT:
                # Whose seat it was does not change while a result counts.
                both = zip(players, table.drawn, strict=True)
                credited = [
                    then.merged.get(drawn, drawn) if entry in stand_in else entry for entry, drawn in both
                ]
            # The order of games where not all of them count: see `standings.stages.counted`.
            order = rounds.rounds[table.round_id].number, pk
            game = TableGame(order[0], ())
            for played, entry, *share in zip(players, credited, *settled(sheet), strict=True):
                points, place, _base, _uma, _oka, _leftover, chombo, total = share
                if fixed is not None and played in stand_in:
                    total, chombo = fixed, 0
                row, lost = of(entry), is_last(place, sheet.players)
                if keeps_totals:
                    games[entry].append((order, total))
                if keeps_games:
                    one_by_one.append(PlayerGame(*order, entry, total, place, points, chombo, lost))
                game[entry] = share[-1]
                row.games += 1
                row.total += total
                row.points += points
                row.chombo += chombo
                row.best = total if row.best is None else max(row.best, total)
                row.worst = total if row.worst is None else min(row.worst, total)
                setattr(row, PLACES[place - 1], getattr(row, PLACES[place - 1]) + 1)
                row.lasts += lost
            if keeps_meetings:
                met.append(game)
        if not OF_LAST_GAMES.isdisjoint(order_of_equals):
            for entry, row in sums.items():
                row.last = max(games[entry])[1]
        if counting is not None:
            for entry, row in sums.items():
                if fixed is None or entry not in stand_in:
                    row.total = total_of(counting.rule, [total for _order, total in sorted(games[entry])])
        deducted: defaultdict[Any, int] = defaultdict(int)
        deductions: list[Deduction] = []
        of_rounds: dict[Any, int] = {}
        if then.former:
            penalties = Penalty.objects.filter(stage=stage).annotate(counts_for=COUNTED_ENTRY)
            of_rounds |= penalties.with_rounds().values_list("pk", "of_round")
        for penalty in then.penalties:
            if penalty.get("stage") != stage.pk:
                continue
            if penalty.get("team") is not None:
                deducted[penalty["team"]] += penalty["amount"]
            else:
                row = of(then.merged.get(penalty["entry"], penalty["entry"]))
                number = of_rounds.get(penalty.get("penalty"), 0)
                deductions.append(Deduction(row.key, number, penalty["amount"]))
                row.penalty += penalty["amount"]
                row.total -= penalty["amount"]
        starts, seeds = self._starts(stage, then, tournament), _seeds(then, stage)
        drawn: set[Any] | None
        if stage.pk in then.qualifying:
            drawn = _confirmed(then, stage)
        else:
            is_whole = everybody or stage.ordinal == 1
            drawn = None if is_whole else drawn_into(Round.objects.filter(pk__in=counted))
        entries = [entry for entry in then.entries if not is_annulled(tournament, status=entry.status)]
        present = {entry.pk: entry.team for entry in entries}
        rosters = rosters_from(present, then.former, stage.ordinal)
        rows = []
        for entry in sorted(entries, key=lambda entry: str(entry.number).zfill(9)):
            if entry.pk in sums or (entry.is_listed and (drawn is None or entry.pk in drawn)):
                row = of(entry.pk)
                row.is_ranked = is_ranked(tournament, status=entry.status, is_substitute=entry.is_substitute)
                if counting is not None and row.is_ranked:
                    row.penalize(counting.cost_of_missing(row.games))
                    row.is_ranked = counting.is_ranked_after(row.games)
                row.begin_with(starts.entries.get(entry.pk, NOTHING))
                row.seed = seeds.of_entry(entry.pk, rosters.team_of[entry.pk], int(entry.number or 0))
                rows.append(row)
        in_order = sorted(one_by_one, key=lambda game: (game.round, game.sheet))
        counts = count_for_teams(of_teams, in_order, rosters) if of_teams is not None else None
        rule = counting.rule if counting is not None else ALL_COUNT
        with_fixed_score = stand_in if fixed is not None else ()
        changed = ChangedTeams(rosters, in_order, deductions, rule, with_fixed_score)
        begins = from_nothing(_qualification(then, stage))
        alone = OfTeams(deducted, starts.teams, counts, changed)
        return Tallies.of(rows, rosters, alone, met, begins)

    def _starts(self, stage: Stage, then: Then, tournament: Tournament) -> Starts:
        """Return the starting totals of the stage, as of then."""
        qualification = _qualification(then, stage)
        if qualification is None or qualification.carries == Qualification.Carries.NOTHING:
            return FROM_NOTHING
        rule, of_teams = rule_of(qualification), qualification.of_teams
        _terms, qualifiers = then.qualifying[stage.pk]
        who = "team" if of_teams else "entry"
        found: dict[int, Start] = {}
        for source in Stage.objects.filter(pk__in={one["source"] for one in qualifiers}):
            tallies = self._tallies(source, then, tournament, everybody=False)
            order = then.tie_breaks if then.tie_breaks is not None else tournament.tie_breaks
            ranking = ranking_of(tallies, order, of_teams=of_teams)
            end = [Stood(row.key, row.total, row.penalty, row.points) for _place, row in ranking]
            going_on = {one[who] for one in qualifiers if one["source"] == source.pk}
            found |= starts_from(rule, end, going_on)
        return Starts({}, found) if of_teams else Starts(found, {})


def _now() -> datetime:
    """Return the database time, which dates the ledger."""
    return LedgerHead.objects.values(now=Now())[:1].get()["now"]


def _qualification(then: Then, stage: Stage) -> Qualification | None:
    """Return how players qualified for the stage, as of then; None if everyone played."""
    terms, _qualifiers = then.qualifying.get(stage.pk, ({}, ()))
    if not terms:
        return None
    recorded = {**NOT_WRITTEN, **terms}
    return Qualification(**{name: recorded[name] for name in TERMS})


def _confirmed(then: Then, stage: Stage) -> set[Any]:
    """Return the confirmed qualifiers of the stage, as of then."""
    _terms, qualifiers = then.qualifying[stage.pk]
    teams = {one["team"] for one in qualifiers if one.get("team") is not None}
    entries = {one["entry"] for one in qualifiers if one.get("entry") is not None}
    return entries | {entry.pk for entry in then.entries if entry.team in teams}


def _seeds(then: Then, stage: Stage) -> Seeds:
    """Return the seeds of the stage, as of then."""
    _terms, qualifiers = then.qualifying.get(stage.pk, ({}, ()))
    return Seeds.of((one.get("entry"), one.get("team"), seed) for seed, one in enumerate(qualifiers, 1))


def _dated(publication: Publication) -> Iterator[Found]:
    """Check that published standings name a ledger entry, and others name none.

    Tampering with it to an earlier one merely causes the standings to be recomputed.
    """
    about = {"stage": publication.stage, "seq": publication.as_of_seq}
    if publication.as_of_seq > publication.stage.tournament.head.seq:
        message = _(
            "The standings of %(stage)s claim to be as of entry %(seq)s, which the ledger does not have."
        )
        yield None, message % about
    if publication.published_at is None and publication.as_of_seq:
        message = _(
            "The standings of %(stage)s claim to be as of entry %(seq)s, but have no publication time."
        )
        yield None, message % about
    if publication.published_at is not None and not publication.as_of_seq:
        message = _("The standings of %(stage)s have a publication time, but do not say as of which entry.")
        yield None, message % about


def _behind_remark(publication: Publication) -> str:
    message = _("The standings of %(stage)s are behind the ledger; they were compared as of entry %(seq)s.")
    return message % {"stage": publication.stage, "seq": publication.as_of_seq}


def published_differences(publication: Publication, sums: Sums | None = None) -> list[str]:
    """Return `standings_differences`, plus differences between a stage's hand statistics and its hands."""
    return [*standings_differences(publication, sums), *hands_differences(publication)]


def standings_differences(
    publication: Publication, sums: Sums | None = None, *, as_before: bool = False
) -> list[str]:
    """Return where published rows of a stage differ from its current facts; `sums` are those of its games.

    A later stage may still be published like in earlier versions, with everyone in the tournament. With `as_before`
    the ranking may also be that of earlier versions.
    """
    stage = publication.stage
    tie_breaks = stage.tournament.tie_breaks
    given = [add_up(stage, of_games=sums)]
    differences = _differences(publication, given[0], tie_breaks)
    if not differences:
        return []
    if stage.ordinal > 1 and qualification_of(stage) is None:
        everybody = add_up(stage, of_games=sums, everybody=True)
        given += [everybody, _ranked_as_before(everybody)]
    if as_before:
        given.append(_ranked_as_before(given[0]))
    return differences if all(_differences(publication, one, tie_breaks) for one in given[1:]) else []


def _ranked_as_before(tallies: Tallies) -> Tallies:
    """Rank like versions that placed players without a game at a total of 0."""
    return replace(tallies, from_nothing=FromNothing(entries=False, teams=False))


def _differences(publication: Publication, tallies: Tallies, tie_breaks: Sequence[str]) -> list[str]:
    stage = publication.stage
    differences = []
    for what, rows, ranking, names in (
        (
            pgettext("record", "entry %(id)s"),
            Standing.objects.filter(stage=stage).values_list("entry_id", "position", *OWN),
            ranking_of(tallies, tie_breaks),
            COLUMNS,
        ),
        (
            pgettext("record", "team %(id)s"),
            TeamStanding.objects.filter(stage=stage).values_list("team_id", "position", *TEAMS),
            ranking_of(tallies, tie_breaks, of_teams=True),
            TEAMS[1:],
        ),
    ):
        has = {key: tuple(row) for key, *row in rows}
        should = {
            row.key: (place.rank, place.shared_rank, *(getattr(row, name) for name in names))
            for place, row in ranking
        }
        for key in sorted(should.keys() | has.keys()):
            if should.get(key) != has.get(key):
                message = _("The published standings of %(stage)s do not match its results for %(who)s.")
                differences.append(message % {"stage": stage, "who": what % {"id": key}})
    games = sum(row.games for row in tallies.entries)
    if publication.as_of_seq and not differences and _games(publication, games) != publication.games_counted:
        message = _("The published number of games of %(stage)s differs from the number that count.")
        differences.append(message % {"stage": stage})
    return differences


def _differences_before(publication: Publication) -> list[str]:
    """Say where the ranks before the last round are not what the results give; earlier versions published none."""
    stage, has = publication.stage, publication.last_round
    if has is None:
        return []
    before = ranks_before(stage)
    if before.round != has:
        message = _("The published standings of %(stage)s do not name the last round with a confirmed game.")
        return [message % {"stage": stage}]
    differences = []
    for who, rows, ranks in (
        (
            pgettext("record", "entry %(id)s"),
            Standing.objects.filter(stage=stage).values_list("entry_id", "rank_before"),
            before.players,
        ),
        (
            pgettext("record", "team %(id)s"),
            TeamStanding.objects.filter(stage=stage).values_list("team_id", "rank_before"),
            before.teams,
        ),
    ):
        for key, rank in rows.order_by("position"):
            if rank != ranks.get(key):
                message = _("The published standings of %(stage)s do not match its results for %(who)s.")
                differences.append(message % {"stage": stage, "who": who % {"id": key}})
    return differences


def _miscounted(tournament: Tournament) -> Iterator[Found]:
    """Check the counters of rounds against their tables and results."""
    stages = list(tournament.stages.values_list("pk", flat=True))
    rounds = Round.objects.filter(stage__tournament=tournament).order_by("pk")
    noted = rounds.values_list("pk", "progress__tables", "progress__confirmed")
    for some in chunks(noted):
        tables, confirmed = counted(stages, (some[0][0], some[-1][0]))
        for pk, *numbers in some:
            if numbers != [tables.get(pk, 0), confirmed.get(pk, 0)]:
                round_ = rounds.select_related("stage").get(pk=pk)
                message = _("The recorded number of tables of %(round)s differs from the actual number.")
                yield None, message % {"round": f"{round_.stage}, {round_}"}


def _games(publication: Publication, seats: int) -> int:
    """Return how many tables' results count; with mixed table sizes or annulled results, seats cannot tell."""
    tournament = publication.stage.tournament
    sizes = {one.players for one in tournament.formats.all()}
    if len(sizes) == 1 and tournament.withdrawn != Tournament.Withdrawn.ANNULLED:
        return seats // sizes.pop()
    return publication.stage.scores.filter(counts=True, seat__wind=1).count()
