"""Tablets at the desk: hand one out for a table or for all of them at once, see which are in use, end one."""

from dataclasses import dataclass
from urllib.parse import urlsplit

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from tournaments.actions.credentials.kiosks import issue_kiosks, revoke_kiosk
from tournaments.credentials.visitors import actor_of
from tournaments.models import TableKiosk, Tournament
from tournaments.models.credentials.kiosks import numbers_of
from tournaments.permissions import can_referee
from tournaments.views.desk.frame import DeskActionView, frame
from tournaments.views.desk.play.player_cards import Sites
from tournaments.views.policies import for_tournament
from tournaments.views.repeatable_forms import Outcome
from web.visitor_language import address_of


@dataclass(frozen=True)
class Line:
    """A table and the tablet that was last handed out for it, if any was."""

    number: int
    kiosk: TableKiosk | None

    @property
    def is_living(self) -> bool:
        return self.kiosk is not None and self.kiosk.revoked_at is None


@dataclass(frozen=True)
class Shown:
    """A code that a tablet scans, off the screen or off paper."""

    number: int
    code: str
    qr: str


@for_tournament(can_referee)
@require_safe
def kiosks(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Which table has a tablet: given out, in use since, ended; `?table=` shows the one of that number alone."""
    lines = _lines(tournament)
    one = _number(request.GET.get("table", ""))
    context = {
        **frame(tournament, actor_of(request), "tablets"),
        "lines": [line for line in lines if not one or line.number == one]
        or ([Line(one, None)] if one else []),
        "one": one,
        "without": sum(1 for line in lines if not line.is_living),
    }
    return render(request, "desk/kiosks/page.html", context)


@for_tournament(can_referee)
@require_safe
def kiosk_codes(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The codes that no tablet has taken yet, of all tables or of `?table=`: to be scanned, or printed and cut."""
    sites = Sites(request)
    address = address_of("kiosk", site=sites.chosen)
    one = _number(request.GET.get("table", ""))
    rows = tournament.kiosks.filter(revoked_at=None, device_hash=None).order_by("number")
    if one:
        rows = rows.filter(number=one)
    parts = urlsplit(address)
    context = {
        **frame(tournament, actor_of(request), "tablets"),
        **sites.context,
        "codes": [
            Shown(kiosk.number, kiosk.code, _qr(f"{address}#{kiosk.code}"))
            for kiosk in rows
            if kiosk.can_be_shown
        ],
        "address": f"{parts.netloc}{parts.path}",
        "one": one,
    }
    return render(request, "desk/kiosks/codes.html", context)


class HandOut(DeskActionView):
    """Make a code for the tablet of one table, `number`; without one, for every table that has no tablet."""

    permission = can_referee
    tab = "tablets"

    def perform(self) -> dict[str, object]:
        one = _number(self.request.POST.get("number", ""))
        numbers = [one] if one else [line.number for line in _lines(self.tournament) if not line.is_living]
        made = issue_kiosks(tournament=self.tournament, numbers=numbers, by=self.by)
        return {"kiosks": len(made), "table": one}

    def get_success_message(self, outcome: Outcome) -> str:
        made = int(str(outcome.body["kiosks"]))
        return ngettext(
            "%(count)s code was created. Scan it with the tablet.",
            "%(count)s codes were created. Scan each with the tablet of its table.",
            made,
        ) % {"count": made}

    def success_response(self, outcome: Outcome) -> HttpResponse:
        table = outcome.body.get("table")
        address = reverse("desk_kiosk_codes", args=[self.tournament.slug])
        return redirect(f"{address}?table={table}" if table else address)

    def refused_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("desk_kiosks", self.tournament.slug)


class End(DeskActionView):
    """End a tablet."""

    permission = can_referee
    tab = "tablets"
    success_message = gettext_lazy("The tablet was signed out and no longer opens its table.")
    success_page = "desk_kiosks"

    def perform(self) -> None:
        revoke_kiosk(kiosk=get_object_or_404(self.tournament.kiosks, pk=self.kwargs["pk"]), by=self.by)


def _lines(tournament: Tournament) -> list[Line]:
    last = {kiosk.number: kiosk for kiosk in tournament.kiosks.order_by("pk")}
    return [Line(number, last.get(number)) for number in sorted({*numbers_of(tournament), *last})]


def _number(typed: str) -> int:
    return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 5 else 0


def _qr(address: str) -> str:
    return segno.make(address, error="m").svg_data_uri(scale=5, border=2)
