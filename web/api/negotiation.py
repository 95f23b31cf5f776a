"""Problem details (RFC 9457) for programs that ask for them: `Accept: application/problem+json`."""

from http import HTTPStatus

from django.utils.cache import patch_vary_headers
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request
from rest_framework.response import Response

PROBLEM = "application/problem+json"


class Negotiation(DefaultContentNegotiation):
    """JSON also for programs that accept problem details alone."""

    def get_accept_list(self, request: Request) -> list[str]:
        accepted: list[str] = super().get_accept_list(request)
        return [*accepted, "application/json"] if _asks_for_problems(accepted) else accepted


def as_problem(request: Request, response: Response) -> None:
    """Write a refusal as problem details if the request accepts them. `code`, `fields` and what stands beside the
    error keep their names.
    """
    if response.status_code < 400 or not isinstance(response.data, dict) or "error" not in response.data:
        return
    patch_vary_headers(response, ["Accept"])
    if _asks_for_problems(request.headers.get("Accept", "").split(",")):
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


def _asks_for_problems(accepted: list[str]) -> bool:
    return any(one.partition(";")[0].strip().lower() == PROBLEM for one in accepted)
