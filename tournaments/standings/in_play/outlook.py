"""Where the players of a table stand in their stage while they play, and what everybody else can still come to."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, Sum

from scoring.conditions.goal import Goal
from scoring.conditions.rivals import together
from scoring.hand.payment import STICK
from scoring.result.result import settle
from scoring.rulebook.rulebook import Rulebook
from scoring.standing.ranking import has_played
from tournaments.models import Entry, Score, Scoresheet, Seat, Stage, Standing, Table, Tournament
from tournaments.standings.stages.carried import from_nothing, qualification_of
from tournaments.standings.stages.counted import counting_of
from tournaments.standings.tie_breaks import tie_breaks_of
from tournaments.standings.who_is_ranked import counts_for, is_ranked, seat_counts_for

MOST_LEFT = 20
"""So many riichi sticks may be left over at another table."""
# Below everything: a player with it ranks last at any result.
OUT_OF_REACH = -(10**18)


@dataclass(frozen=True, slots=True)
class Outlook:
    """The stage as it stands around one table: what its seats bring, what the others have, and what those whose table
    of this round is still playing can end with, if nobody there ends below zero.

    Substitutes and others who are not ranked are nobody's rivals. At the table itself they have no rank (None).
    """

    carried: tuple[int, ...]
    ranks: tuple[int | None, ...]
    others: tuple[int, ...]
    rivals: tuple[tuple[int, int], ...]
    open_tables: int
    unconfirmed: int

    @property
    def size(self) -> int:
        """How many are ranked."""
        return sum(rank is not None for rank in self.ranks) + len(self.others) + len(self.rivals)

    def goal(self, seat: int, rank: int) -> Goal:
        """This rank or better, for this seat. Players who tie are not counted as behind."""
        carried = tuple(
            OUT_OF_REACH if rank is None else total
            for total, rank in zip(self.carried, self.ranks, strict=True)
        )
        return Goal(seat, rank=rank, carried=carried, others=self.others, rivals=self.rivals)


def ranks_by_total(tournament: Tournament, stage: Stage) -> bool:
    """Whether a rank in this stage follows from totals that points at its tables make."""
    if counting_of(stage) is not None:
        return False
    books = [one.rulebook for one in tournament.formats.all()]
    return tie_breaks_of(tournament)[0] == "total" and all(
        book.result.kind == "points" and book.result.rounding == "none" and _start(book) is not None
        for book in books
    )


def outlook_at(tournament: Tournament, table: Table, seats: Sequence[Seat]) -> Outlook:
    """The stage around this table: what is published, and the results of this stage that wait to be confirmed."""
    stage = table.round.stage
    unranked = _unranked(tournament)
    ranked = Standing.objects.filter(stage=stage).values_list("entry_id", "total", "games")
    published = {entry: row for entry, *row in ranked if entry not in unranked}
    totals = {entry: total for entry, (total, _games) in published.items()}
    # Those who have not played are behind everyone at a table, however much is lost there.
    is_from_nothing = from_nothing(qualification_of(stage)).entries
    with_result = {entry for entry, (total, games) in published.items() if has_played(games, total)}

    def compared(entry: int) -> tuple[bool, int]:
        return not is_from_nothing or entry in with_result, totals.get(entry, 0)

    waiting = (
        Score.objects.filter(stage=stage, counts=False, sheet__status__in=Scoresheet.LIVE)
        .filter(seat__table__is_unranked=False)
        .exclude(sheet__table=table)
        .annotate(counts_for=counts_for(tournament))
        .values("counts_for")
        .annotate(made=Sum("total"))
        .values_list("counts_for", "made")
    )
    unconfirmed = 0
    for entry, made in waiting:
        if entry not in unranked:
            totals[entry] = totals.get(entry, 0) + made
            with_result.add(entry)
        unconfirmed += 1
    playing: dict[int, list[int]] = defaultdict(list)
    reported = Scoresheet.objects.live().filter(table=OuterRef("table"))
    others = Seat.objects.filter(round=table.round_id, table__is_unranked=False).exclude(table=table)
    elsewhere = others.filter(~Exists(reported))
    counting = elsewhere.annotate(counts_for=seat_counts_for(tournament))
    for at, entry in counting.values_list("table_id", "counts_for"):
        playing[at].append(entry)
    own = [entry_of_game(seat, tournament) for seat in seats]
    still = {entry for entries in playing.values() for entry in entries}
    carried = tuple(totals.get(entry, 0) for entry in own)
    ends = {size: _ends(tournament.rulebook_for(size), size) for size in set(map(len, playing.values()))}
    here = {*totals, *own, *still} - unranked
    before = sorted(map(compared, here), reverse=True)
    return Outlook(
        carried,
        tuple(before.index(compared(entry)) + 1 if entry not in unranked else None for entry in own),
        tuple(
            total if compared(entry)[0] else OUT_OF_REACH
            for entry, total in totals.items()
            if entry not in still and entry not in own
        ),
        tuple(
            bounds
            for entries in playing.values()
            for bounds in ends[len(entries)].of_those_with(
                [totals.get(entry, 0) for entry in entries if entry not in unranked]
            )
        ),
        len(playing),
        unconfirmed,
    )


def _unranked(tournament: Tournament) -> set[int]:
    """The entries that are not ranked, whether they have played or not."""
    may_be = Q(is_substitute=True) | Q(status=Entry.Status.WITHDRAWN)
    rows = Entry.objects.filter(may_be, tournament=tournament).values_list("pk", "status", "is_substitute")
    return {
        pk
        for pk, status, is_substitute in rows
        if not is_ranked(tournament, status=status, is_substitute=is_substitute)
    }


def entry_of_game(seat: Seat, tournament: Tournament) -> int:
    """For whom the game of this seat counts."""
    is_for_another = tournament.substitutes == Tournament.Substitutes.FOR_ABSENT and seat.entry.is_substitute
    return seat.replaces_id or seat.entry_id if is_for_another else seat.entry_id


@dataclass(frozen=True, slots=True)
class _Ends:
    """The least and the most that a game can bring one player, and all of its table together."""

    players: int
    bottom: int
    top: int
    least: int
    most: int

    def of_those_with(self, carried: Sequence[int]) -> tuple[tuple[int, int], ...]:
        """What the best, the second best, … of those who are ranked at a table can end with, from these totals."""
        before = sum(carried)
        each = [(total + self.bottom, total + self.top) for total in carried]
        # An unranked player may take any share of what is to be won there.
        away = self.players - len(carried)
        least, most = self.least - away * self.top, self.most - away * self.bottom
        if not each:
            return ()
        return together(
            each,
            max(before + least, sum(low for low, _high in each)),
            min(before + most, sum(high for _low, high in each)),
        )


def _ends(book: Rulebook, players: int) -> _Ends:
    """How games of this rulebook can end, for one and for all, if nobody ends below zero."""
    start = _start(book)
    assert start is not None, "asked before"
    whole = players * start
    top = settle(book, [whole] + [0] * (players - 1)).totals[0]
    ends = [settle(book, _last_with_nothing(whole, players, ahead)).totals for ahead in range(1, players)]
    bottom = min(totals[-1] for totals in ends)
    sums = [sum(totals) for totals in ends]
    left = MOST_LEFT * STICK * book.units_per_point // 1_000
    return _Ends(players, bottom, top, min(sums) - left, max(sums))


def _last_with_nothing(whole: int, players: int, ahead: int) -> list[int]:
    """The last alone without a point, so many sharing nearly everything: each makes another number float."""
    share = (whole - 100 * (players - 1 - ahead)) // ahead // 100 * 100
    points = [share] * ahead + [100] * (players - 1 - ahead) + [0]
    points[0] += whole - sum(points)
    return points


def _start(book: Rulebook) -> int | None:
    points = book.table.starting_points
    return points if isinstance(points, int) else None
