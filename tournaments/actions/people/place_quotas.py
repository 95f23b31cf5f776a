"""Places by country and club, and those reserved for members of one club, among all places of a tournament."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players.names import skeleton
from tournaments.models import Entry, Registration, SelfRegistration

# Most clubs and countries that are listed, the fullest first.
MOST_LISTED = 30


class Kind(StrEnum):
    COUNTRY = "country"
    CLUB = "club"
    # Places reserved for members of one club.
    RESERVED = "reserved"


@dataclass(frozen=True)
class Quota:
    """The places of a country (by its code) or club (by its name), and how many of them are taken."""

    kind: Kind
    of: str
    places: int
    taken: int

    @property
    def is_full(self) -> bool:
        return self.taken >= self.places

    @property
    def why_waiting(self) -> str:
        """Why there is no place although some are free, for the person who registers."""
        if self.kind == Kind.RESERVED:
            return _("The places that are left are reserved for members of %(club)s.") % {"club": self.of}
        words = ngettext(
            "The only place for %(of)s is taken.", "All %(places)s places for %(of)s are taken.", self.places
        )
        return words % {"places": self.places, "of": self.of}


class Room:
    """Free places in all, and by country and club. Exact while the ledger head is locked.

    Active entries and pending registrations take a place. Two queries where there are quotas, else none.
    """

    def __init__(self, terms: SelfRegistration, free: int) -> None:
        self.terms, self.free = terms, free
        self._countries: Counter[str] = Counter()
        self._clubs: Counter[str] = Counter()
        # Names of clubs by skeleton: of players, and those that only pending registrations name.
        self._names: dict[str, str] = {}
        self._typed: dict[str, str] = {}
        self._own = skeleton(terms.own_club)
        if terms.has_quotas:
            self._count_taken()

    def has_place(self, *, country: str, club: str) -> bool:
        """Whether there is a free place for a player of this country and club ("" for none)."""
        return self.free > 0 and self.missing_quota(country=country, club=club) is None

    def missing_quota(self, *, country: str, club: str) -> Quota | None:
        """Return the quota that leaves no place for a player of this country and club; None if none does."""
        key = skeleton(club)
        quotas = [
            self._of_country(country) if country else None,
            self._of_club(key) if key and key != self._own else None,
        ]
        full = next((quota for quota in quotas if quota is not None and quota.is_full), None)
        if full is None and self._own and key != self._own:
            reserved = self._reserved()
            if self.free <= max(0, reserved.places - reserved.taken):
                return reserved
        return full

    def take(self, *, country: str, club: str) -> None:
        """Count one place more as taken."""
        self.free -= 1
        self._add(country, club)

    def quotas(self, *, of_pending: bool = False) -> list[Quota]:
        """Return the quotas of which places are taken, and all that name a country or club; the fullest first.

        Clubs that only pending registrations name are left out unless `of_pending`: anybody may type anything.
        """
        found = sorted(self._listed(of_pending), key=lambda quota: (quota.places - quota.taken, quota.of))
        return found[:MOST_LISTED]

    def _listed(self, of_pending: bool) -> Iterator[Quota]:
        if self._own:
            yield self._reserved()
        for country in sorted({*self.terms.country_limits, *self._countries}):
            if quota := self._of_country(country):
                yield quota
        for club in self._clubs if of_pending else self._names:
            if club != self._own and self._clubs[club] and (quota := self._of_club(club)):
                yield quota

    def _reserved(self) -> Quota:
        return Quota(Kind.RESERVED, self.terms.own_club, self.terms.own_places or 0, self._clubs[self._own])

    def _of_country(self, country: str) -> Quota | None:
        places = self.terms.country_limits.get(country, self.terms.country_limit)
        return Quota(Kind.COUNTRY, country, places, self._countries[country]) if places else None

    def _of_club(self, club: str) -> Quota | None:
        places = self.terms.club_limit
        if not places:
            return None
        return Quota(
            Kind.CLUB, self._names.get(club) or self._typed.get(club, club), places, self._clubs[club]
        )

    def _count_taken(self) -> None:
        tournament = self.terms.tournament_id
        entered = Entry.objects.active().filter(tournament=tournament)
        for country, club in entered.order_by("pk").values_list("player__country", "player__club__name"):
            self._add(country, club or "")
            if club:
                self._names.setdefault(skeleton(club), club)
        pending = Registration.objects.filter(tournament=tournament).pending()
        for country, club in pending.values_list("country", "club"):
            self._add(country, club)
            self._typed.setdefault(skeleton(club), club)

    def _add(self, country: str, club: str) -> None:
        if country:
            self._countries[country] += 1
        if club:
            self._clubs[skeleton(club)] += 1
