"""What a game has meant for those who played it: their rank now, what the game changed about it, and how far the next
line or place is. It is read from what is published, so nothing is said here that the standings do not say.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Q

from scoring.standing.ranking import HAS_PLAYED, MATCH_POINTS, has_played, is_last, rank
from tournaments.models import (
    LedgerHead,
    Publication,
    QualifyingRule,
    Score,
    Seat,
    Stage,
    Table,
    TeamStanding,
    Tournament,
)
from tournaments.models.fast_sql.reading import JoinedRows
from tournaments.models.published import PLACES
from tournaments.standings.deciding_tie_breaks import first_criterion, published_teams
from tournaments.standings.lines import NO_LINES, Place, StageLines, lines_of
from tournaments.standings.locked_publication import OF_A_STAGE, with_rules
from tournaments.standings.meetings import Meetings, TableGame
from tournaments.standings.publish import is_stale, publish_for_reader
from tournaments.standings.ranking import line_of, order_of_players, order_of_teams
from tournaments.standings.stages.carried import FromNothing, from_nothing, qualification_of
from tournaments.standings.stages.counted import counting_of, game_totals, has_selection, total_of
from tournaments.standings.stages.cuts import Line, line_that_matters
from tournaments.standings.stages.published_rows import PublishedRow, published_rows, published_team_rows
from tournaments.standings.stages.seeds import SEED
from tournaments.standings.teams.counted import team_counting_of
from tournaments.standings.tie_breaks import tie_breaks_of
from tournaments.standings.touched import touched_between
from tournaments.standings.who_is_ranked import fixed_score, seat_counts_for

# Of the rules that lead on from the stage any one will do.
PUBLISHED = JoinedRows(
    """
    SELECT {columns} FROM tournaments_publication publication
    JOIN tournaments_stage stage ON stage.id = publication.stage_id
    JOIN tournaments_ledgerhead head ON head.tournament_id = stage.tournament_id
    LEFT JOIN tournaments_qualifyingrule leads_on ON leads_on.id = (
        SELECT MIN(rule.id) FROM tournaments_qualifyingrule rule WHERE rule.source_id = stage.id
    )
    LEFT JOIN tournaments_qualification qualification ON qualification.stage_id = stage.id
    LEFT JOIN tournaments_countingrule counting ON counting.stage_id = stage.id
    LEFT JOIN tournaments_teamcountingrule team_counting ON team_counting.stage_id = stage.id
    WHERE stage.id = %s
    """,
    publication=Publication,
    stage=Stage,
    head=LedgerHead,
    leads_on=QualifyingRule,
    **OF_A_STAGE,
)
# Tie-breaks that compare single games: what they were without one of them, no sum says.
OF_SINGLE_GAMES = frozenset({"best_game", "worst_game", "last_game", "before_last_game"})


@dataclass(frozen=True)
class Gap:
    """How far a total is from that of `name`, who has this `rank`: `units` ahead or behind, 0 where they are level.
    `leads_to` is the stage for which the line between the two qualifies; empty without a line.
    """

    units: int
    is_ahead: bool
    rank: int
    name: str
    leads_to: str = ""


@dataclass(frozen=True)
class Stands:
    """A published place: `rank` among so many (`of`), None without one; `is_shared` with others. `before` is what the
    rank would be without the game, None where there would be none. `missing` games are left until there is a rank.
    `total` and `units` of a gap are in smallest units.
    """

    name: str
    total: int
    rank: int | None
    of: int
    is_shared: bool = False
    before: int | None = None
    gap: Gap | None = None
    missing: int = 0

    @property
    def climbed(self) -> int | None:
        """By how many places the game moved it up; less than 0: down; None where there is nothing to compare."""
        return None if self.rank is None or self.before is None else self.before - self.rank


@dataclass(frozen=True)
class AfterGame:
    """What a game has meant for a seat: for the entry that it counts for, and for their team.

    `is_current`: the standings have the game; until then nothing else is said. `player` is None for whom the
    standings do not list.
    """

    entry: int
    is_current: bool
    player: Stands | None = None
    team: Stands | None = None


def after_game(table: Table, scores: Sequence[Score]) -> dict[int, AfterGame]:
    """What a confirmed game has meant, by seat: `scores` are its sheet's. Empty for an unranked table.

    Two queries; one or two more where players go on from the stage, one for teams, and one more while other results
    wait for the standings. What is behind is published first, where no one else would. Expects the table's round with
    stage and tournament.
    """
    if table.is_unranked:
        return {}
    stage_id, tournament = table.round.stage_id, table.round.stage.tournament
    publication, leads_on = _published(stage_id, tournament)
    if publish_for_reader(publication):
        publication, leads_on = _published(stage_id, tournament)
    counts_for = _counts_for(table, scores, tournament)
    if not _has(publication, table, [*counts_for.values(), *(score.entry_id for score in scores)]):
        return {seat: AfterGame(entry, is_current=False) for seat, entry in counts_for.items()}
    rows = published_rows(stage_id)
    game = _Game(
        publication.stage,
        {counts_for[score.seat_id]: score for score in scores},
        rows,
        published_team_rows(stage_id) if any(row.team_id for row in rows) else [],
        leads_on,
    )
    return {
        seat: AfterGame(entry, True, game.player(entry), game.team(entry))
        for seat, entry in counts_for.items()
    }


def after_last_game(table: Table, scores: Sequence[Score]) -> dict[int, AfterGame]:
    """The same of those who have not played on: where the others stand is not what this game has meant. One query
    more, and that alone where everybody has.
    """
    on = _played_on(table, scores)
    here = [score for score in scores if score.entry_id not in on]
    found = after_game(table, scores) if here else {}
    return {score.seat_id: found[score.seat_id] for score in here if score.seat_id in found}


def _played_on(table: Table, scores: Sequence[Score]) -> set[int]:
    """The entries that have a later confirmed game of the stage."""
    if not scores:
        return set()
    round_, sheet = table.round, scores[0].sheet_id
    later = Q(seat__round__number__gt=round_.number) | Q(seat__round=round_, sheet__gt=sheet)
    found = Score.objects.filter(later, stage=round_.stage_id, counts=True)
    found = found.filter(entry__in=[score.entry_id for score in scores])
    return set(found.order_by().values_list("entry", flat=True))


def _published(stage_id: int, tournament: Tournament) -> tuple[Publication, bool]:
    """A stage's publication, and whether rules lead on from the stage; with it how far the ledger is."""
    publication: Publication
    [[publication, stage, tournament.head, leads_on, *rules]] = PUBLISHED.read(stage_id)
    stage.tournament = tournament
    publication.stage = with_rules(stage, rules)
    return publication, leads_on is not None


