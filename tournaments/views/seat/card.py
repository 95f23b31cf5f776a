"""A phone that was shown a player's card, while there is no table to show: it waits to be let in, or for a round."""

import hashlib

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.actions.actor import Actor
from tournaments.actions.credentials.player_cards import sign_phone_out
from tournaments.actions.errors import ActionError
from tournaments.credentials.claims import take_pin
from tournaments.credentials.devices import CARD_COOKIE
from tournaments.credentials.visitors import actor_of, card_phone_of, follows
from tournaments.models import CardPhone, Seat, Stage
from tournaments.models.codes import read_code
from tournaments.models.credentials.card_seats import seat_now_of
from tournaments.views.policies import on_a_phone
from tournaments.views.seat.line_up import rounds_to_send_for
from tournaments.views.seat.undecided import undecided_for
from web.browser import forget_cookie
from web.etags import is_known

FOLLOWS, WAITS, OUT = "follows", "waits", "out"


@on_a_phone
@require_http_methods(["GET", "HEAD"])
def my_card(request: HttpRequest) -> HttpResponse:
    """Whom this phone follows, while nothing is to be played; or what it needs to be let in."""
    phone = card_phone_of(request)
    if phone is None or actor_of(request).seat_token is not None:
        return redirect("my_table" if phone else "seat")
    if follows(phone) and seat_now_of(phone.card) is not None:
        return redirect("my_table")
    etag = _etag_of(phone)
    if is_known(request, etag):
        return HttpResponseNotModified(headers={"ETag": etag})
    return _page(request, phone, etag)


@on_a_phone
@require_POST
def type_pin(request: HttpRequest) -> HttpResponse:
    """Get a browser in that lost its card's cookie. Repeatable by itself; wrong PINs stay counted."""
    phone = card_phone_of(request)
    if phone is None:
        return redirect("seat")
    try:
        take_pin(phone=phone, pin=read_code(request.POST.get("pin", "")))
    except ActionError as error:
        return _page(request, phone, _etag_of(phone), refusal=error.message, status=error.status)
    return redirect("my_table")


@on_a_phone
@require_POST
def leave(request: HttpRequest) -> HttpResponse:
    """Let go of a card, such as one that was scanned by mistake. Repeatable by itself."""
    phone = card_phone_of(request)
    if phone is not None:
        sign_phone_out(phone=phone, by=Actor(card=phone.card))
        messages.success(
            request, _("This phone no longer follows %(name)s.") % {"name": phone.card.entry.player}
        )
    response = redirect("seat")
    forget_cookie(response, CARD_COOKIE)
    return response


def _page(
    request: HttpRequest, phone: CardPhone, etag: str, *, refusal: str = "", status: int = 200
) -> HttpResponse:
    tournament = phone.card.entry.tournament
    played = (
        Seat.objects.filter(entry=phone.card.entry_id, round__status="closed")
        .select_related("table", "round")
        .order_by("round__stage__ordinal", "round__number")
        .last()
    )
    context = {
        "tournament": tournament,
        "player": phone.card.entry.player,
        "state": _state_of(phone),
        "phone": phone,
        "line_ups": list(rounds_to_send_for(phone.card.entry)) if _state_of(phone) == FOLLOWS else [],
        "undecided": undecided_for(phone.card.entry) if _state_of(phone) == FOLLOWS else [],
        "opens_next": tournament.stages.filter(kind=Stage.Kind.FREE_PLAY).exists(),
        "played": played if _state_of(phone) == FOLLOWS else None,
        "refusal": refusal,
        # It looks again only when there is news for all of the hall.
        "shown_tables": [],
        "etag": etag,
    }
    with timezone.override(tournament.time_zone):
        response = render(request, "seat/card.html", context, status=status)
    response["ETag"] = etag
    return response


def _state_of(phone: CardPhone) -> str:
    if follows(phone):
        return FOLLOWS
    is_over = phone.ended_at is not None or phone.card.revoked_at is not None
    return OUT if is_over or phone.is_admitted else WAITS


def _etag_of(phone: CardPhone) -> str:
    """Another when the phone is let in or put out, when its tournament ends, and when a captain has to hand in."""
    entry = phone.card.entry
    seen = [get_language(), phone.pk, _state_of(phone), entry.tournament.status]
    seen.append([round_.pk for round_ in rounds_to_send_for(entry)])
    seen.append([(one.round.pk, one.round.planned_at, one.closes_at) for one in undecided_for(entry)])
    return quote_etag(hashlib.sha256(repr(seen).encode()).hexdigest()[:20])
