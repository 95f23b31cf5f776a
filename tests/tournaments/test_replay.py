"""What one test built and another is given is the same to the last row, and as good as built."""

import pytest
from django.core.cache import cache

from players.actions import add_player
from tests.permissions import undone
from tests.tournaments.hall import Hall, open_hall, play
from tests.tournaments.replay import all_rows, is_fresh, replayed
from tournaments.actions.people.entries import register
from tournaments.standings import publish_tournament
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.django_db


class Builder:
    """Opens halls and counts how often it really did."""

    def __init__(self) -> None:
        self.calls = 0
        self.build = replayed(self._build)

    def _build(self, slug: str) -> Hall:
        self.calls += 1
        return open_hall.__wrapped__(slug)


def test_what_is_put_back_is_what_was_built_to_the_last_row() -> None:
    builder, seen = Builder(), []
    for _ in range(3):
        with undone():
            hall = builder.build("again")
            seen.append((all_rows(), hall.tournament, hall.alice, hall.entries(), hall.kinds()))

    assert builder.calls == 1
    assert seen[1] == seen[0]
    assert seen[2] == seen[0]


def test_what_the_cache_kept_of_another_tests_rows_is_gone_when_it_is_built_and_when_it_is_put_back() -> None:
    build, seen = replayed(lambda: cache.get("kept")), []
    for _ in range(2):
        cache.set("kept", "by another test")
        seen.append((build(), cache.get("kept")))

    assert seen == [(None, None)] * 2


def test_a_game_can_be_played_in_what_was_put_back_and_its_ledger_is_sound() -> None:
    builder = Builder()
    with undone():
        builder.build("again")

    hall = builder.build("again")
    register(tournament=hall.tournament, player=add_player(name="Late"), by=hall.alice, is_substitute=True)
    play(hall.started().tables.get(number=1), hall.alice)
    publish_tournament(hall.tournament.pk)

    assert builder.calls == 1
    assert verify_ledger(hall.tournament.pk).problems == []
    assert len(set(hall.entries())) == 9


def test_what_one_test_does_to_what_it_was_given_is_not_the_next_ones() -> None:
    builder = Builder()
    with undone():
        builder.build("again")
    with undone():
        builder.build("again").tournament.name = "Changed"

    assert builder.build("again").tournament.name == "Spring Open"


def test_where_something_was_built_before_or_anything_else_is_asked_for_it_is_built() -> None:
    builder = Builder()
    assert is_fresh()
    with undone():
        builder.build("again")
        assert not is_fresh()
        builder.build("other")
    with undone():
        builder.build("other")

        assert builder.calls == 3
    with undone():
        add_player(name="Somebody")
        builder.build("again")

        assert builder.calls == 4
