"""Requests to typed addresses, and what they must never reach."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from ipaddress import ip_address
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from tests.web.receiver import Receiver, receiving
from web import outgoing
from web.outgoing import Failure, Unreachable, is_public, post, validate_target

PRIVATE = [
    "127.0.0.1",
    "127.255.255.254",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "192.0.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::7f00:1",
    "64:ff9b::a00:1",
    "64:ff9b:1::1",
    "2002:7f00:1::1",
    "2002:c0a8:101::1",
    "2001::1",
    "2001:db8::1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fec0::1",
    "ff02::1",
]
PUBLIC = ["1.1.1.1", "8.8.8.8", "162.159.128.233", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


def sends(address: str) -> Failure | None:
    try:
        post(address, headers={}, body=b"{}")
    except Unreachable as error:
        return error.failure
    return None


def resolve_to(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    """Let every name have these addresses, as a hostile name server can say."""

    def getaddrinfo(host: str, port: int, **_options: Any) -> list[Any]:
        return [
            (
                socket.AF_INET6 if ":" in one else socket.AF_INET,
                socket.SOCK_STREAM,
                6,
                "",
                (one, port),
            )
            for one in addresses
        ]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)


@pytest.mark.parametrize("address", PRIVATE)
def test_no_address_of_a_private_network_is_public(address: str) -> None:
    assert not is_public(ip_address(address))


@pytest.mark.parametrize("address", PUBLIC)
def test_addresses_of_the_internet_are_public(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize("address", PRIVATE)
def test_a_name_that_leads_into_a_private_network_is_not_connected_to(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[object] = []
    monkeypatch.setattr(socket, "create_connection", lambda *about, **_options: tried.append(about))
    resolve_to(monkeypatch, address)

    assert (sends("https://club.example/hook"), tried) == (Failure.ADDRESS, [])


def test_one_private_address_among_public_ones_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[object] = []
    monkeypatch.setattr(socket, "create_connection", lambda *about, **_options: tried.append(about))
    resolve_to(monkeypatch, "1.1.1.1", "10.0.0.1")

    assert (sends("https://club.example/hook"), tried) == (Failure.ADDRESS, [])


def test_the_connection_goes_to_the_address_that_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, tried = [], []

    def connect(address: tuple[str, int], **_options: Any) -> socket.socket:
        tried.append(address)
        raise ConnectionRefusedError

    resolve_to(monkeypatch, "1.1.1.1")
    first = socket.getaddrinfo
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda *about, **more: asked.append(about) or first(*about, **more)
    )
    monkeypatch.setattr(socket, "create_connection", connect)

    failure = sends("https://club.example/hook")

    assert (failure, tried, len(asked)) == (Failure.CONNECTION, [("1.1.1.1", 443)], 1)


@pytest.mark.parametrize(
    "address",
    [
        "http://club.example/hook",
        "ftp://club.example/",
        "https://club.example:22/",
        "https://club.example:8443/",
        "https://club.example:99999/",
        "https://[::1/",
        "https://[fe80::1%25eth0]/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://169.254.169.254/latest/meta-data/",
        "https://user@club.example/",
        "https://club.example@127.0.0.1/",
        "https://club.example/\x00",
        "https://club.example/ho ok",
        "https://club.example/\r\nHost: other.example",
        "https://雀.example/",
        "https:///hook",
        "javascript:alert(1)",
        "",
    ],
)
def test_such_addresses_are_refused_when_they_are_typed(address: str) -> None:
    with pytest.raises(ValidationError):
        validate_target(address)


def test_literal_addresses_in_odd_notation_are_refused_when_they_are_resolved() -> None:
    for host in ("2130706433", "0x7f000001", "127.1", "localhost"):
        assert sends(f"https://{host}/") in {Failure.ADDRESS, Failure.NAME}


def test_hosts_that_the_operator_trusts_may_be_private(receiver: Receiver, settings: Any) -> None:
    assert sends(receiver.address) is Failure.ADDRESS

    settings.WEBHOOK_TRUSTED_HOSTS = ["127.0.0.1"]
    answer = post(receiver.address, headers={"X-Own": "yes"}, body=b'{"a":1}')

    [sent] = receiver.sent
    assert (answer.status, answer.text, sent.path, sent.body) == (200, "ok", "/hook?a=1", b'{"a":1}')
    assert (sent.headers["host"], sent.headers["x-own"]) == (f"127.0.0.1:{receiver.port}", "yes")


def test_redirects_are_not_followed(receiver: Receiver, settings: Any) -> None:
    settings.WEBHOOK_TRUSTED_HOSTS = ["127.0.0.1"]
    receiver.answers = lambda _sent: (302, {"Location": receiver.address}, b"")

    answer = post(receiver.address, headers={}, body=b"{}")

    assert (answer.status, len(receiver.sent)) == (302, 1)


def test_of_a_long_answer_only_the_beginning_is_read(receiver: Receiver, settings: Any) -> None:
    settings.WEBHOOK_TRUSTED_HOSTS = ["127.0.0.1"]
    receiver.answers = lambda _sent: (500, {"Retry-After": "90"}, b"a\x00\xff\xed\xa0\x80 \n" * 100_000)

    answer = post(receiver.address, headers={}, body=b"{}")

    assert (answer.status, answer.retry_after, len(answer.text)) == (500, 90, outgoing.LONGEST_ANSWER)
    assert "\x00" not in answer.text


@pytest.fixture
def listening() -> Iterator[Callable[[Callable[[socket.socket], None]], str]]:
    """Let a server of raw bytes treat one connection as it likes; return its address."""
    server = socket.create_server(("127.0.0.1", 0))

    def serve(treat: Callable[[socket.socket], None]) -> str:
        def once() -> None:
            connection, _address = server.accept()
            with connection:
                treat(connection)

        threading.Thread(target=once, daemon=True).start()
        return f"http://127.0.0.1:{server.getsockname()[1]}/"

    yield serve
    server.close()


def test_a_server_that_dribbles_is_left(
    listening: Callable[[Callable[[socket.socket], None]], str],
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.WEBHOOK_TRUSTED_HOSTS = ["127.0.0.1"]
    monkeypatch.setattr(outgoing, "IN_ALL", 0.5)

    def dribble(connection: socket.socket) -> None:
        try:
            for _byte in range(100):
                connection.sendall(b"H")
                time.sleep(0.1)
        except OSError:
            pass

    began = time.monotonic()
    failure = sends(listening(dribble))

    assert (failure, time.monotonic() - began < 3) == (Failure.TIME, True)


def test_what_is_not_http_is_said_to_be_so(
    listening: Callable[[Callable[[socket.socket], None]], str], settings: Any
) -> None:
    settings.WEBHOOK_TRUSTED_HOSTS = ["127.0.0.1"]

    def greet(connection: socket.socket) -> None:
        connection.recv(10_000)
        connection.sendall(b"220 mail.example ESMTP\r\n\r\n")

    assert sends(listening(greet)) is Failure.NOT_HTTP


def test_a_certificate_that_is_not_valid_is_refused(
    listening: Callable[[Callable[[socket.socket], None]], str], settings: Any
) -> None:
    settings.WEBHOOK_TRUSTED_HOSTS = ["127.0.0.1"]

    def greet(connection: socket.socket) -> None:
        connection.recv(10_000)
        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")

    assert sends(listening(greet).replace("http:", "https:")) is Failure.TLS


def test_a_server_that_is_not_there_is_said_to_be_so(settings: Any) -> None:
    settings.WEBHOOK_TRUSTED_HOSTS = ["127.0.0.1"]
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

    assert sends(f"http://127.0.0.1:{port}/") is Failure.CONNECTION
