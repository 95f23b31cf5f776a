"""Why 24 players cannot play six rounds without a rematch at six different tables each: a proof by trying everything.

Where somebody sits in six rounds at six tables is a permutation of the tables, and two who meet at most once are
permutations that agree in one place at most. There are eighteen such permutations, and never nineteen.
"""

from itertools import permutations

import pytest

from seating.quality import TABLES_WITHOUT_REMATCH

ALL = list(permutations(range(6)))


def agree(one, other):
    return sum(a == b for a, b in zip(one, other, strict=True))


def latin_squares():
    """Of order five, first row and first column in order; any other is one of them with names changed."""
    squares = [[tuple(range(5))]]
    for first in range(1, 5):
        squares = [
            [*rows, row]
            for rows in squares
            for row in permutations(range(5))
            if row[0] == first and not any(agree(row, above) for above in rows)
        ]
    return squares


def canonical(rows):
    """The same for rows that differ only in the order and names of rows, columns and symbols."""
    forms = []
    for base in rows:
        for columns in permutations(range(5)):
            name = {base[c]: i for i, c in enumerate(columns)}
            forms.append(sorted(tuple(name[row[c]] for c in columns) for row in rows))
    return tuple(min(forms))


def has_clique(left, near, need):
    """Are there `need` of the set `left` (bits), all near one another? Colours bound how many can be."""
    coloured, rest, colour = [], left, 0
    while rest:
        colour += 1
        free = rest
        while free:
            bit = free & -free
            v = bit.bit_length() - 1
            coloured.append((colour, v))
            rest ^= bit
            free &= ~(near[v] | bit)
    for colour, v in reversed(coloured):
        if colour < need:
            return False
        if need == 1 or has_clique(left & near[v], near, need - 1):
            return True
        left ^= 1 << v
    return False


def has_code(size, rows):
    """Do `rows` (who sits at table 0 in round 0) belong to `size` permutations that agree in one place at most?"""
    start = [(0, *(x + 1 for x in row)) for row in rows]
    free = [p for p in ALL if p[0] and all(agree(p, q) <= 1 for q in start)]
    near = [sum(1 << j for j, q in enumerate(free) if p != q and agree(p, q) <= 1) for p in free]
    return has_clique((1 << len(free)) - 1, near, size - len(start))


def starts():
    """Nineteen begin at six tables, so four or five of them at one: a Latin square, or one that lacks a row."""
    squares = latin_squares()
    assert len(squares) == 56
    return sorted(
        {
            canonical(rows)
            for square in squares
            for rows in (square, *(square[:i] + square[i + 1 :] for i in range(5)))
        }
    )


@pytest.mark.slow
def test_no_more_than_eighteen_players_can_have_six_different_tables():
    schedules = starts()

    assert not any(has_code(19, rows) for rows in schedules)
    assert any(has_code(18, rows) for rows in schedules)
    assert TABLES_WITHOUT_REMATCH[24, 6] == 24 - 18
