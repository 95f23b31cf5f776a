"""What the API and the pages have in common: who is at the door, and doing a thing once."""

import hashlib
import logging
import re
import time
from collections.abc import Callable, Mapping
from ipaddress import ip_address, ip_network

from django.conf import settings
from django.core.cache import cache
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from redis.exceptions import RedisError

from tournaments.actions.actor import Actor
from tournaments.actions.draws.checks import Verdict, kept_verdict, public_verdict
from tournaments.actions.errors import (
    KeyReused,
    NotAllowed,
    Refusal,
    RulesRefuse,
    StaleVersion,
    StateRefuses,
    TooManyAttempts,
)
from tournaments.actions.idempotency import (
    Answer,
    first_answer,
    once,
    remember,
)
from tournaments.actions.play.seats import claim_seat
from tournaments.actions.rate_limits import (
    SEAT_CODES_OF_A_DEVICE,
    SEAT_CODES_OF_A_NETWORK,
    SEAT_CODES_WITHOUT_A_DEVICE,
    SECOND_CLAIMS_OF_A_SEAT,
    count_attempt,
    forgive_attempt,
)
from tournaments.models import Draw, SeatToken
from tournaments.models.access import SEAT_BEARER_PREFIX, hash_of
from tournaments.models.ledger import canonical
from web.etags import version_named

logger = logging.getLogger(__name__)

SEAT_COOKIE = "jantaku_seat"
_SEAT_BEARER = re.compile(rf"Bearer +{SEAT_BEARER_PREFIX}(\S{{1,200}})", re.IGNORECASE)
MINUTE = 60
SEAT_COOKIE_AGE = 3 * 24 * 3600
# Names a phone before it has a seat: to count what it mistypes, and to let it repeat a claim whose answer was lost.
PHONE_COOKIE = "jantaku_phone"
PHONE_COOKIE_AGE = 400 * 24 * 3600

# Design section 6; the order matters, the first class that fits decides.
STATUS_OF: tuple[tuple[type[Refusal], int], ...] = (
    (TooManyAttempts, 429),
    (KeyReused, 422),
    (StaleVersion, 412),
    (NotAllowed, 403),
    (StateRefuses, 409),
    (RulesRefuse, 422),
    (Refusal, 409),
)


def actor_of(request: HttpRequest) -> Actor:
    """Return who is asking: the signed-in person and the seat whose phone this is, if any.

    Kept on the request, so that asking twice costs one query. Programs with API tokens are the API's own affair.
    """
    kept: Actor | None = getattr(request, "jantaku_actor", None)
    if kept is None:
        user = request.user if request.user.is_authenticated else None
        kept = Actor(user=user, seat_token=seat_token_of(request))
        request.jantaku_actor = kept  # type: ignore[attr-defined]
    return kept


def was_looked_at(request: HttpRequest) -> bool:
    """Has the answer to this request been made knowing who asks?"""
    return hasattr(request, "jantaku_actor")


def seat_token_of(request: HttpRequest) -> SeatToken | None:
    """Return the seat this phone has claimed. A revoked one, or one whose round is over, is as good as none."""
    return _token_of_cookie(request, SeatToken.objects.alive())


def left_seat_of(request: HttpRequest) -> SeatToken | None:
    """Return the seat this phone has claimed, also one that is over. It may be told what it did there, no more.

    It says so by its cookie, or by the bearer that it got from the API.
    """
    bearer = _SEAT_BEARER.fullmatch(request.headers.get("Authorization", "").strip())
    if bearer is not None:
        return _token_of_secret(bearer[1], SeatToken.objects.all())
    return _token_of_cookie(request, SeatToken.objects.all())


def _token_of_cookie(request: HttpRequest, tokens: QuerySet[SeatToken]) -> SeatToken | None:
    secret = request.COOKIES.get(SEAT_COOKIE)
    return None if not secret else _token_of_secret(secret, tokens)


def living_seat_token(secret: str) -> SeatToken | None:
    """Return the seat that a phone's secret opens now, or None."""
    return _token_of_secret(secret, SeatToken.objects.alive())


def _token_of_secret(secret: str, tokens: QuerySet[SeatToken]) -> SeatToken | None:
    found = tokens.select_related("seat__table", "seat__round__stage__tournament")
    return found.filter(device_hash=hash_of(secret)).first()


def take_seat(
    request: HttpRequest, *, code: str, key: str, device_name: str, holds: SeatToken | None = None
) -> tuple[SeatToken, str]:
    """Claim the seat of `code` for the phone that asks, counting wrong codes and unwelcome claims.

    A code that is right is never refused because of wrong ones that others typed: those are counted only once they
    have turned out wrong, against the network. What a phone itself types is counted beforehand, so that one that goes
    on guessing is refused whatever it types, until its own time is up. `holds`: the seat it has already, if it says
    so by another way than the cookie. Returns what `claim_seat` does. Must not run inside a transaction: what is
    refused stays counted.
    """
    network, device = network_of(request), device_of(request)
    if device:
        count_attempt(SEAT_CODES_OF_A_DEVICE, device)
    # A seat that is held is asked for again and again by somebody who is not welcome.
    held = SeatToken.objects.alive().filter(token_hash=hash_of(code), device_hash__isnull=False)
    if (seat := held.values_list("seat", flat=True).first()) is not None:
        count_attempt(SECOND_CLAIMS_OF_A_SEAT, str(seat))
    try:
        taken = claim_seat(
            code=code,
            key=key,
            device_name=device_name,
            held=holds or seat_token_of(request),
            user=request.user if request.user.is_authenticated else None,
        )
    except NotAllowed:
        count_attempt(SEAT_CODES_OF_A_NETWORK if device else SEAT_CODES_WITHOUT_A_DEVICE, network)
        raise
    if device:
        forgive_attempt(SEAT_CODES_OF_A_DEVICE, device)
    return taken


