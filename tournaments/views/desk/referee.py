"""The referee's page: what needs attention now, and every table of the hall, for a phone in one hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import normalize

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, pgettext
from django.views.decorators.http import require_safe

from tournaments.credentials.visitors import actor_of
from tournaments.models import PlayerCard, Scoresheet, Tournament
from tournaments.models.hall.staff_tasks import HallNow, Kind, Need, hall_now
from tournaments.models.hall.tables_in_play import SeatNow, TableNow
from tournaments.permissions import can_referee
from tournaments.views.desk.frame import REFEREE, frame
from tournaments.views.desk.tiles import tile_of
from tournaments.views.policies import for_tournament
from tournaments.views.public.clock_faces import face_of
from tournaments.views.public.live_pages import digest_of, live_tag
from tournaments.views.seat.phone_app import as_manifest
from web.etags import is_known

# For these a phone rings that was asked to.
LOUD = (Kind.CALL, Kind.DISPUTE)
# What one tap gives a table, in minutes.
EXTRA = 5
# So many versions of a result stand beside each other on a phone.
VERSIONS = 2


@dataclass(frozen=True)
class Card:
    """A thing to do, as the page shows it."""

    need: Need
    is_loud: bool
    figures: "Figures | None"


@dataclass(frozen=True)
class Figures:
    """What a table has reported, the last version last, with what each seat has in each of them."""

    sheets: Sequence[Scoresheet]
    rows: Sequence[tuple[SeatNow, Sequence[int]]]


@for_tournament(can_referee)
@require_safe
def referee(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What needs attention, most urgent first, then the tables; `?table=` goes to the one of that number."""
    hall = hall_now(tournament)
    typed = normalize("NFKC", request.GET.get("table", "")[:20]).strip()
    if typed.isascii() and typed.isdigit() and any(table.number == int(typed) for table in hall.tables):
        return redirect("desk_referee_table", tournament.slug, int(typed))
    return _live_page(request, tournament, hall, "desk/referee/page.html", {"typed": typed})


@for_tournament(can_referee)
@require_safe
def referee_table(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """All that a referee does at a table, by its number; where two rounds in play have such a table, both."""
    hall = hall_now(tournament)
    tables = [table for table in hall.tables if table.number == number]
    if not tables:
        raise Http404
    entries = {seat.entry for table in tables for seat in table.seats}
    with_card = PlayerCard.objects.filter(entry__in=entries, revoked_at=None).values_list("entry", flat=True)
    context = {
        "number": number,
        "tables": [(tile_of(table), _figures(table)) for table in tables],
        "with_card": set(with_card),
    }
    only = HallNow(tables, [phone for phone in hall.phones if phone.card.entry_id in entries])
    return _live_page(request, tournament, only, "desk/referee/table.html", context)


@for_tournament(can_referee)
@require_safe
def manifest(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The page as an app of its own on the home screen of a referee's phone."""
    start = reverse("desk_referee", args=[tournament.slug])
    return as_manifest(
        identity=f"/t/{tournament.slug}/desk/referee/",
        name=pgettext("heading", "Referee: %(tournament)s") % {"tournament": tournament.name},
        short_name=pgettext("heading", "Referee"),
        description=gettext("What needs the referee, and every table of the hall."),
        start_url=start,
    )


def _live_page(
    request: HttpRequest, tournament: Tournament, hall: HallNow, template: str, more: dict[str, object]
) -> HttpResponse:
    """A page of this hall, or 304 for one that shows the same already."""
    shown = _digest_of_hall(hall)
    tag = live_tag(request, tournament, f"-{shown}-{digest_of(hall.changes_at)}")
    if is_known(request, tag):
        return HttpResponseNotModified()
    context = {
        **frame(tournament, actor_of(request), REFEREE),
        "cards": [_card(need) for need in hall.needs],
        "rounds": [
            (round_, face_of(round_, tables[0].now), [tile_of(one) for one in tables])
            for round_, tables in hall.rounds
        ],
        "due": hall.milliseconds_to_change,
        "now": next((table.now for table in hall.tables), None),
        "extra": EXTRA,
        "etag": tag,
        "state": shown,
        **more,
    }
    return render(request, template, context)


def _digest_of_hall(hall: HallNow) -> str:
    """Another text when the page shows something else; most of what is done in a tournament is not shown here."""
    return digest_of(
        (
            [need.key for need in hall.needs],
            [
                (
                    table.pk,
                    table.state,
                    [sheet.pk for sheet in table.versions],
                    table.clock and table.clock.ends_at,
                )
                for table in hall.tables
            ],
            [[(seat.entry, seat.token and seat.token.pk) for seat in table.seats] for table in hall.tables],
        )
    )


def _card(need: Need) -> Card:
    with_figures = need.kind in (Kind.DISPUTE, Kind.UNCONFIRMED)
    return Card(need, need.kind in LOUD, _figures(need.table) if with_figures else None)


def _figures(table: TableNow) -> Figures | None:
    sheets = [sheet for sheet in table.versions if len(sheet.points) == len(table.seats)][-VERSIONS:]
    if not sheets:
        return None
    columns = zip(*(sheet.points for sheet in sheets), strict=True)
    return Figures(sheets, list(zip(table.seats, columns, strict=True)))
