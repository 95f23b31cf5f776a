"""A server without its machine: copies of deploy/ with other paths, and real PostgreSQL clusters.

Machine-specific actions – switching users, changing owners, systemd – are stubbed, so that root is not needed; `make
install-test` uses the real ones.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from tests.docs.installed import DEPLOY, exchanged, program, written
from tools import servers
from tools.environment import ROOT, clean

ROLES = {"DATABASE_URL": "jantaku_app", "OWNER": "jantaku_owner", "ADMIN": "jantaku"}
PASSWORDS = {"DATABASE_URL": "app/word#1", "OWNER": "owner's word", "ADMIN": ""}
QUOTED = {"DATABASE_URL": "app%2Fword%231", "OWNER": "owner%27s%20word", "ADMIN": ""}

# The tests' superuser needs no password; both roles need theirs, as on a server.
RIGHTS = ("host all jantaku 127.0.0.1/32 trust", "host all all 127.0.0.1/32 scram-sha-256")

STAND_INS = {
    "id": "echo 0",
    "systemctl": 'case "$*" in *is-active*|*is-enabled*) exit 1;; esac; echo "systemctl $*" >> "$CALLED"',
    # Switches to no other user; this machine's postgres user is the cluster's superuser.
    "runuser": '[ "$1" = -u ]; who=$2; shift 3\n'
    '[ "$who" != postgres ] || export PGHOST=127.0.0.1 PGUSER=jantaku\nexec "$@"',
    "install": "for word; do shift; case $word in -o|-g) skip=1;;"
    ' *) [ -n "$skip" ] || set -- "$@" "$word"; skip=;; esac; done\nexec "$INSTALL" "$@"',
    "make": 'echo "make $*" >> "$CALLED"',
    "nginx": 'exec "$NGINX" -c "$NGINX_CONF" "$@"',
}


# As everywhere in tests, commands look through nothing before they begin, which takes longer than most of them do.
# `prepare` has Django look through everything by its `check --deploy`.
PYTHON = f"""#!/bin/sh
case "$1 $2" in
    "manage.py check" | "manage.py collectstatic") ;;
    "manage.py "*) set -- "$@" --skip-checks ;;
esac
exec "{sys.executable}" "$@"
"""


@contextmanager
def cluster() -> Iterator[str]:
    """Start a PostgreSQL cluster on a free port, durable as the checks require. Yields host and port."""
    with servers.postgres(durable=True) as url:
        place = f"127.0.0.1:{urlsplit(url).port}"
        with psycopg.connect(url, autocommit=True) as connection:
            file = connection.execute("SHOW hba_file").fetchone()[0]
            lines = ", ".join(f"('{line}')" for line in RIGHTS)
            connection.execute(f"COPY (VALUES {lines}) TO '{file}'")
            connection.execute("SELECT pg_reload_conf()")
        with psycopg.connect(f"postgres://jantaku@{place}/postgres", autocommit=True) as connection:
            connection.execute("DROP DATABASE jantaku")
        yield place


@dataclass
class Server:
    """Copies of deploy/, and replacements of /etc and /var."""

    folder: Path

    @classmethod
    def in_folder(cls, folder: Path) -> "Server":
        app, places = folder / "app", folder / "bin"
        for name in ("etc", "backups", "state", "var", "bin", "conf.d", "acme"):
            (folder / name).mkdir()
        for path in ROOT.iterdir():
            if path.name not in ("deploy", ".venv", ".git", "var"):
                (app / path.name).parent.mkdir(exist_ok=True)
                (app / path.name).symlink_to(path)
        shutil.copytree(DEPLOY, app / "deploy")
        for name, changes in {
            "common.sh": {
                "ETC=/etc": f"ETC={folder}/etc",
                "/var/backups/jantaku": f"{folder}/backups",
                "/var/lib/jantaku-deploy": f"{folder}/state",
            },
            "prepare": {"/var/lib/jantaku": f"{folder}/var"},
            "site": {
                "/etc/nginx/conf.d": f"{folder}/conf.d",
                "/var/www/jantaku-acme": f"{folder}/acme",
                "/etc/nginx/sites-enabled/default": f"{folder}/default",
            },
        }.items():
            script = app / "deploy" / "bin" / name
            script.write_text(exchanged(script.read_text(), changes))
        (app / ".venv" / "bin").mkdir(parents=True)
        python = written(app / ".venv" / "bin", "python", PYTHON)
        python.chmod(0o755)
        for name, text in STAND_INS.items():
            written(places, name, f"#!/bin/sh\n{text}\n").chmod(0o755)
        return cls(folder)

    @property
    def backups(self) -> list[Path]:
        return sorted((self.folder / "backups").glob("*.dump"))

    def settings(self, **places: str) -> None:
        """Set where DATABASE_URL, OWNER and ADMIN point: `OWNER="127.0.0.1:5433"`."""
        names = {"ADMIN": "postgres"}
        addresses = {
            role: f"{role}=postgres://{ROLES[role]}:{QUOTED[role]}@{place}/{names.get(role, 'jantaku')}\n"
            for role, place in places.items()
        }
        written(
            self.folder / "etc",
            "jantaku.env",
            f"SECRET_KEY={'k7' * 10}{os.urandom(16).hex()}\nSITE_URL=https://league.example.org\nPROXY_COUNT=1\n"
            f"REDIS_URL=redis://127.0.0.1:9/0\nEMAIL_URL=smtp://127.0.0.1:9\nJANTAKU_VAR_DIR={self.folder}/var\n"
            'DEFAULT_FROM_EMAIL="Jantaku <noreply@league.example.org>"\n' + addresses["DATABASE_URL"],
        )
        owner = addresses["OWNER"] + addresses.get("ADMIN", "")
        written(self.folder / "etc", "jantaku-owner.env", owner)

    def run(self, script: str, *words: object, **variables: str) -> "subprocess.CompletedProcess[str]":
        """Run a script of deploy/bin as root does, from another folder than the code's."""
        return self.typed([self.folder / "app" / "deploy" / "bin" / script, *map(str, words)], **variables)

    def typed(self, command: "list[str | Path]", **variables: str) -> "subprocess.CompletedProcess[str]":
        path = f"{self.folder}/bin:{Path(program('psql')).parent}:{os.environ['PATH']}:/usr/sbin:/sbin"
        return subprocess.run(
            command,
            cwd=self.folder / "etc",
            env={
                **clean(),
                "PATH": path,
                "INSTALL": program("install"),
                "CALLED": str(self.folder / "called"),
                "NGINX": shutil.which("nginx", path="/usr/sbin:/usr/bin") or "none",
                "NGINX_CONF": str(self.folder / "nginx.conf"),
                **variables,
            },
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def must(self, script: str, *words: object, **variables: str) -> str:
        done = self.run(script, *words, **variables)
        assert done.returncode == 0, f"{script}: {done.stdout}{done.stderr}"
        return done.stdout

    def refuses(self, script: str, *words: object, **variables: str) -> str:
        """Return the one-line message of a script that refuses."""
        done = self.run(script, *words, **variables)
        assert done.returncode == 1, f"{script}: {done.stdout}{done.stderr}"
        return " ".join(done.stderr.split())


def ask(place: str, query: str, database: str = "jantaku") -> list[tuple[object, ...]]:
    """Query as the tests' superuser."""
    with psycopg.connect(f"postgres://jantaku@{place}/{database}", autocommit=True) as connection:
        cursor = connection.execute(query)
        return cursor.fetchall() if cursor.description else []
