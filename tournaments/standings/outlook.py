"""Where the players of a table stand in their stage while they play, and what everybody else can still come to."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Sum

from scoring.conditions.goal import Goal
from scoring.conditions.rivals import together
from scoring.hand.payment import STICK
from scoring.result.result import settle
from scoring.rulebook.rulebook import Rulebook
from tournaments.models import Score, Scoresheet, Seat, Standing, Table, Tournament
from tournaments.standings.tie_breaks import tie_breaks_of

MOST_LEFT = 20
"""So many riichi sticks may be left over at another table."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """The stage as it stands around one table: what its seats bring, what the others have, and what those whose table
    of this round is still playing can end with, if nobody there ends below zero.
    """

    carried: tuple[int, ...]
    ranks: tuple[int, ...]
    others: tuple[int, ...]
    rivals: tuple[tuple[int, int], ...]
    open_tables: int
    unconfirmed: int

    @property
    def size(self) -> int:
        """How many are ranked."""
        return len(self.carried) + len(self.others) + len(self.rivals)

    def goal(self, seat: int, rank: int) -> Goal:
        """This rank or better, for this seat. Whoever ties is not counted as behind."""
        return Goal(seat, rank=rank, carried=self.carried, others=self.others, rivals=self.rivals)


def ranks_by_total(tournament: Tournament) -> bool:
    """Whether a rank in this tournament follows from totals that points at its tables make."""
    books = [one.rulebook for one in tournament.formats.all()]
    return tie_breaks_of(tournament)[0] == "total" and all(
        book.result.kind == "points" and book.result.rounding == "none" and _start(book) is not None
        for book in books
    )


def outlook_at(tournament: Tournament, table: Table, seats: Sequence[Seat]) -> Outlook:
    """The stage around this table: what is published, and the results of this stage that wait to be confirmed."""
    stage = table.round.stage
    totals = dict(Standing.objects.filter(stage=stage).values_list("entry_id", "total"))
    waiting = (
        Score.objects.filter(stage=stage, counts=False, sheet__status__in=Scoresheet.LIVE)
        .exclude(sheet__table=table)
        .values("entry_id")
        .annotate(made=Sum("total"))
        .values_list("entry_id", "made")
    )
    unconfirmed = 0
    for entry, made in waiting:
        totals[entry] = totals.get(entry, 0) + made
        unconfirmed += 1
    playing: dict[int, list[int]] = defaultdict(list)
    reported = Scoresheet.objects.live().filter(table=OuterRef("table"))
    elsewhere = Seat.objects.filter(round=table.round_id).exclude(table=table)
    for at, entry in elsewhere.filter(~Exists(reported)).values_list("table_id", "entry_id"):
        playing[at].append(entry)
    own = [seat.entry_id for seat in seats]
    still = {entry for entries in playing.values() for entry in entries}
    carried = tuple(totals.get(entry, 0) for entry in own)
    ends = {size: _ends(tournament.rulebook_for(size), size) for size in set(map(len, playing.values()))}
    before = sorted((totals.get(entry, 0) for entry in {*totals, *own, *still}), reverse=True)
    return Outlook(
        carried,
        tuple(before.index(total) + 1 for total in carried),
        tuple(total for entry, total in totals.items() if entry not in still and entry not in own),
        tuple(
            bounds
            for entries in playing.values()
            for bounds in ends[len(entries)].of_those_with([totals.get(entry, 0) for entry in entries])
        ),
        len(playing),
        unconfirmed,
    )


@dataclass(frozen=True, slots=True)
class _Ends:
    """The least and the most that a game can bring one player, and all of its table together."""

    bottom: int
    top: int
    least: int
    most: int

    def of_those_with(self, carried: Sequence[int]) -> tuple[tuple[int, int], ...]:
        """What the best, the second best, … of a table can end with that goes on from these totals."""
        before = sum(carried)
        each = [(total + self.bottom, total + self.top) for total in carried]
        return together(each, before + self.least, before + self.most)


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
    return _Ends(bottom, top, min(sums) - left, max(sums))


def _last_with_nothing(whole: int, players: int, ahead: int) -> list[int]:
    """The last alone without a point, so many sharing nearly everything: each makes another number float."""
    share = (whole - 100 * (players - 1 - ahead)) // ahead // 100 * 100
    points = [share] * ahead + [100] * (players - 1 - ahead) + [0]
    points[0] += whole - sum(points)
    return points


def _start(book: Rulebook) -> int | None:
    points = book.table.starting_points
    return points if isinstance(points, int) else None
