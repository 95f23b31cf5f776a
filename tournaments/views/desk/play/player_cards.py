"""Player cards at the desk: make them, print them, let phones in; the codes that hang at tables and at the door."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import segno
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from tournaments.actions.credentials.player_cards import (
    admit_phone,
    issue_player_cards,
    revoke_player_card,
    sign_phone_out,
)
from tournaments.credentials.visitors import actor_of
from tournaments.models import CardPhone, Entry, PlayerCard, Table, Tournament
from tournaments.permissions import can_referee
from tournaments.views.desk.frame import DeskActionView, came_from, frame
from tournaments.views.policies import for_tournament
from tournaments.views.repeatable_forms import Outcome
from web.networks import site_urls
from web.visitor_language import address_of


@dataclass(frozen=True)
class PrintedCard:
    entry: Entry
    code: str
    pin: str
    qr: str


@dataclass(frozen=True)
class Poster:
    """A code without a secret: `table` is the number of a table, 0 for the whole event."""

    table: int
    address: str
    qr: str


@for_tournament(can_referee)
@require_safe
def player_cards(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who has a card, which phones follow it, and which wait to be let in."""
    entries = list(entries_with_cards(tournament))
    context = {
        **frame(tournament, actor_of(request), "cards"),
        "entries": [(entry, card_of(entry)) for entry in entries],
        "without": sum(1 for entry in entries if card_of(entry) is None),
        "waiting": [
            (entry, phone)
            for entry in entries
            for card in entry.cards.all()
            for phone in card.phones.all()
            if not phone.is_admitted
        ],
    }
    return render(request, "desk/play/player_cards.html", context)


