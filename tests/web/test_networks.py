"""QR codes lead where phones get: never to 127.0.0.1, and on a laptop to the network that is chosen."""

import socket
from collections.abc import Iterator
from ipaddress import IPv6Address

import pytest
from django.test import RequestFactory, override_settings

from web.networks import is_of_this_machine_alone, network_addresses, network_of, own_hosts, site_urls


@pytest.fixture
def port() -> Iterator[int]:
    """A port at which this machine answers in all its networks."""
    with socket.create_server(("0.0.0.0", 0)) as server:
        yield server.getsockname()[1]


@pytest.mark.parametrize(
    ("url", "alone"),
    [
        ("http://127.0.0.1:8000", True),
        ("http://localhost:8000", True),
        ("http://[::1]:8000", True),
        ("http://192.168.1.7:8000", False),
        ("https://league.example.org", False),
    ],
)
def test_an_address_of_this_machine_alone_is_known(url: str, alone: bool) -> None:
    assert is_of_this_machine_alone(url) is alone


def test_a_servers_address_is_the_one_it_was_given() -> None:
    with override_settings(EMBEDDED=False, SITE_URL="https://league.example.org"):
        assert site_urls() == ["https://league.example.org"]
    with override_settings(EMBEDDED=False, SITE_URL="http://127.0.0.1:8000"):
        assert site_urls() == []


def test_a_laptop_offers_the_addresses_at_which_it_answers(port: int) -> None:
    mine = network_addresses()
    with override_settings(EMBEDDED=True, SITE_URL=f"http://127.0.0.1:{port}", ALLOWED_HOSTS=mine):
        assert site_urls() == [f"http://{host}:{port}" for host in mine]


def test_a_laptop_that_listens_for_itself_alone_offers_none() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with override_settings(
            EMBEDDED=True, SITE_URL=f"http://127.0.0.1:{port}", ALLOWED_HOSTS=network_addresses()
        ):
            assert site_urls() == []


def test_an_address_that_this_house_would_not_answer_is_not_offered(port: int) -> None:
    with override_settings(EMBEDDED=True, SITE_URL=f"http://127.0.0.1:{port}", ALLOWED_HOSTS=["localhost"]):
        assert site_urls() == []


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("", "unknown"),
        ("unix:", "unknown"),
    ],
)
def test_attempts_are_counted_by_address_and_in_ipv6_by_the_home(address: str, network: str) -> None:
    with override_settings(PROXY_COUNT=0):
        assert network_of(RequestFactory().get("/", REMOTE_ADDR=address)) == network


@pytest.mark.parametrize(
    ("proxies", "forwarded", "network"),
    [
        (0, "198.51.100.1", "127.0.0.1"),
        (1, "198.51.100.1", "198.51.100.1"),
        (1, "198.51.100.9, 198.51.100.1", "198.51.100.1"),
        (2, "198.51.100.9, 198.51.100.1, 10.0.0.1", "198.51.100.1"),
        (2, "198.51.100.1", "127.0.0.1"),
        (1, " , ", "127.0.0.1"),
        (1, "somebody", "unknown"),
    ],
)
def test_only_what_our_outermost_proxy_wrote_is_believed(proxies: int, forwarded: str, network: str) -> None:
    request = RequestFactory().get("/", headers={"X-Forwarded-For": forwarded}, REMOTE_ADDR="127.0.0.1")

    with override_settings(PROXY_COUNT=proxies):
        assert network_of(request) == network


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("laptop", ["laptop", "laptop.local"]),
        ("Laptop.Club.example.", ["laptop.club.example", "laptop", "laptop.local"]),
        ("localhost", []),
        ("alices laptop", []),
        ("", []),
    ],
)
def test_a_laptop_answers_to_its_own_names_and_addresses(
    name: str, names: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: name)

    hosts = own_hosts()

    addresses = [host for host in hosts if host not in names]
    assert hosts == [*addresses, *names]
    assert addresses[: len(network_addresses())] == network_addresses()
    assert all(
        IPv6Address(host.removeprefix("[").removesuffix("]")).is_loopback is False
        for host in addresses[len(network_addresses()) :]
    )
    with override_settings(ALLOWED_HOSTS=hosts):
        for host in hosts:
            assert RequestFactory().get("/", headers={"host": f"{host}:8000"}).get_host() == f"{host}:8000"
