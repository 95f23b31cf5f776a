"""Dated traces of names: that a name was there can be proven, and once it is replaced nobody can find it out."""

import pytest

from players.models import NameTrace
from players.traces import name_digest, retrace, trace_names

pytestmark = pytest.mark.django_db


def traces() -> list[tuple[str, str, bool]]:
    """Subject, digest, and whether the salt is there still."""
    rows = NameTrace.objects.order_by("pk").values_list("subject", "digest", "salt")
    return [(subject, digest, bool(salt)) for subject, digest, salt in rows]


def test_a_name_that_stands_can_be_compared_with_its_trace() -> None:
    digest = trace_names("player", {12: "Alice"})[12]

    row = NameTrace.objects.get()
    assert (row.subject, row.digest) == ("player:12", digest)
    assert name_digest(row.salt, "Alice") == digest
    assert name_digest(row.salt, "Alicia") != digest


def test_tracing_the_same_people_again_leaves_no_new_trace() -> None:
    first = trace_names("player", {1: "Alice", 2: "Bob"})

    again = trace_names("player", {1: "Alice", 2: "Bob", 3: "Charlie"})

    assert {pk: again[pk] for pk in first} == first
    assert [subject for subject, _digest, _has_salt in traces()] == ["player:1", "player:2", "player:3"]


def test_two_of_one_name_have_different_traces() -> None:
    digests = trace_names("player", {1: "Alice", 2: "Alice"})

    assert digests[1] != digests[2]


def test_a_team_and_a_player_of_one_number_are_two_subjects() -> None:
    trace_names("player", {1: "Alice"})
    trace_names("team", {1: "Dragons"})

    assert [subject for subject, _digest, _has_salt in traces()] == ["player:1", "team:1"]


def test_a_name_that_was_replaced_leaves_its_digest_and_no_salt() -> None:
    old = trace_names("player", {1: "Alcie"})[1]

    new = retrace("player", 1, "Alice")

    assert traces() == [("player:1", old, False), ("player:1", new, True)]


def test_the_same_name_again_leaves_no_new_trace() -> None:
    digest = trace_names("player", {1: "Alice"})[1]

    assert retrace("player", 1, "Alice") == digest
    assert traces() == [("player:1", digest, True)]


def test_more_names_than_a_database_takes_in_one_list() -> None:
    names = {pk: f"Player {pk}" for pk in range(1, 1_201)}

    assert trace_names("player", names) == trace_names("player", names)
    assert NameTrace.objects.count() == 1_200
