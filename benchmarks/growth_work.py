"""What `benchmarks.growth` counts. Imported once Django is set up."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from uuid import uuid4

from django.db import connection
from django.http import HttpResponseBase
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmarks import serving_work, verifying_work
from players.models import User
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.seat_tokens import claim_seat, issue_seat_tokens
from tournaments.actions.draws.draft_rounds import draw_round, publish_round
from tournaments.actions.people.editing import HAS_A_SEAT, edit_entry
from tournaments.actions.people.entries import form_team
from tournaments.actions.play.rounds import EARLIER_ROUND_OPEN, PLAYERS_IN_PLAY, start_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport
from tournaments.actions.seen_versions import entry_tag
from tournaments.actions.setup.ranking import RANKS_MAY_CHANGE
from tournaments.actions.setup.tournaments import add_stage
from tournaments.actions.stages.counting import set_counting
from tournaments.actions.teams.counting import set_team_counting
from tournaments.credentials.devices import SEAT_COOKIE
from tournaments.models import Table, Tournament
from tournaments.standings import publish_tournament
from web.page_memory import memory

IS_SQLITE = connection.vendor == "sqlite"
UNIT = "thousands of SQLite's instructions" if IS_SQLITE else "pages of PostgreSQL's memory"
HOST = "127.0.0.1"
TEAMS = 16
POINTS = serving_work.POINTS
STEPS = 10  # SQLite calls back after so many of its instructions
Cost = tuple[int, float]
"""Statements, and work in UNIT."""


# What can count in a stage: the action that says so, and how.
RULES: dict[str, tuple[Callable[..., object], dict[str, object]]] = {
    "best": (set_counting, {"selection": "best", "number": 2}),
    "best run": (set_counting, {"selection": "best_run", "number": 2}),
    "all but worst": (set_counting, {"selection": "all_but_worst", "number": 1}),
    "missing": (set_counting, {"minimum_games": 3, "missing_game_penalty": 1_000}),
    "of teams": (set_team_counting, {"best_of_a_round": 1, "games_of_a_player": 5, "best_games": 9}),
    "match points": (set_team_counting, {"match_points": [4, 2, 1, 0]}),
}


class WrongAnswer(Exception):
    """The run is worth nothing."""


@dataclass(frozen=True)
class InPlay:
    """A tournament with a round in play, whose pages are read and whose tables report."""

    tournament: Tournament
    by: Actor
    tables: list[Table]


def event() -> InPlay:
    """64 players after ten rounds, and one of the next stage in play."""
    serving_work.open_hall(reports=1)
    return _in_play(Tournament.objects.get(slug="bench"))


def league(kind: str, games: int) -> InPlay:
    """400 players after so many games, and a round of the next stage in play."""
    return _in_play(verifying_work.tournament(kind, verifying_work.PLAYERS + games))


def league_of_teams(kind: str) -> InPlay:
    """400 players in teams, after a few games, and a round of the next stage in play."""
    made = verifying_work.tournament(kind, verifying_work.PLAYERS + verifying_work.PLAYERS)
    by = Actor(User.objects.get(email="bench@example.org"))
    teams = [form_team(tournament=made, name=f"Team {number}", by=by) for number in range(1, TEAMS + 1)]
    for entry in made.entries.order_by("number").select_related("player"):
        team = teams[entry.number % TEAMS]
        edit_entry(entry=entry, changes={"team": team}, seen=entry_tag(entry), by=by, confirm=[HAS_A_SEAT])
    return _in_play(made)


def _in_play(made: Tournament) -> InPlay:
    by = Actor(User.objects.get(email="bench@example.org"))
    # A stage ends at sixty rounds.
    stage = add_stage(tournament=made, name="Bench", by=by)
    # The same tables beside few games and many.
    round_ = draw_round(stage=stage, by=by, seed="bench")
    publish_round(round_=round_, by=by)
    start_round(round_=round_, by=by, confirm=[EARLIER_ROUND_OPEN, PLAYERS_IN_PLAY])
    return InPlay(made, by, list(round_.tables.order_by("number")))


def walk(competition: InPlay) -> dict[str, Cost]:
    """What each path costs: the reads, then a table's game from the first phone to the last one's confirmation.

    It is walked twice, and counted then: what a process and a connection learn once is no cost of a request.
    """
    if not IS_SQLITE:
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    _walk(competition)
    memory.clear()
    return _walk(competition)


def _walk(competition: InPlay) -> dict[str, Cost]:
    table = competition.tables.pop()
    slug, played = competition.tournament.slug, competition.tournament.stages.get(ordinal=1)
    player = table.seats.get(wind=1).entry.player_id
    stranger, desk = Client(HTTP_HOST=HOST), Client(HTTP_HOST=HOST)
    assert competition.by.user is not None
    desk.force_login(competition.by.user)
    phones = [_phone(secret) for secret in _secrets(table, competition.by)]
    reads = {
        "front": lambda: stranger.get("/"),
        "news": lambda: stranger.get(f"/t/{slug}/news/"),
        "tournament": lambda: stranger.get(f"/t/{slug}/"),
        "players": lambda: stranger.get(f"/t/{slug}/players/"),
        "standings": lambda: stranger.get(f"/t/{slug}/standings/1/"),
        "standings, API": lambda: stranger.get(f"/api/v1/stages/{played.pk}/standings/"),
        "round": lambda: stranger.get(f"/t/{slug}/rounds/1/"),
        "table": lambda: stranger.get(f"/t/{slug}/tables/{table.pk}/"),
        "player": lambda: stranger.get(f"/players/{player}/"),
        "ledger": lambda: stranger.get(f"/t/{slug}/ledger/"),
        "phone": lambda: phones[0].get("/seat/table/"),
        "desk": lambda: desk.get(f"/t/{slug}/desk/"),
    }
    costs = {path: cost(call, 200) for path, call in reads.items()}
    sheets = f"/api/v1/tables/{table.pk}/scoresheets/"
    points = {"points": POINTS}
    costs["report"] = cost(lambda: post(phones[0], sheets, points), 201)
    sheet = table.scoresheets.get()
    confirm = f"/api/v1/scoresheets/{sheet.pk}/confirm/"
    for phone in phones[1:]:
        costs["confirm"] = cost(partial(post, phone, confirm, {}, If_Match=sheet.tag), 200)
    costs["publish"] = cost(lambda: publish_tournament(competition.tournament.pk))
    return costs


def walk_rules(competition: InPlay) -> dict[str, Cost]:
    """What one more result and its publication cost, by what counts in the stage. Walked twice, as in `walk`."""
    _walk_rules(competition)
    return _walk_rules(competition)


def _walk_rules(competition: InPlay) -> dict[str, Cost]:
    by, pk = competition.by, competition.tournament.pk
    first, second = competition.tables[:2]
    stage, found = first.round.stage, {}
    for name, (set_rule, rule) in RULES.items():
        set_rule(stage=stage, by=by, confirm=[RANKS_MAY_CHANGE], **rule)
        decide(first, POINTS, by)
        decide(second, POINTS, by)
        publish_tournament(pk)
        found[f"result, {name}"] = cost(lambda: (decide(second, POINTS[::-1], by), publish_tournament(pk)))
        set_rule(stage=stage, by=by, confirm=[RANKS_MAY_CHANGE])
    return found


def decide(table: Table, points: list[int], by: Actor) -> None:
    """Make these points the table's result, whatever it was."""
    sheet = table.scoresheets.live().first()
    reason, seen = ("Bench", sheet.tag) if sheet is not None else ("", None)
    correct_sheet(table=table, report=TableReport(Figures(points), if_match=seen), by=by, reason=reason)


