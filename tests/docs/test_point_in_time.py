"""docs/scaling.md, “To any point in time”, line by line with a PostgreSQL of our own."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.docs.installed import exchanged, written
from tests.docs.test_nginx import free_ports
from tools import servers
from tools.environment import ROOT
from tools.install_test.manual import blocks

pytestmark = [pytest.mark.once("starts its own PostgreSQL"), pytest.mark.slow, pytest.mark.timeout(120)]

PATIENCE = 30
# The user postgres is whoever runs the cluster here.
STAND_INS = {"su": 'exec sh -c "$3"', "install": 'exec mkdir -p "$6" "$7"'}


@dataclass
class Machine:
    """The database's machine: a folder that its user may write to, and a port for each cluster."""

    folder: Path
    binaries: Path
    port: int

    def run(self, command: list[object]) -> None:
        with (self.folder / "errors").open("w") as errors:
            done = subprocess.run(
                [str(word) for word in command],
                env={
                    **os.environ,
                    "PATH": f"{self.folder}/bin:{self.binaries}:{os.environ['PATH']}",
                    "PGHOST": "127.0.0.1",
                    "PGPORT": str(self.port),
                    "PGUSER": "jantaku",
                    "PGDATABASE": "postgres",
                },
                cwd=self.folder,
                check=False,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                **servers._identity(servers._ordinary_user()),
            )
        assert done.returncode == 0, (self.folder / "errors").read_text()

    def start(self, data: Path, port: int, how: str = "start") -> None:
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories="
        log = self.folder / f"{data.name}.log"
        self.run([self.binaries / "pg_ctl", how, "-w", "-D", data, "-l", log, "-o", options])

    def follow(self, commands: str, **changes: str) -> None:
        """Lines of the page in one shell, after those that name the folders."""
        where = exchanged(lines()[0], {"/mnt/other-machine": str(self.folder)})
        self.run(["sh", "-euc", where + exchanged(commands, changes)])


def lines() -> list[str]:
    page = (ROOT / "docs" / "scaling.md").read_text()
    return [block.commands for block in blocks(page) if block.heading == "To any point in time"]


@pytest.fixture
def machine() -> Iterator[Machine]:
    user = servers._ordinary_user()
    folder = Path(tempfile.mkdtemp(prefix="jantaku-moment-"))
    machine = Machine(
        folder, servers._reachable(servers._postgres_binaries(), folder, user), free_ports(1)[0]
    )
    (folder / "bin").mkdir()
    for name, text in STAND_INS.items():
        written(folder / "bin", name, f"#!/bin/sh\n{text}\n").chmod(0o755)
    (folder / "errors").touch()
    if user:
        for path in (folder, folder / "errors"):
            os.chown(path, user.pw_uid, user.pw_gid)
    try:
        machine.run(
            [machine.binaries / "initdb", "-D", folder / "data", "-U", "jantaku", "--auth=trust", "--no-sync"]
        )
        yield machine
    finally:
        for data in (folder / "data", folder / "at-that-moment"):
            if (data / "postmaster.pid").exists():
                machine.run([machine.binaries / "pg_ctl", "stop", "-w", "-m", "immediate", "-D", data])
        shutil.rmtree(folder, ignore_errors=True)


def ask(port: int, query: str) -> list[Any]:
    with psycopg.connect(f"postgres://jantaku@127.0.0.1:{port}/postgres", autocommit=True) as connection:
        cursor = connection.execute(query)
        return [value for (value,) in cursor.fetchall()] if cursor.description else []


def wait_until(is_so: Callable[[], bool]) -> None:
    patience_ends = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < patience_ends
        time.sleep(0.1)


def test_the_moment_before_a_mistake_comes_back_with_what_was_written_until_then(machine: Machine) -> None:
    _where, once, nightly, back = lines()
    data, anew = machine.folder / "data", machine.folder / "at-that-moment"
    (port,) = free_ports(1)
    machine.start(data, machine.port)
    machine.follow(once)
    machine.start(data, machine.port, "restart")
    ask(machine.port, "CREATE TABLE results AS SELECT 1 AS game")
    machine.follow(nightly)
    ask(machine.port, "INSERT INTO results VALUES (2)")
    (moment,) = ask(machine.port, "SELECT clock_timestamp()")
    ask(machine.port, "DELETE FROM results")
    (segment,) = ask(machine.port, "SELECT pg_walfile_name(pg_switch_wal())")
    wait_until(lambda: (machine.folder / "archive" / segment).exists())

    machine.follow(
        back,
        **{"2026-11-21 17:58:00+00": moment.isoformat(), "/var/lib/postgresql/15/at-that-moment": str(anew)},
    )
    machine.start(anew, port)
    wait_until(lambda: ask(port, "SELECT pg_is_in_recovery()") == [False])

    assert sorted(ask(port, "SELECT game FROM results")) == [1, 2]
    assert ask(machine.port, "SELECT game FROM results") == []
