"""The besieged hall, made by the product's own actions, and checks of its database afterwards.

Imported after Django is set up.
"""

import time
from collections import Counter

from django.db import connection, transaction

from players.models import User
from tools.siege.phones import Score, Seat
from tournaments import wake_workers
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.seat_tokens import claim_seat, issue_seat_tokens
from tournaments.actions.draws.draft_rounds import draw_round, publish_round
from tournaments.actions.imports.players import import_players
from tournaments.actions.play.rounds import EARLIER_ROUND_OPEN, PLAYERS_IN_PLAY, start_round
from tournaments.actions.setup.tournaments import Frame, create_tournament
from tournaments.models import Confirmation, Publication, Scoresheet, Table, Tournament
from tournaments.standings import is_stale
from tournaments.verification import verify_ledger

PLAYERS = 80
PATIENCE = 60


def open_hall(name: str, tables: int) -> list[list[Seat]]:
    """Make a tournament with this many tables in play, and four phones at each."""
    with transaction.atomic():
        user, _made = User.objects.get_or_create(email="siege@example.org", defaults={"name": "Siege"})
        by = Actor(user)
        tournament = create_tournament(
            frame=Frame(slug=name, name=name.title(), rulebook_id="mleague"), by=by
        )
        names = "\n".join(f"Player {number}" for number in range(1, PLAYERS + 1))
        import_players(tournament=tournament, text=f"name\n{names}\n", by=by)
    opened: list[list[Seat]] = []
    while len(opened) < tables:
        with transaction.atomic():
            # More rounds than anybody plays: each table reports once.
            round_ = draw_round(stage=tournament.stages.get(), by=by)
            publish_round(round_=round_, by=by)
            start_round(round_=round_, by=by, confirm=[EARLIER_ROUND_OPEN, PLAYERS_IN_PLAY])
            for table in Table.objects.filter(round=round_).order_by("number"):
                codes = issue_seat_tokens(seats=table.seats.order_by("wind"), by=by)
                opened.append(
                    [
                        Seat(pk, table.pk, claim_seat(code=code, key=f"phone-{pk}")[1])
                        for pk, code in codes.items()
                    ]
                )
    return opened[:tables]


def reconnect() -> None:
    """Drop the connection to a database that was killed."""
    connection.close()


def lost_and_doubled(score: Score) -> tuple[int, int]:
    """Return how many acknowledged writes are missing, and how many tables have a second result or agreement."""
    sheets = dict(Scoresheet.objects.filter(table__in=score.reported).values_list("table", "pk"))
    agreed = Counter(
        Confirmation.objects.filter(sheet__in=score.reported.values()).values_list("sheet", "seat")
    )
    lost = sum(sheets.get(table) != sheet for table, sheet in score.reported.items())
    lost += sum(not agreed[one] for one in score.confirmed)
    versions = Counter(Scoresheet.objects.filter(table__in=score.reported).values_list("table", flat=True))
    doubled = sum(count > 1 for count in versions.values()) + sum(count > 1 for count in agreed.values())
    return lost, doubled


def come_right(name: str) -> tuple[float, list[str]]:
    """Return the seconds until standings include all confirmed games, and remaining problems."""
    began = time.monotonic()
    tournament = Tournament.objects.get(slug=name)
    while True:
        publication = Publication.objects.select_related("stage__tournament__head").get(
            stage__tournament=tournament
        )
        confirmed = Scoresheet.objects.confirmed().filter(table__round__stage__tournament=tournament).count()
        if not is_stale(publication) and publication.games_counted == confirmed:
            break
        if time.monotonic() > began + PATIENCE:
            return PATIENCE, [f"{publication.games_counted} of {confirmed} games counted after a minute"]
        time.sleep(0.2)
    took = time.monotonic() - began
    found = verify_ledger(tournament.pk)
    return took, [str(problem) for problem in found.problems] + list(found.remarks)


def slowest_wake_up(times: int = 5) -> float:
    """Return the longest of `times` wake-ups of unreachable workers, in seconds, for a web process new to the
    outage.
    """
    slowest = 0.0
    for _again in range(times):
        wake_workers._messages.rests_until = 0
        began = time.monotonic()
        wake_workers.wake_for_standings(0)
        slowest = max(slowest, time.monotonic() - began)
    return slowest
