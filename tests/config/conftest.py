import os
import runpy
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tools.environment import OURS, ROOT

pytestmark = pytest.mark.run("processes")


@pytest.fixture
def settings_with(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., dict[str, Any]]:
    """Read settings as a process does that starts with only these environment variables."""

    def read(**variables: str) -> dict[str, Any]:
        for name in OURS:
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("JANTAKU_ENV_FILE", os.devnull)
        for name, value in {"JANTAKU_VAR_DIR": str(tmp_path), **variables}.items():
            monkeypatch.setenv(name, value)
        return runpy.run_path(str(ROOT / "config" / "settings.py"))

    return read


@pytest.fixture
def server_settings_with(settings_with: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    """The same for a server behind one proxy, with PostgreSQL and Redis."""
    server = {
        "SECRET_KEY": secrets.token_urlsafe(50),
        "SITE_URL": "https://league.example.org",
        "PROXY_COUNT": "1",
        "DATABASE_URL": "postgres://app:word@db.example.org:5433/jantaku",
        "REDIS_URL": "redis://queue.example.org:6379/3",
    }
    return lambda **variables: settings_with(**{**server, **variables})
