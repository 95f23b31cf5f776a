"""Reports of errors to Sentry, or to a server that takes its reports, if SENTRY_DSN is set.

A report has what the public source shows, and when it failed: type of the error, lines of code, the route, the
message before its values were filled in. Values may be names, codes or addresses, so an event is copied by an
allow-list: no error's own words, no variables, no request, no visitor.
"""

import logging
from importlib import import_module
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from config.logs import printed
from web.version import __version__

Event = dict[str, Any]

OF_EVENT = ("event_id", "timestamp", "level", "logger", "platform", "release", "environment", "sdk")
OF_FRAME = (
    "filename",
    "module",
    "function",
    "lineno",
    "in_app",
    "pre_context",
    "context_line",
    "post_context",
)


def report_errors() -> None:
    """Report what is logged as an error from now on, in a thread of its own; without SENTRY_DSN, import nothing."""
    if not settings.SENTRY_DSN:
        return
    try:
        sdk, logs, dedupe, at_exit = (
            import_module(name)
            for name in (
                "sentry_sdk",
                "sentry_sdk.integrations.logging",
                "sentry_sdk.integrations.dedupe",
                "sentry_sdk.integrations.atexit",
            )
        )
    except ImportError:
        raise ImproperlyConfigured(
            "SENTRY_DSN is set, but sentry-sdk is not installed. Install it: make install, or"
            " python -m pip install 'jantaku[sentry]'"
        ) from None
    try:
        sdk.init(
            dsn=settings.SENTRY_DSN,
            release=f"jantaku@{__version__}",
            environment=urlsplit(settings.SITE_URL).hostname,
            before_send=without_values,
            # All our errors are logged; integrations with frameworks would also read requests.
            default_integrations=False,
            auto_enabling_integrations=False,
            integrations=[
                logs.LoggingIntegration(level=None, event_level=logging.ERROR, sentry_logs_level=None),
                dedupe.DedupeIntegration(),
                at_exit.AtexitIntegration(callback=lambda _pending, _timeout: None),
            ],
            include_local_variables=False,
            send_default_pii=False,
            auto_session_tracking=False,
            send_client_reports=False,
            enable_metrics=False,
            spotlight=False,
        )
    except ValueError:
        raise ImproperlyConfigured(
            "SENTRY_DSN is not the address of a project, such as https://KEY@sentry.example.org/1."
            " Copy it from the project's settings, or unset it."
        ) from None


def without_values(event: Event, hint: dict[str, Any]) -> Event | None:
    """Return the parts of an event without personal data, or None for a line that a command printed."""
    record: logging.LogRecord | None = hint.get("log_record")
    if record is None or record.name == printed.name:
        return None
    kept = {key: event[key] for key in OF_EVENT if key in event}
    kept["logentry"] = {"message": record.msg if isinstance(record.msg, str) else ""}
    match = getattr(getattr(record, "request", None), "resolver_match", None)
    if match is not None:
        kept |= {"transaction": match.route, "transaction_info": {"source": "route"}}
    if "exception" in event:
        kept["exception"] = {"values": [_without_words(error) for error in event["exception"]["values"]]}
    return kept


def _without_words(error: Event) -> Event:
    frames = (error.get("stacktrace") or {}).get("frames", [])
    return {
        "type": error.get("type"),
        "module": error.get("module"),
        "stacktrace": {"frames": [{key: frame[key] for key in OF_FRAME if key in frame} for frame in frames]},
    }
