"""Seat cards and the phones that hold the seats."""

from dataclasses import dataclass
from itertools import groupby
from typing import Any, cast

import segno
from django.contrib import messages
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tournaments.actions.credentials.seat_tokens import (
    code_for,
    issue_seat_tokens,
    living_tokens_of,
    revoke_seat_token,
)
from tournaments.credentials.visitors import actor_of
from tournaments.models import Round, Seat, SeatToken, Table, Tournament
from tournaments.models.codes import hash_of
from tournaments.permissions import can_referee
from tournaments.views.desk.frame import DeskActionView, frame
from tournaments.views.policies import for_tournament
from tournaments.views.repeatable_forms import Outcome, sent_key
from web.networks import printed_site
from web.visitor_language import address_of

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
        .prefetch_related(Prefetch("tokens", SeatToken.objects.filter(revoked_at=None)))
        .order_by("round", "table__number", "wind")
    )
    # A seat whose phone was put out is still there: it is given to another phone by a new card of its own.
    by_round: dict[int, list[tuple[Table, list[tuple[Seat, SeatToken | None]], bool]]] = {}
    for table, of_table in groupby(seats, key=lambda seat: seat.table):
        held: list[tuple[Seat, SeatToken | None]] = [
            (seat, next(iter(seat.tokens.all()), None)) for seat in of_table
        ]
        if any(token is not None for _seat, token in held):
            alarmed = any(token is not None and token.second_claims for _seat, token in held)
            by_round.setdefault(table.round_id, []).append((table, held, alarmed))
    return render(
        request,
        "desk/play/phones.html",
        {
            **frame(tournament, actor_of(request), "phones"),
            "rounds": [(round_, by_round.get(round_.pk, [])) for round_ in rounds],
        },
    )


class IssueCards(DeskActionView):
    """Issue cards for a round, or for the one seat named, and show them: for printing, or for the phone to scan.

    A repeat shows the same cards again: the codes, which are stored nowhere, are worked out from the form's key.
    """

    permission = can_referee
    tab = "phones"
    success_page = "desk_phones"

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        self.one = request.POST.get("seat", "")
        self.key = sent_key(request)
        self.seats = self.wanted_seats()
        if not self.seats or self.seats[0].round.status == Round.Status.DRAFTED:
            raise Http404
        return super().post(request, **kwargs)

    def wanted_seats(self) -> list[Seat]:
        of_round = (
            Seat.objects.for_display()
            .filter(round=self.kwargs["pk"], round__stage__tournament=self.tournament)
            .select_related("table", "round__stage")
            .order_by("table__number", "wind")
        )
        if not self.one:
            return list(of_round)
        is_number = self.one.isdecimal() and len(self.one) < 18
        return list(of_round.filter(pk=int(self.one))) if is_number else []

    def get_question(self) -> str:
        """Only where a card that was made before stops working."""
        if not SeatToken.objects.alive().filter(seat__in=self.seats).exists():
            return ""
        if self.one:
            return _(
                "Make a new card for this seat? The phone that uses the seat now is signed out. "
                "Other phones stay signed in."
            )
        return _("Make new seat cards? Cards printed before, and phones that used them, stop working.")

    def perform(self) -> dict[str, object]:
        issue_seat_tokens(seats=self.seats, by=self.by, key=self.key)
        return {"cards": list(living_tokens_of(self.seats).items())}

    @property
    def sent_along(self) -> dict[str, str]:
        return {
            name: self.request.POST[name] for name in ("seat", "back", "confirm") if name in self.request.POST
        }

    def refused_response(self, outcome: Outcome) -> HttpResponse:
        return redirect(self.success_page, self.tournament.slug)

    def success_response(self, outcome: Outcome) -> HttpResponse:
        tokens = dict(cast("list[tuple[int, int]]", outcome.body["cards"]))
        codes = {seat.pk: code_for(tokens.get(seat.pk, 0), by=self.by, key=self.key) for seat in self.seats}
        hashes = [hash_of(code) for code in codes.values()]
        if SeatToken.objects.alive().filter(code_hash__in=hashes).count() < len(codes):
            messages.error(
                self.request,
                _("These cards were replaced, or the round is over. Please make new ones."),
            )
            return redirect(self.success_page, self.tournament.slug)
        site = printed_site()
        context = {
            **frame(self.tournament, self.by, "phones"),
            "round": self.seats[0].round,
            "cards": [Card(seat, codes[seat.pk], qr_of(codes[seat.pk], site)) for seat in self.seats],
            "address": address_of("seat", site=site),
            "is_reachable": bool(site),
            "is_one": bool(self.one),
            "back": self.back,
            # The page is made by a form, so another language makes it again: the same key, the same cards.
            "made_by": {"key": self.key, **self.sent_along},
        }
        return render(self.request, "desk/play/cards.html", context)


class Revoke(DeskActionView):
    """Close a seat to the phone that holds it."""

    permission = can_referee
    success_message = gettext_lazy("The phone was signed out. Print a new card for the seat.")
    success_page = "desk_phones"

    def perform(self) -> None:
        tokens = SeatToken.objects.filter(seat__round__stage__tournament=self.tournament)
        token = get_object_or_404(tokens.select_related("seat__round__stage"), pk=self.kwargs["pk"])
        revoke_seat_token(token=token, by=self.by)


def qr_of(code: str, site: str = "") -> str:
    """The seat's address as a QR code, an SVG in a data: address. The code is behind the #: no server sees it."""
    address = address_of("seat", site=site)
    return segno.make(f"{address}#{code}", error="m").svg_data_uri(scale=4, border=2)
