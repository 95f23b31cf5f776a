"""Addresses for monitoring: /healthz (process is up), /readyz (results can be written), /statusz (all is well)."""

import secrets
from collections.abc import Callable
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.health.figures import Figures, figures
from config.health.probes import database_word, redis_word
from config.health.troubles import Trouble, troubles
from web.outages import RETRY_AFTER
from web.schema_versions import compare_versions
from web.version import __version__

Answer = Callable[[HttpRequest], HttpResponse]
# Headers that proxies add. A request with one of them is not from this machine, whatever its connection.
OF_PROXIES = ("X-Forwarded-For", "X-Forwarded-Proto", "X-Real-IP", "Forwarded", "Via")
PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 and the version while the process responds; checks nothing else."""
    return HttpResponse(f"ok {__version__}\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """Answer 200 while a result could be written, else 503, naming the part at fault.

    Redis is named but does not decide, because results are accepted without it. Workers do not decide either: that
    is a question for /statusz.
    """
    database = database_word()
    migrations = compare_versions().word if database == "ok" else "unread"
    is_ready = (database, migrations) == ("ok", "ok")
    answer = JsonResponse(
        {"ready": is_ready, "database": database, "migrations": migrations, "redis": redis_word()}
    )
    if not is_ready:
        answer.status_code = 503
        answer["Retry-After"] = str(RETRY_AFTER)
    return answer


@require_safe
@never_cache
def statusz(request: HttpRequest) -> HttpResponse:
    """Answer 200 while all is well, else 503 with the problems; to this machine, and to holders of STATUS_TOKEN.

    Prometheus, which asks for text, always gets the figures with 200 and judges them itself.
    """
    if not may_see_status(request):
        return HttpResponse("Not Found\n", status=404, content_type="text/plain")
    found = figures()
    wrong = troubles(found)
    if "text/plain" in request.headers.get("Accept", ""):
        return HttpResponse(as_prometheus(found, wrong), content_type=PROMETHEUS)
    answer = JsonResponse(
        {
            "well": not wrong,
            "wrong": [{"code": one.code, "message": one.is_so, "to_do": one.to_do} for one in wrong],
            **found.as_json(),
        },
        json_dumps_params={"ensure_ascii": False},
    )
    if wrong:
        answer.status_code = 503
    return answer


def may_see_status(request: HttpRequest) -> bool:
    """Whether the request is from this machine without a proxy, or has the token."""
    token = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if settings.STATUS_TOKEN and secrets.compare_digest(token.encode(), settings.STATUS_TOKEN.encode()):
        return True
    if any(name in request.headers for name in OF_PROXIES):
        return False
    try:
        return ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


def as_prometheus(found: Figures, wrong: list[Trouble]) -> str:
    """Return the numeric figures, and for each part a gauge that is 1 while it is well."""
    numbers: dict[str, float] = {"well": not wrong}
    for name, value in found.as_json().items():
        if isinstance(value, str):
            numbers[f"{name}_ok"] = value in {"ok", "not used"}
        elif value is not None:
            numbers[name] = value
    lines = [f"jantaku_{name} {float(value):g}" for name, value in sorted(numbers.items())]
    lines += [f'jantaku_wrong{{code="{one.code}"}} 1' for one in wrong]
    return "\n".join([*lines, ""])


class Monitoring:
    """Answers these addresses before the checks of host and https.

    Local monitoring asks http://127.0.0.1, which would pass neither check.
    """

    ANSWERS: dict[str, Answer] = {"/healthz": healthz, "/readyz": readyz, "/statusz": statusz}

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.ANSWERS.get(request.path_info, self.get_response)(request)
