"""Log lines that machines read: one JSON object each, so that nothing a visitor types can forge a line.

The same for everything that runs here: Django's settings, gunicorn (`gunicorn.conf.py`) and Celery take `logging_to`.
"""

import json
import logging
from datetime import UTC, datetime
from typing import Any

# Programs that try out addresses ask for any host, and forms that are too large are answered in words.
TURNED_AWAY = ("DisallowedHost", "RequestDataTooBig", "TooManyFieldsSent", "TooManyFilesSent")


class JsonFormatter(logging.Formatter):
    """`{"time", "level", "logger", "message"}`, and `status`, `path`, `exception` where there are such."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if (status := getattr(record, "status_code", None)) is not None:
            line["status"] = status
        if (path := getattr(getattr(record, "request", None), "path", None)) is not None:
            line["path"] = path
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class WithoutTraceback(logging.Filter):
    """A request that is turned away is a warning, and no crash to look into."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.levelno, record.levelname, record.exc_info = logging.WARNING, "WARNING", None
        return True


def logging_to(formatter: str, level: str) -> dict[str, Any]:
    """The configuration for `logging.config.dictConfig`; `formatter` is `json` or `plain`."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {"()": "config.logs.JsonFormatter"},
            "plain": {"format": "{levelname} {name}: {message}", "style": "{"},
        },
        "filters": {"without_traceback": {"()": "config.logs.WithoutTraceback"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": formatter}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Others hang their own handlers on these; ours at the root is enough.
            **{name: {"handlers": [], "propagate": True} for name in ("django", "gunicorn.error")},
            **{f"django.security.{name}": {"filters": ["without_traceback"]} for name in TURNED_AWAY},
            # That more people ask at once than there are threads is what the queue is for.
            "waitress.queue": {"level": "ERROR"},
        },
    }
