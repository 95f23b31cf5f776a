"""Opening and closing registration."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from datetime import UTC, datetime

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _
from msgspec import UNSET

from players.names import clean_name
from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.people.entering import MOST_ENTRIES
from tournaments.actions.people.waiting_list import move_up
from tournaments.actions.states import refuse_finished
from tournaments.models import LedgerHead, SelfRegistration, Tournament
from tournaments.models.digests import text_hash
from tournaments.models.ledger import instant
from tournaments.models.people.events import NO_QUOTAS, SelfRegistrationSet

LATEST = datetime(2100, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class RegistrationTerms:
    """Whether and how players can register, as the columns of `SelfRegistration`.

    `capacity` None means no limit; `opens_at` None means at once.
    """

    is_open: bool
    capacity: int | None = None
    opens_at: datetime | None = None
    closes_at: datetime | None = None
    needs_approval: bool = False
    email: str = SelfRegistration.Email.NOT_ASKED
    # Places per club and country, at most; `country_limits` by ISO 3166 code, before `country_limit`.
    club_limit: int | None = None
    country_limit: int | None = None
    country_limits: Mapping[str, int] = field(default_factory=dict)
    # So many of all places are kept for members of this club, which has no `club_limit`.
    own_club: str = ""
    own_places: int | None = None


MOMENTS = ("opens_at", "closes_at")
COLUMNS = tuple(column.name for column in fields(RegistrationTerms))


@transaction.atomic
def set_self_registration(*, tournament: Tournament, terms: RegistrationTerms, by: Actor) -> SelfRegistration:
    """Set the terms of registration. Repeating it changes nothing.

    More places let waiting players move up at once; fewer take no place away. Refuses an impossible number of places,
    quotas that cannot be, a closing time in the past or before the opening, and times in another century.
    """
    tournament = lock_tournament(tournament.pk)
    refuse_finished(tournament)
    # Concurrent registrations come entirely before or after this change.
    now = LedgerHead.objects.select_for_update(no_key=True).annotate(now=Now()).get(tournament=tournament).now
    stored = SelfRegistration.objects.filter(tournament=tournament).first() or SelfRegistration(
        tournament=tournament
    )
    before = {name: getattr(stored, name) for name in COLUMNS} if stored.pk else {}
    after = {**asdict(terms), "email": str(terms.email), "own_club": _own_club(terms)}
    if before == after:
        return stored
    _refuse_bad(terms, now)
    for name, value in after.items():
        setattr(stored, name, value)
    stored.save()
    moments = {name: getattr(terms, name) for name in MOMENTS}
    told = {name: instant(at.astimezone(UTC)) if at else None for name, at in moments.items()}
    settings = after | told | {"own_club": text_hash(stored.own_club)}
    settings = {name: value for name, value in settings.items() if value != NO_QUOTAS.get(name, UNSET)}
    record(SelfRegistrationSet(settings=settings), tournament_id=tournament.pk, by=by)
    move_up(tournament=tournament, by=by)
    return stored


def _refuse_bad(terms: RegistrationTerms, now: datetime) -> None:
    capacity, closes_at = terms.capacity, terms.closes_at
    if capacity is not None and not 1 <= capacity <= MOST_ENTRIES:
        message = _("The number of places must be between 1 and %(most)s.") % {"most": MOST_ENTRIES}
        raise RulesRefuse(message, code="capacity", fields={"capacity": [message]})
    _refuse_bad_quotas(terms)
    for name in MOMENTS:
        at = getattr(terms, name)
        if at is not None and not datetime(2000, 1, 1, tzinfo=UTC) <= at < LATEST:
            message = _("The year must be between %(first)s and %(last)s.") % {"first": 2000, "last": 2099}
            raise RulesRefuse(message, code="time_out_of_range", fields={name: [message]})
    if closes_at is None:
        return
    if terms.opens_at is not None and terms.opens_at >= closes_at:
        message = _("Registration must open before it closes.")
        raise RulesRefuse(message, code="closes_before_it_opens", fields={"opens_at": [message]})
    if terms.is_open and closes_at <= now:
        message = _("This time has passed. Please choose a later one, or leave it empty.")
        raise RulesRefuse(message, code="closes_in_the_past", fields={"closes_at": [message]})


def _own_club(terms: RegistrationTerms) -> str:
    return clean_name(terms.own_club) if terms.own_club else ""


def _refuse_bad_quotas(terms: RegistrationTerms) -> None:
    limits: dict[str, list[int | None]] = {
        "club_limit": [terms.club_limit],
        "country_limit": [terms.country_limit],
        "country_limits": [*terms.country_limits.values()],
    }
    for name, several in limits.items():
        if not all(one is None or 1 <= one <= MOST_ENTRIES for one in several):
            message = _("The number of places must be between 1 and %(most)s.") % {"most": MOST_ENTRIES}
            raise RulesRefuse(message, code="quota", fields={name: [message]})
    if not all(re.fullmatch("[A-Z]{2}", country) for country in terms.country_limits):
        message = _("Please write each country by its ISO 3166 code and its places, such as JP 8, FR 6.")
        raise RulesRefuse(message, code="quota", fields={"country_limits": [message]})
    if bool(terms.own_club) != (terms.own_places is not None):
        name = "own_places" if terms.own_club else "own_club"
        message = _("Reserved places need both: the name of the club, and how many.")
        raise RulesRefuse(message, code="quota", fields={name: [message]})
    if terms.own_places is None:
        return
    if terms.capacity is None:
        message = _("Please enter the number of all places first; some of them can then be reserved.")
        raise RulesRefuse(message, code="quota", fields={"own_places": [message]})
    if not 1 <= terms.own_places <= terms.capacity:
        message = _("Between 1 and %(most)s places can be reserved.") % {"most": terms.capacity}
        raise RulesRefuse(message, code="quota", fields={"own_places": [message]})
