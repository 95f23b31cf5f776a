"""What `benchmarks.verifying` times. Imported once Django is set up."""

import hashlib
import json
import random
import resource
import tracemalloc
from collections.abc import Sequence

from django.db import connection, transaction
from django.db.models.functions import Now

from players.models import Player, User
from scoring.result.result import settle
from tournaments.actions.actor import Actor
from tournaments.actions.ledger import record_all
from tournaments.actions.people.entries import register
from tournaments.actions.play.rounds import pin_rulebook
from tournaments.actions.play.scoresheets.reporting import (
    Figures,
    payload_of,
    scores_of,
    sheet_of,
    written_payload_of,
)
from tournaments.actions.setup.tournaments import Frame, create_tournament
from tournaments.models import (
    Confirmation,
    Entry,
    GameCount,
    LedgerEntry,
    Round,
    Score,
    Scoresheet,
    Seat,
    Table,
    Tournament,
)
from tournaments.models.events import Event
from tournaments.models.play.events import (
    ResultAgreed,
    ResultConfirmed,
    ResultImported,
    ResultReported,
    ResultsImported,
)
from tournaments.standings import publish_tournament
from tournaments.verification import verify_ledger

PLAYERS = 400
TABLES = PLAYERS // 4


@transaction.atomic
def tournament(kind: str, entries: int) -> Tournament:
    """A tournament with a ledger of about so many entries, written as its actions would have written it."""
    user, _ = User.objects.get_or_create(email="bench@example.org", defaults={"name": "Bench"})
    by = Actor(user)
    made = create_tournament(
        frame=Frame(slug=f"verify-{kind}-{entries}", name="Bench", rulebook_id="mleague"), by=by
    )
    people = Player.objects.bulk_create(
        [Player(name=f"P{number}", skeleton=f"p{number}") for number in range(PLAYERS)]
    )
    everybody = [register(tournament=made, player=player, by=by) for player in people]
    pin_rulebook(made, by=by)
    games = (entries - PLAYERS) // (4 if kind == "phones" else 1)
    dice = random.Random(entries)  # noqa: S311 - the same league every time
    stage = made.stages.get()
    for number in range(1, games // TABLES + 1):
        round_ = Round.objects.create(
            stage=stage,
            number=number,
            status=Round.Status.CLOSED,
            method="imported",
            started_at=Now(),
            closed_at=Now(),
        )
        dice.shuffle(everybody)
        _round(made, round_, everybody, kind, dice, by)
    # Nothing knows yet how many rows were written: the plan to count them would be that of an empty table.
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    GameCount.objects.count_again(list(made.stages.values_list("pk", flat=True)))
    publish_tournament(made.pk)
    return made


def _round(
    made: Tournament, round_: Round, everybody: Sequence[Entry], kind: str, dice: random.Random, by: Actor
) -> None:
    rulebook = made.rulebook
    tables = Table.objects.bulk_create(Table(round=round_, number=n + 1) for n in range(TABLES))
    seats = [
        [Seat(table=table, round=round_, wind=w + 1, entry=everybody[4 * n + w]) for w in range(4)]
        for n, table in enumerate(tables)
    ]
    Seat.objects.bulk_create(seat for row in seats for seat in row)
    figures = []
    for _table in tables:
        points = [dice.randrange(500) * 100 for _wind in range(3)]
        figures.append(Figures([*points, 100_000 - sum(points)], chombo=[0] * 4))
    sheets = Scoresheet.objects.bulk_create(
        sheet_of(
            one,
            table=table,
            version=1,
            status=Scoresheet.Status.CONFIRMED,
            reported_by_user=by.user,
            reported_by_seat=row[0] if kind == "phones" else None,
        )
        for one, table, row in zip(figures, tables, seats, strict=True)
    )
    Score.objects.bulk_create(
        score
        for sheet, row, one in zip(sheets, seats, figures, strict=True)
        for score in scores_of(sheet, row, round_.stage_id, settle(rulebook, one.points, chombo=one.chombo))
    )
    rounds = [(round_.pk, round_.number, None)]
    events: list[Event] = [ResultsImported(file="bench", stage=round_.stage_id, games=0, rounds=rounds)]
    digest = rulebook.hash()
    for sheet, row in zip(sheets, seats, strict=True):
        written = written_payload_of(sheet, seats=row, rulebook_hash=digest)
        if kind != "phones":
            events.append(ResultImported(**written, round=round_.pk, place=sheet.table.number))
            continue
        events.append(ResultReported(**{**written, "status": "submitted"}))
        seen = payload_of(sheet, seats=row, rulebook_hash=digest)
        events += [
            (ResultConfirmed if seat is row[3] else ResultAgreed)(**seen, seat=seat.pk) for seat in row[1:]
        ]
    if kind == "phones":
        Confirmation.objects.bulk_create(
            Confirmation(sheet=sheet, seat=seat, user=by.user)
            for sheet, row in zip(sheets, seats, strict=True)
            for seat in row[1:]
        )
    record_all(events, tournament_id=made.pk, by=by)


def lines(made: Tournament) -> list[bytes]:
    """The payloads of a ledger, in memory."""
    rows = LedgerEntry.objects.filter(tournament=made).order_by("seq").values_list("payload", flat=True)
    return [payload.encode() for payload in rows]


def floor(payloads: Sequence[bytes]) -> int:
    """How many payloads were hashed and read."""
    for payload in payloads:
        hashlib.sha256(payload).hexdigest()
        json.loads(payload)
    return len(payloads)


def check(made: Tournament) -> int:
    """The ledger is sound and everything was compared, or nothing is timed. Give the most memory that Python took for
    it, in bytes.
    """
    tracemalloc.start()
    found = verify_ledger(made.pk)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (found.problems, found.remarks) == ([], [])
    return peak


def verify(made: Tournament) -> None:
    assert verify_ledger(made.pk).is_sound


def peak() -> float:
    """The most memory this process has had so far, in MB, the database's and all."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