def device_of(request: HttpRequest) -> str:
    """Return the name that this house gave the phone that asks, or "" when it shows none that we gave."""
    return request.get_signed_cookie(PHONE_COOKIE, default="", salt=PHONE_COOKIE) or ""


def name_device(response: HttpResponse, device: str, *, is_secure: bool) -> None:
    """Give this phone a name, signed, so that nobody makes up names to guess under."""
    response.set_signed_cookie(
        PHONE_COOKIE,
        device,
        salt=PHONE_COOKIE,
        max_age=PHONE_COOKIE_AGE,
        httponly=True,
        secure=is_secure,
        samesite="Lax",
    )


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


def is_fair(what: str, whose: str, *, most: int, seconds: int) -> bool:
    """Count one more of `what` for `whose` in the cache; is it within `most` in this period of `seconds`?"""
    return (count_call(what, whose, seconds=seconds) or 0) <= most


def count_call(what: str, whose: str, *, seconds: int) -> int | None:
    """Count one more of `what` for `whose` in the cache; return how many there were in this period of `seconds`.

    This is about fairness, not about secrets (see actions/rate_limits.py): with the cache away nothing is counted
    (None) and everybody is let in.
    """
    key = f"{what}:{whose}:{int(time.time()) // seconds}"
    try:
        cache.add(key, 0, timeout=2 * seconds)
        return int(cache.incr(key))
    except (RedisError, ValueError) as error:
        # ValueError: the key was thrown out between the two calls.
        logger.warning("calls are not counted: %s", error)
        return None


def check_in_turn(request: HttpRequest, kept: Draw) -> Verdict:
    """Draw again what is published of a draw and compare, or raise TooManyAttempts.

    A verdict that is kept costs nothing and is always given; drawing anew takes up to seconds of a processor.
    """
    found = kept_verdict(kept)
    if found is not None:
        return found
    if not is_fair("draw-again", network_of(request), most=settings.DRAWS_AGAIN_PER_MINUTE, seconds=MINUTE):
        raise TooManyAttempts(
            _("Many draws were drawn again from your network. Please try once more in a minute."),
            retry_after=MINUTE,
        )
    return public_verdict(kept)


def keep_seat(response: HttpResponse, secret: str, *, is_secure: bool) -> None:
    """Let this phone keep the seat it claimed, out of reach of scripts and of other sites."""
    response.set_cookie(
        SEAT_COOKIE, secret, max_age=SEAT_COOKIE_AGE, httponly=True, secure=is_secure, samesite="Lax"
    )


def status_of(refusal: Refusal) -> int:
    """Return the HTTP status of a refusal."""
    return next(status for kind, status in STATUS_OF if isinstance(refusal, kind))


def fingerprint_of(request: HttpRequest, body: Mapping[str, object]) -> str:
    """Return what makes two calls the same call: method, address, the version named, and the content."""
    version = version_named(request)
    call = [request.method, request.path, "" if version is None else f'"{version}"', body]
    return hashlib.sha256(canonical(call).encode()).hexdigest()


def answered_before(
    request: HttpRequest, *, by: Actor, key: str, body: Mapping[str, object]
) -> tuple[Actor, Answer] | None:
    """Return who got which answer to this very call before; None if nobody did.

    For calls that fail before they get to their deed: what they are about is gone, or the right to it, or the seat.
    A phone whose seat is over asks with its old seat; it can start nothing with it, but it is told what it was told.
    Raises KeyReused for another call under the same key.
    """
    if by.user is None and by.seat_token is None:
        left = left_seat_of(request)
        if left is None:
            return None
        by = Actor(seat_token=left)
    answer = first_answer(by=by, key=key, fingerprint=fingerprint_of(request, body))
    return None if answer is None else (by, answer)


def do_once(
    *,
    by: Actor,
    key: str,
    fingerprint: str,
    deed: Callable[[], Answer],
    present: Callable[[Refusal], Answer],
) -> Answer:
    """Run a deed at most once and return its answer; a refusal is presented, and kept as the key's answer too.

    A missing permission is not kept: it may be given, and then the same call should work.
    """
    try:
        return once(by=by, key=key, fingerprint=fingerprint, deed=deed)
    except KeyReused as refusal:
        return present(refusal)
    except NotAllowed as refusal:
        return present(refusal)
    except Refusal as refusal:
        return remember(by=by, key=key, fingerprint=fingerprint, answer=present(refusal))
