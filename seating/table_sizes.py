"""Numbers and sizes of tables, including numbers of players that do not divide."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

from seating.errors import SeatingError

Remainder: TypeAlias = Literal["three", "five", "byes", "substitutes"]

MOST_PLAYERS = 2_000


def check_players(players: Sequence[int]) -> None:
    """Refuse too few or too many players, repeated ids, and ids below zero."""
    if len(players) > MOST_PLAYERS:
        raise SeatingError(
            "too_many_players",
            f"{len(players):,} players are too many; a draw holds at most {MOST_PLAYERS:,}.",
            limit=MOST_PLAYERS,
            given=len(players),
        )
    twice = sorted(p for p, n in Counter(players).items() if n > 1)
    if twice:
        raise SeatingError("player_twice", f"Player {twice[0]} is listed twice.", players=twice)
    below = sorted(p for p in players if p < 0)
    if below:
        raise SeatingError("player_unknown", f"A player id is not negative: {below[0]}.", players=below)


def table_sizes(players: int, remainder: Remainder = "three", table_size: int = 4) -> list[int]:
    """Return the sizes of the tables, larger ones first, for `players` at tables of `table_size` (4 or 3).

    For a number that does not divide, `three` opens the fewest tables of three, `five` the fewest of five, `byes`
    lets surplus players sit out, `substitutes` fills the last table with walk-ons. Tables of three (sanma) allow
    only the last two.

    >>> table_sizes(18)
    [4, 4, 4, 3, 3]
    """
    if table_size not in (3, 4) or remainder not in get_args(Remainder):
        raise SeatingError("unknown_option", "Tables are of four or of three; see the remainder rules.")
    over = players % table_size
    if table_size == 4 and over and remainder in ("three", "five"):
        odd, size = (4 - over, 3) if remainder == "three" else (over, 5)
        full, left = divmod(players - odd * size, 4)
        if full < 0 or left:
            raise SeatingError(
                "players_do_not_fit",
                f"{players} players cannot sit at tables of four and {remainder}; use byes or substitutes.",
                players=players,
            )
        return [5] * odd + [4] * full if size == 5 else [4] * full + [3] * odd
    count = -(-players // table_size) if remainder == "substitutes" else players // table_size
    if count < 1:
        raise SeatingError(
            "too_few_players", f"{players} players do not fill one table of {table_size}.", players=players
        )
    return [table_size] * count


def refuse_walk_ons_at_threes(remainder: Remainder, table_size: int) -> None:
    """Refuse walk-ons at tables of three (sanma), except for draws by lot; the surplus sits out."""
    if table_size == 3 and remainder == "substitutes":
        raise SeatingError(
            "unknown_option", "At tables of three the surplus sits out; walk-ons are for draws by lot."
        )
