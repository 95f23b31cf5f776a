"""What `benchmarks.downloads` fills and reads. Imported once Django is set up."""

import time

from django.db import connection

from benchmarks import verifying_work

# The cells of results.csv as they lie in the database, in the order of the file.
CELLS = """
    SELECT stage.name, round.number, round.played_on, place.number, seat.wind, entry.number, player.name, team.name,
        substituted.name, sheet.east, sheet.south, sheet.west, sheet.north, sheet.status, sheet.imbalance,
        sheet.imbalance_reason, score.place, score.base, score.uma, score.oka, score.leftover, score.chombo,
        score.total, score.counts
    FROM tournaments_seat seat
    JOIN tournaments_table place ON place.id = seat.table_id
    JOIN tournaments_round round ON round.id = seat.round_id
    JOIN tournaments_stage stage ON stage.id = round.stage_id
    JOIN tournaments_entry entry ON entry.id = seat.entry_id
    JOIN players_player player ON player.id = entry.player_id
    LEFT JOIN tournaments_team team ON team.id = entry.team_id
    LEFT JOIN tournaments_entry other ON other.id = seat.replaces_id
    LEFT JOIN players_player substituted ON substituted.id = other.player_id
    LEFT JOIN tournaments_scoresheet sheet ON sheet.table_id = place.id
        AND sheet.status IN ('submitted', 'confirmed', 'disputed')
    LEFT JOIN tournaments_score score ON score.sheet_id = sheet.id AND score.seat_id = seat.id
    ORDER BY stage.ordinal, round.number, place.number, seat.wind
"""


def league(games: int) -> str:
    """A league of 400 players and so many games; its address."""
    return verifying_work.tournament("imported", verifying_work.PLAYERS + games).slug


def floor() -> float:
    """Seconds in which the database gives the cells of all results, thrown away as they come."""
    began = time.perf_counter()
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY ({CELLS}) TO STDOUT") as rows:
                for _piece in rows:
                    pass
        else:
            cursor.execute(CELLS)
            while cursor.fetchmany(1_000):
                pass
    return time.perf_counter() - began
