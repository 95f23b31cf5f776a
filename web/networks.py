"""The visitor's network, and the addresses by which this installation is reached in its own."""

import re
import socket
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit

import ifaddr
from django.conf import settings
from django.http import HttpRequest

# A connection to this machine answers at once or never.
PATIENCE = 0.2
# A browser's host; "localhost" always means the browser's own machine.
HOST_NAME = re.compile(r"(?!localhost\b)[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?")


def address_of_visitor(request: HttpRequest) -> str:
    """Return the visitor's address, from the connection or our own proxy.

    Behind proxies it is the X-Forwarded-For entry of our outermost proxy; entries from the client are never trusted.
    """
    address: str = request.META.get("REMOTE_ADDR", "")
    proxies = settings.PROXY_COUNT or 0
    if proxies:
        hops = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",") if hop.strip()]
        address = hops[-proxies] if len(hops) >= proxies else address
    return address


def network_of(request: HttpRequest) -> str:
    """Return the visitor's network for counting attempts: the IPv4 address, or the /64 of an IPv6 address."""
    return network_of_address(address_of_visitor(request))


def network_of_address(address: str) -> str:
    """Return the network of an address, as in `network_of`."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return "unknown"
    if parsed.version == 4:
        return str(parsed)
    return str(ip_network((parsed, 64), strict=False))


def is_of_this_machine_alone(url: str) -> bool:
    """Whether an address always means the reader's own machine: localhost, 127.0.0.1, ::1."""
    host = urlsplit(url).hostname or "localhost"
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def own_hosts() -> list[str]:
    """Return this machine's addresses and names in its networks, without sending anything."""
    name = socket.gethostname().lower().strip(".")
    first = name.partition(".")[0]
    names = [one for one in (name, first, f"{first}.local") if HOST_NAME.fullmatch(one)]
    return list(dict.fromkeys([*network_addresses(), *_ipv6_addresses(), *names]))


def _ipv6_addresses() -> list[str]:
    """As browsers write them: in brackets, without a link-local zone."""
    found = {
        ip_address(one.ip[0])
        for adapter in ifaddr.get_adapters()
        for one in adapter.ips
        if one.is_IPv6 and not ip_address(one.ip[0]).is_loopback
    }
    return [f"[{one}]" for one in sorted(found)]


def network_addresses() -> list[str]:
    """Return this machine's IPv4 addresses, private networks first, without sending anything."""
    found = {
        str(one.ip)
        for adapter in ifaddr.get_adapters()
        for one in adapter.ips
        if one.is_IPv4 and not ip_address(str(one.ip)).is_loopback
    }
    # 169.254.… is self-assigned.
    return sorted(found, key=lambda ip: (ip_address(ip).is_link_local, not ip_address(ip).is_private, ip))


def site_urls() -> list[str]:
    """Return the addresses that reach this installation from other machines, best first; none if it is not reachable.

    For a server, its SITE_URL. A laptop may be in several networks, such as the hall's and its own hotspot: each
    address at which it answers is included.
    """
    found = [] if is_of_this_machine_alone(settings.SITE_URL) else [settings.SITE_URL]
    if settings.EMBEDDED:
        site = urlsplit(settings.SITE_URL)
        port = site.port or (443 if site.scheme == "https" else 80)
        for host in network_addresses():
            if host in settings.ALLOWED_HOSTS and _answers(host, port):
                found.append(f"{site.scheme}://{host}:{port}")
    return list(dict.fromkeys(found))


def printed_site() -> str:
    """The address for QR codes: the best one for other machines, or "" for the usual one."""
    return next(iter(site_urls()), "")


def _answers(host: str, port: int) -> bool:
    try:
        with socket.create_connection((host, port), timeout=PATIENCE):
            return True
    except OSError:
        return False
