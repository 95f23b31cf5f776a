"""Numbers that do not divide by four: byes and tables of three or five, shared out equally."""

from __future__ import annotations

from collections.abc import Sequence

from seating.drbg import Drbg
from seating.progress import report_progress
from seating.search.improvement import Board, Players, mend

ODD = 1  # the kind of table (or bench) that is shared out


def rotate_benches(
    rounds: Sequence[Sequence[Sequence[int]]], n: int, bench: int, rng: Drbg
) -> list[list[list[int]]]:
    """Turn a schedule of n - bench labels into one of n people; the last table of each round is the bench.

    The bench goes round in a fixed order, so that nobody sits out twice before all have sat out; who comes
    back takes the label of who goes.
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
    """Swap until nobody has been at an odd table (or on the bench) twice as often as it need be, and mend.

    Fair shares come before rematches, constraints that must hold before both.
    """
    for _ in range(6):
        if not _even_up(board, rng):
            mend(board, rng, 25_000)
            return
        mend(board, rng, 25_000)
    mend(board, rng, 50_000)


def _even_up(board: Board, rng: Drbg) -> bool:
    """Move odd seats from those with most to those with fewest; whether anything was moved."""
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
    """A board whose benches and tables of another size than `usual` are to be shared out."""
    shares = [
        [int(len(t) != usual or (bench and i == len(tables) - 1)) for i, t in enumerate(tables)]
        for tables in rounds
    ]
    benches = [len(tables) - 1 if bench else None for tables in rounds]
    return Board(players, rounds, benches=benches, shares=shares)
