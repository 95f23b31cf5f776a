"""Places of a tournament with registration, and who gets one that becomes free."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce, Now

from players.models import Player
from tournaments.actions.actor import Actor
from tournaments.actions.ledger import record
from tournaments.actions.people.entering import MOST_ENTRIES, enter
from tournaments.actions.people.move_up_mails import mail_when_committed
from tournaments.actions.people.place_quotas import Quota, Room
from tournaments.models import Entry, LedgerHead, Registration, Round, SelfRegistration, Tournament
from tournaments.models.people.entries import divisions_beside
from tournaments.models.people.events import RegistrationAccepted, RegistrationMovedUp

Status = Registration.Status


def places_taken(tournament: Tournament) -> int:
    """Count occupied places: active entries and places reserved until the organizer decides.

    Substitutes and withdrawn players occupy none. Exact only while the ledger head is locked.
    """
    return tournament.entries.active().count() + tournament.registrations.pending().count()


def places_free(terms: SelfRegistration) -> int:
    """Count free places; 0 also if there are more players than places. Exact as `places_taken` is."""
    room = MOST_ENTRIES - terms.tournament.entries.count() - terms.tournament.registrations.pending().count()
    if terms.capacity is not None:
        room = min(room, terms.capacity - places_taken(terms.tournament))
    return max(0, room)


def room_of(terms: SelfRegistration) -> Room:
    """Return the free places, in all and by country and club. Exact as `places_taken` is."""
    return Room(terms, places_free(terms))


@dataclass(frozen=True)
class Places:
    """The public count of places, and everything else that decides whether registration is open.

    `now` is the database time, `registered` counts all registrations ever made, `terms` comes with its tournament
    loaded.
    """

    terms: SelfRegistration
    now: datetime
    taken: int
    waiting: int
    registered: int
    is_drawn: bool

    @property
    def capacity(self) -> int | None:
        """The limit; None if there is none."""
        return self.terms.capacity

    @property
    def are_taken(self) -> bool:
        """Whether a new registration has to wait."""
        return self.capacity is not None and self.taken >= self.capacity


def places_of(tournament: Tournament) -> Places | None:
    """Return the places; None without registration or for an unlisted tournament. One query."""
    return places_by_tournament([tournament.pk]).get(tournament.pk)


def places_by_tournament(tournaments: Collection[int]) -> dict[int, Places]:
    """Return the places of those of these tournaments that have registration, by tournament id. One query."""
    registrations = Registration.objects.filter(tournament=OuterRef("tournament"))
    found = (
        SelfRegistration.objects.filter(tournament__in=tournaments, tournament__discard=None)
        .select_related("tournament")
        .annotate(
            now=Now(),
            players=_count(Entry.objects.active().filter(tournament=OuterRef("tournament"))),
            pending=_count(registrations.filter(status=Status.PENDING)),
            waiting=_count(registrations.filter(status=Status.WAITING)),
            registered=_count(registrations),
            is_drawn=Exists(Round.objects.filter(stage__tournament=OuterRef("tournament"))),
        )
    )
    return {
        terms.tournament_id: Places(
            terms=terms,
            now=terms.now,
            taken=terms.players + terms.pending,
            waiting=terms.waiting,
            registered=terms.registered,
            is_drawn=terms.is_drawn,
        )
        for terms in found
    }


def _count(rows: QuerySet[Any]) -> Coalesce:
    """Count these rows of a tournament."""
    counted = rows.order_by().values("tournament").annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted), 0)


def place_in_line(registration: Registration) -> int:
    """Return the position on the waiting list, from 1."""
    return registration.tournament.registrations.waiting().filter(pk__lte=registration.pk).count()


def missing_quota(registration: Registration) -> Quota | None:
    """Return the quota for which a registration waits; None if it waits for a place of any kind."""
    terms = SelfRegistration.objects.select_related("tournament").get(tournament=registration.tournament_id)
    if not terms.has_quotas:
        return None
    room = room_of(terms)
    return room.missing_quota(country=registration.country, club=registration.club) if room.free > 0 else None


def is_drawn(tournament: Tournament) -> bool:
    """Whether tables are drawn, even as a draft: from then on only the organizer adds and removes players."""
    return Round.objects.filter(stage__tournament=tournament).exists()


def move_up(*, tournament: Tournament, by: Actor) -> None:
    """Give free places to waiting registrations, in order: the last step of an action that may have freed one.

    A registration for whose country or club there is no place is passed over and keeps its position.

    The action holds the tournament's lock. Registrations without approval are entered at once; for the others, and
    for players of another division of the season, the place is reserved until the organizer decides. Once tables are
    drawn, no one moves up automatically.
    """
    if not tournament.registrations.waiting().exists() or is_drawn(tournament):
        return
    # Counting places is serialized, also with registrations, which lock nothing else.
    LedgerHead.objects.select_for_update(no_key=True).get(tournament=tournament)
    terms = SelfRegistration.objects.select_related("tournament").get(tournament=tournament)
    up = list(_who_moves_up(terms))
    beside = divisions_beside(tournament, [one.player_id for one in up if one.player_id is not None])
    for registration in up:
        is_clear = registration.player_id not in beside and not terms.needs_approval
        if registration.player is not None and is_clear:
            confirm(registration=registration, player=registration.player, by=by)
        else:
            mail = mail_when_committed(registration)
            Registration.objects.filter(pk=registration.pk).update(status=Status.PENDING, mail=mail)
            record(RegistrationMovedUp(registration=registration.pk), tournament_id=tournament.pk, by=by)


def _who_moves_up(terms: SelfRegistration) -> Iterator[Registration]:
    """Yield the registrations for which there is a place, in order."""
    room = room_of(terms)
    for registration in terms.tournament.registrations.waiting().select_related("player"):
        if room.free <= 0:
            return
        about = {"country": registration.country, "club": registration.club}
        if room.has_place(**about):
            room.take(**about)
            yield registration


def confirm(*, registration: Registration, player: Player, by: Actor) -> Entry:
    """Turn a registration into an entry, or find the one the organizer has made meanwhile.

    Part of an action that holds the tournament and the ledger head. Refuses a player whose entry comes from another
    registration.
    """
    entry = registration.tournament.entries.filter(player=player, registration=None).first()
    if entry is None:
        entry = enter(tournament=registration.tournament, player=player, by=by)
    if registration.status == Status.WAITING:
        registration.mail = mail_when_committed(registration)
    registration.status, registration.entry = Status.ACCEPTED, entry
    registration.save(update_fields=["status", "entry", "mail"])
    record(
        RegistrationAccepted(registration=registration.pk, entry=entry.pk),
        tournament_id=registration.tournament_id,
        by=by,
    )
    return entry
