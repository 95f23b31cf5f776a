"""What the last rounds of a stage brought: who moved up, the points of the last round, the run, the last places.

One source for every page that shows a standing: one query however many rows there are.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from django.db.models import F, QuerySet, Value

from tournaments.models import Entry, Publication, Score, Stage, Standing, TeamStanding
from tournaments.models.fast_sql.reading import Among, PreparedQuery, among
from tournaments.standings.stages.counted import counting_of, has_selection
from tournaments.standings.stages.published_rows import PublishedRow
from tournaments.standings.teams.rosters import Rosters, rosters_of
from tournaments.standings.who_is_ranked import counts_for, depends_on_substitutes, fixed_score

LAST_PLACES = 5
# No more games are read than this: of a longer stage with more players the last rounds.
MOST_GAMES = 6_000
# No round has a higher number.
MOST_ROUNDS = 32_767

PlayerRow: TypeAlias = Standing | PublishedRow


class Lately(NamedTuple):
    """`moved` is by how many ranks an entry or a team is better than before the last round, below 0 by how many it is
    worse; None without a rank then or now. `last` is what that round brought; None without a game in it.

    `run` is the total before the first round of `StageLately.rounds` and after each of them. It ends with the
    published total, and each step is what the round's games brought; so penalties are in it from the beginning. It is
    empty where a total is not the sum of games. `places` are those of the last five games, the latest last.
    """

    moved: int | None = None
    last: int | None = None
    run: Sequence[int] = ()
    places: Sequence[int] = ()


class StageLately(NamedTuple):
    """`round` is the number of the last round with a confirmed game; `rounds` are those that a run goes through."""

    round: int | None
    rounds: Sequence[int]
    players: Mapping[int, Lately]
    teams: Mapping[int, Lately]


class RoundGame(NamedTuple):
    """One confirmed game of an entry for whom it counts."""

    entry: int
    round: int
    total: int
    place: int


def stage_lately(
    publication: Publication,
    rows: Sequence[PlayerRow],
    teams: Sequence[TeamStanding] = (),
    rosters: Rosters | None = None,
) -> StageLately:
    """Look at the last rounds of these published rows, players by entry id and teams by team id.

    `rosters` says who plays for which team; where they are not given and there are teams, two more queries ask.
    Expects the publication with its stage, the stage's counting rule and its tournament.
    """
    stage = publication.stage
    if teams and rosters is None:
        rosters = _rosters(stage)
    playing = dict.fromkeys(row.entry_id for row in rows)
    if rosters is not None:
        playing |= dict.fromkeys(_players_of(rosters, {row.team_id for row in teams}))
    expected = max(sum(row.games for row in rows), sum(row.games for row in teams))
    first = _since(publication, len(playing), expected)
    through = publication.last_round or MOST_ROUNDS
    games = games_of_rounds(stage, playing, first, through) if expected else []
    rounds = sorted({game.round for game in games})
    last = publication.last_round or (rounds[-1] if rounds else None)
    counting = counting_of(stage)
    is_sum = counting is None or not has_selection(counting)
    of_players = defaultdict[int, list[RoundGame]](list)
    for game in games:
        of_players[game.entry].append(game)
    of_teams = defaultdict[int, list[RoundGame]](list)
    for game in games if rosters is not None else ():
        team = rosters.team_at(game.entry, game.round) if rosters is not None else None
        if team is not None:
            of_teams[team].append(game)
    return StageLately(
        last,
        rounds,
        {
            row.entry_id: _lately(
                row.rank, row.rank_before, row.total, of_players.get(row.entry_id, ()), rounds, last, is_sum
            )
            for row in rows
        },
        {
            row.team_id: _lately(
                row.rank,
                row.rank_before,
                row.total,
                of_teams.get(row.team_id, ()),
                rounds,
                last,
                not row.left_out,
            )
            for row in teams
        },
    )


def ranks_moved(rank: int | None, before: int | None) -> int | None:
    """Return the number of ranks moved up since before; None without both ranks.

    >>> ranks_moved(3, 5), ranks_moved(5, 3), ranks_moved(1, None)
    (2, -2, None)
    """
    return None if rank is None or before is None else before - rank


def _lately(
    rank: int | None,
    before: int | None,
    total: int,
    games: Sequence[RoundGame],
    rounds: Sequence[int],
    last: int | None,
    is_sum: bool,
) -> Lately:
    made = dict[int, int]()
    for game in games:
        made[game.round] = made.get(game.round, 0) + game.total
    run = list[int]()
    if is_sum and rounds:
        at = total - sum(made.values())
        run.append(at)
        for number in rounds:
            at += made.get(number, 0)
            run.append(at)
    return Lately(
        ranks_moved(rank, before),
        None if last is None else made.get(last),
        run,
        [game.place for game in games[-LAST_PLACES:]],
    )


def _since(publication: Publication, players: int, games: int) -> int:
    """The number of the first round that is read."""
    if games <= MOST_GAMES or publication.last_round is None:
        return 0
    return publication.last_round + 1 - max(1, MOST_GAMES // players)


def games_of_rounds(
    stage: Stage, entries: Collection[int], first: int = 0, last: int = MOST_ROUNDS
) -> list[RoundGame]:
    """The confirmed games of these entries, for whom they count, as they were played; of the rounds from `first` to
    `last` by their numbers. One query, two where a substitute has a fixed score.
    """
    tournament = stage.tournament
    if not depends_on_substitutes(tournament):
        return list(map(RoundGame._make, _OWN_GAMES.read_raw(stage.pk, first, last, list(entries))))
    scores = _of_rounds(stage.pk, first, last).annotate(counts_for=counts_for(tournament))
    games = list(map(RoundGame._make, _columns(scores.filter(among("counts_for", entries)))))
    fixed = fixed_score(tournament)
    if fixed is None:
        return games
    substitutes = set(tournament.entries.filter(is_substitute=True).values_list("pk", flat=True))
    return [game._replace(total=fixed) if game.entry in substitutes else game for game in games]


def _of_rounds(stage: int, first: int, last: int) -> "QuerySet[Score]":
    # As values: a prepared query's placeholders are larger than the column's integers, which Django would notice.
    between = {"seat__round__number__gte": Value(first), "seat__round__number__lte": Value(last)}
    return Score.objects.filter(stage=stage, counts=True, **between)


def _own_games(stage: int, first: int, last: int, entries: str) -> "QuerySet[Score, tuple[Any, ...]]":
    scores = _of_rounds(stage, first, last).filter(Among("entry_id", entries))
    return _columns(scores.annotate(counts_for=F("entry_id")))


def _columns(scores: Any) -> "QuerySet[Score, tuple[Any, ...]]":
    """Of scores that say whom they count for, the columns of `RoundGame` in the order of play."""
    in_order = scores.order_by("seat__round__number", "sheet_id", "place")
    found: QuerySet[Score, tuple[Any, ...]] = in_order.values_list(
        "counts_for", "seat__round__number", "total", "place"
    )
    return found


_OWN_GAMES = PreparedQuery(_own_games, of=(int, int, int, list))


def _rosters(stage: Stage) -> Rosters:
    entries = Entry.objects.filter(tournament=stage.tournament_id).order_by()
    return rosters_of(stage, dict(entries.values_list("pk", "team_id")))


def _players_of(rosters: Rosters, teams: Collection[int]) -> Iterable[int]:
    """Who ever plays for one of these teams in the stage."""
    for entry, team in rosters.team_of.items():
        if team in teams or any(one in teams for _before, one in rosters.changes.get(entry, ())):
            yield entry
