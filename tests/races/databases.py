"""New databases copied from one that was migrated once: real processes may commit in them."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
from django.conf import settings
from django.db import connection

from tests.migrated import MIGRATED_POSTGRES, MIGRATED_SQLITE, copy_migrated

SERIAL = count(1)


@dataclass
class Template:
    """A migrated database, and where its copies go."""

    folder: Path
    variables: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.is_postgres = connection.vendor == "postgresql"
        # Several templates exist at once: one per session, one per module.
        self.name = f"races_{os.getpid()}_{next(SERIAL)}"
        if self.is_postgres:
            self._admin(
                f"CREATE DATABASE {self.name}"
                + (f" TEMPLATE {MIGRATED_POSTGRES}" if MIGRATED_POSTGRES else "")
            )
        else:
            copy_migrated(self.folder / f"{self.name}.sqlite3")
        if MIGRATED_POSTGRES if self.is_postgres else MIGRATED_SQLITE:
            return
        migrate = [sys.executable, "manage.py", "migrate", "-v0", "--skip-checks"]
        subprocess.run(migrate, check=True, cwd=settings.BASE_DIR, env=self.environment(self._url(self.name)))

    @contextmanager
    def copy(self) -> Iterator[str]:
        """Yield the name of a new copy, as in Django's settings; it is deleted afterwards."""
        name = f"{self.name}_{next(SERIAL)}"
        if self.is_postgres:
            self._admin(f"CREATE DATABASE {name} TEMPLATE {self.name}")
        else:
            shutil.copyfile(self.folder / f"{self.name}.sqlite3", self.folder / f"{name}.sqlite3")
        try:
            yield name if self.is_postgres else str(self.folder / f"{name}.sqlite3")
        finally:
            if self.is_postgres:
                self._admin(f"DROP DATABASE {name} WITH (FORCE)")

    @property
    def url(self) -> str:
        return self._url(self.name)

    def address(self, name: str) -> str:
        """Return the address of a copy by name."""
        return self._url(name) if self.is_postgres else f"sqlite:///{name}"

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        """Return the rows of a query, without Django."""
        if self.is_postgres:
            with psycopg.connect(self.url) as server:
                return server.execute(statement).fetchall()  # type: ignore[call-overload]
        with closing(sqlite3.connect(self.url.removeprefix("sqlite:///"))) as file:
            return file.execute(statement).fetchall()

    def triggers(self) -> set[str]:
        in_sqlite = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        in_postgres = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal"
        return {name for (name,) in self.rows(in_postgres if self.is_postgres else in_sqlite)}

    def tables(self) -> set[str]:
        in_sqlite = "SELECT name FROM sqlite_master WHERE type = 'table'"
        in_postgres = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
        return {name for (name,) in self.rows(in_postgres if self.is_postgres else in_sqlite)}

    def remove(self) -> None:
        if self.is_postgres:
            self._admin(f"DROP DATABASE {self.name} WITH (FORCE)")

    def environment(self, url: str, **more: str) -> dict[str, str]:
        """Return the environment of a process on the database at this address, embedded by default."""
        return {
            **os.environ,
            "DATABASE_URL": url,
            "REDIS_URL": "",
            "SECRET_KEY": settings.SECRET_KEY,
            "JANTAKU_VAR_DIR": str(self.folder),
            "STATIC_MANIFEST": "0",
            # As `--skip-checks` for a command.
            "CELERY_SKIP_CHECKS": "1",
            **more,
        }

    def _url(self, name: str) -> str:
        if not self.is_postgres:
            return f"sqlite:///{self.folder / name}.sqlite3"
        of = connection.settings_dict
        return f"postgres://{of['USER']}:{of['PASSWORD']}@{of['HOST']}:{of['PORT']}/{name}"

    def _admin(self, statement: str) -> None:
        address = urlunsplit(urlsplit(self._url("postgres")))
        with psycopg.connect(address, autocommit=True) as admin:
            admin.execute(statement)  # type: ignore[call-overload]
