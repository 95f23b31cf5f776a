"""What came of the confirmed games at which two players sat at one table, over many tournaments."""

from collections.abc import Collection
from typing import NamedTuple

from django.db.models import F, QuerySet

from players.models import Player
from scoring.standing.head_to_head import HeadToHead, Meeting, against
from tournaments.models import Score, Tournament
from tournaments.models.fast_sql.reading import PreparedSQL
from tournaments.models.setup.structure import latest_first

# So many of the latest games are listed, and so many opponents.
MOST_GAMES = 20
MOST_OPPONENTS = 12


def games_of_two(player: Player, other: Player, tournaments: QuerySet[Tournament]) -> QuerySet[Score]:
    """The player's scores in games against the other, who has `others_place`, `others_points`, `others_total`."""
    # The annotations follow the very row that the filter joined.
    return Score.objects.filter(
        counts=True,
        entry__player=player,
        sheet__scores__entry__player=other,
        stage__tournament__in=tournaments.order_by().values("pk"),
    ).annotate(
        others_place=F("sheet__scores__place"),
        others_points=F("sheet__scores__points"),
        others_total=F("sheet__scores__total"),
    )


def head_to_head(games: QuerySet[Score]) -> HeadToHead:
    """What came of all of `games_of_two`; one query."""
    # Paths follow the joined row, too.
    rows = games.order_by().values_list("place", "sheet__scores__place", "points", "sheet__scores__points")
    return against(Meeting(*row) for row in rows)


def latest(games: QuerySet[Score]) -> list[Score]:
    """The latest of `games_of_two`, the newest first, with what is said of each; one query."""
    return list(
        games.select_related("stage__tournament__usual_format", "seat__table", "seat__round").order_by(
            latest_first("stage__tournament__"),
            "-stage__tournament_id",
            "-stage__ordinal",
            "-seat__round__number",
            "-pk",
        )[:MOST_GAMES]
    )


class Opponent(NamedTuple):
    """A player met at a table: in how many games, and in how many of them they came in behind and ahead."""

    pk: int
    name: str
    met: int
    behind: int
    ahead: int


# Counted by entry first, so that a name is looked up once for all games with one opponent.
_MET = PreparedSQL(f"""
    WITH met AS MATERIALIZED (
        SELECT score.entry_id AS entry, COUNT(*) AS games,
            SUM(CASE WHEN score.place > own.place THEN 1 ELSE 0 END) AS behind,
            SUM(CASE WHEN score.place < own.place THEN 1 ELSE 0 END) AS ahead
        FROM tournaments_score own
        JOIN tournaments_score score ON score.sheet_id = own.sheet_id
        WHERE own.id {{among}}
        GROUP BY score.entry_id
    )
    SELECT player.id, player.name, CAST(SUM(met.games) AS bigint) AS games, CAST(SUM(met.behind) AS bigint),
        CAST(SUM(met.ahead) AS bigint)
    FROM met
    JOIN tournaments_entry entry ON entry.id = met.entry
    JOIN players_player player ON player.id = entry.player_id
    WHERE player.id <> %s
    GROUP BY player.id, player.name
    ORDER BY games DESC, player.name, player.id
    LIMIT {MOST_OPPONENTS}
""")  # noqa: S608 - a number of ours


def most_met(player: Player, scores: Collection[int]) -> list[Opponent]:
    """Return whom the player met most often in the games of these scores of theirs; one query."""
    return [Opponent(*row) for row in _MET.read(scores, player.pk)]
