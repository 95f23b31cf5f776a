"""What is measured, path by path, and the floor that each stands beside. Imported once Django is set up."""

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from time import process_time

from django.db import connection, transaction

from benchmarks import verifying_work
from benchmarks.serving.client import Server, Taken
from benchmarks.serving.processes import cpu_seconds
from benchmarks.serving_work import Hall, insert, open_hall
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Plan
from tournaments.actions.draws.repairs import ScheduleChange, repair_schedule
from tournaments.models import Draw, Seat, Tournament
from tournaments.standings import publish_standings
from tournaments.verification import verify_ledger

BYTES, GAME, GROUP_BY, HASHES = "Django bytes", "DRF game", "GROUP BY", "sha256 + json"
SEATS = "seats copied"
REPAIRED = 8
MANY = 200
FEW = 10
# What is public may be kept for a second before it is looked at again.
STALE_FOR = 1.1
SUMS = """
SELECT entry_id, count(*), sum(total), sum(points),
    sum(CASE place WHEN 1 THEN 1 ELSE 0 END), sum(CASE place WHEN 2 THEN 1 ELSE 0 END),
    sum(CASE place WHEN 3 THEN 1 ELSE 0 END), sum(CASE place WHEN 4 THEN 1 ELSE 0 END)
FROM tournaments_score WHERE stage_id = %s AND counts GROUP BY entry_id ORDER BY 3 DESC
"""
Measured = Callable[[Server, int], Taken]


@dataclass(frozen=True)
class Path:
    """`ours` does something so many times at a server of Jantaku, `floor` at the floor's."""

    name: str
    floor_name: str
    ours: Measured
    floor: Measured
    most: int = MANY
    """So many requests a round, or fewer where they are slow."""
    is_request: bool = True
    """Whether a server answers it; else this process does it with the database alone."""
    rounds: int | None = None
    """So many rounds, where each takes long."""


def paths_of(small: Hall, large: Hall, behind: list[int]) -> list[Path]:
    """Every path, for an event of 64 players and one of 1,000."""
    found = []
    for hall in (small, large):
        n = f"{hall.players:,} players"
        found += [
            _reading(f"standings warm, {n}", hall.page, hall),
            Path(f"standings 304, {n}", BYTES, partial(_poll, hall.page), partial(_poll, "/static/1/")),
            Path(f"standings cold, {n}", BYTES, partial(_cold, hall), _in_a_row(hall.page), most=2),
            _reading(f"standings warm, with cookies, {n}", hall.page, hall, Cookie=hall.desk_cookie()),
            _reading(f"API standings warm, {n}", hall.api, hall),
            Path(f"API standings 304, {n}", BYTES, partial(_poll, hall.api), partial(_poll, "/static/1/")),
        ]
    found += [
        _reading("news", f"/t/{small.slug}/news/", small, says="in_play"),
        Path("news 304", BYTES, partial(_poll, f"/t/{small.slug}/news/"), partial(_poll, "/static/1/")),
        Path("report, API token", GAME, small.report, insert, most=FEW),
        Path("report, phone", GAME, partial(small.report, by_phone=True), insert, most=FEW),
        Path("confirm, referee", GAME, small.confirm, insert, most=FEW),
        Path("confirm, referee, 1,000 players", GAME, large.confirm, insert, most=FEW),
        Path("players page", BYTES, partial(_players, small), _in_a_row("players"), most=2),
        Path("download of results", BYTES, partial(_download, small), partial(_bytes, "download"), most=FEW),
        Path("phone page", BYTES, partial(_phone, small), partial(_bytes, "/seat/table/"), most=50),
        _reading("tournament page", f"/t/{small.slug}/", small, says=small.slug.title()),
        _reading("front page", "/", small, says=small.slug.title()),
        _reading("round page, 250 tables", lambda: large.round_page, large, says=large.slug.title()),
        Path("desk, 250 tables", BYTES, partial(_desk, large), partial(_bytes, "desk"), most=20),
        Path(
            "publish after one game, 1,000 players",
            GROUP_BY,
            partial(_publish_one, large, behind),
            partial(_group_by, large.stage.pk, behind),
            most=3,
            is_request=False,
        ),
        Path(
            f"repair {large.players:,} players x {REPAIRED} rounds",
            SEATS,
            partial(_repair, large.players, behind),
            lambda _server, times: _here(behind, times, lambda: _copied_seats(REPAIRED * large.players)),
            most=1,
            is_request=False,
            rounds=3,
        ),
    ]
    return found


