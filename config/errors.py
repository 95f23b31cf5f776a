"""Error pages outside the API's own error handling."""

import sys

from django.core.exceptions import DisallowedHost, RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from web.api.errors import error_body
from web.outages import RETRY_AFTER, WORDS, causes, what_passes


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 503 with Retry-After for temporary errors (web/outages.py), else 500; in the API's error shape below
    /api/.
    """
    error = sys.exc_info()[1]
    if isinstance(error, UnreadablePostError):
        # The client disconnected during the request.
        return bad_request(request, error)
    if error is not None and (kind := what_passes(error)):
        causes.log(kind, error)
        response = _error_page(request, 503, "try_again", str(WORDS[kind]), template="503.html")
        response["Retry-After"] = str(RETRY_AFTER)
        return response
    message = _("Something went wrong on our side. It has been logged.")
    return _error_page(request, 500, "our_bug", message, template="500.html")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer an unreadable request: 413 if too large, else 400; in the API's error shape below /api/."""
    if isinstance(exception, DisallowedHost):
        # Programs that probe addresses, not people.
        return HttpResponse("Bad Request\n", status=400, content_type="text/plain")
    if isinstance(exception, RequestDataTooBig):
        message = _("What you sent is larger than this page accepts.")
        return _error_page(request, 413, "body_too_large", message, template="400.html")
    message = _("What you sent could not be read.")
    return _error_page(request, 400, "malformed", message, template="400.html")


def _error_page(request: HttpRequest, status: int, code: str, message: str, *, template: str) -> HttpResponse:
    if request.path.startswith("/api/"):
        response: HttpResponse = JsonResponse(error_body(code, message))
    else:
        # Without the request: a context processor may be what failed.
        response = HttpResponse(render_to_string(template, {"message": message}))
    response.status_code = status
    response["Cache-Control"] = "no-store"
    return response
