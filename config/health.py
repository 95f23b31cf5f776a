"""Two addresses for monitoring: is the process up, and could it take a result now?"""

import shutil
from collections.abc import Callable
from pathlib import Path

import redis
from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.models import Attempts
from web.outages import RETRY_AFTER, causes, outage_of_database
from web.schema_versions import compare_versions

Answer = Callable[[HttpRequest], HttpResponse]
PATIENCE = 0.2  # seconds, for Redis
BUSY = 1_000  # milliseconds in which SQLite's turn should come
LEAST_ROOM = 2**20  # bytes: SQLite has to write a page, its log and the log's index


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """200 while the process answers; asks nobody else."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """200 while a result could be written, else 503; which part ails stands in the answer.

    Redis is named but does not decide: results are taken without it. A worker does not, either: whether all is
    well is another question than whether this process can serve.
    """
    database = _database()
    migrations = compare_versions().word if database == "ok" else "unread"
    is_ready = (database, migrations) == ("ok", "ok")
    answer = JsonResponse(
        {"ready": is_ready, "database": database, "migrations": migrations, "redis": _redis()}
    )
    if not is_ready:
        answer.status_code = 503
        answer["Retry-After"] = str(RETRY_AFTER)
    return answer


class Monitoring:
    """Answers these two addresses before anybody asks for the host or insists on https, and no other.

    The machine's own monitoring knows neither: it asks http://127.0.0.1.
    """

    ANSWERS: dict[str, Answer] = {"/healthz": healthz, "/readyz": readyz}

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.ANSWERS.get(request.path_info, self.get_response)(request)


def _database() -> str:
    """`ok` if a row could be written now, else what ails. Writes nothing, but goes all the way to where it would."""
    if connection.vendor == "sqlite" and _room_for(connection.settings_dict["NAME"]) < LEAST_ROOM:
        return "full"
    try:
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute(f"PRAGMA busy_timeout = {BUSY}")
            try:
                # Without a row a statement is still refused where writing is, and waits where writing would.
                with transaction.atomic():
                    cursor.execute(f"UPDATE {Attempts._meta.db_table} SET count = count WHERE 1 = 0")  # noqa: S608
            finally:
                if connection.vendor == "sqlite":
                    cursor.execute(
                        f"PRAGMA busy_timeout = {connection.settings_dict['OPTIONS']['timeout']}000"
                    )
    except (DatabaseError, InterfaceError) as error:
        kind = outage_of_database(error)
        causes.log(kind, error)
        return kind
    return "ok"


def _room_for(database: object) -> int:
    place = Path(str(database)).parent
    return shutil.disk_usage(place).free if place.is_dir() else LEAST_ROOM


def _redis() -> str:
    if not settings.REDIS_URL:
        return "not used"
    patience = {"socket_connect_timeout": PATIENCE, "socket_timeout": PATIENCE}
    try:
        with redis.Redis.from_url(settings.REDIS_URL, **patience) as client:
            client.set("jantaku:ready", 1, ex=5)
    except redis.exceptions.OutOfMemoryError:
        return "full"
    except redis.RedisError:
        return "away"
    return "ok"