def beside_a_league(small: Hall, league: Tournament, games: int, behind: list[int]) -> list[Path]:
    """What the small event costs beside a league of so many games, and what the league itself does."""
    stage, lines = league.stages.get().pk, verifying_work.lines(league)
    beside = f"beside {games:,} games"
    return [
        _reading(f"news, {beside}", f"/t/{small.slug}/news/", small, says="in_play"),
        _reading(f"standings warm, {beside}", small.page, small),
        Path(f"standings 304, {beside}", BYTES, partial(_poll, small.page), partial(_poll, "/static/1/")),
        Path(f"standings cold, {beside}", BYTES, partial(_cold, small), _in_a_row(small.page), most=2),
        Path(f"players page, {beside}", BYTES, partial(_players, small), _in_a_row("players"), most=2),
        _reading(f"API standings warm, {beside}", small.api, small),
        Path(f"report, {beside}", GAME, small.report, insert, most=FEW),
        Path(f"confirm, {beside}", GAME, small.confirm, insert, most=FEW),
        Path(
            f"phone page, {beside}", BYTES, partial(_phone, small), partial(_bytes, "/seat/table/"), most=50
        ),
        Path(
            f"player after {4 * games // verifying_work.PLAYERS:,} games",
            BYTES,
            partial(_player, league),
            _in_a_row("player"),
            most=2,
        ),
        Path(
            f"standings of {games:,} games anew",
            GROUP_BY,
            partial(_publish_anew, stage, behind),
            partial(_group_by, stage, behind),
            most=1,
            is_request=False,
            rounds=3,
        ),
        Path(
            f"verify {len(lines):,} entries",
            HASHES,
            lambda _server, times: _here(behind, times, lambda: verify_ledger(league.pk).is_sound),
            lambda _server, times: _here(behind, times, lambda: verifying_work.floor(lines)),
            most=1,
            is_request=False,
            rounds=1,
        ),
    ]


