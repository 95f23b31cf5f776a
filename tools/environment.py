"""Environments for subprocesses, without a developer's .env and shell variables."""

import os
import secrets
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# All variables that settings read; .env.example explains them.
OURS = {
    "SECRET_KEY",
    "SECRET_KEY_FALLBACKS",
    "DEBUG",
    "ALLOWED_HOSTS",
    "SITE_URL",
    "PROXY_COUNT",
    "DATABASE_URL",
    "CONN_MAX_AGE",
    "DATABASE_PREPARED_STATEMENTS",
    "DATABASE_STATEMENT_TIMEOUT",
    "REDIS_URL",
    "JANTAKU_LANGUAGE",
    "REGISTRATION_ADDRESS_DAYS",
    "LEAGUE_FOUNDERS",
    "TOURNAMENT_FOUNDERS",
    "SECOND_FACTOR_REQUIRED",
    "SESSION_IDLE_DAYS",
    "SESSION_MOST_DAYS",
    "JANTAKU_VAR_DIR",
    "JANTAKU_STATIC_DIR",
    "EMAIL_URL",
    "DEFAULT_FROM_EMAIL",
    "STATIC_MANIFEST",
    "HSTS_SECONDS",
    "LOG_LEVEL",
    "RECONCILE_SECONDS",
    "LIVE_STREAMS",
    "DRAW_SILENCE_SECONDS",
    "WEBHOOK_PORTS",
    "WEBHOOK_TRUSTED_HOSTS",
    "API_READS_PER_MINUTE",
    "DRAWS_AGAIN_PER_MINUTE",
    "API_DEEDS_PER_MINUTE",
    "STATUS_TOKEN",
    "DATABASE_DISK",
    "SENTRY_DSN",
}


def clean(**variables: str) -> dict[str, str]:
    """Return the current environment without our variables and the .env file, plus the given ones."""
    # Browser tests set the second one, which deployment checks reject.
    left_out = OURS | {"DJANGO_ALLOW_ASYNC_UNSAFE"}
    rest = {name: value for name, value in os.environ.items() if name not in left_out}
    return {**rest, "JANTAKU_ENV_FILE": os.devnull, **variables}


def like_production(var: Path, **variables: str) -> dict[str, str]:
    """As `clean`, with all settings a server requires; addresses lead nowhere unless given."""
    return clean(
        SECRET_KEY=secrets.token_urlsafe(50),
        SITE_URL="https://league.example.org",
        PROXY_COUNT="1",
        JANTAKU_VAR_DIR=str(var),
        **{
            "DATABASE_URL": "postgres://jantaku@127.0.0.1:9/jantaku",
            "REDIS_URL": "redis://127.0.0.1:9/0",
            "EMAIL_URL": "smtp://127.0.0.1:9",
            **variables,
        },
    )
