"""Files of tournaments for tests, and another server to import them: the same database, emptied."""

import functools
import hashlib
import io
import json
from collections.abc import Callable, Iterable
from typing import Any

from django.db import transaction

from players.actions import add_player
from players.models import User
from tests.tournaments.hall import BALANCED, SEED, open_hall, phones_of, play
from tests.tournaments.replay import replayed
from tests.tournaments.verification.full_world import full_world
from tournaments.actions.actor import Actor
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Method, Plan
from tournaments.actions.people.entries import register
from tournaments.actions.play.rounds import start_round
from tournaments.actions.play.scoresheets.reporting import TableReport, confirm_sheet, report_sheet
from tournaments.actions.setup.tournaments import Frame, create_tournament
from tournaments.actions.transfer.reading import checked_file
from tournaments.actions.transfer.taking_in import take_in_tournament
from tournaments.actions.transfer.writing import write_file
from tournaments.models import Tournament


def written(tournament: Tournament) -> bytes:
    out = io.BytesIO()
    write_file(tournament, out)
    return out.getvalue()


def written_elsewhere(build: Callable[[], Tournament]) -> bytes:
    """Return the file of a tournament built on another server, with no rows left here."""
    with transaction.atomic():
        file = written(build())
        transaction.set_rollback(True)
    return file


@functools.cache
def world_file() -> bytes:
    """Return the file of a tournament where every action has happened."""
    return written_elsewhere(lambda: full_world().tournament)


def _event() -> Tournament:
    """Eight players, five rounds drawn at once; the first in play, with one table confirmed and one partly."""
    hall = open_hall("summer-open")
    by = hall.alice
    schedule = draw(stage=hall.stage, plan=Plan(method=Method.SCHEDULE, rounds=5), by=by, seed=SEED)
    first = schedule.rounds.get(number=1)
    publish_round(round_=first, by=by)
    start_round(round_=first, by=by)
    one, two = first.tables.order_by("number")
    play(one, by)
    phones = phones_of(two, by)
    sheet = report_sheet(table=two, report=TableReport(BALANCED), by=phones[0])
    confirm_sheet(sheet=sheet, if_match=sheet.tag, by=phones[1])
    return hall.tournament


@functools.cache
def event_file() -> bytes:
    """Return the file of a tournament in whose first round one of two tables is confirmed and the other partly."""
    return written_elsewhere(_event)


@replayed
def busy_server(regulars: int = 5, slug: str = "club-night") -> Actor:
    """Put some rows into each table with ids, so that no import keeps its ids; return an organizer."""
    # Written first, while the database is empty; otherwise it would have ids from here.
    event_file()
    dana = Actor(User.objects.create_user(f"dana@{slug}.example", name="Dana"))
    other = create_tournament(frame=Frame(slug=slug, name="Club Night", rulebook_id="mleague"), by=dana)
    for number in range(regulars):
        register(tournament=other, player=add_player(name=f"Regular {number}"), by=dana)
    stage = other.stages.get()
    draw(stage=stage, plan=Plan(remainder="byes"), by=dana)
    publish_round(round_=stage.rounds.get(), by=dana)
    start_round(round_=stage.rounds.get(), by=dana)
    play(stage.rounds.get().tables.first(), dana)
    return dana


def taken_in(file: bytes, by: Actor, slug: str = "") -> Tournament:
    return take_in_tournament(checked=checked_file(io.BytesIO(file)), by=by, slug=slug)


def lines_of(file: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.splitlines()]


def summed(lines: Iterable[dict[str, Any]]) -> bytes:
    """Return a file of these lines with a valid last line, as an attacker would write it."""
    body = b"".join(
        json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        for line in lines
        if line["row"] != "end"
    )
    end = {"row": "end", "lines": body.count(b"\n"), "sha256": hashlib.sha256(body).hexdigest()}
    return body + json.dumps(end, separators=(",", ":")).encode() + b"\n"
