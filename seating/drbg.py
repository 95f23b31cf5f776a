"""A small deterministic random bit generator that is the same in every language and on every machine.

The stream for a seed and a purpose is

    key     = SHA-256( utf8( "<length of purpose>:<purpose><seed>" ) )
    block i = SHA-256( key || i as eight bytes, most significant first ),   i = 0, 1, 2 ...

Python's `random` is not used in this package: its shuffle may change between versions, but draws must be repeatable
years later.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import TypeVar

from seating.errors import SeatingError

T = TypeVar("T")

LONGEST_SEED = 1_000


class Drbg:
    """Random numbers determined by a seed alone.

    >>> Drbg("2026-05-05").below(1000)
    356
    """

    def __init__(self, seed: str, purpose: str = "", *, effort: int = 1) -> None:
        """Different purposes give independent streams of the same seed.

        `effort` multiplies the steps of searches that use this generator. It does not change the stream.

        Refuses (`SeatingError`, code `seed_unusable`) an empty seed, one of more than 1,000 characters, and one that
        is not valid Unicode text.
        """
        if not isinstance(seed, str) or not 0 < len(seed) <= LONGEST_SEED:
            raise SeatingError(
                "seed_unusable", f"A seed is a text of 1 to {LONGEST_SEED:,} characters.", limit=LONGEST_SEED
            )
        try:
            text = f"{len(purpose)}:{purpose}{seed}".encode()
        except UnicodeEncodeError:
            raise SeatingError("seed_unusable", "The seed holds half a character.") from None
        self.effort = effort
        self._key = sha256(text).digest()
        self._counter = 0
        self._rest = b""

    def take(self, size: int) -> bytes:
        while len(self._rest) < size:
            self._rest += sha256(self._key + self._counter.to_bytes(8, "big")).digest()
            self._counter += 1
        taken, self._rest = self._rest[:size], self._rest[size:]
        return taken

    def below(self, limit: int) -> int:
        """Return an integer from 0 to `limit` - 1, uniformly (rejection sampling, no modulo bias).

        Reads the fewest whole bytes that hold `limit` - 1, drops the surplus high bits, and reads again if the
        number is too large. `below(1)` reads nothing.
        """
        if limit < 1:
            raise ValueError("there is no number below 1")
        bits = (limit - 1).bit_length()
        size, mask = (bits + 7) // 8, (1 << bits) - 1
        while True:
            number = int.from_bytes(self.take(size), "big") & mask
            if number < limit:
                return number

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return the items in random order (Fisher–Yates, from the end)."""
        out = list(items)
        for i in range(len(out) - 1, 0, -1):
            j = self.below(i + 1)
            out[i], out[j] = out[j], out[i]
        return out
