"""Finite fields and products of them, where differences can be inverted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

Vector: TypeAlias = tuple[int, ...]


def factor(number: int) -> list[tuple[int, int]]:
    """Return primes and their exponents, smallest prime first.

    >>> factor(360)
    [(2, 3), (3, 2), (5, 1)]
    """
    factors, prime = [], 2
    while number > 1:
        power = 0
        while number % prime == 0:
            number //= prime
            power += 1
        if power:
            factors.append((prime, power))
        prime += 1
    return factors


@dataclass(frozen=True, slots=True)
class Ring:
    """The product of the fields GF(p^k) over the prime powers of `size`; its elements are 0 ... size - 1.

    `weakest` is the smallest of those prime powers: all differences among up to `weakest` elements chosen by
    `spread` are invertible. A field is a product of one factor.
    """

    size: int
    weakest: int
    vectors: tuple[Vector, ...]
    _moduli: Vector  # the prime of each coordinate
    _fields: tuple[tuple[int, int, Vector], ...]  # prime, degree, reduction of x^degree

    def index(self, vector: Sequence[int]) -> int:
        out = 0
        for digit, prime in zip(reversed(vector), reversed(self._moduli), strict=True):
            out = out * prime + digit
        return out

    def multiply(self, one: int, other: int) -> int:
        a, b, out, at = self.vectors[one], self.vectors[other], [], 0
        for prime, degree, reduction in self._fields:
            out += _multiply(a[at : at + degree], b[at : at + degree], prime, reduction)
            at += degree
        return self.index(out)

    def plus(self, shift: int) -> list[int]:
        """Return x + shift for x = 0 ... size - 1."""
        if len(self._moduli) == 1:
            return [*range(shift, self.size), *range(shift)]
        row, step = [0], 1
        for digit, prime in zip(self.vectors[shift], self._moduli, strict=True):
            row = [low + (high + digit) % prime * step for high in range(prime) for low in row]
            step *= prime
        return row

    def spread(self, count: int) -> list[int]:
        """Return `count` <= `weakest` elements whose differences are all invertible; the first is zero."""
        powers = []
        for prime, degree, _ in self._fields:
            powers.append([_digits(i, prime, degree) for i in range(count)])
        return [self.index([d for part in parts for d in part]) for parts in zip(*powers, strict=True)]


def _digits(number: int, prime: int, count: int) -> Vector:
    out = []
    for _ in range(count):
        number, digit = divmod(number, prime)
        out.append(digit)
    return tuple(out)


def _multiply(a: Vector, b: Vector, prime: int, reduction: Vector) -> list[int]:
    """Multiply two polynomials, lowest coefficient first, modulo prime and x^n = reduction."""
    degree = len(reduction)
    out = [0] * (2 * degree - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            out[i + j] += x * y
    for top in range(2 * degree - 2, degree - 1, -1):
        for i, c in enumerate(reduction):
            out[top - degree + i] += out[top] * c
    return [c % prime for c in out[:degree]]


# x^degree in lower powers, lowest first: the first choice for which x generates all non-zero elements. Found by
# exhaustive search; a test repeats it.
REDUCTIONS: dict[tuple[int, int], Vector] = {
    (2, 2): (1, 1),
    (2, 3): (1, 0, 1),
    (3, 2): (1, 1),
    (2, 4): (1, 0, 0, 1),
    (5, 2): (2, 2),
    (3, 3): (2, 0, 1),
    (2, 5): (1, 0, 0, 1, 0),
    (7, 2): (2, 2),
    (2, 6): (1, 0, 0, 0, 0, 1),
    (3, 4): (1, 0, 0, 1),
    (11, 2): (3, 1),
    (5, 3): (2, 0, 1),
    (2, 7): (1, 0, 0, 0, 0, 0, 1),
    (13, 2): (2, 4),
    (3, 5): (2, 0, 0, 0, 1),
    (2, 8): (1, 0, 0, 0, 1, 1, 1, 0),
    (17, 2): (3, 4),
    (7, 3): (3, 0, 1),
    (19, 2): (4, 4),
}


@lru_cache(maxsize=64)
def ring(size: int) -> Ring:
    """Return the product of fields with 2 <= `size` <= 500 elements; a field if `size` is a prime power."""
    fields = tuple((p, k, REDUCTIONS.get((p, k), (0,))) for p, k in factor(size))
    moduli = tuple(p for p, k, _ in fields for _ in range(k))
    vectors = []
    for number in range(size):
        rest, vector = number, []
        for prime in moduli:
            rest, digit = divmod(rest, prime)
            vector.append(digit)
        vectors.append(tuple(vector))
    return Ring(size, min(p**k for p, k, _ in fields), tuple(vectors), moduli, fields)