def refresh_statistics() -> None:
    """Let the database count its tables, as it does by itself soon after so much was written."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


_sizes: dict[str, int] = {}


def _reading(name: str, path: str | Callable[[], str], hall: Hall, says: str = "", **headers: str) -> Path:
    def read(server: Server, times: int) -> Taken:
        where = path if isinstance(path, str) else path()
        taken = server.read(where, times, says or hall.leader, **headers)
        _sizes[name] = server.size
        return taken

    return Path(name, BYTES, read, partial(_bytes, name))


def _bytes(name: str, floor: Server, times: int) -> Taken:
    """As many bytes from memory as the path had last."""
    return floor.read(f"/static/{_sizes.get(name, 1)}/", times, "x")


def _in_a_row(name: str) -> Measured:
    """What one takes of many in a row: after a silence a floor costs more than twice as much, and would flatter
    what is measured by one request after a second.
    """

    def floor(server: Server, times: int) -> Taken:
        many = _bytes(name, server, MANY)
        return Taken(many.cpu * times / MANY, many.clock * times / MANY, times)

    return floor


def _poll(path: str, server: Server, times: int) -> Taken:
    return server.poll(path, times)


def _cold(hall: Hall, server: Server, times: int) -> Taken:
    """The first one who asks for standings that have changed."""
    total = Taken(0, 0, times)
    for _time in range(times):
        known = server.get(hall.page, hall.leader)[1]
        hall.change_standings()
        time.sleep(STALE_FOR)
        with server.spent(1) as spent:
            tag = server.get(hall.page, hall.leader)[1]
        if tag == known:
            raise AssertionError("The standings have changed, and their ETag has not.")
        total.cpu, total.clock = total.cpu + spent().cpu, total.clock + spent().clock
    _sizes[hall.page] = server.size
    return total


def _players(hall: Hall, server: Server, times: int) -> Taken:
    """The list of players, made anew each time."""
    path, total = f"/t/{hall.slug}/players/", Taken(0, 0, times)
    for _time in range(times):
        time.sleep(STALE_FOR)
        with server.spent(1) as spent:
            server.get(path, hall.leader)
        total.cpu, total.clock = total.cpu + spent().cpu, total.clock + spent().clock
    _sizes["players"] = server.size
    return total


def _player(league: Tournament, server: Server, times: int) -> Taken:
    """The page of a player of a league, made anew each time."""
    entry, total = league.entries.select_related("player").order_by("number")[0], Taken(0, 0, times)
    for _time in range(times):
        time.sleep(STALE_FOR)
        with server.spent(1) as spent:
            server.get(f"/players/{entry.player_id}/", entry.player.name)
        total.cpu, total.clock = total.cpu + spent().cpu, total.clock + spent().clock
    _sizes["player"] = server.size
    return total


def _download(hall: Hall, server: Server, times: int) -> Taken:
    taken = server.read(f"/t/{hall.slug}/downloads/results.csv", times, hall.leader)
    _sizes["download"] = server.size
    return taken


def _phone(hall: Hall, server: Server, times: int) -> Taken:
    table = hall.tables[0]
    name = Seat.objects.values_list("entry__player__name", flat=True).get(table=table, wind=1)
    taken = server.read("/seat/table/", times, name, Cookie=hall.phones([table], seats=1)[table][0])
    _sizes["/seat/table/"] = server.size
    return taken


def _desk(hall: Hall, server: Server, times: int) -> Taken:
    path, cookie = f"/t/{hall.slug}/desk/", hall.desk_cookie()
    taken = server.read(path, times, hall.slug.title(), Cookie=cookie)
    _sizes["desk"] = server.size
    return taken


def _publish_one(hall: Hall, behind: list[int], _server: Server, times: int) -> Taken:
    total = Taken(0, 0, times)
    # What the paths before this one have confirmed, where no worker was there to publish it.
    publish_standings(hall.stage.pk)
    for _time in range(times):
        with transaction.atomic():
            hall.count_game()
            one = _here(behind, 1, lambda: publish_standings(hall.stage.pk))
            transaction.set_rollback(True)
        total.cpu, total.clock = total.cpu + one.cpu, total.clock + one.clock
    return total


def _repair(players: int, behind: list[int], _server: Server, times: int) -> Taken:
    """Four players leave a whole schedule that nobody has begun."""
    total, hall = Taken(0, 0, times), _drawn(players)
    leavers = list(hall.stage.tournament.entries.order_by("number")[:4])

    def repair() -> bool:
        repair_schedule(stage=hall.stage, change=ScheduleChange(leavers=leavers), by=hall.by, seed="bench")
        return _keys_are_checked()

    for _time in range(times):
        with transaction.atomic():
            one = _here(behind, 1, repair)
            transaction.set_rollback(True)
        total.cpu, total.clock = total.cpu + one.cpu, total.clock + one.clock
    return total


@cache
def _drawn(players: int) -> Hall:
    """A tournament of its own, so that its drafts are on no page that is measured, drawn in a transaction of its own:
    PostgreSQL looks again for all that a row refers to when it is changed where it was inserted.

    From then on what was read is set aside, as in the web processes that repair: a full look for rubbish in it takes
    as long as the search for seats.
    """
    hall = open_hall(0, slug="drawn", players=players, played=0)
    plan = Plan(method=Draw.Method.SCHEDULE, rounds=REPAIRED)
    draw(stage=hall.stage, plan=plan, by=hall.by, seed="bench")
    refresh_statistics()
    gc.collect()
    gc.freeze()
    return hall


def _keys_are_checked() -> bool:
    """Look at foreign keys now, as a commit does on PostgreSQL; on SQLite statements look at most of theirs."""
    if connection.vendor == "postgresql":
        connection.check_constraints()
    return True


def _copied_seats(number: int) -> bool:
    """Write so many seats, as many as a schedule has, without index or check."""
    with connection.cursor() as cursor:
        columns = "table_id, round_id, wind, entry_id"
        cursor.execute(
            f"CREATE TEMPORARY TABLE bench_seats AS SELECT {columns} FROM tournaments_seat LIMIT {number:d}"  # noqa: S608
        )
        cursor.execute("DROP TABLE bench_seats")
    return True


def _publish_anew(stage: int, behind: list[int], _server: Server, times: int) -> Taken:
    return _here(behind, times, lambda: publish_standings(stage, anew=True))


def _group_by(stage: int, behind: list[int], _server: Server, times: int) -> Taken:
    return _here(behind, times, lambda: _sums(stage))


def _sums(stage: int) -> int:
    with connection.cursor() as cursor:
        cursor.execute(SUMS, [stage])
        return len(cursor.fetchall())


def _here(behind: list[int], times: int, call: Callable[[], object]) -> Taken:
    """What this process and those behind it spend on so many calls, each of which must do something."""
    cpu, clock = process_time() + cpu_seconds(behind), time.perf_counter()
    for _time in range(times):
        if not call():
            raise AssertionError("Nothing was done.")
    return Taken(process_time() + cpu_seconds(behind) - cpu, time.perf_counter() - clock, times)
