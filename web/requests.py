"""What a request says of where it comes from."""

from ipaddress import ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest


def network_of(request: HttpRequest) -> str:
    """Return the visitor's network for counting attempts: the IPv4 address, or the /64 of an IPv6 address.

    Behind proxies it is the entry of X-Forwarded-For that our own outermost proxy wrote; what a client puts
    there itself is never believed.
    """
    address = request.META.get("REMOTE_ADDR", "")
    proxies = settings.PROXY_COUNT or 0
    if proxies:
        hops = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",") if hop.strip()]
        address = hops[-proxies] if len(hops) >= proxies else address
    try:
        parsed = ip_address(address)
    except ValueError:
        return "unknown"
    if parsed.version == 4:
        return str(parsed)
    return str(ip_network((parsed, 64), strict=False))
