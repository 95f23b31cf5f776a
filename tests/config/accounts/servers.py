"""Misbehaving servers on a free port of this machine."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def listening(says: bytes = b"", answers: bytes = b"") -> Iterator[int]:
    """Accept all connections, send `says`, and answer `answers` to any request; without them, hang.

    Yields the port.
    """
    listener = socket.create_server(("127.0.0.1", 0))
    guests: list[socket.socket] = []

    def serve(guest: socket.socket) -> None:
        try:
            guest.sendall(says)
            while guest.recv(65_536):
                guest.sendall(answers)
        except OSError:
            pass

    def receive() -> None:
        while True:
            try:
                guest, _address = listener.accept()
            except OSError:
                return
            guests.append(guest)
            threading.Thread(target=serve, args=[guest], daemon=True).start()

    threading.Thread(target=receive, daemon=True).start()
    try:
        yield listener.getsockname()[1]
    finally:
        # accept() returns only when the socket is shut down, not when it is merely closed.
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        for guest in guests:
            with suppress(OSError):
                guest.shutdown(socket.SHUT_RDWR)
            guest.close()


@contextmanager
def nobody() -> Iterator[int]:
    """Yield a port without a server."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        yield probe.getsockname()[1]
