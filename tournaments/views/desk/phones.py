"""Seat cards and the phones that hold the seats."""

from dataclasses import dataclass
from itertools import groupby
from typing import cast

import segno
from django.conf import settings
from django.contrib import messages
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.actions.play.seats import (
    code_for,
    issue_seat_tokens,
    living_tokens_of,
    revoke_seat_token,
)
from tournaments.models import Round, Seat, SeatToken, Table, Tournament
from tournaments.models.access import hash_of
from tournaments.permissions import can_referee
from tournaments.views.desk.overview import frame
from tournaments.views.policies import for_tournament
from tournaments.views.public.tournaments import seats_to_show
from tournaments.views.repeatable_forms import do_form, say, sent_key
from tournaments.visitors import actor_of

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
    seats = (
        Seat.objects.filter(round__in=rounds)
        .select_related("entry__player", "table")
        .prefetch_related(
            Prefetch("tokens", SeatToken.objects.filter(revoked_at=None), to_attr="living"),
        )
        .order_by("round", "table__number", "wind")
    )
    # A seat whose phone was put out is still there: it is given to another phone by a new card of its own.
    by_round: dict[int, list[tuple[Table, list[tuple[Seat, SeatToken | None]], bool]]] = {}
    for table, of_table in groupby(seats, key=lambda seat: seat.table):
        held: list[tuple[Seat, SeatToken | None]] = [
            (seat, next(iter(seat.living), None)) for seat in of_table
        ]
        if any(token is not None for _seat, token in held):
            alarmed = any(token is not None and token.second_claims for _seat, token in held)
            by_round.setdefault(table.round_id, []).append((table, held, alarmed))
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
    """Issue cards for a round, or for the one seat named, and show them: for printing, or for the phone to scan.

    A repeat shows the same cards again: the codes, which are stored nowhere, are worked out from the form's key.
    """
    by, one = actor_of(request), request.POST.get("seat", "")
    of_round = (
        seats_to_show()
        .filter(round=pk, round__stage__tournament=tournament)
        .select_related("entry__player", "entry__team", "table", "round__stage")
        .order_by("table__number", "wind")
    )
    if one:
        of_round = of_round.filter(pk=int(one)) if one.isdecimal() and len(one) < 18 else of_round.none()
    wanted = list(of_round)
    if not wanted or wanted[0].round.status == Round.Status.DRAFTED:
        raise Http404
    key = sent_key(request)

    def once() -> dict[str, object]:
        issue_seat_tokens(seats=wanted, by=by, key=key)
        return {"cards": list(living_tokens_of(wanted).items())}

    outcome = do_form(request, by=by, action=once)
    made = dict(cast("list[tuple[int, int]]", outcome.body.get("cards", [])))
    codes = {seat.pk: code_for(made.get(seat.pk, 0), by=by, key=key) for seat in wanted}
    hashes = [hash_of(code) for code in codes.values()]
    if not outcome.is_done or SeatToken.objects.alive().filter(token_hash__in=hashes).count() < len(codes):
        replaced = _("These cards have been replaced, or the round is over. Please make new ones.")
        messages.error(request, outcome.refusal or replaced)
        return redirect("desk_phones", tournament.slug)
    round_ = wanted[0].round
    return render(
        request,
        "desk/cards.html",
        {
            **frame(tournament, actor_of(request), "phones"),
            "round": round_,
            "cards": [Card(seat, codes[seat.pk], qr_of(codes[seat.pk])) for seat in wanted],
            "address": settings.SITE_URL + reverse("seat"),
            "is_one": bool(one),
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

    say(
        request,
        do_form(request, by=by, action=once),
        _("The phone is signed out. Print a new card for the seat."),
    )
    return redirect("desk_phones", tournament.slug)


def qr_of(code: str) -> str:
    """The seat's address as a QR code, an SVG in a data: address. The code is behind the #: no server sees it."""
    address = f"{settings.SITE_URL}{reverse('seat')}#{code}"
    return segno.make(address, error="m").svg_data_uri(scale=4, border=2)
