"""What a visitor sees when something breaks outside the API's own error handling."""

import sys

import redis
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseServerError, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

# The database or Redis does not answer: nothing is broken, and asking again in a moment helps.
AWAY = (OperationalError, InterfaceError, redis.ConnectionError, redis.TimeoutError)
AWAY_FOR = "2"  # seconds


def server_error(request: HttpRequest) -> HttpResponse:
    """503 and Retry-After while the database or Redis is away, else 500; in the API's error shape below /api/."""
    is_away = isinstance(sys.exc_info()[1], AWAY)
    response = _to_program(is_away) if request.path.startswith("/api/") else _to_person(is_away)
    if is_away:
        response.status_code = 503
        response["Retry-After"] = AWAY_FOR
    response["Cache-Control"] = "no-store"
    return response


def _to_program(is_away: bool) -> HttpResponse:
    if is_away:
        code, message = "try_again", _("The server is busy. Nothing was lost; please try again.")
    else:
        code, message = "our_bug", _("Something broke, and it was not you. It has been written down.")
    return JsonResponse({"error": {"code": code, "message": message, "fields": {}}}, status=500)


def _to_person(is_away: bool) -> HttpResponse:
    # Without the request: what runs for every page (who is this? which messages?) may be what broke.
    return HttpResponseServerError(render_to_string("503.html" if is_away else "500.html"))
