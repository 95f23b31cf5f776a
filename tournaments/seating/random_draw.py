"""One round by lot, and how many tables of which size a hall needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

from .drbg import Drbg
from .errors import SeatingError
from .metrics import Schedule, Table
from .single import seat_by_need

Remainder: TypeAlias = Literal["three", "five", "byes", "substitutes"]

MOST_PLAYERS = 2_000


def check_players(players: Sequence[int]) -> None:
    """Refuse what cannot be drawn: too few, too many, the same id twice, an id below zero."""
    if len(players) > MOST_PLAYERS:
        raise SeatingError(
            "too_many_players",
            f"{len(players):,} players are too many; a draw holds at most {MOST_PLAYERS:,}.",
            limit=MOST_PLAYERS,
            given=len(players),
        )
    twice = sorted(p for p, n in Counter(players).items() if n > 1)
    if twice:
        raise SeatingError("player_twice", f"Player {twice[0]} is named twice.", players=twice)
    below = sorted(p for p in players if p < 0)
    if below:
        raise SeatingError("player_unknown", f"A player id is not negative: {below[0]}.", players=below)


def table_sizes(players: int, remainder: Remainder = "three", table_size: int = 4) -> list[int]:
    """The sizes of the tables, larger ones first, when `players` sit at tables of `table_size` (4 or 3).

    What happens to a number that does not divide: `three` opens the fewest tables of three, `five` the fewest
    of five, `byes` lets the surplus sit out, `substitutes` fills the last table with walk-ons. At tables of
    three (sanma) the surplus can only sit out or be filled up.

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


def draw_random(
    players: Sequence[int],
    seed: str,
    *,
    table_size: int = 4,
    remainder: Remainder = "three",
    history: Schedule = (),
) -> list[Table]:
    """Seat one round by lot: tables of ids in the order East, South, West, North.

    Every way to share the players out is equally likely; `history` (earlier rounds, same shape) is used for
    the winds only, which are as even as one round allows, and for byes and short tables, which go to those
    who had fewest. Walk-ons are -1, -2, -3. The draw depends on the set of players, not on their order. A
    player who is at no table has a bye. Refuses with `SeatingError`.
    """
    check_players(players)
    sizes = table_sizes(len(players), remainder, table_size)
    rng = Drbg(seed, "random")
    order = rng.shuffled(sorted(players))
    sat: Counter[int] = Counter(p for tables in history for t in tables for p in t)
    odd: Counter[int] = Counter(p for tables in history for t in tables if len(t) != table_size for p in t)
    seats = sum(sizes)
    if seats < len(order):
        # Stable sorts: among equals the lot decides.
        order = sorted(order, key=lambda p: sat[p])[:seats]
        order = rng.shuffled(sorted(order))
    order += [-i for i in range(1, seats - len(order) + 1)]
    short = sum(size for size in sizes if size != table_size)
    if short:
        order.sort(key=lambda p: odd[p])
        if sizes[0] == table_size:
            order = rng.shuffled(sorted(order[short:])) + order[:short]
    elif seats > len(players):
        order = rng.shuffled(order)
    tables, at = [], 0
    for size in sizes:
        tables.append(order[at : at + size])
        at += size
    return seat_by_need(tables, history, rng)