def _has(publication: Publication, table: Table, entries: Collection[int]) -> bool:
    """Whether these rows are published as the ledger has them, even if others wait. No query where nothing does."""
    tournament = publication.stage.tournament
    if not is_stale(publication):
        return True
    if not publication.as_of_seq:
        return False
    touched = touched_between(tournament.pk, publication.as_of_seq, tournament.head.seq)
    if touched.entries is None or touched.tables is None:
        return False
    return table.pk not in touched.tables and touched.entries.isdisjoint(entries)


def _counts_for(table: Table, scores: Iterable[Score], tournament: Tournament) -> dict[int, int]:
    """By seat, the entry for which its game counts. No query but where substitutes play for those who are absent."""
    if tournament.substitutes != Tournament.Substitutes.FOR_ABSENT:
        return {score.seat_id: score.entry_id for score in scores}
    seats = Seat.objects.filter(table=table).annotate(counts_for=seat_counts_for(tournament))
    return dict(seats.order_by().values_list("pk", "counts_for"))


def _without(stage: Stage, rows: Sequence[PublishedRow], made: Mapping[int, Score]) -> list[PublishedRow]:
    """The rows as they would be without a game, of which `made` has the scores by entry. One query where single games
    are compared or chosen, else none.
    """
    counting, tie_breaks = counting_of(stage), tie_breaks_of(stage.tournament)
    chooses = counting is not None and has_selection(counting)
    looks_at_single = chooses or not OF_SINGLE_GAMES.isdisjoint(tie_breaks)
    single = game_totals(stage, entries=made) if looks_at_single else {}
    fixed = fixed_score(stage.tournament)

    def row_before(row: PublishedRow, score: Score) -> PublishedRow:
        is_fixed = fixed is not None and row.is_substitute
        brought = fixed if fixed is not None and row.is_substitute else score.total
        changed: dict[str, Any] = {}
        if looks_at_single and not is_fixed:
            totals = list(single.get(row.entry_id, ()))
            others = totals[:]
            # Of equal ones the last: it is the one that has just been played. It may have been voided since.
            if score.total in others:
                del others[len(others) - 1 - others[::-1].index(score.total)]
            if counting is not None and chooses:
                brought = total_of(counting.rule, totals) - total_of(counting.rule, others)
            changed = {
                "best": max(others, default=None),
                "worst": min(others, default=None),
                "last": others[-1] if others else None,
            }
        games = row.games - 1
        cost = counting.cost_of_missing(games) - counting.cost_of_missing(row.games) if counting else 0
        place = PLACES[score.place - 1]
        is_ranked = row.is_ranked and (counting is None or counting.is_ranked_after(games))
        return row._replace(
            total=row.total - brought - cost,
            penalty=row.penalty + cost,
            games=games,
            lasts=row.lasts - is_last(score.place, len(made)),
            points=row.points - score.points,
            chombo=row.chombo - (0 if is_fixed else score.chombo),
            rank=row.rank if is_ranked else None,
            **{place: getattr(row, place) - 1},
            **changed,
        )

    return [row_before(row, made[row.entry_id]) if row.entry_id in made else row for row in rows]


