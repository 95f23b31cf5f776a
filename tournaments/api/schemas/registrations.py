"""Self-registration."""

from typing import Annotated, TypedDict

from django.utils.translation import gettext as _

from tournaments.actions.people.place_quotas import Quota, Room
from tournaments.actions.people.registrations import why_closed
from tournaments.actions.people.waiting_list import place_in_line, places_of
from tournaments.api.schemas.about.questions import AnswerShape, answer_shape
from tournaments.models import Registration, SelfRegistration, Tournament
from web.api.answers import By, Given, Of, filled
from web.api.moments import Moment


class CountryPlacesShape(TypedDict):
    country: str
    places: Annotated[int, "Places, at most."]


class QuotaShape(TypedDict):
    kind: Annotated[str, "country, club or reserved: kept for members of a club."]
    of: Annotated[str, "Code of the country, or name of the club."]
    places: Annotated[int, "How many it has."]
    taken: Annotated[int, "How many of them are taken."]


def _country_places(terms: SelfRegistration) -> list[CountryPlacesShape]:
    return [
        {"country": country, "places": places} for country, places in sorted(terms.country_limits.items())
    ]


class SelfRegistrationShape(TypedDict):
    """The state of registration. `capacity` null: no limit. `why_closed` is empty while it is open.

    While it is open and `taken` has reached `capacity`, new registrations go on the waiting list.
    """

    is_open: Annotated[bool, Given()]
    why_closed: Annotated[str, Given(), "Why registration is closed; empty while it is open."]
    capacity: int | None
    taken: Annotated[int, Given(), "Places that are taken."]
    waiting: Annotated[int, Given(), "People on the waiting list."]
    opens_at: Annotated[Moment | None, "From when on players can register; null for at once."]
    closes_at: Moment | None
    needs_approval: bool
    email: Annotated[str, "Whether an address is asked for.", SelfRegistration.Email]
    club_limit: Annotated[int | None, "Places per club, at most; null: no limit."]
    country_limit: Annotated[int | None, "Places per country, at most; null: no limit."]
    country_limits: Annotated[
        list[CountryPlacesShape], By(_country_places), "Countries with a number of their own."
    ]
    own_club: Annotated[str, "Name of a club for which places are reserved; empty if for none."]
    own_places: Annotated[int | None, "How many of all places are reserved for `own_club`."]
    quotas: Annotated[
        list[QuotaShape], Given(), "How places of countries and clubs stand, the fullest first, 30 at most."
    ]


class RegistrationShape(TypedDict):
    """A registration, for organizers. The e-mail address is empty once the registration has ended.

    `mail`: the mail about moving up from the waiting list: due, sending (may have been sent), sent, failed; empty if
    there is none.
    """

    id: Annotated[int, Of("pk")]
    status: Annotated[str, "State of the registration.", Registration.Status]
    name: Annotated[str, "Name of the person."]
    reading: str
    club: Annotated[str, "Name of the club; empty if none was given."]
    country: str
    email: Annotated[str, "Address; empty once the registration has ended."]
    mail: Annotated[
        str,
        "What became of the mail about moving up from the waiting list; empty if there is none.",
        Registration.Mail,
    ]
    answers: Annotated[
        list[AnswerShape],
        By(lambda row: [answer_shape(one) for one in row.answers.all()]),
        "Answers to the organizer's questions; empty once the registration has ended.",
    ]
    entry: Annotated[int | None, Of("entry_id"), "Id of the entry; null until accepted."]
    created_at: Moment
    ended_at: Annotated[Moment | None, "When it ended; null before."]


def _place_of(registration: Registration) -> int | None:
    return place_in_line(registration) if registration.status == Registration.Status.WAITING else None


class OwnRegistrationShape(TypedDict):
    """A registration, for the holder of its code. `place`: on the waiting list, from 1."""

    id: Annotated[int, Of("pk")]
    tournament: Annotated[str, Of("tournament.slug")]
    status: Annotated[str, "State of the registration.", Registration.Status]
    place: Annotated[int | None, By(_place_of), "Position on the waiting list, from 1; null if not waiting."]
    name: Annotated[str, "Name of the person."]
    entry: Annotated[int | None, Of("entry_id"), "Id of the entry; null until accepted."]
    created_at: Moment
    ended_at: Annotated[Moment | None, "When it ended; null before."]


class NewRegistrationShape(OwnRegistrationShape):
    """With the private code and its link. `is_mailed` null: no address was given."""

    code: Annotated[str, Given(), "Private code, the only way back to this registration."]
    link: Annotated[str, Given(), "Private link with the code."]
    is_mailed: Annotated[bool | None, Given()]


class AcceptedShape(TypedDict):
    """How many were accepted, and how many need a person to say who they are."""

    accepted: Annotated[int, "How many were accepted."]
    left: Annotated[int, "How many are left, because a person has to say who they are."]


_terms = filled(SelfRegistrationShape, SelfRegistration)
_quota = filled(QuotaShape, Quota)


def self_registration_shape(tournament: Tournament) -> SelfRegistrationShape:
    """Return the state of registration, in up to two queries, two more with quotas."""
    places = places_of(tournament)
    if places is None:
        taken, closed = tournament.entries.active().count(), _("Registration is closed.")
        return _terms(SelfRegistration(), is_open=False, why_closed=closed, taken=taken, waiting=0, quotas=[])
    closed = why_closed(places)
    quotas = Room(places.terms, 0).quotas()
    return _terms(
        places.terms,
        is_open=not closed,
        why_closed=closed,
        taken=places.taken,
        waiting=places.waiting,
        quotas=[_quota(one) for one in quotas],
    )


registration_shape = filled(RegistrationShape, Registration)


# Expects `tournament` to be loaded.
own_registration_shape = filled(OwnRegistrationShape, Registration)


new_registration_shape = filled(NewRegistrationShape, Registration)