@for_tournament(can_referee)
@require_safe
def print_player_cards(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The cards as they are cut out, of everybody or of each `?entry=`. May be printed again at any time."""
    chosen = request.GET.getlist("entry")
    entries = entries_with_cards(tournament)
    if any(chosen):
        entries = entries.filter(pk__in=[int(pk) for pk in chosen if pk.isdecimal() and len(pk) < 18])
    cards = [(entry, card) for entry in entries if (card := card_of(entry)) is not None]
    sites = Sites(request)
    seat = address_of("seat", site=sites.chosen)
    context = {
        **frame(tournament, actor_of(request), "cards"),
        **sites.context,
        "cards": [
            PrintedCard(entry, card.code, card.pin, _qr(f"{seat}#{card.code}"))
            for entry, card in cards
            if card.code_works
        ],
        "unprintable": [entry for entry, card in cards if not card.code_works],
        "address": without_scheme(seat),
        "back": came_from(request),
    }
    return render(request, "desk/play/print_cards.html", context)


@for_tournament(can_referee)
@require_safe
def print_posters(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A code for each table, good for every round, and one for the event's door. None of them is a secret."""
    sites = Sites(request)
    event = address_of("tournament", tournament.slug, site=sites.chosen)
    context = {
        **frame(tournament, actor_of(request), "cards"),
        **sites.context,
        "posters": [
            Poster(number, without_scheme(address), _qr(address))
            for number, address in [(0, event), *table_addresses(tournament, sites.chosen)]
        ],
    }
    return render(request, "desk/play/print_posters.html", context)


class MakeCards(DeskActionView):
    """Make a card for everybody who has none; or, with `entry`, a new one for a player who lost theirs."""

    permission = can_referee
    tab = "cards"
    success_page = "desk_player_cards"

    def get_question(self) -> str:
        entry = self.entry()
        if entry is None:
            return ""
        question = _(
            "Make a new card for %(name)s? The old card stops working, and phones that use it are signed out."
        )
        return question % {"name": entry.player.name}

    def entry(self) -> Entry | None:
        """Whose card is made anew; None: cards for all who have none."""
        one = self.request.POST.get("entry", "")
        if not one:
            return None
        is_number = one.isdecimal() and len(one) < 18
        people = self.tournament.entries.select_related("player")
        return get_object_or_404(people, pk=int(one) if is_number else 0)

    def perform(self) -> dict[str, object]:
        entry = self.entry()
        if entry is None:
            return {"cards": len(issue_player_cards(tournament=self.tournament, by=self.by))}
        cards = issue_player_cards(tournament=self.tournament, entries=[entry.pk], renew=True, by=self.by)
        return {"cards": len(cards)}

    def get_success_message(self, outcome: Outcome) -> str:
        cards = int(str(outcome.body["cards"]))
        made = ngettext("%(count)s card was made.", "%(count)s cards were made.", cards) % {"count": cards}
        return (
            _("%(made)s Now print them.") % {"made": made} if cards else _("All players already have a card.")
        )


class RevokeCard(DeskActionView):
    """Take a card away without making another one."""

    permission = can_referee
    tab = "cards"
    success_message = gettext_lazy("The card no longer works, and its phones were signed out.")
    success_page = "desk_player_cards"

    def card(self) -> PlayerCard:
        cards = PlayerCard.objects.filter(entry__tournament=self.tournament)
        return get_object_or_404(cards.select_related("entry__player"), pk=self.kwargs["pk"])

    def get_question(self) -> str:
        question = _(
            "Take back the card of %(name)s? It stops working, and phones that use it are signed out."
        )
        return question % {"name": self.card().entry.player.name}

    def perform(self) -> None:
        revoke_player_card(card=self.card(), by=self.by)


class PhoneAction(DeskActionView):
    """What the referee does with a phone of a player's card."""

    permission = can_referee
    success_page = "desk_player_cards"

    def phone(self) -> CardPhone:
        phones = CardPhone.objects.filter(card__entry__tournament=self.tournament)
        return get_object_or_404(phones.select_related("card"), pk=self.kwargs["pk"])


class AdmitPhone(PhoneAction):
    """Let a waiting phone in."""

    success_message = gettext_lazy("The phone was let in. This player’s other phones stay signed in.")

    def perform(self) -> None:
        admit_phone(phone=self.phone(), by=self.by)


class SignPhoneOut(PhoneAction):
    """Put a phone out."""

    success_message = gettext_lazy(
        "The phone was signed out. The card still works, but now asks for its PIN."
    )

    def perform(self) -> None:
        sign_phone_out(phone=self.phone(), by=self.by)


class Sites:
    """The address that is printed: the one chosen among those by which phones reach this house, else the first."""

    def __init__(self, request: HttpRequest) -> None:
        self.urls = site_urls()
        wanted = request.GET.get("address", "")
        self.chosen = wanted if wanted in self.urls else next(iter(self.urls), "")
        query: QueryDict = request.GET
        self.rest = [("entry", pk) for pk in query.getlist("entry")]

    @property
    def context(self) -> Mapping[str, Any]:
        return {"sites": self.urls, "site": self.chosen, "site_rest": self.rest}


def entries_with_cards(tournament: Tournament) -> QuerySet[Entry]:
    """Return the players who take part, by number, each with the card that works and its phones."""
    phones = CardPhone.objects.filter(ended_at=None).order_by("pk")
    living = PlayerCard.objects.filter(revoked_at=None).prefetch_related(Prefetch("phones", phones))
    return (
        tournament.entries.filter(status=Entry.Status.ACTIVE)
        .select_related("player")
        .prefetch_related(Prefetch("cards", living))
        .order_by("number")
    )


def card_of(entry: Entry) -> PlayerCard | None:
    """Return the card of one of `entries_with_cards`."""
    return next(iter(entry.cards.all()), None)


def table_addresses(tournament: Tournament, site: str) -> list[tuple[int, str]]:
    """Return the number of each table of the event, and the address of its page on `site`, good for every round."""
    numbers = (
        Table.objects.filter(round__stage__tournament=tournament)
        .order_by("number")
        .values_list("number", flat=True)
        .distinct()
    )
    return [(number, address_of("table_now", tournament.slug, number, site=site)) for number in numbers]


def _qr(address: str) -> str:
    return segno.make(address, error="m").svg_data_uri(scale=4, border=2)


def without_scheme(address: str) -> str:
    """Return an address as it is read out and typed."""
    parts = urlsplit(address)
    return f"{parts.netloc}{parts.path}"
