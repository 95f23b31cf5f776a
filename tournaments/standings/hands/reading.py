"""What was counted of hands, as pages and answers read it: of a tournament's players, and of one player."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import Q, QuerySet

from players.models import Player
from scoring.statistics.counts import NAMES, Counts, sum_of
from tournaments.models import Entry, HandStatistics, Seat, SeatHands, Tournament
from tournaments.models.setup.structure import how_recent, latest_first
from tournaments.models.statistics.hands import read_yaku, read_yakuman

# A page is no book: of more yakuman the latest are listed.
MOST_YAKUMAN = 50
# Nothing that they have made counts any more.
_ANNULLED = Q(
    entry__status=Entry.Status.WITHDRAWN, stage__tournament__withdrawn=Tournament.Withdrawn.ANNULLED
)
# The same of seats. A merged entry is withdrawn; its player plays on under the other one.
ANNULLED_SEATS = Q(stage__tournament__withdrawn=Tournament.Withdrawn.ANNULLED) & (
    Q(seat__entry__merged_into=None, seat__entry__status=Entry.Status.WITHDRAWN)
    | Q(seat__entry__merged_into__status=Entry.Status.WITHDRAWN)
)


@dataclass(frozen=True)
class PlayersHands:
    """What hands count for an entry of a tournament, over all its stages, at tables of `players`. `yaku`: how many of
    the wins that told them had which.
    """

    entry: int
    player: int
    name: str
    team: str | None
    players: int
    counts: Counts
    yaku: Mapping[str, int]


@dataclass(frozen=True)
class TournamentsHands:
    """What hands count for a player in a tournament, at tables of `players`."""

    tournament: Tournament
    players: int
    counts: Counts
    yaku: Mapping[str, int]


@dataclass(frozen=True)
class Career:
    """All of a player's hands of one kind of game: by how many at a table, and with riichi or by patterns."""

    players: int
    has_riichi: bool
    tournaments: list[TournamentsHands]

    @property
    def counts(self) -> Counts:
        return sum_of(one.counts for one in self.tournaments)

    @property
    def yaku(self) -> Mapping[str, int]:
        return yaku_of(self.tournaments)


@dataclass(frozen=True)
class WonYakuman:
    """A yakuman, by whom and where. `names` are its names as `scoring` knows them, none if the table named none.

    Of `seat` its round, its table and its player are loaded.
    """

    names: tuple[str, ...]
    seat: Seat
    tournament: Tournament


def hands_of_tournament(tournament: Tournament) -> list[PlayersHands]:
    """Everybody of whom hands were counted, by name. One query."""
    about = ("entry", "entry__player", "entry__player__name", "entry__team__name", "players")
    rows = HandStatistics.objects.filter(stage__tournament=tournament).exclude(_ANNULLED)
    rows = rows.order_by("entry__player__name", "entry", "players")
    return [
        PlayersHands(entry, player, name, team, players, counts, yaku)
        for (entry, player, name, team, players), counts, yaku in _added_up(rows, about)
    ]


def careers_of(player: Player, tournaments: QuerySet[Tournament]) -> list[Career]:
    """A player's hands in these tournaments, the latest first, by kind of game, the most played kind first. Two
    queries, one where there are none.
    """
    rows = HandStatistics.objects.filter(
        entry__player=player, stage__tournament__in=tournaments.order_by().values("pk")
    ).exclude(_ANNULLED)
    counted = list(_added_up(rows.order_by("stage__tournament", "players"), ("stage__tournament", "players")))
    if not counted:
        return []
    found = Tournament.objects.in_bulk({pk for (pk, _players), *_of in counted})
    careers: dict[tuple[int, bool], Career] = {}
    for (pk, players), counts, yaku in sorted(
        counted, key=lambda one: how_recent(found[one[0][0]]), reverse=True
    ):
        kind = players, bool(counts.riichi_hands)
        career = careers.setdefault(kind, Career(*kind, []))
        career.tournaments.append(TournamentsHands(found[pk], players, counts, yaku))
    return sorted(careers.values(), key=lambda one: -one.counts.hands)


def yaku_of(several: Iterable[PlayersHands | TournamentsHands]) -> Counter[str]:
    """How many wins of all these had which yaku."""
    return sum((Counter(one.yaku) for one in several), Counter())


def _added_up(
    rows: QuerySet[HandStatistics], key: tuple[str, ...]
) -> Iterator[tuple[tuple[Any, ...], Counts, Counter[str]]]:
    """Rows that come one after another with the same values of `key`, as one. One query."""
    found = rows.values_list(*key, "won_yaku", *NAMES)
    for same, several in groupby(found, key=lambda row: row[: len(key)]):
        parts = [(read_yaku(row[len(key)]), Counts(*row[len(key) + 1 :])) for row in several]
        yield same, sum_of(counts for _yaku, counts in parts), sum((yaku for yaku, _of in parts), Counter())


def yakuman_of_tournament(tournament: Tournament) -> list[WonYakuman]:
    """The yakuman that were won, the latest first. One query."""
    return _yakuman(SeatHands.objects.filter(stage__tournament=tournament))


def yakuman_of_player(player: Player, tournaments: QuerySet[Tournament]) -> list[WonYakuman]:
    """The yakuman that a player has won in these tournaments, the latest first. One query."""
    among = tournaments.order_by().values("pk")
    return _yakuman(SeatHands.objects.filter(seat__entry__player=player, stage__tournament__in=among))


def _yakuman(seats: QuerySet[SeatHands]) -> list[WonYakuman]:
    rows = (
        seats.exclude(won_yakuman="")
        .exclude(ANNULLED_SEATS)
        .select_related("stage__tournament", "seat__round", "seat__table", "seat__entry__player")
        .order_by(
            latest_first("stage__tournament__"),
            "-stage__tournament_id",
            "-stage__ordinal",
            "-seat__round__number",
            "seat__table__number",
            "seat__wind",
        )[:MOST_YAKUMAN]
    )
    won = [
        WonYakuman(names, row.seat, row.stage.tournament)
        for row in rows
        for names in read_yakuman(row.won_yakuman)
    ]
    return won[:MOST_YAKUMAN]