def _secrets(table: Table, by: Actor) -> Iterator[str]:
    seats = list(table.seats.order_by("wind"))
    codes = issue_seat_tokens(seats=seats, by=by)
    for seat in seats:
        yield claim_seat(code=codes[seat.pk], key=str(uuid4()))[1]


def _phone(secret: str) -> Client:
    phone = Client(HTTP_HOST=HOST)
    phone.cookies[SEAT_COOKIE] = secret
    return phone


def post(client: Client, path: str, body: Mapping[str, object], **headers: str) -> HttpResponseBase:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post(
        path,
        json.dumps(body),
        content_type="application/json",
        headers={"Idempotency-Key": str(uuid4()), **named},
    )


def cost(call: Callable[[], object], status: int | None = None) -> Cost:
    """What the database is asked and does for this call."""
    with _work() as work, CaptureQueriesContext(connection) as queries:
        answer = call()
    if status is not None and answer.status_code != status:  # type: ignore[attr-defined]
        raise WrongAnswer(f"{answer}: {answer.content[:300]!r}")  # type: ignore[attr-defined]
    return len(queries), work()


@contextmanager
def _work() -> Iterator[Callable[[], float]]:
    """Gives a function that knows, after the block, what the database did in it."""
    if IS_SQLITE:
        calls = [0]

        def count() -> None:
            calls[0] += 1

        connection.ensure_connection()
        connection.connection.set_progress_handler(count, STEPS)
        yield lambda: calls[0] * STEPS / 1000
        connection.connection.set_progress_handler(None, 0)
    else:
        before = _pages()
        after: list[int] = []
        yield lambda: after[0] - before
        after.append(_pages())


def _pages() -> int:
    """How many pages this database has looked at so far."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
        cursor.execute("SELECT 1")
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute("SELECT blks_hit + blks_read FROM pg_stat_database WHERE datname = current_database()")
        return int(cursor.fetchone()[0])
