"""What is told of many rows lies in pages, of which few are in memory: as one dictionary would have it."""

import random
import tracemalloc
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.tournaments.hall import Hall, open_hall, play
from tournaments.actions.imports.results import import_results
from tournaments.actions.play.rounds import close_round
from tournaments.standings import publish_tournament
from tournaments.verification import verify_ledger
from tournaments.verification.entry import Entry
from tournaments.verification.pages import MOST, Numbers, Pages

AT = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


def test_pages_hold_what_a_dictionary_holds(few_in_memory):
    dice, told, expected = random.Random(7), Pages[Any](Any), dict[Any, Any]()
    for _turn in range(4_000):
        key = dice.choice([dice.randrange(40), dice.randrange(10**9), -1, MOST, MOST + 1, "7", None, 0.5])
        match dice.randrange(4):
            case 0:
                told[key] = expected[key] = dice.choice([1, "卓", None, [1, {"a": 2}], 2.5, 2**80, "\ud800"])
            case 1:
                assert told.pop(key, "none") == expected.pop(key, "none")
            case 2:
                assert (told.get(key), key in told) == (expected.get(key), key in expected)
            case _:
                assert (len(told), bool(told)) == (len(expected), bool(expected))

    assert dict(told.in_order()) == expected
    assert dict(told.numbered()) == {
        key: one for key, one in expected.items() if type(key) is int and 0 <= key <= MOST
    }


def test_pages_are_in_the_order_of_their_numbers_and_what_is_none_comes_last(few_in_memory):
    told = Pages[int](int)
    for key in (1_000, "seat", 3, 2, 999, 1, 70_000):
        told[key] = 0

    assert list(told) == [1, 2, 3, 999, 1_000, 70_000, "seat"]
    assert told.missing_from({1, 3, 999, 70_000}) == [1_000, 2, "seat"]


def test_an_entry_comes_back_from_its_page_as_it_was(few_in_memory):
    told = Pages[Entry](Entry)
    entry = Entry(
        1, "warned", {"penalty": 3, "reason": "遅刻", "amount": None, "seats": [1, 2]}, "user:7", AT
    )
    for number in range(9):
        told[number] = entry

    assert [told[number] for number in range(9)] == [entry] * 9


def test_what_was_read_is_changed_by_putting_it_back(few_in_memory):
    told = Pages[Entry](Entry)
    for number in range(9):
        told[number] = Entry(number, "warned", {}, "user:7", AT)

    told.change(4, kind="penalized")

    assert [entry.kind for _number, entry in told.in_order()] == [
        *["warned"] * 4,
        "penalized",
        *["warned"] * 4,
    ]
    with pytest.raises(KeyError):
        told.change(9, kind="penalized")


def test_what_was_cleared_is_gone_from_every_page(few_in_memory):
    told = Pages[int](int)
    told.update({number: number for number in (1, 5, 9, 13)})

    told.clear()

    assert (list(told), len(told), told.get(5)) == ([], 0, None)
    told[5] = 6
    assert dict(told.in_order()) == {5: 6}


@pytest.mark.parametrize("key", [[1], {"a": 1}])
def test_what_can_be_no_key_of_a_dictionary_is_none_here(few_in_memory, key):
    told = Pages[int](int)

    for ask in (told.get, told.__getitem__, told.__contains__):
        with pytest.raises(TypeError):
            ask(key)
    with pytest.raises(TypeError):
        told[key] = 1
    assert len(told) == 0


def test_numbers_are_a_set(few_in_memory):
    seen = Numbers()
    for number in (1, 500, 1):
        seen.add(number)

    assert [number for number in (0, 1, 2, 499, 500, "1", None) if number in seen] == [1, 500]


def test_a_disk_that_is_full_says_nothing_about_a_ledger(few_in_memory, monkeypatch):
    told = Pages[str](str)
    told.update(dict.fromkeys(range(4), "x" * 1000))
    assert told._file is not None
    told._file.execute("PRAGMA max_page_count = 4")

    with pytest.raises(OSError, match="full"):
        told.update(dict.fromkeys(range(100), "x" * 1000))


def play_with_phones(hall: Hall, first: int, last: int) -> None:
    for _round in range(first, last):
        round_ = hall.started()
        for table in round_.tables.order_by("number"):
            play(table, hall.alice)
        close_round(round_=round_, by=hall.alice)


def import_games(hall: Hall, first: int, last: int) -> None:
    made = list(zip("ABCD", (40_000, 30_000, 20_000, 10_000), strict=True))
    lines = [
        f"{number},{number},1,Player {name},{points}"
        for number in range(4 * first + 1, 4 * last + 1)
        for name, points in made
    ]
    text = "\n".join(["game,round,table,player,points", *lines])
    import_results(stage=hall.stage, text=text, by=hall.alice)


def peak_of(hall: Hall) -> int:
    """The most memory that verifying takes, in bytes, and what it finds: nothing. At first caches are filled, too."""
    peaks = []
    for _turn in range(3):
        tracemalloc.start()
        try:
            assert verify_ledger(hall.tournament.pk).problems == []
            peaks.append(tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()
    return min(peaks)


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("go_on", [play_with_phones, import_games])
def test_memory_does_not_grow_with_the_ledger(few_in_memory, go_on):
    hall = open_hall()
    go_on(hall, 0, 6)
    publish_tournament(hall.tournament.pk)
    short = peak_of(hall)

    go_on(hall, 6, 24)
    publish_tournament(hall.tournament.pk)

    assert peak_of(hall) - short < 100_000
