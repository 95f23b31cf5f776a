"""Balance of byes and of tables of three or five."""

from __future__ import annotations

from collections.abc import Sequence

from seating.drbg import Drbg
from seating.progress import report_progress
from seating.search.improvement import Board, Players, mend

ODD = 1  # the kind of table (or bench) that is balanced


def rotate_benches(
    rounds: Sequence[Sequence[Sequence[int]]], n: int, bench: int, rng: Drbg
) -> list[list[list[int]]]:
    """Turn a schedule of n - bench labels into one of n players; the last table of each round is the bench.

    The bench rotates in a fixed order, so nobody sits out twice before all have; a returning player takes the label
    of a leaving one.
    """
    order = rng.shuffled(range(n))
    holder = order[bench:]
    out_now = order[:bench]
    queue = order[bench:]
    out = []
    for r, tables in enumerate(rounds):
        if r:
            going, queue = queue[:bench], queue[bench:] + out_now
            for leaver, comer in zip(going, out_now, strict=True):
                holder[holder.index(leaver)] = comer
            out_now = going
        out.append([*([holder[x] for x in table] for table in tables), list(out_now)])
    return out


def share_out(board: Board, rng: Drbg) -> None:
    """Swap until odd tables (or byes) are as even as possible, and repair.

    Fair shares come before rematches, hard constraints before both.
    """
    for _ in range(6):
        if not _even_up(board, rng):
            mend(board, rng, 25_000)
            return
        mend(board, rng, 25_000)
    mend(board, rng, 50_000)


def _even_up(board: Board, rng: Drbg) -> bool:
    """Move odd seats from players with most to those with fewest; return whether any moved."""
    moved = False
    for _ in range(4 * board.n):
        report_progress("mending", 0, 1)
        shares = [v[ODD] for v in board.visits]
        most, least = max(shares), min(shares)
        if most - least < 2:
            break
        givers = [p for p in rng.shuffled(range(board.n)) if shares[p] == most and p not in board.still][:8]
        takers = [p for p in rng.shuffled(range(board.n)) if shares[p] == least and p not in board.still][:24]
        best: tuple[int, int, int, int] | None = None
        for r in range(board.frozen, len(board.rounds)):
            kinds, where = board.shares[r], board.where[r]
            for p in givers:
                if where[p] < 0 or kinds[where[p]] != ODD:
                    continue
                for q in takers:
                    if where[q] >= 0 and kinds[where[q]] != ODD:
                        option = (board.change(r, p, q), r, p, q)
                        best = option if best is None or option < best else best
        if best is None:
            break
        board.swap(*best[1:])
        moved = True
    return moved


def board_for(
    rounds: Sequence[Sequence[Sequence[int]]], players: Players, usual: int, *, bench: bool
) -> Board:
    """Return a board that balances benches and tables of other sizes than `usual`."""
    shares = [
        [int(len(t) != usual or (bench and i == len(tables) - 1)) for i, t in enumerate(tables)]
        for tables in rounds
    ]
    benches = [len(tables) - 1 if bench else None for tables in rounds]
    return Board(players, rounds, benches=benches, shares=shares)
