"""Log lines that machines read: one JSON object each, so that nothing a visitor types can forge a line."""

import json
import logging
from datetime import UTC, datetime


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
