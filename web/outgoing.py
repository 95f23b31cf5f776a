"""Requests to addresses that people typed. They never reach our own network: a name is resolved here, every address
it has is checked, and the connection goes to an address that was checked.

Redirects are not followed, no proxy of the environment is asked, and answers are read up to a bound.
"""

import http.client
import socket
import ssl
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from web.text.hidden_characters import without_hidden
from web.text.typed_texts import validate_web_address

# Seconds for the name, for the connection, and for everything together.
RESOLVING, CONNECTING, IN_ALL = 5.0, 5.0, 10.0
MOST_READ = 2_000  # bytes of an answer
LONGEST_ANSWER = 300  # characters kept of it
PORTS = {"http": 80, "https": 443}
# IPv6 addresses that lead to an IPv4 address: it is checked instead. 6to4 and Teredo are refused.
NAT64 = ip_network("64:ff9b::/96")
TUNNELS = tuple(ip_network(one) for one in ("2002::/16", "2001::/32", "64:ff9b:1::/48", "::/96"))
_RESOLVERS = ThreadPoolExecutor(max_workers=4, thread_name_prefix="resolver")


class Failure(models.TextChoices):
    """Why there is no answer."""

    ADDRESS = "address", _("This address is not allowed: it leads into a private network.")
    NAME = "name", _("The host name was not found.")
    CONNECTION = "connection", _("The server could not be reached.")
    TIME = "time", _("The server did not answer in time.")
    TLS = "tls", _("The encrypted connection failed. Is the certificate valid?")
    NOT_HTTP = "not_http", _("The answer was not HTTP.")
    SEALED = "sealed", _("The server’s secret key has changed. Please enter the address and the token again.")


class Unreachable(Exception):
    """There is no answer."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure)
        self.failure = failure


class Answer(NamedTuple):
    """An answer: its status, the beginning of its text, and for how many seconds it asks for patience."""

    status: int
    text: str
    retry_after: int


def validate_target(address: str) -> None:
    """Refuse addresses that are not https, or lead to a port or a literal IP address that is not allowed. What a host
    name resolves to is checked by `post`.
    """
    validate_web_address(address)
    if not address.isascii():
        raise ValidationError(_("Please write the address in ASCII, as browsers copy it."), code="not_ascii")
    parts = urlsplit(address)
    try:
        port = _port(parts)
    except ValueError:
        raise ValidationError(_("There is no such port."), code="port") from None
    if _is_trusted(parts):
        return
    if parts.scheme != "https":
        raise ValidationError(_("The address has to begin with https://."), code="not_https")
    if port not in settings.WEBHOOK_PORTS:
        raise ValidationError(_("Port %(port)s is not allowed."), code="port", params={"port": str(port)})
    with suppress(ValueError):
        if not is_public(ip_address(parts.hostname or "")):
            raise ValidationError(Failure.ADDRESS.label, code="private_address")


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address is on the internet: not private, loopback, link-local, multicast, reserved, or a tunnel to
    such an address.
    """
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if address in NAT64:
            return is_public(IPv4Address(int(address) & 0xFFFFFFFF))
        if any(address in tunnel for tunnel in TUNNELS) or address.is_site_local:
            return False
    return address.is_global and not (
        address.is_private
        or address.is_multicast
        or address.is_reserved
        or address.is_loopback
        or address.is_link_local
        or address.is_unspecified
    )


def post(address: str, *, headers: Mapping[str, str], body: bytes) -> Answer:
    """Send a POST request once; raises Unreachable within about IN_ALL seconds. Must not be called inside a
    transaction.
    """
    try:
        validate_target(address)
    except ValidationError:
        raise Unreachable(Failure.ADDRESS) from None
    parts = urlsplit(address)
    found = _resolved(parts)
    watch = _Watch(IN_ALL)
    try:
        return _asked(parts, found, watch, headers, body)
    except Unreachable:
        raise
    except TimeoutError:
        raise Unreachable(Failure.TIME) from None
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise Unreachable(_failure(error, watch)) from None
    finally:
        watch.end()


