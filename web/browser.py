"""Browser policies: who may set our cookies, and what our pages may load and use."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

# Browsers accept such cookies only over https from this very host and send them to no other: neighbouring subdomains
# cannot plant one.
HOST_ONLY = "__Host-"
# Of all permissions a page can request, ours need only passkeys and full screen.
USED = {
    "fullscreen": "(self)",
    "publickey-credentials-create": "(self)",
    "publickey-credentials-get": "(self)",
}
UNUSED = (
    "accelerometer",
    "bluetooth",
    "browsing-topics",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "hid",
    "idle-detection",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "serial",
    "usb",
    "xr-spatial-tracking",
)
PERMISSIONS = ", ".join(
    f"{name}={whom}" for name, whom in sorted({**dict.fromkeys(UNUSED, "()"), **USED}.items())
)

# What a page may load: our own resources and inline images.
CONTENT_SECURITY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
    ]
)
# Django's debug pages for these statuses use inline styles.
EXPLAINED = (404, 500)

Next = Callable[[HttpRequest], HttpResponse]


def cookie_name(plain: str) -> str:
    """Return the cookie's name: bound to the host wherever it is reached by https."""
    return f"{HOST_ONLY}{plain}" if settings.HTTPS else plain


def cookie_of(request: HttpRequest, plain: str) -> str:
    """Return the value of our cookie, or "".

    Phones that claimed before names were bound to the host use the plain name.
    """
    return request.COOKIES.get(cookie_name(plain)) or request.COOKIES.get(plain) or ""


def keep_cookie(response: HttpResponse, plain: str, value: str, *, max_age: int, is_secure: bool) -> None:
    """Store a secret in this browser, inaccessible to scripts and other sites."""
    response.set_cookie(
        cookie_name(plain),
        value,
        max_age=max_age,
        httponly=True,
        secure=is_secure or settings.HTTPS,
        samesite="Lax",
    )
    if cookie_name(plain) != plain:
        response.delete_cookie(plain)


def forget_cookie(response: HttpResponse, plain: str) -> None:
    """Delete the secret, under either name."""
    for name in {cookie_name(plain), plain}:
        response.delete_cookie(name)


class BrowserPoliciesMiddleware:
    """Adds to every answer what its page may load and use."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.setdefault("Permissions-Policy", PERMISSIONS)
        if not (settings.DEBUG and response.status_code in EXPLAINED):
            response.setdefault("Content-Security-Policy", CONTENT_SECURITY)
        return response
