"""What a browser keeps: its name, and the secret of the seat, the card or the table that it claimed."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from web.browser import cookie_name, forget_cookie, keep_cookie

# The plain names: `web.browser` binds them to the host where there is https.
SEAT_COOKIE = "jantaku_seat"
CARD_COOKIE = "jantaku_card"
KIOSK_COOKIE = "jantaku_kiosk"
# Names a device before it has claimed anything: to count what it mistypes, and to let it repeat a claim whose answer
# was lost.
DEVICE_COOKIE = "jantaku_phone"
SEAT_COOKIE_AGE = 3 * 24 * 3600
# A season is longer than an evening, and a tablet lies at its table for days. Cards and tablets end with their
# tournament.
LASTING = 400 * 24 * 3600


def device_of(request: HttpRequest) -> str:
    """Return the name that this house gave the device that asks, or "" when it shows none that we gave."""
    for name in dict.fromkeys([cookie_name(DEVICE_COOKIE), DEVICE_COOKIE]):
        if device := request.get_signed_cookie(name, default="", salt=DEVICE_COOKIE):
            return device
    return ""


def name_device(response: HttpResponse, device: str, *, is_secure: bool) -> None:
    """Give this device a name, signed, so that nobody makes up names to guess under."""
    response.set_signed_cookie(
        cookie_name(DEVICE_COOKIE),
        device,
        salt=DEVICE_COOKIE,
        max_age=LASTING,
        httponly=True,
        secure=is_secure or settings.HTTPS,
        samesite="Lax",
    )


def set_seat_cookie(response: HttpResponse, secret: str, *, is_secure: bool) -> None:
    """Let this phone keep the seat it claimed, out of reach of scripts and of other sites."""
    keep_cookie(response, SEAT_COOKIE, secret, max_age=SEAT_COOKIE_AGE, is_secure=is_secure)


def set_card_cookie(response: HttpResponse, secret: str, *, is_secure: bool) -> None:
    """Let this phone keep the card it was shown, in place of a single seat that it held."""
    keep_cookie(response, CARD_COOKIE, secret, max_age=LASTING, is_secure=is_secure)
    forget_cookie(response, SEAT_COOKIE)


def set_kiosk_cookie(response: HttpResponse, secret: str, *, is_secure: bool) -> None:
    """Let this browser be the tablet that it claimed."""
    keep_cookie(response, KIOSK_COOKIE, secret, max_age=LASTING, is_secure=is_secure)