@dataclass(frozen=True)
class _OtherGames:
    """The games of a stage in which players met, without one."""

    games: Meetings
    made: Mapping[int, Score]

    def __iter__(self) -> Iterator[TableGame]:
        without = {entry: score.total for entry, score in self.made.items()}
        return (game for game in self.games if game != without)


class _At(NamedTuple):
    """A row of players or of teams. `total` is None where the place does not follow from it."""

    key: int
    name: str
    rank: int | None
    total: int | None
    can_go_on: bool


@dataclass(frozen=True)
class _Game:
    """A confirmed game and the published rows that have it; `made` are its scores by the entry they count for."""

    stage: Stage
    made: Mapping[int, Score]
    rows: Sequence[PublishedRow]
    team_rows: Sequence[TeamStanding]
    leads_on: bool

    def player(self, entry: int) -> Stands | None:
        row = next((row for row in self.rows if row.entry_id == entry), None)
        if row is None:
            return None
        counting = counting_of(self.stage)
        return _stands(
            self._players,
            entry,
            row.total,
            self._ranks_before.get(entry),
            self._lines.of_players,
            max(counting.minimum_games - row.games, 0) if counting is not None and not row.is_ranked else 0,
        )

    def team(self, entry: int) -> Stands | None:
        team = next((row.team_id for row in self.rows if row.entry_id == entry), None)
        row = next((row for row in self.team_rows if row.team_id == team), None)
        if row is None:
            return None
        before = self._ranks_of_teams_before.get(row.team_id)
        return _stands(self._teams, row.team_id, row.total, before, self._lines.of_teams)

    @cached_property
    def _lines(self) -> StageLines:
        """As the standings have them."""
        if not self.leads_on:
            return NO_LINES
        return lines_of(
            self.stage,
            [Place.of(row.entry_id, row) for row in self.rows if row.can_go_on],
            [Place.of(row.team_id, row) for row in self.team_rows],
        )

    @cached_property
    def _players(self) -> list[_At]:
        is_by_total = first_criterion(self._order) == "total"
        waits = self._order[0] == HAS_PLAYED
        return [
            _At(
                row.entry_id,
                row.player_name,
                row.rank,
                row.total if is_by_total and (not waits or has_played(row.games, row.total)) else None,
                row.can_go_on,
            )
            for row in self.rows
        ]

    @cached_property
    def _teams(self) -> list[_At]:
        is_by_total = first_criterion(self._order_of_teams) == "total"
        return [
            _At(row.team_id, row.team.name, row.rank, row.total if is_by_total else None, True)
            for row in self.team_rows
        ]

    @cached_property
    def _order(self) -> Sequence[str]:
        return order_of_players(tie_breaks_of(self.stage.tournament), self._begins)

    @cached_property
    def _order_of_teams(self) -> Sequence[str]:
        return order_of_teams(self.team_rows, tie_breaks_of(self.stage.tournament), self._begins)

    @cached_property
    def _begins(self) -> FromNothing:
        return from_nothing(qualification_of(self.stage))

    @cached_property
    def _rows_before(self) -> list[PublishedRow]:
        return _without(self.stage, self.rows, self.made)

    @cached_property
    def _ranks_before(self) -> dict[int, int | None]:
        """The ranks without the game, of those who had a result. None at all where seeds separate equals: the
        rows do not say them.
        """
        if SEED in self._order:
            return {}
        rows = self._rows_before
        lines = [line_of(row, key=row.entry_id, lot=row.position) for row in rows]
        found = rank(lines, self._order, tables=_OtherGames(Meetings(self.stage), self.made))
        ranks = {one.key: one.shared_rank for one in found}
        waits = self._order[0] == HAS_PLAYED
        return {
            row.entry_id: ranks[row.entry_id] for row in rows if not waits or has_played(row.games, row.total)
        }

    @cached_property
    def _ranks_of_teams_before(self) -> dict[int, int | None]:
        """The same of teams; of none where not all games count for them, where they play matches, or where a player
        has changed teams: the totals before the game are no sums then.
        """
        is_a_sum = (
            team_counting_of(self.stage) is None
            and first_criterion(self._order_of_teams) != MATCH_POINTS
            and not any(row.has_changed for row in self.rows)
            and {SEED, "head_to_head"}.isdisjoint(self._order_of_teams)
        )
        if not is_a_sum:
            return {}
        teams, _rosters = published_teams(self.stage, self._rows_before, self.team_rows)
        lines = [line_of(row, key=row.key, lot=number) for number, row in enumerate(teams)]
        ranks = {one.key: one.shared_rank for one in rank(lines, self._order_of_teams)}
        waits = self._order_of_teams[0] == HAS_PLAYED
        return {row.key: ranks[row.key] for row in teams if not waits or has_played(row.games, row.total)}


