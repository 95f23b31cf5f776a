"""Who met whom, as a picture: a square for every two players, darker the more often they met."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from seating.metrics import meetings
from tournaments.models import Entry, Seat, Stage

# Beyond this a phone shows specks, and the page grows with the square of the hall.
MOST_IN_PICTURE = 64
SQUARE = 10


@dataclass(frozen=True)
class Square:
    """A filled square of the picture, at most once a pair; `shade` 1, 2 or 3 meetings and more."""

    x: int
    y: int
    shade: int
    title: str


@dataclass(frozen=True)
class Picture:
    """`counts` says how many pairs met how often; `squares` is empty for large halls."""

    size: int
    squares: list[Square]
    counts: list[tuple[int, int]]
    players: int

    @property
    def is_drawn(self) -> bool:
        return bool(self.squares)


def picture_of(stage: Stage, *, with_drafts: bool = False) -> Picture | None:
    """Who met whom in a stage's published rounds; for the staff, with its drafts and what they propose to captains.
    None before any seat is drawn.
    """
    tables = _tables(stage, with_drafts)
    if not tables:
        return None
    met = meetings([tables])
    seated = {entry for table in tables for entry in table}
    squares = list(_squares(seated, met)) if len(seated) <= MOST_IN_PICTURE else []
    pairs = len(seated) * (len(seated) - 1) // 2
    shown = [(0, pairs - len(met)), *sorted(Counter(met.values()).items())]
    return Picture(len(seated) * SQUARE, squares, shown, len(seated))


def _squares(seated: Collection[int], met: Mapping[tuple[int, int], int]) -> Iterator[Square]:
    rows = Entry.objects.filter(pk__in=seated).order_by("number").values_list("pk", "player__name")
    names = dict(rows)
    at = {entry: index for index, entry in enumerate(names)}
    for (one, other), times in sorted(met.items()):
        x, y = sorted((at[one], at[other]))
        yield Square(x * SQUARE, y * SQUARE, min(times, 3), f"{names[one]} – {names[other]}: {times}")


def met_by(stage: Stage, entry: int, *, with_drafts: bool = False) -> list[tuple[Entry, int]]:
    """Whom a player met in a stage and how often, by number."""
    tables = [table for table in _tables(stage, with_drafts) if entry in table]
    times = Counter(p for table in tables for p in table if p != entry)
    others = Entry.objects.filter(pk__in=times).select_related("player").order_by("number")
    return [(other, times[other.pk]) for other in others]


def _tables(stage: Stage, with_drafts: bool) -> Sequence[tuple[int, ...]]:
    seats = Seat.objects.filter(round__stage=stage)
    if not with_drafts:
        seats = seats.exclude(round__status="drafted")
        # Asked once, not of each of ten thousand seats.
        if stage.rounds.waiting_for_line_ups().exists():
            seats = seats.settled()
    tables: dict[int, list[int]] = {}
    for table_id, entry_id in seats.order_by("table_id").values_list("table_id", "entry_id"):
        tables.setdefault(table_id, []).append(entry_id)
    return [tuple(table) for table in tables.values()]
