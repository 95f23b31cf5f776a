"""What a browser stores: its device name, and the secret of the seat, card or table it claimed."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from web.browser import cookie_name, forget_cookie, keep_cookie

# The plain names: `web.browser` binds them to the host over https.
SEAT_COOKIE = "jantaku_seat"
CARD_COOKIE = "jantaku_card"
KIOSK_COOKIE = "jantaku_kiosk"
# Identifies a device before it has claimed anything, to count its mistakes and let it repeat a claim whose answer was
# lost.
DEVICE_COOKIE = "jantaku_phone"
SEAT_COOKIE_AGE = 3 * 24 * 3600
# Longer than a season; a tablet stays at its table for days. Cards and tablets end with their tournament.
LASTING = 400 * 24 * 3600


def device_of(request: HttpRequest) -> str:
    """Return the name we gave this device, or "" if it has none."""
    for name in dict.fromkeys([cookie_name(DEVICE_COOKIE), DEVICE_COOKIE]):
        if device := request.get_signed_cookie(name, default="", salt=DEVICE_COOKIE):
            return device
    return ""


def name_device(response: HttpResponse, device: str, *, is_secure: bool) -> None:
    """Give this device a signed name, so that names for guessing cannot be made up."""
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
    """Store the claimed seat on this phone, inaccessible to scripts and other sites."""
    keep_cookie(response, SEAT_COOKIE, secret, max_age=SEAT_COOKIE_AGE, is_secure=is_secure)


def set_card_cookie(response: HttpResponse, secret: str, *, is_secure: bool) -> None:
    """Store the claimed card on this phone, replacing a single seat."""
    keep_cookie(response, CARD_COOKIE, secret, max_age=LASTING, is_secure=is_secure)
    forget_cookie(response, SEAT_COOKIE)


def set_kiosk_cookie(response: HttpResponse, secret: str, *, is_secure: bool) -> None:
    """Make this browser the claimed tablet."""
    keep_cookie(response, KIOSK_COOKIE, secret, max_age=LASTING, is_secure=is_secure)
