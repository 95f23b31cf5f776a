"""Counting again what an action has touched, and writing it in place of what stood."""

from collections import Counter, defaultdict
from collections.abc import Collection

from django.db.models import Max, QuerySet, Sum
from django.db.models.functions import Coalesce

from scoring.statistics.counts import MOST, NAMES
from tournaments.models import Entry, HandStatistics, SeatHands, Stage
from tournaments.models.statistics.hands import read_yaku, written_yaku
from tournaments.standings.hands.logs import seats_from_logs, tables_with_logs
from tournaments.standings.touched import Touched

# For whom a seat's game counts.
COUNTED = Coalesce("seat__entry__merged_into_id", "seat__entry_id")
COUNTS_AS = Coalesce("merged_into_id", "pk")
AT_ONCE = 500


def publish_hands(stage: Stage, touched: Touched, *, anew: bool = False) -> None:
    """Count the games of the touched tables again, and the sums of players that may have changed.

    `anew` counts all games, and so repairs rows that were changed by hand. Must be called with the publication of the
    stage locked. No query where neither a table nor a merged entry is named, one where the tables entered no hands.
    """
    if touched.tables is None:
        told = tables_with_logs(stage, None)
        if told or anew:
            _replace(stage, told, None)
        return
    told = tables_with_logs(stage, touched.tables) if touched.tables else set()
    if told or touched.merged:
        _replace(stage, told, {*(touched.seated if told else ()), *touched.merged})


def sums_of_seats(stage: Stage, entries: Collection[int] | None = None) -> list[HandStatistics]:
    """What the seats of a stage add up to for these entries (None: for all), not saved. One query, two where yaku
    were told.
    """
    sums = {f"all_{name}": (Max if name in MOST else Sum)(name) for name in NAMES}
    rows = SeatHands.objects.filter(stage=stage).annotate(counts_for=COUNTED).order_by()
    if entries is not None:
        rows = rows.filter(counts_for__in=entries)
    of_each = rows.values("counts_for", "players").annotate(**sums)
    found = [
        HandStatistics(stage=stage, entry_id=entry, players=players, **dict(zip(NAMES, counts, strict=True)))
        for entry, players, *counts in of_each.values_list("counts_for", "players", *sums)
    ]
    told = {(one.entry_id, one.players): one for one in found if one.yaku_wins}
    if told:
        yaku: defaultdict[tuple[int, int], Counter[str]] = defaultdict(Counter)
        with_yaku = rows.exclude(won_yaku="")
        for entry, players, won in with_yaku.values_list("counts_for", "players", "won_yaku"):
            yaku[entry, players].update(read_yaku(won))
        for key, one in told.items():
            one.won_yaku = written_yaku(yaku[key])
    return found


def _replace(stage: Stage, told: Collection[int], entries: Collection[int] | None) -> None:
    seats: QuerySet[SeatHands] = SeatHands.objects.filter(stage=stage)
    sums: QuerySet[HandStatistics] = HandStatistics.objects.filter(stage=stage)
    if entries is not None:
        seats = seats.filter(seat__table__in=told)
        found = Entry.objects.filter(pk__in=entries).values_list("pk", COUNTS_AS)
        entries = {pk for both in found for pk in both}
        sums = sums.filter(entry__in=entries)
    if told or entries is None:
        seats.delete()
        SeatHands.objects.bulk_create(seats_from_logs(stage, told) if told else [], batch_size=AT_ONCE)
    sums.delete()
    HandStatistics.objects.bulk_create(sums_of_seats(stage, entries), batch_size=AT_ONCE)
