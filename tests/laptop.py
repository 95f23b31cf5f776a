"""The embedded server as started by `make run ARGS=--no-demo`: a real process on a separate folder."""

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
    """Serve `folder`/var, which may be empty; the output goes to `folder`/laptop.log.

    `port`: an earlier one, if phones are to find the server again.
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
