"""Jantaku with a header that says how many statements an answer took. Nothing is timed here.

Statements of the ORM and of plain cursors count, and savepoints; BEGIN and COMMIT do not.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from django.db import connection

from benchmarks.serving.client import STATEMENTS
from config.wsgi import application as jantaku

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment


def application(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
    counted = 0

    def count(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal counted
        counted += 1
        return execute(sql, params, many, context)

    def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Callable[[bytes], object]:
        return start_response(status, [*headers, (STATEMENTS, str(counted))], *more)

    with connection.execute_wrapper(count):
        return jantaku(environ, start)
