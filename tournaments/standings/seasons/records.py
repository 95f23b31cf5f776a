"""Records of a league: from the published standings of its tournaments; for streaks alone games are read again."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.db.models import F, QuerySet, Sum, Window
from django.db.models.functions import RowNumber

from scoring.standing.titles import Holder, Record, titles
from tournaments.models import Standing, Team, Tournament
from tournaments.standings.seasons.final_places import FinalPlace, final_places, final_team_places
from tournaments.standings.seasons.streaks import STREAKS, longest_streaks
from tournaments.standings.seasons.teams_at_the_end import IS_OF_TEAMS, is_played_by_teams

FIRST = 5
_PLACES = ("firsts", "seconds", "thirds", "fourths", "fifths")
# Of many who are level no more are listed.
MOST_LISTED = 12
# Rates and averages of few games say little.
USUAL_MINIMUM = 20
# In the order in which they are shown.
OF_PLAYERS = ("games", "firsts", "tournaments_won", *STREAKS, "wins", "mean_place")


@dataclass(frozen=True)
class BestGame:
    """One game's result, in units of the rulebook by which it was played."""

    rank: int
    player: int
    name: str
    tournament: Tournament
    units: int

    @property
    def units_per_point(self) -> int:
        return self.tournament.rulebook.units_per_point

    @property
    def points(self) -> Fraction:
        """What games of all rulebooks are compared by."""
        return Fraction(self.units, self.units_per_point)


@dataclass(frozen=True)
class Holding:
    """A contender for a record: a number, a rate of games or an average place."""

    rank: int
    player: int
    name: str
    value: Fraction


@dataclass(frozen=True)
class TeamHolding:
    """A team, by its name, which it keeps from season to season, and how many tournaments it has won."""

    rank: int
    name: str
    value: Fraction


@dataclass(frozen=True)
class LeagueRecords:
    """The best games, and by record those on the first ranks; `unlisted` says how many of them are not listed.
    `teams` have won the tournaments that teams play.
    """

    best_games: list[BestGame]
    holders: dict[str, list[Holding]]
    unlisted: dict[str, int]
    teams: list[TeamHolding]


def league_records(tournaments: QuerySet[Tournament], minimum: int) -> LeagueRecords:
    """The records over these tournaments; rates and averages are of players with at least `minimum` games.

    Five queries, four until a result is another, two more where teams play. Substitutes without a rank hold none, and
    nobody has won by themselves what teams play.
    """
    rows = tournaments.select_related("usual_format", "head").annotate(**{IS_OF_TEAMS: is_played_by_teams()})
    here = {one.pk: one for one in rows}
    played = Standing.objects.filter(stage__tournament__in=here, games__gt=0, rank__isnull=False)
    sums = [Sum(name) for name in ("games", *_PLACES)]
    made = played.order_by().values_list("entry__player", "entry__player__name").annotate(*sums)
    names, records = {}, []
    for player, name, games, *places in made.order_by("entry__player__name", "entry__player"):
        names[player] = name
        records.append(Record(player, games, total=0, places=tuple(places), best=0, lasts=0))
    won = _tournaments_won(here)
    counts: dict[str, Mapping[Any, int]] = {
        "games": {one.key: one.games for one in records},
        "firsts": {one.key: one.places[0] for one in records},
        "tournaments_won": won,
    }
    for name, lengths in longest_streaks({pk: one.head.standings_seq for pk, one in here.items()}).items():
        counts[name] = {player: length for player, length in lengths.items() if player in names}
    rates = dict(titles(records, minimum=max(minimum, 1), first=FIRST))
    found = {name: _most(number_of) for name, number_of in counts.items()}
    found |= {name: rates[name] for name in ("wins", "mean_place")}
    return LeagueRecords(
        _best_games(played, here),
        {name: [_holding(one, names) for one in found[name][:MOST_LISTED]] for name in OF_PLAYERS},
        {name: max(len(found[name]) - MOST_LISTED, 0) for name in OF_PLAYERS},
        _teams_that_won(here)[:MOST_LISTED],
    )


def _holding(one: Holder, names: Mapping[int, str]) -> Holding:
    player = int(str(one.key))
    return Holding(one.rank, player, names[player], one.value)


def _most(numbers: Mapping[Any, int]) -> list[Holder]:
    """Those with the largest numbers, from 1; the level share a rank."""
    held: list[Holder] = []
    several = sorted(((number, key) for key, number in numbers.items() if number), key=lambda one: -one[0])
    for position, (number, key) in enumerate(several, 1):
        rank = held[-1].rank if held and held[-1].value == number else position
        if rank > FIRST:
            break
        held.append(Holder(key, rank, Fraction(number)))
    return held


def _tournaments_won(tournaments: dict[int, Tournament]) -> Counter[int]:
    """How many finished tournaments each player was first of; the level were all of them."""
    return Counter(_firsts(final_places(_finished(tournaments, of_teams=False)).values()))


def _teams_that_won(tournaments: dict[int, Tournament]) -> list[TeamHolding]:
    """The same of teams, in tournaments that they play."""
    finished = _finished(tournaments, of_teams=True)
    firsts = list(_firsts(final_team_places(finished).values())) if finished else []
    names = dict(Team.objects.filter(pk__in=firsts).values_list("pk", "name"))
    won = _most(Counter(names[team] for team in firsts))
    return [TeamHolding(one.rank, str(one.key), one.value) for one in sorted(won, key=_by_rank_and_name)]


def _by_rank_and_name(one: Holder) -> tuple[int, str]:
    return one.rank, str(one.key)


def _finished(tournaments: dict[int, Tournament], *, of_teams: bool) -> list[int]:
    return [
        pk
        for pk, one in tournaments.items()
        if one.status == Tournament.Status.FINISHED and getattr(one, IS_OF_TEAMS) == of_teams
    ]


def _firsts(tournaments: Iterable[Sequence[FinalPlace]]) -> Iterator[int]:
    """Who was first in these, once for each."""
    return (place.player for places in tournaments for place in places if place.rank == 1 and place.games)


def _best_games(rows: QuerySet[Standing], tournaments: dict[int, Tournament]) -> list[BestGame]:
    """The best over all rulebooks, in points: of each tournament no more have to be looked at than are shown."""
    in_turn = Window(RowNumber(), partition_by="stage__tournament", order_by=F("best").desc(nulls_last=True))
    best = rows.filter(best__isnull=False).annotate(turn=in_turn).filter(turn__lte=FIRST)
    columns = ("entry__player", "entry__player__name", "stage__tournament", "best")
    games = [
        BestGame(0, player, name, tournaments[pk], units)
        for player, name, pk, units in best.values_list(*columns)
    ]
    games.sort(key=lambda game: (-game.points, game.name, game.tournament.pk))
    found: list[BestGame] = []
    for position, game in enumerate(games, 1):
        rank = found[-1].rank if found and found[-1].points == game.points else position
        if rank > FIRST:
            break
        found.append(replace(game, rank=rank))
    return found
