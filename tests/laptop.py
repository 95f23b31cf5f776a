"""The embedded server as `make run ARGS=--no-demo` starts it: a real process on a folder of its own."""

import contextlib
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.crowd import seconds_to_answer
from tests.live import PATIENCE, Running
from tools.environment import ROOT, clean


@contextlib.contextmanager
def open_laptop(folder: Path, port: int | None = None) -> Iterator[Running]:
    """Serve what is in `folder`/var, or a new house if nothing is; what is printed goes to `folder`/laptop.log.

    `port` is one that it had before, if phones are to find it again.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if port is None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
    command = [sys.executable, "-m", "jantaku", "run", "--no-demo", "--port", str(port)]
    log = folder / "laptop.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=clean(JANTAKU_VAR_DIR=str(folder / "var")),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    server = Running(process, log, f"http://127.0.0.1:{port}")
    try:
        wait_until(lambda: seconds_to_answer(server.url, "/healthz")[0] == 200)
        yield server
    finally:
        server.stop()


def wait_until(is_so: Callable[[], bool]) -> None:
    ends = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < ends
        time.sleep(0.1)
