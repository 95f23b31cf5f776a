"""What `benchmarks.publishing` times. Imported once Django is set up."""

from dataclasses import dataclass

import numpy as np
from django.db import connection, transaction
from numpy.typing import NDArray

from benchmarks.measure import now
from players.models import Player, User
from tournaments.actions.actor import Actor
from tournaments.actions.play.penalties import Ruling, penalize
from tournaments.actions.setup.tournaments import Frame, create_tournament
from tournaments.models import Entry, Publication, Stage, Standing
from tournaments.standings import publish_standings

BATCH = 50_000
PRIZES = np.array([50_000, 10_000, -10_000, -30_000])
COLUMNS = (
    "sheet_id, seat_id, stage_id, entry_id, counts, place, points, base, uma, oka, leftover, chombo, total"
)


@dataclass
class Scores:
    """A stage's scores in memory: four rows a game."""

    entry: NDArray[np.int64]
    place: NDArray[np.int64]
    points: NDArray[np.int64]
    total: NDArray[np.int64]
    entries: NDArray[np.int64]


def league(games: int, players: int) -> tuple[Stage, Scores]:
    """Write a stage of so many games straight into the tables of its scores."""
    user, _ = User.objects.get_or_create(email="bench@example.org", defaults={"name": "Bench"})
    tournament = create_tournament(
        frame=Frame(slug=f"bench-{games}", name="Bench", rulebook_id="mleague"), by=Actor(user)
    )
    stage = tournament.stages.get()
    people = Player.objects.bulk_create([Player(name=f"P{n}", skeleton=f"p{n}") for n in range(players)])
    entries = Entry.objects.bulk_create(
        [
            Entry(tournament=tournament, player=player, number=n, lot=n * 7919 % 10**9)
            for n, player in enumerate(people, 1)
        ]
    )
    scores = _random_scores(games, np.array([entry.pk for entry in entries]))
    _write(stage, games, scores)
    publish_standings(stage.pk, anew=True)
    return stage, scores


def group_by(scores: Scores) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The floor: who has which total, games and places, best first. Gives entries and totals in that order."""
    first = int(scores.entries[0])
    index = scores.entry - first
    size = len(scores.entries)
    total = np.bincount(index, scores.total, size).astype(np.int64)
    places = np.bincount(index * 4 + scores.place - 1, minlength=size * 4).reshape(size, 4)
    order = np.lexsort((-places[:, 1], -places[:, 0], -total))
    return scores.entries[order], total[order]


def check(stage: Stage, scores: Scores) -> None:
    """The published rows are numpy's, or nothing is timed."""
    _entries, totals = group_by(scores)
    published = list(
        Standing.objects.filter(stage=stage).order_by("position").values_list("total", flat=True)
    )
    assert published == totals.tolist()
    games = Standing.objects.filter(stage=stage).values_list("games", flat=True)
    assert sum(games) == len(scores.entry)


def publish_all(stage: Stage) -> None:
    """Everything anew."""
    assert publish_standings(stage.pk, anew=True)


def publish_one_more(stage: Stage) -> float:
    """The seconds that publishing takes after one action that moves standings, here a penalty of one unit."""
    entry = Entry.objects.filter(tournament=stage.tournament_id).first()
    user = User.objects.get(email="bench@example.org")
    assert entry is not None
    with transaction.atomic():
        penalize(stage=stage, entry=entry, ruling=Ruling(1, "Bench"), by=Actor(user))
        began = now()
        assert publish_standings(stage.pk)
        taken = now() - began
        transaction.set_rollback(True)
    assert not Publication.objects.filter(stage=stage, as_of_seq=0).exists()
    return taken


def _random_scores(games: int, entries: NDArray[np.int64]) -> Scores:
    chance = np.random.default_rng(games)
    size = len(entries)
    first = chance.integers(0, size, games)
    steps = np.cumsum(chance.integers(1, size // 4, (games, 3)), axis=1)
    seats = np.column_stack([first, *(first[:, None] + steps).T]) % size
    points = np.sort(chance.integers(0, 500, (games, 4)) * 100, axis=1)[:, ::-1]
    total = points - 30_000 + PRIZES
    return Scores(
        entry=entries[seats].ravel(),
        place=np.tile(np.arange(1, 5), games),
        points=points.ravel(),
        total=total.ravel(),
        entries=entries,
    )


def _write(stage: Stage, games: int, scores: Scores) -> None:
    """Straight into the table, without the sheets and seats the rows would belong to."""
    is_sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA foreign_keys=OFF" if is_sqlite else "SET session_replication_role = replica")
        cursor.execute("SELECT COALESCE(MAX(sheet_id), 0) FROM tournaments_score")
        before = cursor.fetchone()[0]
        statement = f"INSERT INTO tournaments_score ({COLUMNS}) VALUES ({', '.join(['%s'] * 13)})"  # noqa: S608
        rest = (0, 0, 0, 0, 0)  # base, uma, oka, leftover, chombo: not added up
        with transaction.atomic():
            for start in range(0, games * 4, BATCH):
                part = slice(start, start + BATCH)
                columns = (scores.entry, scores.place, scores.points, scores.total)
                rows = zip(
                    range(start, games * 4), *(column[part].tolist() for column in columns), strict=False
                )
                cursor.executemany(
                    statement,
                    [
                        (
                            before + n // 4 + 1,
                            before * 4 + n + 1,
                            stage.pk,
                            entry,
                            True,
                            place,
                            points,
                            *rest,
                            total,
                        )
                        for n, entry, place, points, total in rows
                    ],
                )
        cursor.execute("PRAGMA foreign_keys=ON" if is_sqlite else "SET session_replication_role = DEFAULT")
