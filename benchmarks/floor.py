"""The floor: Django with one view and nothing else, served by the same gunicorn on the same machine.

`POST /insert/` writes what a report writes first of all, a sheet and its four scores, and commits. `POST /games/` is
what benchmarks/floor_api.py says. `GET /static/N/` answers N bytes from memory, with `If-None-Match` a 304.
"""

import json
from functools import cache

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.urls import path

from config.settings import DATABASES, SECRET_KEY

# Django's own backend, whichever ours is made of.
PLAIN = {"config.postgresql": "django.db.backends.postgresql"}

if not settings.configured:
    database = DATABASES["default"]
    settings.configure(
        DATABASES={"default": {**database, "ENGINE": PLAIN.get(database["ENGINE"], database["ENGINE"])}},
        SECRET_KEY=SECRET_KEY,
        ROOT_URLCONF="benchmarks.floor",
        ALLOWED_HOSTS=["127.0.0.1"],
        MIDDLEWARE=[],
        INSTALLED_APPS=["rest_framework"],
        REST_FRAMEWORK={"UNAUTHENTICATED_USER": None},
        PROXY_COUNT=0,  # what jantaku.embedded_server asks for
        USE_TZ=True,
    )

SHEET = "INSERT INTO floor_sheet (table_id, east, south, west, north) VALUES (%s, %s, %s, %s, %s)"
SCORES = (
    "INSERT INTO floor_score (table_id, seat, points) VALUES (%s,%s,%s), (%s,%s,%s), (%s,%s,%s), (%s,%s,%s)"
)
TABLES = (
    "CREATE TABLE floor_sheet (table_id bigint, east bigint, south bigint, west bigint, north bigint)",
    "CREATE TABLE floor_score (table_id bigint, seat bigint, points bigint)",
)


def insert(request: HttpRequest) -> HttpResponse:
    points = json.loads(request.body)["points"]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(SHEET, [1, *points])
        cursor.execute(SCORES, [value for seat, one in enumerate(points) for value in (1, seat, one)])
    return HttpResponse(json.dumps({"points": points}), content_type="application/json", status=201)


def static(request: HttpRequest, size: int) -> HttpResponse:
    if request.headers.get("If-None-Match"):
        return HttpResponse(status=304)
    return HttpResponse(page_of(size))


@cache
def page_of(size: int) -> bytes:
    return b"x" * size


application = get_wsgi_application()

from benchmarks.floor_api import Games  # noqa: E402 - needs Django set up

urlpatterns = [path("insert/", insert), path("games/", Games.as_view()), path("static/<int:size>/", static)]
