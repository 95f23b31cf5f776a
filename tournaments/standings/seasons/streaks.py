"""Streaks over several tournaments: of everybody the longest, on the 1st place and without the last one; and one
player's places in the order of play.
"""

import hashlib
from collections.abc import Collection, Mapping
from typing import NamedTuple, TypeAlias

from django.core.cache import cache
from django.db import connection

from players.models import Player
from tournaments.models.fast_sql.reading import PreparedSQL
from web.outages import passing_outage

# By streak and player.
Streaks: TypeAlias = dict[str, dict[object, int]]
KEPT = 86_400  # seconds
STREAKS = ("firsts_in_a_row", "not_last_in_a_row")
# A streak has two games at least.
_SHORTEST = 2
# Of each player the games are numbered in the order of play. In a streak that number runs ahead of the number among
# the games that belong to streaks by the same for all.
_LONGEST = """
    WITH games AS (
        SELECT entry.player_id AS player, score.place AS place,
            MAX(score.place) OVER (PARTITION BY score.sheet_id) AS lowest,
            ROW_NUMBER() OVER (
                PARTITION BY entry.player_id
                ORDER BY tournament.starts_on IS NULL, tournament.starts_on, tournament.id, stage.ordinal,
                    round.number, score.sheet_id
            ) AS number
        FROM tournaments_score score
        JOIN tournaments_entry entry ON entry.id = score.entry_id
        JOIN tournaments_stage stage ON stage.id = score.stage_id
        JOIN tournaments_tournament tournament ON tournament.id = stage.tournament_id
        JOIN tournaments_seat seat ON seat.id = score.seat_id
        JOIN tournaments_round round ON round.id = seat.round_id
        WHERE score.counts AND NOT entry.is_substitute AND tournament.id IN ({ids})
    ), runs AS (
        SELECT 0 AS kind, player, number - ROW_NUMBER() OVER (PARTITION BY player ORDER BY number) AS run
        FROM games WHERE place = 1
        UNION ALL
        SELECT 1 AS kind, player, number - ROW_NUMBER() OVER (PARTITION BY player ORDER BY number) AS run
        FROM games WHERE place < lowest
    ), lengths AS (
        SELECT kind, player, COUNT(*) AS length FROM runs GROUP BY kind, player, run
    )
    SELECT kind, player, MAX(length) FROM lengths GROUP BY kind, player HAVING MAX(length) >= {shortest}
"""


def longest_streaks(as_of: Mapping[int, int]) -> Streaks:
    """Each player's longest streaks of `STREAKS` in the confirmed games of these tournaments, as they were played;
    `as_of` is by tournament the last entry of its ledger after which standings may be others.

    Who sat at the table is meant; substitutes have none, and neither has one game alone. One query reads the places
    of all those games (two seconds for 100,000 of them), and only once until a result is another: whoever asks again
    gets what was found.
    """
    key = f"streaks:{hashlib.sha256(repr(sorted(as_of.items())).encode()).hexdigest()}"
    found: Streaks | None = None
    with passing_outage("streaks are not looked for"):
        found = cache.get(key)
    if found is None:
        found = _longest(as_of)
        with passing_outage("streaks are not kept"):
            cache.set(key, found, KEPT)
    return found


class Played(NamedTuple):
    """A confirmed game of a player: in which tournament, its place and points, whether they were a substitute, and
    the ids of its score and its scoresheet.
    """

    tournament: int
    place: int
    points: int
    as_substitute: bool
    score: int
    sheet: int


# The player's seats and the rounds are read once each and joined as a whole: by their ids each game of a long career
# would be looked up in two indexes, which takes PostgreSQL twice as long. Who sits in a seat is of the same player as
# for whom its score counts (the guard `an_entry_is_merged_into_one_of_its_player`).
_GAMES = PreparedSQL("""
    WITH rounds AS MATERIALIZED (
        SELECT round.id AS id, round.number AS number, stage.ordinal AS ordinal, tournament.id AS tournament,
            tournament.starts_on AS starts_on
        FROM tournaments_tournament tournament
        JOIN tournaments_stage stage ON stage.tournament_id = tournament.id
        JOIN tournaments_round round ON round.stage_id = stage.id
        WHERE tournament.id {among}
    ), seats AS MATERIALIZED (
        SELECT seat.id AS id, seat.round_id AS round
        FROM tournaments_entry entry
        JOIN tournaments_seat seat ON seat.entry_id = entry.id
        WHERE entry.player_id = %s
    )
    SELECT rounds.tournament, score.place, score.points, entry.is_substitute, score.id, score.sheet_id
    FROM tournaments_entry entry
    JOIN tournaments_score score ON score.entry_id = entry.id
    JOIN seats ON seats.id = score.seat_id
    JOIN rounds ON rounds.id = seats.round
    WHERE entry.player_id = %s AND score.counts
    ORDER BY rounds.starts_on IS NULL, rounds.starts_on, rounds.tournament, rounds.ordinal, rounds.number,
        score.sheet_id
""")


def games_in_order(player: Player, tournaments: Collection[int]) -> list[Played]:
    """All of a player's confirmed games in these tournaments, in the order in which streaks count them. One query."""
    return list(map(Played._make, _GAMES.read(tournaments, player.pk, player.pk)))


def _longest(tournaments: Collection[int]) -> Streaks:
    found: dict[str, dict[object, int]] = {name: {} for name in STREAKS}
    if not tournaments:
        return found
    ids = ", ".join(f"{pk:d}" for pk in sorted(tournaments))
    with connection.cursor() as cursor:
        cursor.execute(_LONGEST.format(ids=ids, shortest=_SHORTEST))
        for kind, player, length in cursor.fetchall():
            found[STREAKS[kind]][player] = length
    return found