def _failure(error: Exception, watch: "_Watch") -> Failure:
    if watch.is_over:
        return Failure.TIME
    if isinstance(error, ssl.SSLError):
        return Failure.TLS
    is_silent = isinstance(error, http.client.RemoteDisconnected)
    return Failure.CONNECTION if isinstance(error, OSError) and not is_silent else Failure.NOT_HTTP


def _is_trusted(parts: SplitResult) -> bool:
    return parts.hostname in settings.WEBHOOK_TRUSTED_HOSTS


def _port(parts: SplitResult) -> int:
    return parts.port or PORTS[parts.scheme]


def _resolved(parts: SplitResult) -> Sequence[str]:
    """Return the addresses of the host; raises Unreachable if one of them is not public."""
    host = parts.hostname or ""
    asking = _RESOLVERS.submit(socket.getaddrinfo, host, _port(parts), type=socket.SOCK_STREAM)
    try:
        answers = asking.result(timeout=RESOLVING)
    except (OSError, UnicodeError):  # also a time-out
        asking.cancel()
        raise Unreachable(Failure.NAME) from None
    found = list(dict.fromkeys(str(one[4][0]) for one in answers))
    if not _is_trusted(parts):
        for one in found:
            # Without the zone of a link-local address.
            if not is_public(ip_address(one.partition("%")[0])):
                raise Unreachable(Failure.ADDRESS)
    return found


class _Watch:
    """Ends a connection after some seconds, whatever it is waiting for: time-outs of sockets are for each step."""

    def __init__(self, seconds: float) -> None:
        self.ends = time.monotonic() + seconds
        self.is_over = False
        self.socket: socket.socket | None = None
        self.timer = threading.Timer(seconds, self._strike)
        self.timer.daemon = True
        self.timer.start()

    def left(self, most: float) -> float:
        return max(0.01, min(most, self.ends - time.monotonic()))

    def _strike(self) -> None:
        self.is_over = True
        if self.socket is not None:
            with suppress(OSError):
                # Not that of an SSLSocket, which would take the connection apart under its reader.
                socket.socket.shutdown(self.socket, socket.SHUT_RDWR)

    def end(self) -> None:
        self.timer.cancel()
        if self.socket is not None:
            with suppress(OSError):
                self.socket.close()


def _asked(
    parts: SplitResult, found: Sequence[str], watch: _Watch, headers: Mapping[str, str], body: bytes
) -> Answer:
    host = parts.hostname or ""
    watch.socket = _connected(found, _port(parts), watch)
    if parts.scheme == "https":
        tls = _tls().wrap_socket(watch.socket, server_hostname=host, do_handshake_on_connect=False)
        watch.socket = tls
        tls.settimeout(watch.left(IN_ALL))
        tls.do_handshake()
    connection = http.client.HTTPConnection(host)
    connection.sock = watch.socket
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    connection.request("POST", path, body=body, headers={"Host": parts.netloc, **headers})
    with connection.getresponse() as response:
        text = response.read(MOST_READ).decode(errors="replace")
        status, patience = response.status, response.headers.get("Retry-After", "")
    if watch.is_over:
        raise Unreachable(Failure.TIME)
    seconds = int(patience) if patience.isascii() and patience.isdigit() and len(patience) < 8 else 0
    return Answer(status, without_hidden(" ".join(text.split()))[:LONGEST_ANSWER], seconds)


def _connected(found: Sequence[str], port: int, watch: _Watch) -> socket.socket:
    """Connect to the first of the addresses that answers."""
    refusal: OSError = OSError("no address")
    for one in found:
        try:
            made = socket.create_connection((one, port), timeout=watch.left(CONNECTING))
        except OSError as error:
            refusal = error
            continue
        made.settimeout(watch.left(IN_ALL))
        return made
    raise refusal


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()
