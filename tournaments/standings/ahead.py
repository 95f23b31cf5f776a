"""Who came in ahead of whom in a stage."""

from collections.abc import Collection

from tournaments.models import Stage
from tournaments.models.fast_sql.reading import PreparedSQL

# Under the entry for which a game counts, as in standings.
_AHEAD = PreparedSQL("""
    SELECT own.entry_id, other.entry_id, SUM(CASE WHEN own.place < other.place THEN 1 ELSE 0 END)
    FROM tournaments_score own
    JOIN tournaments_score other ON other.sheet_id = own.sheet_id AND other.entry_id <> own.entry_id
    WHERE own.stage_id = %s AND own.counts AND own.entry_id {among} AND other.entry_id {among}
    GROUP BY own.entry_id, other.entry_id
""")


def ahead_of_each_other(stage: Stage, entries: Collection[int]) -> dict[tuple[int, int], int]:
    """Return by pair of these entries in how many confirmed games the first came in ahead of the second; 0 for those
    who met and never did. One query.
    """
    return {(one, other): int(times) for one, other, times in _AHEAD.read(stage.pk, entries, entries)}