def _stands(
    rows: Sequence[_At],
    key: int,
    total: int,
    before: int | None,
    lines: Sequence[Line],
    missing: int = 0,
) -> Stands:
    ranked = [row for row in rows if row.rank is not None]
    own = next(row for row in rows if row.key == key)
    is_shared = own.rank is not None and sum(row.rank == own.rank for row in ranked) > 1
    gap = _to_the_line(rows, own, lines) or _to_the_next(ranked, own)
    return Stands(own.name, total, own.rank, len(ranked), is_shared, before, gap, missing)


def _to_the_line(rows: Sequence[_At], own: _At, lines: Sequence[Line]) -> Gap | None:
    """The distance that the standings have in the column of the line, and from whom it is."""
    field = [row for row in rows if row.can_go_on]
    if own not in field:
        return None
    place = field.index(own)
    line = line_that_matters(lines, place, len(field))
    if line is None:
        return None
    return _gap(own, field[line.last if place < line.last else line.last - 1], line.leads_to)


def _to_the_next(ranked: Sequence[_At], own: _At) -> Gap | None:
    """From the next better rank; of those who lead, from the first behind them."""
    if own.rank is None:
        return None
    better = [row for row in ranked if row.rank is not None and row.rank < own.rank]
    worse = (row for row in ranked if row.rank is not None and row.rank > own.rank)
    other = better[-1] if better else next(worse, None)
    return _gap(own, other) if other is not None else None


def _gap(own: _At, other: _At, leads_to: str = "") -> Gap | None:
    if own.total is None or other.total is None or other.rank is None or own.rank is None:
        return None
    return Gap(abs(own.total - other.total), own.rank < other.rank, other.rank, other.name, leads_to)
