"""The places of a tournament whose players register themselves, and who gets one that becomes free."""

from collections.abc import Collection
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
from tournaments.models import Entry, LedgerHead, Registration, Round, SelfRegistration, Tournament
from tournaments.models.people.entries import divisions_beside
from tournaments.models.people.events import RegistrationAccepted, RegistrationMovedUp

Status = Registration.Status


def places_taken(tournament: Tournament) -> int:
    """How many have a place: those who take part, and those whose place is reserved until the organizer decides.

    Substitutes and those who have withdrawn have none. Exact only while the ledger's head is locked.
    """
    return tournament.entries.active().count() + tournament.registrations.pending().count()


def places_free(terms: SelfRegistration) -> int:
    """How many places are left; 0 also when there are more players than places. Exact as `places_taken` is."""
    room = MOST_ENTRIES - terms.tournament.entries.count() - terms.tournament.registrations.pending().count()
    if terms.capacity is not None:
        room = min(room, terms.capacity - places_taken(terms.tournament))
    return max(0, room)


@dataclass(frozen=True)
class Places:
    """The places as everybody reads them, and what else decides whether somebody can register.

    `now` is the database's moment, `registered` all who ever did, `terms` those of a tournament that is loaded, too.
    """

    terms: SelfRegistration
    now: datetime
    taken: int
    waiting: int
    registered: int
    is_drawn: bool

    @property
    def capacity(self) -> int | None:
        """None: there is no limit."""
        return self.terms.capacity

    @property
    def are_taken(self) -> bool:
        """Whether whoever registers now waits for a place."""
        return self.capacity is not None and self.taken >= self.capacity


def places_of(tournament: Tournament) -> Places | None:
    """How the places stand; None where players do not register themselves, or nobody finds it any more. One query."""
    return places_by_tournament([tournament.pk]).get(tournament.pk)


def places_by_tournament(tournaments: Collection[int]) -> dict[int, Places]:
    """The same of these tournaments whose players register themselves, by their ids. One query."""
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
    """How many of these rows a tournament has."""
    counted = rows.order_by().values("tournament").annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted), 0)


def place_in_line(registration: Registration) -> int:
    """Which place on the waiting list somebody has, from 1."""
    return registration.tournament.registrations.waiting().filter(pk__lte=registration.pk).count()


def is_drawn(tournament: Tournament) -> bool:
    """Whether tables are drawn, be it as a draft: from then on players come and go by the organizer's hand."""
    return Round.objects.filter(stage__tournament=tournament).exists()


def move_up(*, tournament: Tournament, by: Actor) -> None:
    """Give free places to those who wait, in their order: the last step of an action that may have freed one.

    The action holds the tournament's lock. Whoever needs no approval takes part at once; for the others, and for
    players of another division of the season, the place is reserved until the organizer decides. Once tables are
    drawn nobody moves up by themselves.
    """
    if not tournament.registrations.waiting().exists() or is_drawn(tournament):
        return
    # Two who count places do it in turn, also beside registrations, which lock nothing else.
    LedgerHead.objects.select_for_update(no_key=True).get(tournament=tournament)
    terms = SelfRegistration.objects.select_related("tournament").get(tournament=tournament)
    up = list(tournament.registrations.waiting().select_related("player")[: places_free(terms)])
    beside = divisions_beside(tournament, [one.player_id for one in up if one.player_id is not None])
    for registration in up:
        is_clear = registration.player_id not in beside and not terms.needs_approval
        if registration.player is not None and is_clear:
            confirm(registration=registration, player=registration.player, by=by)
        else:
            mail = mail_when_committed(registration)
            Registration.objects.filter(pk=registration.pk).update(status=Status.PENDING, mail=mail)
            record(RegistrationMovedUp(registration=registration.pk), tournament_id=tournament.pk, by=by)


def confirm(*, registration: Registration, player: Player, by: Actor) -> Entry:
    """Make an entry out of a registration, or find the one the organizer has made meanwhile.

    Part of an action that holds the tournament's lock and that of the ledger's head. Refuses a player whose entry
    comes from another registration.
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
