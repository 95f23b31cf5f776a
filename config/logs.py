"""Log lines as JSON objects, so that no visitor can forge a line.

Shared by all processes: Django's settings, gunicorn (`gunicorn.conf.py`) and Celery use `logging_to`; Django and
Celery set it up by `configure`, which also logs warnings, crashes and commands' output.
"""

import io
import json
import logging
import logging.config
import os
import sys
import threading
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, TextIO

# Programs that probe addresses send any host, and forms that are too large get an explanation.
TURNED_AWAY = ("DisallowedHost", "RequestDataTooBig", "TooManyFieldsSent", "TooManyFilesSent")


printed = logging.getLogger("printed")
crashed = logging.getLogger("crashed")


class JsonFormatter(logging.Formatter):
    """`{"time", "level", "logger", "message"}`, with `status`, `path`, `exception` if present.

    Other attributes of a record are not written: tasks attach their arguments, Django the request.
    """

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": _message(record),
        }
        if (status := getattr(record, "status_code", None)) is not None:
            line["status"] = status
        if (path := getattr(getattr(record, "request", None), "path", None)) is not None:
            line["path"] = path
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def _message(record: logging.LogRecord) -> str:
    try:
        return record.getMessage()
    except (TypeError, ValueError, KeyError):
        # A mistake in the log call; logging would print a traceback instead of the line.
        return f"{record.msg} {record.args!r}"


class WithoutTraceback(logging.Filter):
    """Removes tracebacks from refused requests, which are warnings rather than crashes."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.levelno, record.levelname, record.exc_info = logging.WARNING, "WARNING", None
        return True


def logging_to(formatter: str, level: str) -> dict[str, Any]:
    """Return the configuration for `logging.config.dictConfig`; `formatter` is `json` or `plain`."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {"()": "config.logs.JsonFormatter"},
            "plain": {"format": "{levelname} {name}: {message}", "style": "{"},
        },
        "filters": {"without_traceback": {"()": "config.logs.WithoutTraceback"}},
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": formatter,
                "stream": "ext://sys.__stderr__",  # never the one that `configure` replaces
            }
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Other libraries add handlers to these; ours at the root is enough.
            **{name: {"handlers": [], "propagate": True} for name in ("django", "gunicorn.error")},
            **{f"django.security.{name}": {"filters": ["without_traceback"]} for name in TURNED_AWAY},
            # The queue is meant for more requests than threads.
            "waitress.queue": {"level": "ERROR"},
            # Celery's processes, whose library does not propagate to the root.
            "multiprocessing": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
            "printed": {"level": "INFO"},
        },
    }


def configure(config: dict[str, Any]) -> None:
    """Set up logging. If lines are JSON, also log output that would bypass the log."""
    logging.config.dictConfig(config)
    if config["handlers"]["stderr"]["formatter"] != "json":
        return
    if not _is_terminal(sys.__stderr__):
        _log_warnings_and_crashes()
    if _is_journal(sys.__stdout__):
        sys.stdout = LoggedLines(logging.INFO)
    if _is_journal(sys.__stderr__):
        sys.stderr = LoggedLines(logging.ERROR)


def _log_warnings_and_crashes() -> None:
    """Log warnings and uncaught exceptions of the program and its threads instead of printing them."""
    logging.captureWarnings(True)
    # A hook of another program, such as pytest, stays.
    if sys.excepthook is sys.__excepthook__:
        sys.excepthook = _log_crash
    if threading.excepthook is threading.__excepthook__:
        threading.excepthook = lambda crash: _log_crash(crash.exc_type, crash.exc_value, crash.exc_traceback)


def _log_crash(
    kind: type[BaseException], error: BaseException | None, traceback: TracebackType | None
) -> None:
    if issubclass(kind, KeyboardInterrupt) or error is None:
        sys.__excepthook__(kind, error or kind(), traceback)
    else:
        crashed.critical("%s: %s", kind.__name__, error, exc_info=(kind, error, traceback))


class LoggedLines(io.TextIOBase):
    """A stream that logs its lines, for commands run by systemd: see docs/install.md."""

    def __init__(self, level: int) -> None:
        self._level = level
        self._unfinished = ""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        *lines, self._unfinished = (self._unfinished + text).split("\n")
        for line in lines:
            self._log(line)
        return len(text)

    def flush(self) -> None:
        unfinished, self._unfinished = self._unfinished, ""
        self._log(unfinished)

    def _log(self, line: str) -> None:
        if line.strip():
            printed.log(self._level, "%s", line)


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def _is_journal(stream: TextIO | None) -> bool:
    """Whether a stream is the one that systemd connected to the journal. A service's child processes may have
    others.
    """
    try:
        status = os.fstat(stream.fileno()) if stream is not None else None
    except (OSError, ValueError):
        return False
    journal = os.environ.get("JOURNAL_STREAM")
    return status is not None and journal == f"{status.st_dev}:{status.st_ino}"
