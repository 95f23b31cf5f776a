from collections import Counter
from hashlib import sha256

import pytest

from seating.drbg import Drbg
from seating.errors import SeatingError


def test_golden_vectors_never_change():
    rng = Drbg("jantaku")

    assert rng.shuffled(range(10)) == [0, 1, 3, 6, 2, 9, 7, 5, 8, 4]
    assert Drbg("a", "b").take(8).hex() == "05da958f4abb712f"
    assert [Drbg("2026-05-05").below(n) for n in (1, 2, 10, 1000)] == [0, 1, 9, 356]


def test_the_stream_is_sha256_of_key_and_counter():
    key = sha256("5:winds春の大会".encode()).digest()

    taken = Drbg("春の大会", "winds").take(64)

    assert taken == sha256(key + bytes(8)).digest() + sha256(key + bytes(7) + b"\x01").digest()


def test_purpose_and_seed_do_not_run_into_each_other():
    assert Drbg("bc", "a").take(8) != Drbg("c", "ab").take(8)


def test_every_number_is_equally_likely():
    rng = Drbg("even")

    seen = Counter(rng.below(5) for _ in range(5_000))

    assert sorted(seen) == [0, 1, 2, 3, 4]
    assert all(900 < n < 1100 for n in seen.values())


@pytest.mark.parametrize("seed", ["", "x" * 1001, "\ud800", None])
def test_an_unusable_seed_is_named(seed):
    with pytest.raises(SeatingError) as caught:
        Drbg(seed)

    assert caught.value.code == "seed_unusable"
