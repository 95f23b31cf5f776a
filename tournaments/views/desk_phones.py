"""Seat cards and the phones that hold the seats."""

from dataclasses import dataclass
from itertools import groupby

import segno
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.actions.seats import issue_seat_tokens, revoke_seat_token
from tournaments.doors import actor_of
from tournaments.models import Round, Seat, SeatToken, Table, Tournament
from tournaments.permissions import can_referee
from tournaments.views.desk import frame
from tournaments.views.event import seats_to_show
from tournaments.views.once import do_form, say
from tournaments.views.policies import for_tournament

OPEN = (Round.Status.PUBLISHED, Round.Status.STARTED)


@dataclass(frozen=True)
class Card:
    """What is printed for one seat. The code is known only now: the database keeps its hash."""

    seat: Seat
    code: str
    qr: str


@for_tournament(can_referee)
@require_safe
def phones(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Which phone holds which seat: the rounds in play, then those that come, first to last."""
    rounds = sorted(
        Round.objects.filter(stage__tournament=tournament, status__in=OPEN)
        .select_related("stage")
        .order_by("stage__ordinal", "number"),
        key=lambda round_: round_.status != Round.Status.STARTED,
    )
    tokens = (
        SeatToken.objects.filter(seat__round__in=rounds, revoked_at=None)
        .select_related("seat__entry__player", "seat__table")
        .order_by("seat__round", "seat__table__number", "seat__wind")
    )
    by_round: dict[int, list[tuple[Table, list[SeatToken], bool]]] = {}
    for table, of_table in groupby(tokens, key=lambda token: token.seat.table):
        held = list(of_table)
        by_round.setdefault(table.round_id, []).append((table, held, any(one.second_claims for one in held)))
    return render(
        request,
        "desk/phones.html",
        {
            **frame(tournament, actor_of(request), "phones"),
            "rounds": [(round_, by_round.get(round_.pk, [])) for round_ in rounds],
        },
    )


@for_tournament(can_referee)
@require_POST
def cards(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Issue cards for a round, or for the one seat named, and show them for printing.

    Not kept for a repeat, unlike other deeds: the codes would have to be stored. A repeat issues new ones.
    """
    round_ = (
        Round.objects.filter(pk=pk, stage__tournament=tournament, status__in=OPEN)
        .select_related("stage")
        .first()
    )
    if round_ is None:
        raise Http404
    seats = (
        seats_to_show().filter(round=round_).select_related("entry__player", "entry__team", "table", "round")
    )
    one = request.POST.get("seat", "")
    if one:
        seats = seats.filter(pk=int(one)) if one.isdecimal() and len(one) < 18 else seats.none()
    wanted = list(seats.order_by("table__number", "wind"))
    if not wanted:
        raise Http404
    codes = issue_seat_tokens(seats=wanted, by=actor_of(request))
    return render(
        request,
        "desk/cards.html",
        {
            **frame(tournament, actor_of(request), "phones"),
            "round": round_,
            "cards": [Card(seat, codes[seat.pk], qr_of(codes[seat.pk])) for seat in wanted],
            "address": settings.SITE_URL + reverse("seat"),
        },
    )


@for_tournament(can_referee)
@require_POST
def revoke(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Close a seat to the phone that holds it."""
    token = (
        SeatToken.objects.filter(pk=pk, seat__round__stage__tournament=tournament)
        .select_related("seat__round__stage")
        .first()
    )
    if token is None:
        raise Http404
    by = actor_of(request)

    def once() -> None:
        revoke_seat_token(token=token, by=by)

    say(request, do_form(request, by=by, deed=once), _("The phone is out. Print a new card for the seat."))
    return redirect("desk_phones", tournament.slug)


def qr_of(code: str) -> str:
    """The seat's address as a QR code, an SVG in a data: address. The code is behind the #: no server sees it."""
    address = f"{settings.SITE_URL}{reverse('seat')}#{code}"
    return segno.make(address, error="m").svg_data_uri(scale=4, border=2)
