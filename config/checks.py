"""System checks: settings under which Jantaku could not keep its promises.

Checks tagged `database` run with `migrate` and `check --database default`; those for deployment with `check
--deploy`.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.apps import AppConfig
from django.conf import settings
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from django.core.checks import CheckMessage, Error, Warning
from django.core.exceptions import ImproperlyConfigured
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder

from config.secret_key import checked
from web.schema_versions import compare_versions, shown

DURABLE = ["fsync", "full_page_writes", "synchronous_commit"]
LEDGER = "tournaments_ledgerentry"
# Where deploy/bin/prepare records DATABASE_URL.
PREPARED_DATABASE = Path("/var/lib/jantaku-deploy/database")
ON_THIS_MACHINE = {"localhost", "127.0.0.1", "::1"}


def secrets_are_strong(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """E001: the secret key, or a fallback key, can be guessed."""
    try:
        for key in [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]:
            checked(key)
    except ImproperlyConfigured as refusal:
        return [Error(str(refusal), id="jantaku.E001")]
    return []


def hosts_are_named(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """E002: all Host headers are accepted, so links in mails can be forged."""
    if "*" in settings.ALLOWED_HOSTS:
        return [
            Error(
                "ALLOWED_HOSTS contains '*'.",
                hint="Name the hosts under which visitors reach this site, such as league.example.org.",
                id="jantaku.E002",
            )
        ]
    return []


def debug_is_for_one_machine(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """E003: error pages would publish our source and settings."""
    if settings.DEBUG and urlsplit(settings.SITE_URL).hostname not in ON_THIS_MACHINE:
        return [
            Error(
                f"DEBUG is on, but SITE_URL {settings.SITE_URL} is not on this machine.",
                hint="Unset DEBUG.",
                id="jantaku.E003",
            )
        ]
    return []


def visitors_come_by_https(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """E004: sign-ins and seat tokens would cross the hall's Wi-Fi unencrypted."""
    if not settings.SITE_URL.startswith("https://"):
        return [
            Error(
                f"SITE_URL is {settings.SITE_URL}, not an https:// address.",
                hint="Set SITE_URL to the address visitors use.",
                id="jantaku.E004",
            )
        ]
    return []


def proxies_are_counted(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """E005: visitors' addresses would be the proxy's, or forged by visitors."""
    if settings.PROXY_COUNT is None:
        return [
            Error(
                "PROXY_COUNT is not set.",
                hint="Say how many proxies stand before this server: 1 for nginx alone, 0 for none.",
                id="jantaku.E005",
            )
        ]
    return []


def several_processes_have_a_server(
    app_configs: Sequence[AppConfig] | None, **kwargs: Any
) -> list[CheckMessage]:
    """W006: SQLite suits one machine; several web processes and workers need PostgreSQL."""
    if not settings.EMBEDDED and connections["default"].vendor == "sqlite":
        return [
            Warning(
                "REDIS_URL is set, but the database is SQLite.",
                hint="Set DATABASE_URL to a PostgreSQL database.",
                id="jantaku.W006",
            )
        ]
    return []


def static_files_are_collected(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """W012: pages name files by the manifest of `collectstatic`, and crash without it."""
    if (
        settings.STATIC_MANIFEST
        and not (Path(settings.STATIC_ROOT) / ManifestStaticFilesStorage.manifest_name).is_file()
    ):
        return [
            Warning(
                f"No static files have been collected in {settings.STATIC_ROOT}.",
                hint="Run: manage.py collectstatic --noinput",
                id="jantaku.W012",
            )
        ]
    return []


def mail_goes_out(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """W011: sign-in codes and password links are only logged, and reach nobody."""
    if settings.EMAIL_BACKEND == "django.core.mail.backends.console.EmailBackend":
        return [
            Warning(
                "EMAIL_URL is not set: mails are written to the log instead of being sent.",
                hint="Set EMAIL_URL, then try it: manage.py sendtestemail you@example.org",
                id="jantaku.W011",
            )
        ]
    return []


def place_of_database(settings_dict: Mapping[str, Any]) -> str:
    """Return a database's location, as deploy/reach.py words it."""
    host = settings_dict["HOST"] or settings_dict.get("OPTIONS", {}).get("host", "")
    port = settings_dict["PORT"] or 5432
    place = f"[{host}]" if ":" in host else host or "the socket"
    return f"{place}:{port}/{settings_dict['NAME']}"


def the_database_is_the_one_prepared(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """W013: deploy/bin prepared another database than the one in use, which may have no backup."""
    try:
        noted = PREPARED_DATABASE.read_text("utf-8").strip()
    except OSError:
        return []
    found: list[CheckMessage] = []
    for alias in databases or []:
        connection = connections[alias]
        here = place_of_database(connection.settings_dict)
        if connection.vendor == "postgresql" and here != noted:
            found.append(
                Warning(
                    f"DATABASE_URL leads to {here}, but deploy/bin/prepare worked on {noted}.",
                    hint="Give OWNER in /etc/jantaku-owner.env the same host, port and name (else no backup is"
                    " made), then run: deploy/bin/prepare",
                    id="jantaku.W013",
                )
            )
    return found


def commits_are_durable(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """E007: the database may lose a result that a phone was told is saved."""
    found: list[CheckMessage] = []
    for alias in databases or []:
        connection = connections[alias]
        if connection.vendor != "postgresql":
            continue
        with connection.cursor() as cursor:
            cursor.execute("SELECT name, setting FROM pg_settings WHERE name = ANY(%s)", [DURABLE])
            found += [
                Error(
                    f"PostgreSQL ({alias}) runs with {name}=off.",
                    hint=f"Set {name}=on in postgresql.conf, or for this database with ALTER DATABASE.",
                    id="jantaku.E007",
                )
                for name, setting in sorted(cursor.fetchall())
                if setting == "off"
            ]
    return found


def the_ledger_only_grows(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """W008: the application's database role could rewrite the ledger."""
    found: list[CheckMessage] = []
    for alias in databases or []:
        connection = connections[alias]
        if connection.vendor != "postgresql":
            continue
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT privilege FROM unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE']) AS privilege"
                " WHERE to_regclass(%s) IS NOT NULL AND has_table_privilege(to_regclass(%s), privilege)",
                [LEDGER, LEDGER],
            )
            if powers := [privilege for (privilege,) in cursor.fetchall()]:
                found.append(
                    Warning(
                        f"The role of database {alias} may {', '.join(powers)} rows of the ledger.",
                        hint="Give the application a role with SELECT and INSERT only; see docs/install.md.",
                        id="jantaku.W008",
                    )
                )
    return found


def the_program_knows_its_database(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """E014: the database is of a newer version, or too old to be migrated."""
    return [
        Error(refusal, id="jantaku.E014")
        for alias in databases or []
        if MigrationRecorder(connections[alias]).has_table()
        and (refusal := compare_versions(connections[alias]).refusal)
    ]


def the_database_is_migrated(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """E015: tables or columns are missing."""
    return [
        Error(
            f"Database {alias} lacks migrations of this program: {shown(missing)}.",
            hint="On a server: deploy/bin/prepare. Elsewhere: manage.py migrate.",
            id="jantaku.E015",
        )
        for alias in databases or []
        if (missing := _missing(alias))
    ]


def _missing(alias: str) -> tuple[str, ...]:
    if not MigrationRecorder(connections[alias]).has_table():
        return ("all of them",)
    return compare_versions(connections[alias]).only_in_program
