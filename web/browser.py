"""What browsers are told: who may set our cookies, what our pages may load and use of a device."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

# A browser takes a cookie of such a name only by https from this very host, and gives it to no other: nothing on a
# neighbouring subdomain can plant one.
HOST_ONLY = "__Host-"
# Of what a page could ask the visitor for, ours ask for passkeys and the whole screen alone.
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

# What a page may load: what is our own, and images written into it.
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
# The pages by which Django explains an error to a developer have styles inline.
EXPLAINED = (404, 500)

Next = Callable[[HttpRequest], HttpResponse]


def cookie_name(plain: str) -> str:
    """Return the name under which this house sets a cookie: bound to the host wherever it is reached by https."""
    return f"{HOST_ONLY}{plain}" if settings.HTTPS else plain


def cookie_of(request: HttpRequest, plain: str) -> str:
    """Return what the browser keeps under a name of ours, or "".

    Phones that took their seat or card before the names were bound to the host keep it under the plain one.
    """
    return request.COOKIES.get(cookie_name(plain)) or request.COOKIES.get(plain) or ""


def keep_cookie(response: HttpResponse, plain: str, value: str, *, max_age: int, is_secure: bool) -> None:
    """Let this browser keep a secret of ours, out of reach of scripts and of other sites."""
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
    """Take the secret back, under whichever name it is kept."""
    for name in {cookie_name(plain), plain}:
        response.delete_cookie(name)


class BrowserPoliciesMiddleware:
    """Every answer says what its page may load, and what it may use of the device."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.setdefault("Permissions-Policy", PERMISSIONS)
        if not (settings.DEBUG and response.status_code in EXPLAINED):
            response.setdefault("Content-Security-Policy", CONTENT_SECURITY)
        return response
