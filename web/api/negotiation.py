"""What programs may ask for in `Accept` besides JSON: refusals as problem details (RFC 9457), and from some views
NDJSON, an object on each line, or server-sent events.
"""

from http import HTTPStatus

from django.utils.cache import patch_vary_headers
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request
from rest_framework.response import Response

PROBLEM = "application/problem+json"
LINES = "application/x-ndjson"
EVENTS = "text/event-stream"


class Negotiation(DefaultContentNegotiation):
    """JSON also for programs that accept problem details alone, or lines or events alone of a view that gives them:
    then refusals are JSON.
    """

    def get_accept_list(self, request: Request) -> list[str]:
        accepted: list[str] = super().get_accept_list(request)
        view = request.parser_context.get("view")
        given = [PROBLEM]
        given += [LINES] if getattr(view, "gives_lines", False) else []
        given += [EVENTS] if getattr(view, "gives_events", False) else []
        is_other = any(_names(accepted, one) for one in given)
        return [*accepted, "application/json"] if is_other else accepted


def asks_for_lines(request: Request) -> bool:
    return asks_for(request, LINES)


def asks_for(request: Request, media_type: str) -> bool:
    """Whether the request names this type, and not only `*/*`."""
    return _names(request.headers.get("Accept", "").split(","), media_type)


def as_problem(request: Request, response: Response) -> None:
    """Write a refusal as problem details if the request accepts them. `code`, `fields` and what stands beside the
    error keep their names.
    """
    if response.status_code < 400 or not isinstance(response.data, dict) or "error" not in response.data:
        return
    patch_vary_headers(response, ["Accept"])
    if _names(request.headers.get("Accept", "").split(","), PROBLEM):
        beside = {name: value for name, value in response.data.items() if name != "error"}
        error = dict(response.data["error"])
        response.data = {
            "type": "about:blank",
            "title": HTTPStatus(response.status_code).phrase,
            "status": response.status_code,
            "detail": error.pop("message"),
            **error,
            **beside,
        }
        response.content_type = PROBLEM


def _names(accepted: list[str], media_type: str) -> bool:
    return any(one.partition(";")[0].strip().lower() == media_type for one in accepted)
