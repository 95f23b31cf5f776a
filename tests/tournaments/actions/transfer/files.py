"""Files of tournaments for the tests, and another server to take them in: the same database, emptied and used anew."""

import functools
import hashlib
import io
import json
from collections.abc import Callable, Iterable
from typing import Any

from django.db import transaction

from players.actions import add_player
from players.models import User
from tests.tournaments.hall import open_hall, play
from tests.tournaments.verification.full_world import full_world
from tournaments.actions.actor import Actor
from tournaments.actions.people.entries import register
from tournaments.actions.setup.tournaments import create_tournament
from tournaments.actions.transfer.reading import checked_file
from tournaments.actions.transfer.taking_in import take_in_tournament
from tournaments.actions.transfer.writing import write_file
from tournaments.models import Tournament


def written(tournament: Tournament) -> bytes:
    out = io.BytesIO()
    write_file(tournament, out)
    return out.getvalue()


def written_elsewhere(build: Callable[[], Tournament]) -> bytes:
    """The file of a tournament that was built on another server, of which nothing is left here."""
    with transaction.atomic():
        file = written(build())
        transaction.set_rollback(True)
    return file


@functools.cache
def world_file() -> bytes:
    """Of a tournament in which everything has happened once."""
    return written_elsewhere(lambda: full_world().tournament)


def _running_event() -> Tournament:
    hall = open_hall("spring-open")
    round_ = hall.started()
    play(round_.tables.order_by("number").first(), hall.alice)
    return hall.tournament


@functools.cache
def event_file() -> bytes:
    """Of a small tournament in whose first round one of two tables is confirmed."""
    return written_elsewhere(_running_event)


def busy_server() -> Actor:
    """Put a few rows into every numbered table, so that nothing that comes in keeps its number; give an organizer."""
    dana = Actor(User.objects.create_user("dana@there.example", name="Dana"))
    other = create_tournament(slug="club-night", name="Club Night", rulebook_id="mleague", by=dana)
    for number in range(3):
        register(tournament=other, player=add_player(name=f"Regular {number}"), by=dana)
    return dana


def taken_in(file: bytes, by: Actor, slug: str = "") -> Tournament:
    return take_in_tournament(checked=checked_file(io.BytesIO(file)), by=by, slug=slug)


def lines_of(file: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.splitlines()]


def summed(lines: Iterable[dict[str, Any]]) -> bytes:
    """A file of these lines with the right last one: as whoever alters a file would write it."""
    body = b"".join(
        json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        for line in lines
        if line["row"] != "end"
    )
    end = {"row": "end", "lines": body.count(b"\n"), "sha256": hashlib.sha256(body).hexdigest()}
    return body + json.dumps(end, separators=(",", ":")).encode() + b"\n"
